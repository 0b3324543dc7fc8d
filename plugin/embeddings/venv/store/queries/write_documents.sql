-- Rows of documents, sections and passages. FTS rows are removed before the chunks they index.

-- name: insert_document
INSERT INTO documents (
  path, size_bytes, mtime_ns, sha256, state, reason, title, language,
  extractor_version, chunker_version, n_passages, n_chunks
) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
RETURNING doc_id;

-- name: doc_id_of_path
SELECT doc_id FROM documents WHERE path = ?;

-- name: delete_document
DELETE FROM documents WHERE doc_id = ?;

-- name: touch_document
UPDATE documents SET size_bytes = ?, mtime_ns = ?, sha256 = ? WHERE path = ?;

-- name: move_document
UPDATE documents SET path = ?, size_bytes = ?, mtime_ns = ? WHERE doc_id = ?;

-- name: files
SELECT doc_id, path, size_bytes, mtime_ns, sha256, state, reason,
       extractor_version, chunker_version, n_passages, n_chunks
FROM documents ORDER BY path;

-- name: insert_section
INSERT INTO sections (doc_id, ordinal, heading_path) VALUES (?, ?, ?) RETURNING section_id;

-- name: insert_passage
INSERT INTO passages (doc_id, section_id, para_index, kind, location, text)
VALUES (?, ?, ?, ?, ?, ?) RETURNING passage_id;

-- name: title_and_path
SELECT title, path FROM documents WHERE doc_id = ?;
