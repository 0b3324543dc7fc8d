"""Host logic of folder search; stdlib only, no uno. The worker lives in the venv package below."""
