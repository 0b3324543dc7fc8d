"""Text to index tokens: one analysis for what is indexed and what is asked.

Owns folding, splitting into tokens, query terms and highlight spans. Does not own the index
(store), nor which terms a search keeps (search).
"""
