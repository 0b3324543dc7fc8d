-- An empty index in memory with the tokenizer of chunks_fts, which is asked for stems.

-- name: create_probe
CREATE VIRTUAL TABLE probe USING fts5 (word, tokenize = {tokenizer});

-- name: create_probe_terms
CREATE VIRTUAL TABLE probe_terms USING fts5vocab (probe, instance);

-- name: insert_probe
INSERT INTO probe (rowid, word) VALUES (1, ?);

-- name: probe_terms
SELECT term FROM probe_terms ORDER BY offset;

-- name: delete_probe
DELETE FROM probe WHERE rowid = 1;

-- name: n_chunks
SELECT coalesce(sum(n_chunks), 0) FROM documents;

-- name: document_frequency
SELECT doc FROM chunks_vocabulary WHERE term = ?;

-- name: prefix_frequency
SELECT coalesce(sum(doc), 0)
FROM (SELECT doc FROM chunks_vocabulary WHERE term >= ? AND term < ? LIMIT ?);

-- name: terms_with_substring
SELECT term, doc FROM chunks_vocabulary WHERE instr(term, ?) > 0 ORDER BY doc DESC, term LIMIT ?;

-- name: known_terms
SELECT v.term, v.doc FROM json_each(?) wanted CROSS JOIN chunks_vocabulary v ON v.term = wanted.value;
