"""WriterAgent folder search: a stdlib-only host for LibreOffice and a worker for the user's venv."""
