-- The levels above chunks: what a section's own text is and tells, and the vectors of sections and
-- documents. Rows of an older corpus get theirs in the next pass; until then they are NULL or absent.

-- One row for each different text of a section: moves, copies and edits elsewhere cost no encoding.
CREATE TABLE section_texts (
  section_text_id INTEGER PRIMARY KEY AUTOINCREMENT,
  text_hash       BLOB    NOT NULL UNIQUE    -- sha256 of the text that is embedded, without the prompt
) STRICT;

ALTER TABLE sections ADD COLUMN section_text_id INTEGER REFERENCES section_texts; -- NULL: no text
ALTER TABLE sections ADD COLUMN n_words INTEGER;  -- NULL until the section is described
ALTER TABLE sections ADD COLUMN n_chars INTEGER;
ALTER TABLE sections ADD COLUMN keywords TEXT;    -- JSON array, most telling first
ALTER TABLE sections ADD COLUMN meta TEXT;        -- JSON object: extractor's name to what it gave
CREATE INDEX sections_by_text ON sections (section_text_id);
CREATE INDEX sections_undescribed ON sections (doc_id) WHERE n_words IS NULL;

-- A build is all section and document vectors made in one way; a rebuild makes the next one beside
-- the one that answers. seq only grows, so a reader loads what is new by seq alone.
CREATE TABLE section_vectors (
  seq             INTEGER PRIMARY KEY AUTOINCREMENT,
  generation_id   INTEGER NOT NULL REFERENCES generations ON DELETE CASCADE,
  build           INTEGER NOT NULL,
  section_text_id INTEGER NOT NULL REFERENCES section_texts ON DELETE CASCADE,
  vector          BLOB    NOT NULL,          -- float32, little endian, length 1
  UNIQUE (generation_id, build, section_text_id)
) STRICT;
CREATE INDEX section_vectors_by_text ON section_vectors (section_text_id);

CREATE TABLE document_vectors (
  seq           INTEGER PRIMARY KEY AUTOINCREMENT,
  generation_id INTEGER NOT NULL REFERENCES generations ON DELETE CASCADE,
  build         INTEGER NOT NULL,
  doc_id        INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
  vector        BLOB    NOT NULL,
  UNIQUE (generation_id, build, doc_id)
) STRICT;
CREATE INDEX document_vectors_by_document ON document_vectors (doc_id);

-- What was chosen for this corpus and stays chosen, whatever a later pass asks for.
CREATE TABLE settings (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
