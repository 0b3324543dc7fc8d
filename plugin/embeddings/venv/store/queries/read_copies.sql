-- What tells copies of a document from documents that are merely alike: the texts they share.

-- name: texts_of_documents
SELECT DISTINCT p.doc_id, c.text_id, t.n_chars
FROM json_each(?) wanted
CROSS JOIN passages p ON p.doc_id = wanted.value
CROSS JOIN chunks c ON c.passage_id = p.passage_id
CROSS JOIN texts t ON t.text_id = c.text_id;

-- name: texts_beyond
SELECT substr(p.text, c.start_char + 1, c.end_char - c.start_char)
FROM passages p CROSS JOIN chunks c ON c.passage_id = p.passage_id
WHERE p.doc_id = ?1 AND c.text_id NOT IN (SELECT value FROM json_each(?2))
LIMIT ?3;
