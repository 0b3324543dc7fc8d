"""Passages to chunks: what is indexed and embedded.

Owns where a passage is cut and which language plain text is in. Does not own reading files
(extract) nor what a model can take exactly (embed).
"""
