"""WriterAgent folder search: a stdlib-only host for LibreOffice, a worker for the user's venv."""
