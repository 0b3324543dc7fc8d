"""The dialog that searches nearby files: it draws what the search presenter says; main thread only.

Owns: the windows, their controls and keys, where each stands. Does not own: what is shown and
what buttons mean (embeddings.search_window), opening documents (jump).
"""
