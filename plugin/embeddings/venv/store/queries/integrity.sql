-- Questions whose right answer is "no rows".

-- name: sqlite_problems
PRAGMA integrity_check(20);

-- name: broken_references
PRAGMA foreign_key_check;

-- name: fts_integrity
INSERT INTO chunks_fts (chunks_fts, rank) VALUES ('integrity-check', 1);

-- name: chunks_without_fts
SELECT chunk_id FROM chunks EXCEPT SELECT rowid FROM chunks_fts;

-- name: fts_without_chunk
SELECT rowid FROM chunks_fts EXCEPT SELECT chunk_id FROM chunks;

-- name: sample_chunks
SELECT c.chunk_id, d.title, d.path, s.heading_path,
       substr(p.text, c.start_char + 1, c.end_char - c.start_char) AS body, t.text_hash
FROM chunks c JOIN texts t USING (text_id) JOIN passages p USING (passage_id)
JOIN sections s USING (section_id) JOIN documents d ON d.doc_id = p.doc_id
ORDER BY (c.chunk_id * 2654435761) % 4294967296 LIMIT ?;

-- name: matches_at
SELECT count(*) FROM chunks_fts WHERE chunks_fts MATCH ? AND rowid = ?;

-- name: log_without_vector
SELECT seq FROM vector_log WHERE generation_id = ?
EXCEPT SELECT rowid FROM {table};

-- name: vector_without_log
SELECT rowid FROM {table}
EXCEPT SELECT seq FROM vector_log WHERE generation_id = ?;

-- name: wrong_chunk_counts
SELECT path FROM documents d
WHERE n_chunks <> (SELECT count(*) FROM passages p JOIN chunks c USING (passage_id)
                   WHERE p.doc_id = d.doc_id)
   OR n_passages <> (SELECT count(*) FROM passages p WHERE p.doc_id = d.doc_id);
