-- What a search may look at. Each "in_..." part is put into other statements; it speaks of
-- passages as p, and ?1 is the scope's JSON object.

-- name: everything
?1 IS NOT NULL

-- name: in_documents
p.doc_id IN (SELECT value FROM json_each(?1, '$.documents'))

-- name: in_sections
p.section_id IN (SELECT value FROM json_each(?1, '$.sections'))

-- name: in_passages
p.passage_id IN (SELECT value FROM json_each(?1, '$.passages'))

-- name: in_no_excluded
p.passage_id NOT IN (SELECT value FROM json_each(?1, '$.excluded'))

-- name: documents
SELECT doc_id, path, mtime_ns FROM documents;

-- name: documents_in_language
SELECT doc_id FROM documents WHERE language = ?1 OR language LIKE ?1 || '-%';

-- name: documents_in_other_languages
SELECT doc_id FROM documents WHERE language <> ?1 AND language NOT LIKE ?1 || '-%';

-- name: sections
SELECT section_id, heading_path FROM sections WHERE heading_path <> '[]';

-- name: text_ids
SELECT DISTINCT c.text_id FROM passages p JOIN chunks c USING (passage_id) WHERE {scope};
