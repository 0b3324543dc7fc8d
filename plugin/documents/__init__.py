"""Shared by host and worker: what counts as a document, and what one is made of; stdlib only."""
