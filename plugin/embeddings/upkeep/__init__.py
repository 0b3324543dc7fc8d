"""Keeping folders searchable: which folder, when, and the queue of passes."""
