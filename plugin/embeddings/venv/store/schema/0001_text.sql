-- The text of a folder: its files, their passages, and the chunks that are indexed.
CREATE TABLE documents (
  doc_id            INTEGER PRIMARY KEY,
  path              TEXT    NOT NULL UNIQUE, -- relative to the folder, as the file system spells it
  size_bytes        INTEGER NOT NULL,
  mtime_ns          INTEGER NOT NULL,
  sha256            BLOB    NOT NULL,
  state             TEXT    NOT NULL,        -- contracts.corpus.FileState
  reason            TEXT    NOT NULL,
  title             TEXT    NOT NULL,
  language          TEXT,                    -- BCP-47, NULL when unknown
  extractor_version INTEGER NOT NULL,
  chunker_version   INTEGER NOT NULL,
  n_passages        INTEGER NOT NULL,
  n_chunks          INTEGER NOT NULL
) STRICT;
CREATE INDEX documents_by_sha256 ON documents (sha256);

CREATE TABLE sections (
  section_id   INTEGER PRIMARY KEY,
  doc_id       INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
  ordinal      INTEGER NOT NULL,
  heading_path TEXT    NOT NULL,             -- JSON array of headings, outermost first; [] before the first heading
  UNIQUE (doc_id, ordinal)
) STRICT;

CREATE TABLE passages (
  passage_id INTEGER PRIMARY KEY,
  doc_id     INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
  section_id INTEGER NOT NULL REFERENCES sections ON DELETE CASCADE,
  para_index INTEGER NOT NULL,
  kind       TEXT    NOT NULL,               -- documents.passages.PassageKind
  location   TEXT    NOT NULL,               -- JSON object of the set parts of a Location
  text       TEXT    NOT NULL,
  UNIQUE (doc_id, para_index)
) STRICT;
CREATE INDEX passages_by_section ON passages (section_id);

-- One row for each different text that is embedded: moves, copies and edits elsewhere cost no encoding.
CREATE TABLE texts (
  text_id   INTEGER PRIMARY KEY AUTOINCREMENT,
  text_hash BLOB    NOT NULL UNIQUE,         -- sha256 of the text that is embedded, without the model's prompt
  n_chars   INTEGER NOT NULL
) STRICT;

CREATE TABLE chunks (
  chunk_id   INTEGER PRIMARY KEY,            -- also the rowid in chunks_fts
  passage_id INTEGER NOT NULL REFERENCES passages ON DELETE CASCADE,
  start_char INTEGER NOT NULL,               -- the chunk is characters [start_char, end_char) of its passage
  end_char   INTEGER NOT NULL,
  text_id    INTEGER NOT NULL REFERENCES texts
) STRICT;
CREATE INDEX chunks_by_passage ON chunks (passage_id);
CREATE INDEX chunks_by_text ON chunks (text_id);
