"""Text that every tokenizer takes."""

from __future__ import annotations


def without_surrogates(text: str) -> str:
    """Return the text with "?" for each lone surrogate, which tokenizers refuse."""
    return text.encode("utf-8", "replace").decode("utf-8")
