-- Loading a generation's vectors, from vec0 or from the tables that lie under it. {table} is the
-- vec0 table's name or one of its shadow tables'.

-- name: log
SELECT seq, text_id FROM vector_log WHERE generation_id = ? AND seq > ? ORDER BY seq;

-- name: n_live
SELECT count(*) FROM vector_log WHERE generation_id = ?;

-- name: layout
SELECT sql FROM sqlite_schema WHERE name = ?;

-- name: info
SELECT value FROM {table} WHERE key = ?;

-- name: blocks
SELECT c.rowids, c.validity, v.vectors
FROM {table} c JOIN {vectors} v ON v.rowid = c.chunk_id;

-- name: all_vectors
SELECT rowid, embedding FROM {table};

-- name: vector
SELECT embedding FROM {table} WHERE rowid = ?;
