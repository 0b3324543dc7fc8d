"""The embeddings worker: runs in the user's venv; never imported by the host."""
