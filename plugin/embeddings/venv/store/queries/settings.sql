-- What was chosen for a corpus.

-- name: read
SELECT value FROM settings WHERE name = ?;

-- name: write
INSERT INTO settings (name, value) VALUES (?, ?)
ON CONFLICT (name) DO UPDATE SET value = excluded.value;

-- name: delete
DELETE FROM settings WHERE name = ?;
