-- The lexical leg. Fed with analysed text (folded, segmented; see analysis/), which differs from the
-- stored text, so the table keeps no content of its own and deletes by rowid.
CREATE VIRTUAL TABLE chunks_fts USING fts5 (
  title, heading, body,
  content = '', contentless_delete = 1, detail = full,
  tokenize = "porter unicode61 remove_diacritics 0"
);
CREATE VIRTUAL TABLE chunks_vocabulary USING fts5vocab (chunks_fts, row);
