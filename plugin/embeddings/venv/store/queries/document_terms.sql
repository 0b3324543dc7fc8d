-- Which chunks are whose, and which have a term.

-- name: first_chunks
SELECT doc_id, first_chunk_id, n_chunks
FROM (SELECT d.doc_id, d.n_chunks,
             (SELECT c.chunk_id FROM passages p CROSS JOIN chunks c ON c.passage_id = p.passage_id
              WHERE p.doc_id = d.doc_id
              ORDER BY p.para_index, c.chunk_id LIMIT 1) AS first_chunk_id
      FROM documents d WHERE d.n_chunks > 0)
WHERE first_chunk_id IS NOT NULL;

-- name: chunks_with
SELECT json_group_array(rowid) FROM chunks_fts WHERE chunks_fts MATCH ?;
