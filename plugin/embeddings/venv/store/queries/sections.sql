-- What sections are and tell.

-- name: of_document
SELECT s.section_id, s.heading_path, d.title, d.language
FROM sections s JOIN documents d USING (doc_id) WHERE s.doc_id = ? ORDER BY s.ordinal;

-- name: texts
SELECT section_id, text FROM passages
WHERE section_id IN (SELECT value FROM json_each(?)) ORDER BY section_id, para_index;

-- name: prefixes
SELECT s.section_id, d.title, s.heading_path
FROM json_each(?) wanted JOIN sections s ON s.section_id = wanted.value
JOIN documents d USING (doc_id);

-- name: insert_text
INSERT INTO section_texts (text_hash) VALUES (?) ON CONFLICT (text_hash) DO NOTHING;

-- name: describe
UPDATE sections SET
  section_text_id = (
    SELECT section_text_id FROM section_texts
    WHERE text_hash = ?1 AND EXISTS (
      SELECT 1 FROM passages p JOIN chunks c USING (passage_id) WHERE p.section_id = ?6
    )
  ),
  n_words = ?2, n_chars = ?3, keywords = ?4, meta = ?5
WHERE section_id = ?6;

-- name: undescribed_documents
SELECT DISTINCT doc_id FROM sections WHERE n_words IS NULL ORDER BY doc_id;

-- name: any_undescribed
SELECT 1 FROM sections WHERE n_words IS NULL LIMIT 1;

-- name: forget_descriptions
UPDATE sections SET n_words = NULL;

-- name: any_orphaned_text
SELECT 1 FROM section_texts t
WHERE NOT EXISTS (SELECT 1 FROM sections s WHERE s.section_text_id = t.section_text_id) LIMIT 1;

-- name: delete_orphaned_texts
DELETE FROM section_texts
WHERE NOT EXISTS (
  SELECT 1 FROM sections s WHERE s.section_text_id = section_texts.section_text_id
);

-- name: rows
SELECT s.section_id, s.doc_id, s.ordinal, s.heading_path, s.n_words, s.n_chars, s.keywords, s.meta
FROM json_each(?) wanted CROSS JOIN sections s ON s.section_id = wanted.value;

-- name: of_passages
SELECT p.passage_id, p.section_id
FROM json_each(?) wanted CROSS JOIN passages p ON p.passage_id = wanted.value;

-- name: text_ids
SELECT section_id, section_text_id
FROM sections WHERE section_id IN (SELECT value FROM json_each(?));

-- name: chunks_of_section
SELECT c.chunk_id, c.passage_id, p.doc_id, c.start_char, c.end_char, c.text_id
FROM passages p CROSS JOIN chunks c ON c.passage_id = p.passage_id
WHERE p.section_id = ?2 AND {scope}
ORDER BY p.kind = 'heading', p.para_index, c.start_char;

-- name: chunks_of_document
SELECT c.chunk_id, c.passage_id, p.doc_id, c.start_char, c.end_char, c.text_id
FROM passages p CROSS JOIN chunks c ON c.passage_id = p.passage_id
WHERE p.doc_id = ?2 AND {scope}
ORDER BY p.kind = 'heading', p.para_index, c.start_char;

-- name: first_passage
SELECT passage_id FROM passages WHERE section_id = ? ORDER BY para_index LIMIT 1;

-- name: reports
SELECT d.path, s.heading_path, s.ordinal, coalesce(s.n_words, 0), coalesce(s.n_chars, 0),
       coalesce(s.keywords, '[]'), coalesce(s.meta, '{}'),
       EXISTS (SELECT 1 FROM section_vectors v WHERE v.section_text_id = s.section_text_id
               AND v.generation_id = ? AND v.build = ?)
FROM sections s JOIN documents d USING (doc_id) ORDER BY d.path, s.ordinal;
