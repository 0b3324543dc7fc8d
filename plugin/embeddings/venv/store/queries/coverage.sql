-- How much of a folder is searchable; the states are contracts.corpus.FileState's.

-- name: coverage
SELECT count(*), coalesce(sum(state IN ('ok', 'partial')), 0), coalesce(sum(n_chunks), 0)
FROM documents;

-- name: n_chunks_embedded
SELECT count(*) FROM chunks
WHERE text_id IN (SELECT text_id FROM vector_log WHERE generation_id = ?);

-- name: building
SELECT b.model_id, coalesce((SELECT a.model_id FROM generations a WHERE a.state = 'active'), ''),
       (SELECT count(*) FROM vector_log v WHERE v.generation_id = b.generation_id),
       (SELECT count(*) FROM texts)
FROM generations b WHERE b.state = 'building' LIMIT 1;
