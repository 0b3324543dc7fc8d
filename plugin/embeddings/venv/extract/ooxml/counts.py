"""Whole numbers in attributes: indexes, rows, levels.

Owns: which strings are taken for one. Does not own: what they count.
"""

from __future__ import annotations

_MAX_DIGITS = 12


def whole_number(text: str | None) -> int | None:
    """Return the number that a string of a few decimal digits stands for, None for any other."""
    plain = (text or "").strip()
    # Longer ones count nothing, and Python refuses to read the longest.
    return int(plain) if plain.isdecimal() and len(plain) <= _MAX_DIGITS else None
