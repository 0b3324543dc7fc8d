-- What is shown and ranked of candidates.

-- name: chunks
SELECT c.chunk_id, c.passage_id, p.doc_id, c.start_char, c.end_char, c.text_id
FROM json_each(?) wanted
CROSS JOIN chunks c ON c.chunk_id = wanted.value
CROSS JOIN passages p ON p.passage_id = c.passage_id;

-- name: chunks_of_texts
SELECT c.text_id, c.chunk_id
FROM json_each(?2) wanted
CROSS JOIN chunks c ON c.text_id = wanted.value
CROSS JOIN passages p ON p.passage_id = c.passage_id
WHERE {scope}
ORDER BY c.chunk_id LIMIT ?3;

-- name: passages
SELECT p.passage_id, p.doc_id, p.para_index, p.kind, p.location, p.text, s.heading_path
FROM json_each(?) wanted
CROSS JOIN passages p ON p.passage_id = wanted.value
CROSS JOIN sections s ON s.section_id = p.section_id;

-- name: text_after
SELECT text FROM passages WHERE doc_id = ? AND para_index = ? AND kind <> 'heading';

-- name: texts_of_files
SELECT d.path, p.text FROM documents d JOIN passages p ON p.doc_id = d.doc_id
ORDER BY d.path, p.para_index;

-- name: documents
SELECT d.doc_id, d.path, d.title, d.size_bytes, d.mtime_ns
FROM json_each(?) wanted CROSS JOIN documents d ON d.doc_id = wanted.value;

-- name: languages
SELECT d.doc_id, d.language
FROM json_each(?) wanted CROSS JOIN documents d ON d.doc_id = wanted.value;

-- name: stamps
SELECT path, size_bytes, mtime_ns, state FROM documents;
