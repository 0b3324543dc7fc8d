-- The dense leg. One generation = one model, width, prompts and chunker; its vectors lie in the
-- vec0 table vectors_<generation_id>, made when the width is known.
CREATE TABLE generations (
  generation_id   INTEGER PRIMARY KEY,
  model_id        TEXT    NOT NULL,
  revision        TEXT    NOT NULL,
  dim             INTEGER NOT NULL,
  document_prompt TEXT    NOT NULL,
  query_prompt    TEXT    NOT NULL,
  max_tokens      INTEGER NOT NULL,
  chunker_version INTEGER NOT NULL,
  state           TEXT    NOT NULL CHECK (state IN ('building', 'active', 'kept')),
  changed_at      REAL    NOT NULL,           -- Unix seconds
  UNIQUE (model_id, revision, dim, document_prompt, query_prompt, max_tokens, chunker_version)
) STRICT;

-- Which text has which vector; seq is the rowid in vectors_<generation_id> and only grows, so a
-- reader loads what is new by seq alone.
CREATE TABLE vector_log (
  seq           INTEGER PRIMARY KEY AUTOINCREMENT,
  generation_id INTEGER NOT NULL REFERENCES generations ON DELETE CASCADE,
  text_id       INTEGER NOT NULL REFERENCES texts ON DELETE CASCADE,
  UNIQUE (generation_id, text_id)
) STRICT;
