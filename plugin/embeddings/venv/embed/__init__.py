"""Models and vectors: where a model is, on which device it runs, and texts in, vectors out."""
