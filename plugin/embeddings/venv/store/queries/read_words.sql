-- Which of a few chunks have a word, in text, title or headings.

-- name: chunks_with
SELECT f.rowid
FROM json_each(?2) wanted CROSS JOIN chunks_fts f ON f.rowid = wanted.value
WHERE chunks_fts MATCH ?1;

-- name: is_in_titles
SELECT EXISTS (SELECT 1 FROM chunks_fts WHERE chunks_fts MATCH ?);
