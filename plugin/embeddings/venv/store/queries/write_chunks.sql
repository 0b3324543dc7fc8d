-- Rows of chunks, the texts they share, and their entries in the keyword index.

-- name: insert_text
INSERT INTO texts (text_hash, n_chars) VALUES (?, ?) ON CONFLICT (text_hash) DO NOTHING;

-- name: text_id_of_hash
SELECT text_id FROM texts WHERE text_hash = ?;

-- name: insert_chunk
INSERT INTO chunks (passage_id, start_char, end_char, text_id) VALUES (?, ?, ?, ?);

-- name: chunks_of_document
SELECT c.chunk_id, s.heading_path,
       substr(p.text, c.start_char + 1, c.end_char - c.start_char) AS body
FROM passages p
JOIN sections s USING (section_id)
JOIN chunks c USING (passage_id)
WHERE p.doc_id = ?
ORDER BY c.chunk_id;

-- name: chunk_ids_of_document
SELECT c.chunk_id FROM passages p JOIN chunks c USING (passage_id) WHERE p.doc_id = ?;

-- name: insert_fts
INSERT INTO chunks_fts (rowid, title, heading, body) VALUES (?, ?, ?, ?);

-- name: delete_fts
DELETE FROM chunks_fts WHERE rowid = ?;

-- name: optimize_fts
INSERT INTO chunks_fts (chunks_fts) VALUES ('optimize');

-- name: empty_fts
INSERT INTO chunks_fts (chunks_fts) VALUES ('delete-all');

-- name: fts_averages
SELECT block FROM chunks_fts_data WHERE id = 1;

-- name: documents_with_chunks
SELECT doc_id FROM documents WHERE n_chunks > 0 ORDER BY doc_id;

-- name: orphaned_texts
SELECT text_id FROM texts t
WHERE NOT EXISTS (SELECT 1 FROM chunks c WHERE c.text_id = t.text_id);

-- name: delete_text
DELETE FROM texts WHERE text_id = ?;

-- name: incremental_vacuum
PRAGMA incremental_vacuum(1024);

-- name: free_pages
PRAGMA freelist_count;
