-- More of what makes vectors comparable. SQLite cannot widen a UNIQUE constraint, so the table is made
-- anew in the steps of https://www.sqlite.org/lang_altertable.html#otheralter, with foreign keys off.
-- Rows stay valid: all vectors so far are scaled to length one and have no prefix; how their model
-- pooled was not kept, and the next pass with it fills that in.
CREATE TABLE generations_wider (
  generation_id   INTEGER PRIMARY KEY,
  model_id        TEXT    NOT NULL,
  revision        TEXT    NOT NULL,
  dim             INTEGER NOT NULL,           -- of the vectors, after a cut
  document_prompt TEXT    NOT NULL,
  query_prompt    TEXT    NOT NULL,
  max_tokens      INTEGER NOT NULL,
  chunker_version INTEGER NOT NULL,
  pooling         TEXT    NOT NULL,           -- 'mean', 'cls', 'lasttoken' ...; '' = not kept
  prefix          TEXT    NOT NULL,           -- before each text, beside the prompt
  normalisation   TEXT    NOT NULL,           -- 'l2'
  native_dim      INTEGER NOT NULL,           -- of the model's own vectors; 0 = dim
  state           TEXT    NOT NULL CHECK (state IN ('building', 'active', 'kept')),
  changed_at      REAL    NOT NULL,           -- Unix seconds
  UNIQUE (model_id, revision, dim, document_prompt, query_prompt, max_tokens, chunker_version,
          pooling, prefix, normalisation)
) STRICT;
INSERT INTO generations_wider
SELECT generation_id, model_id, revision, dim, document_prompt, query_prompt, max_tokens,
       chunker_version, '', '', 'l2', 0, state, changed_at
FROM generations;
DROP TABLE generations;
ALTER TABLE generations_wider RENAME TO generations;
