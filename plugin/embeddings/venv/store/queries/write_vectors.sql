-- Generations of vectors, their log, and their vec0 tables.

-- name: generations
SELECT generation_id, model_id, revision, dim, document_prompt, query_prompt, max_tokens,
       chunker_version, pooling, prefix, normalisation, native_dim, state, changed_at
FROM generations ORDER BY generation_id;

-- name: insert_generation
INSERT INTO generations (
  generation_id, model_id, revision, dim, document_prompt, query_prompt, max_tokens,
  chunker_version, pooling, prefix, normalisation, native_dim, state, changed_at
) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: set_pooling
UPDATE generations SET pooling = ? WHERE generation_id = ?;

-- name: set_state
UPDATE generations SET state = ?, changed_at = ? WHERE generation_id = ?;

-- name: delete_generation
DELETE FROM generations WHERE generation_id = ?;

-- name: forget_log
DELETE FROM vector_log WHERE generation_id = ?;

-- name: forget_section_vectors
DELETE FROM section_vectors WHERE generation_id = ?;

-- name: forget_document_vectors
DELETE FROM document_vectors WHERE generation_id = ?;

-- name: any_vector
SELECT 1 FROM vector_log WHERE generation_id = ? LIMIT 1;

-- name: create_table
CREATE VIRTUAL TABLE {table} USING vec0 (embedding float[{dim}] distance_metric=cosine);

-- name: drop_table
DROP TABLE IF EXISTS {table};

-- name: last_seq
SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'vector_log'), 0);

-- name: insert_log
INSERT INTO vector_log (seq, generation_id, text_id) VALUES (?, ?, ?);

-- name: insert_vector
INSERT INTO {table} (rowid, embedding) VALUES (?, ?);

-- name: delete_vector
DELETE FROM {table} WHERE rowid = ?;

-- name: logged_seqs_of_texts
SELECT generation_id, seq FROM vector_log
WHERE text_id IN (SELECT value FROM json_each(?));

-- name: known_text_ids
SELECT text_id FROM vector_log
WHERE generation_id = ? AND text_id IN (SELECT value FROM json_each(?));

-- name: existing_text_ids
SELECT text_id FROM texts WHERE text_id IN (SELECT value FROM json_each(?));

-- name: n_pending
SELECT count(*) FROM texts t
WHERE NOT EXISTS (SELECT 1 FROM vector_log v WHERE v.generation_id = ? AND v.text_id = t.text_id);

-- name: pending_text_ids
SELECT c.text_id
FROM chunks c JOIN passages p USING (passage_id) JOIN documents d USING (doc_id)
WHERE NOT EXISTS (
  SELECT 1 FROM vector_log v WHERE v.generation_id = ?1 AND v.text_id = c.text_id
)
GROUP BY c.text_id
ORDER BY max(d.path IN (SELECT value FROM json_each(?2))) DESC,
         max(d.mtime_ns) DESC, min(c.chunk_id);

-- name: texts_by_id
SELECT c.text_id, substr(p.text, c.start_char + 1, c.end_char - c.start_char)
FROM json_each(?) wanted
JOIN chunks c ON c.chunk_id = (
  SELECT chunk_id FROM chunks WHERE text_id = wanted.value LIMIT 1
)
JOIN passages p USING (passage_id);

-- name: n_texts
SELECT count(*) FROM texts;

-- name: n_live
SELECT count(*) FROM vector_log WHERE generation_id = ?;

-- name: n_allocated
SELECT coalesce(sum(size), 0) FROM {table};

-- name: copy_out
CREATE TABLE {table} AS
SELECT v.rowid AS seq, v.embedding AS embedding FROM {source} v ORDER BY v.rowid;

-- name: copy_back
INSERT INTO {table} (rowid, embedding) SELECT seq, embedding FROM {source} ORDER BY seq;

-- name: copyable_log
SELECT o.seq, o.text_id FROM vector_log o
WHERE o.generation_id = ?1 AND NOT EXISTS (
  SELECT 1 FROM vector_log n WHERE n.generation_id = ?2 AND n.text_id = o.text_id
)
ORDER BY o.seq;

-- name: stored_sample
SELECT seq, text_id FROM vector_log WHERE generation_id = ? ORDER BY seq DESC LIMIT ?;

-- name: copyable_sample
SELECT o.seq, o.text_id FROM vector_log o
WHERE o.generation_id = ?1 AND NOT EXISTS (
  SELECT 1 FROM vector_log n WHERE n.generation_id = ?2 AND n.text_id = o.text_id
)
ORDER BY o.seq DESC LIMIT ?3;

-- name: vector
SELECT embedding FROM {table} WHERE rowid = ?;
