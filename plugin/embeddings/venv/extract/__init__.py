"""Reading a document's passages from its bytes; no file can raise, every failure is a state."""
