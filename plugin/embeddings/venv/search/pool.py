"""How many candidates a leg gives to fusion."""

from __future__ import annotations

MIN_POOL = 20
MAX_POOL = 50
_POOL_PER_HIT = 4
MAX_PASSAGES_PER_FILE = 4
"""A file with more passages in one leg does not push other files out of the pool."""

LEXICAL_OVERFETCH = 8
DENSE_OVERFETCH = 8
"""Rows asked of a leg for each place in the pool, so that the limit per file can be kept; a row
of the dense leg costs more, as it is scored once more in float32."""


def pool_size(k: int) -> int:
    """Return the candidates of one leg for k hits: 4k within 20 to 50, and never fewer than k."""
    return max(min(max(_POOL_PER_HIT * k, MIN_POOL), MAX_POOL), k)
