"""What a vector must be before anything is done with it: the worker's one check."""

from __future__ import annotations

from ..vectors import check_vectors, cut, normalised

__all__ = ["check_vectors", "cut", "normalised"]
