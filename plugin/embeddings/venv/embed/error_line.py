"""What libraries say went wrong, short enough for a sentence."""

from __future__ import annotations


def first_line(error: BaseException) -> str:
    """Return the first line of an error's message, or its kind where it has none."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
