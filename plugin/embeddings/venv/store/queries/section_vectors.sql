-- Vectors of sections and documents, by generation and build. {table} is section_vectors or
-- document_vectors and {unit} its column of ids.

-- name: any_vector
SELECT 1 FROM section_vectors LIMIT 1;

-- name: delete_section_build
DELETE FROM section_vectors WHERE build = ?;

-- name: delete_document_build
DELETE FROM document_vectors WHERE build = ?;

-- name: any_pending_text
SELECT 1 FROM section_texts t
WHERE NOT EXISTS (
  SELECT 1 FROM section_vectors v
  WHERE v.generation_id = ? AND v.build = ? AND v.section_text_id = t.section_text_id
) LIMIT 1;

-- name: any_pending_document
SELECT 1 FROM documents d
WHERE d.n_chunks > 0 AND NOT EXISTS (
  SELECT 1 FROM document_vectors v
  WHERE v.generation_id = ? AND v.build = ? AND v.doc_id = d.doc_id
) LIMIT 1;

-- name: pending_texts
SELECT s.section_text_id, min(s.section_id)
FROM sections s JOIN documents d USING (doc_id)
WHERE s.section_text_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM section_vectors v
  WHERE v.generation_id = ?1 AND v.build = ?2 AND v.section_text_id = s.section_text_id
)
GROUP BY s.section_text_id
ORDER BY max(d.path IN (SELECT value FROM json_each(?3))) DESC,
         max(d.mtime_ns) DESC, min(s.section_id);

-- name: n_chunks
SELECT p.section_id, count(*)
FROM json_each(?) wanted
CROSS JOIN passages p ON p.section_id = wanted.value
CROSS JOIN chunks c ON c.passage_id = p.passage_id
GROUP BY p.section_id;

-- name: chunk_vectors
SELECT v.embedding
FROM passages p
CROSS JOIN chunks c ON c.passage_id = p.passage_id
CROSS JOIN vector_log l ON l.generation_id = ?1 AND l.text_id = c.text_id
CROSS JOIN {table} v ON v.rowid = l.seq
WHERE p.section_id = ?2
ORDER BY c.chunk_id;

-- name: insert_section_vector
INSERT INTO section_vectors (generation_id, build, section_text_id, vector)
SELECT ?1, ?2, section_text_id, ?4 FROM section_texts WHERE section_text_id = ?3
ON CONFLICT DO NOTHING;

-- name: pending_documents
SELECT DISTINCT s.doc_id FROM sections s
WHERE s.section_text_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM document_vectors v
  WHERE v.generation_id = ? AND v.build = ? AND v.doc_id = s.doc_id
);

-- name: section_vectors_of_document
SELECT s.n_chars, v.vector
FROM sections s
JOIN section_vectors v
  ON v.generation_id = ? AND v.build = ? AND v.section_text_id = s.section_text_id
WHERE s.doc_id = ? ORDER BY s.ordinal;

-- name: insert_document_vector
INSERT INTO document_vectors (generation_id, build, doc_id, vector) VALUES (?, ?, ?, ?);

-- name: log
SELECT seq, {unit} FROM {table} WHERE generation_id = ? AND build = ? AND seq > ? ORDER BY seq;

-- name: n_live
SELECT count(*) FROM {table} WHERE generation_id = ? AND build = ?;

-- name: vectors
SELECT vector FROM {table} WHERE generation_id = ? AND build = ? AND seq > ? ORDER BY seq;

-- name: vector
SELECT vector FROM {table} WHERE seq = ?;

-- name: sections_of_texts
SELECT s.section_text_id, s.section_id
FROM json_each(?2) wanted
CROSS JOIN sections s ON s.section_text_id = wanted.value
WHERE EXISTS (SELECT 1 FROM passages p WHERE p.section_id = s.section_id AND {scope})
ORDER BY s.section_id LIMIT ?3;

-- name: section_texts_in_scope
SELECT DISTINCT s.section_text_id FROM passages p JOIN sections s USING (section_id)
WHERE s.section_text_id IS NOT NULL AND {scope};

-- name: documents_in_scope
SELECT DISTINCT p.doc_id FROM passages p WHERE {scope};
