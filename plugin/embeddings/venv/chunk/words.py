"""The words of a text by Unicode Standard Annex 29, by ICU's dictionaries where none has blanks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def words_of(text: str) -> Iterator[str]:
    """Yield the words of text in order as they are written, numbers among them."""
    from icu4py.breakers import WordBreaker

    return (part for part in WordBreaker(text, "") if any(map(str.isalnum, part)))
