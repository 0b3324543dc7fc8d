-- How much of a folder is searchable; the states are contracts.corpus.FileState's.

-- name: coverage
SELECT count(*), coalesce(sum(state IN ('ok', 'partial')), 0), coalesce(sum(n_chunks), 0)
FROM documents;

-- name: n_chunks_embedded
SELECT count(*) FROM chunks
WHERE text_id IN (SELECT text_id FROM vector_log WHERE generation_id = ?);
