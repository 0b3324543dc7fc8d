"""Embedding models: finding them, loading them, and turning texts into vectors.

Owns which model answers, its prompts, its window and its device; alone imports torch and
sentence-transformers. Does not own what is embedded (chunk, ingest) nor where vectors lie (store).
"""
