"""The model hub and its local cache: what is there, and downloads that were asked for by name."""
