"""Sentences of one run of text in one language, as spans.

Owns where a sentence ends. Does not own how sentences make chunks (chunker).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from .abbreviations import ALWAYS, ALWAYS_ANYWHERE, BEFORE_NUMBERS, ORDINAL_LANGUAGES

if TYPE_CHECKING:
    from icu4py.locale import Locale

Span = tuple[int, int]
"""Characters [start, end)."""

# No full stops: writers part sentences by blanks.
_BLANK_PARTED = frozenset(("th", "lo", "km"))
_BLANK_PARTED_RUN = re.compile(r"\S+\s*|\s+")
_LAST_WORD = re.compile(r"[^\s(\[{\"\u00ab\u201c\u201e]*$")
_SURROGATES = re.compile("[\ud800-\udfff]")
_TERMINALS = frozenset(".!?\u2026\u3002\uff01\uff1f\u061f\u06d4\u0964\u0965\u104b\u1362;:\u037e")
_CLOSING = "\"')]}\u00bb\u2019\u201d\u300d\u300f\uff09"
_MAX_ORDINAL_DIGITS = 2
_N_LAST_CHARS = 24


def primary_language(tag: str | None) -> str:
    """Return the language subtag of a BCP-47 tag, lower case; "" for none."""
    return re.split("[-_]", tag, maxsplit=1)[0].lower() if tag else ""


def sentence_spans(text: str, language: str) -> list[Span]:
    """Return spans that tile text, each a sentence with the blanks after it.

    language is a primary subtag or "". Unicode Standard Annex 29, section 5, by ICU; then
    joined where a stop was an abbreviation's, an initial's or an ordinal's, or where a line
    was broken in mid-sentence.
    """
    if language in _BLANK_PARTED:
        return [match.span() for match in _BLANK_PARTED_RUN.finditer(text)]
    spans: list[Span] = []
    for start, end in _icu_spans(text, language):
        if spans and _goes_on(text, spans[-1], start, language):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans


def ends_sentence(text: str) -> bool:
    """Return whether text ends as sentences do, closing quotes and brackets aside."""
    bare = text.rstrip().rstrip(_CLOSING)
    return not bare or bare[-1] in _TERMINALS


def _icu_spans(text: str, language: str) -> list[Span]:
    from icu4py.breakers import SentenceBreaker

    # ICU takes no lone surrogates, which bad files do have; the stand-in is as long.
    clean = text if text.isascii() else _SURROGATES.sub("\ufffd", text)
    spans = []
    position = 0
    # Iterating yields substrings, whose lengths are Python's; segments() counts UTF-16 units.
    for sentence in SentenceBreaker(clean, _icu_locale(language)):
        spans.append((position, position + len(sentence)))
        position += len(sentence)
    return spans


@lru_cache(maxsize=64)
def _icu_locale(language: str) -> Locale:
    from icu4py.locale import Locale

    return Locale(language)


def _goes_on(text: str, previous: Span, start: int, language: str) -> bool:
    tail = text[max(previous[0], previous[1] - _N_LAST_CHARS) : previous[1]]
    said = tail.rstrip()
    blanks = tail[len(said) :]
    following = text[start : start + 1]
    if "\n" in blanks or "\u2028" in blanks:
        is_blank_line = blanks.count("\n") > 1
        return not is_blank_line and following.islower() and not ends_sentence(said)
    return said.endswith(".") and _is_abbreviation(said[:-1], following, language)


def _is_abbreviation(said: str, following: str, language: str) -> bool:
    match = _LAST_WORD.search(said)
    last = match[0] if match else ""
    if len(last) == 1 and last.isupper():
        return True  # an initial
    if following.isdecimal() and last.lower() in BEFORE_NUMBERS:
        return True
    if last.isdecimal() and len(last) <= _MAX_ORDINAL_DIGITS and language in ORDINAL_LANGUAGES:
        return True
    known = ALWAYS.get(language, ALWAYS_ANYWHERE)
    # "z. B. Dr." is cut after each stop, so the word alone is asked for, with inner stops or not.
    return last.lower() in known
