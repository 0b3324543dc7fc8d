-- The keyword leg: ranked matches. Where a {scope} stands, ?1 is its JSON.

-- name: matches
SELECT f.rowid, -bm25(chunks_fts, ?3, ?4, ?5) AS score
FROM chunks_fts f
WHERE chunks_fts MATCH ?2 AND ?1 IS NOT NULL
ORDER BY score DESC, f.rowid LIMIT ?6;

-- name: matches_in_scope
SELECT f.rowid, -bm25(chunks_fts, ?3, ?4, ?5) AS score
FROM chunks_fts f
CROSS JOIN chunks c ON c.chunk_id = f.rowid
CROSS JOIN passages p ON p.passage_id = c.passage_id
WHERE chunks_fts MATCH ?2 AND {scope}
ORDER BY score DESC, f.rowid LIMIT ?6;

-- name: passages_matching
SELECT DISTINCT c.passage_id
FROM chunks_fts f CROSS JOIN chunks c ON c.chunk_id = f.rowid
WHERE chunks_fts MATCH ?;

-- name: literal_matches
SELECT min(c.chunk_id)
FROM (SELECT passage_id, doc_id, section_id, text FROM passages LIMIT ?3) p
CROSS JOIN chunks c ON c.passage_id = p.passage_id
WHERE p.text LIKE ?2 ESCAPE '\' AND {scope}
GROUP BY p.passage_id ORDER BY p.passage_id LIMIT ?4;

-- name: first_chunks
SELECT min(c.chunk_id)
FROM passages p JOIN chunks c USING (passage_id) JOIN documents d ON d.doc_id = p.doc_id
WHERE {scope}
GROUP BY p.doc_id ORDER BY d.mtime_ns DESC, p.doc_id LIMIT ?2;

-- name: any_match
SELECT 1 FROM chunks_fts WHERE chunks_fts MATCH ? LIMIT 1;
