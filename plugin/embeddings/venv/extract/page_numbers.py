"""Printed headers and footers that do no more than number pages.

Owns: the words around such numbers, "Page 1 of 7". Does not own: fields and codes of a format;
a reader writes PAGE_MARK and COUNT_MARK where the numbers are.
"""

from __future__ import annotations

import re

PAGE_MARK = "\ue000"
COUNT_MARK = "\ue001"
_MIN_DIGITS = 4  # a year, a number of a document

_WITH_WORDS = re.compile(
    r"(?:\b(?:page|p|pg|seite|side|sida|sivu|página|pagina|pàgina|strona|strana|oldal|sayfa"
    r"|страница|стр|trang|halaman|ページ|頁|页)[.:]? *)?"
    rf"{PAGE_MARK}(?: *(?:/|\b\w{{1,5}}\b) *{COUNT_MARK})?",
    re.IGNORECASE,
)


def without_page_numbers(text: str) -> str:
    """Return a header's text without the marks and the words that say nothing without them."""
    plain = _WITH_WORDS.sub("", text)
    return plain.replace(PAGE_MARK, "").replace(COUNT_MARK, "")


def says_something(text: str) -> bool:
    """Return False for a header's text that is but a page number."""
    if any(map(str.isalpha, text)):
        return True
    return sum(map(str.isdigit, text)) >= _MIN_DIGITS
