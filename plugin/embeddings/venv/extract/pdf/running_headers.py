"""Running headers and footers: lines that return on page after page.

Owns: telling them from the text, and their words without the page's number.
Does not own: where a page's margins are (layout), artifacts of tagged files (reader).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .blocks import PageBlocks

MAX_HEADER_CHARS = 200
_MIN_PAGES = 3
_MAX_HEADERS = 200
_NUMBER = re.compile(r"\d+")
_ROMAN_OR_NUMBER = re.compile(r"[\W_#]*(?:[ivxlc]{1,7}[\W_#]*)?$")
_PAGE_NAMES = "page|pages|seite|p[áa]gina|pagina|strana|str|side|sida|sivu|oldal|стр|страница|p|s"
_PAGE_WORDS = rf"(?:\b(?:{_PAGE_NAMES})\b\.?\s*)?"
_PAGE_NUMBER = _PAGE_WORDS + r"\d+(?:\s*(?:/|of|von|de|di|sur|van|z|из|av|af)\s*\d+)?"
_AT_START = re.compile(rf"^[\W_]*{_PAGE_NUMBER}[\W_]+", re.IGNORECASE)
_AT_END = re.compile(rf"[\W_]+{_PAGE_NUMBER}[\W_]*$", re.IGNORECASE)
_ONLY_NUMBER = re.compile(rf"^[\W_]*{_PAGE_NUMBER}[\W_]*$", re.IGNORECASE)


@dataclass
class _Repeated:
    texts: set[str] = field(default_factory=set)
    pages: set[int] = field(default_factory=set)
    first_text: str = ""


def take_headers(pages: list[PageBlocks]) -> list[tuple[str, int]]:
    """Return running headers and footers with their first page, and take them off the pages."""
    found = _counted(pages)
    n_needed = min(_MIN_PAGES, max(2, len(pages)))
    keys = {key for key, one in found.items() if len(one.pages) >= n_needed}
    headers: dict[str, int] = {}
    for page in pages:
        kept = []
        for block in page.blocks:
            key = _key(block.words) if block.in_margin and not block.level else ""
            if block.in_margin and _is_number_of(block.words, page.number):
                continue
            if key not in keys:
                kept.append(block)
                continue
            headers.setdefault(_without_number(found[key]), page.number)
        page.blocks = kept
        for text in page.artifacts:
            _add_artifact(headers, text, page.number)
    return [(text, number) for text, number in headers.items() if text][:_MAX_HEADERS]


def _counted(pages: list[PageBlocks]) -> dict[str, _Repeated]:
    found: dict[str, _Repeated] = {}
    for page in pages:
        for block in page.blocks:
            words = block.words
            if not block.in_margin or block.level or len(words) > MAX_HEADER_CHARS:
                continue
            repeated = found.setdefault(_key(words), _Repeated(first_text=words))
            repeated.texts.add(words)
            repeated.pages.add(page.number)
    return found


def _key(words: str) -> str:
    return " ".join(_NUMBER.sub("#", words).casefold().split())


def _is_number_of(words: str, number: int) -> bool:
    return words.strip(" -\u2013\u2014|.") == str(number)


def _without_number(repeated: _Repeated) -> str:
    """Return the header's words; a number that differs from page to page is the page's."""
    text = repeated.first_text
    if len(repeated.texts) == 1 and not _ONLY_NUMBER.match(text):
        return text
    if _ROMAN_OR_NUMBER.match(_key(text)) or _ONLY_NUMBER.match(text):
        return ""
    return _AT_END.sub("", _AT_START.sub("", text)).strip()


def _add_artifact(headers: dict[str, int], text: str, number: int) -> None:
    if _ONLY_NUMBER.match(text) or _ROMAN_OR_NUMBER.match(text.casefold()):
        return
    # The same words with another page's number are the same header.
    for pattern in (_AT_START, _AT_END):
        found = pattern.search(text)
        if found is not None and str(number) in _NUMBER.findall(found[0]):
            text = pattern.sub("", text).strip()
    if len(text) <= MAX_HEADER_CHARS * 2 and any(char.isalpha() for char in text):
        headers.setdefault(text, number)
