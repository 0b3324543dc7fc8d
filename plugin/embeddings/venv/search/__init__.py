"""Answering one query against one folder's corpus.

Owns the query language, the two legs, their fusion, the hits, and what is covered. Does not own
the tables (store), the models (embed) nor what is indexed (ingest). Nothing here writes.
"""
