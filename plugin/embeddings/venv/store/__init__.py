"""corpus.db: a folder's index in one SQLite file; alone speaks SQL and imports sqlite-vec."""
