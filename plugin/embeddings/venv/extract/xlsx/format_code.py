"""Number format codes taken apart: "#,##0.00;[Red]-0" as sections of tokens.

Owns: the grammar of codes (ECMA-376-1, 18.8.30 and 18.8.31). Does not own: writing numbers
(number_text) or dates (date_text) by them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import cached_property


class Part(Enum):
    """What a token stands for."""

    LITERAL = "literal"
    DIGIT = "digit"
    POINT = "point"
    COMMA = "comma"
    PERCENT = "percent"
    EXPONENT = "exponent"
    SLASH = "slash"
    DATE = "date"
    ELAPSED = "elapsed"
    HALF_DAY = "half day"
    GENERAL = "general"
    TEXT = "text"


@dataclass(frozen=True)
class Token:
    """One part of a section, with its characters as they are written or shown."""

    part: Part
    text: str


@dataclass(frozen=True)
class Section:
    """One of the up to four sections of a code; condition is (operator, bound) or None."""

    tokens: tuple[Token, ...] = ()
    condition: tuple[str, float] | None = None
    language: str = ""

    def has(self, *parts: Part) -> bool:
        """Return whether any token is one of these parts."""
        return any(token.part in parts for token in self.tokens)

    @cached_property
    def is_date(self) -> bool:
        """Return True for a section that shows a date, a time or a duration.

        Letters beside digits are a unit that somebody forgot to quote ("0 kg").
        """
        if self.has(Part.ELAPSED, Part.HALF_DAY):
            return True
        return self.has(Part.DATE) and not self.has(Part.DIGIT)


_TOKEN = re.compile(
    r"""
      (?P<quoted>"[^"]*"?)
    | (?P<escaped>\\.|_.|\*.)
    | (?P<bracket>\[[^\]]*\]?)
    | (?P<general>General)
    | (?P<half>AM/PM|A/P)
    | (?P<exponent>E[+-])
    | (?P<date>y+|m+|d+|h+|s+(?:\.0+)?|e+|b+|g+)
    | (?P<end>;)
    | (?P<sign>.)
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_SIGNS = {
    "0": Part.DIGIT,
    "#": Part.DIGIT,
    "?": Part.DIGIT,
    ".": Part.POINT,
    ",": Part.COMMA,
    "%": Part.PERCENT,
    "/": Part.SLASH,
    "@": Part.TEXT,
}
_CONDITION = re.compile(r"\[(<=|>=|<>|<|>|=)(-?[0-9.]+)\]")
_ELAPSED = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)
_CURRENCY = re.compile(r"\[\$([^-\]]*)(?:-([^\]]*))?\]")
# The low byte of a Windows locale number is its language.
_LANGUAGES = {
    0x07: "de",
    0x0A: "es",
    0x0C: "fr",
    0x10: "it",
    0x13: "nl",
    0x16: "pt",
}
_MAX_CODE_CHARS = 1_000
_MAX_SECTIONS = 4


def parse_code(code: str) -> tuple[Section, ...]:
    """Return the sections of a format code, at least one."""
    builders = [_SectionBuilder()]
    for match in _TOKEN.finditer(code[:_MAX_CODE_CHARS]):
        if match.lastgroup != "end":
            builders[-1].take(match.lastgroup or "", match[0])
        elif len(builders) == _MAX_SECTIONS:
            break
        else:
            builders.append(_SectionBuilder())
    return tuple(builder.build() for builder in builders)


class _SectionBuilder:
    def __init__(self) -> None:
        self._tokens: list[Token] = []
        self._condition: tuple[str, float] | None = None
        self._language = ""

    def build(self) -> Section:
        return Section(tuple(self._tokens), self._condition, self._language)

    def take(self, group: str, text: str) -> None:
        if group == "quoted":
            self._add(Part.LITERAL, text.strip('"'))
        elif group == "escaped":
            # "_x" leaves the width of an x, "*x" fills the cell with x.
            self._add(Part.LITERAL, text[1] if text[0] == "\\" else " ")
        elif group == "bracket":
            self._bracket(text)
        elif group in _NAMED:
            self._add(_NAMED[group], text)
        elif group == "sign":
            self._sign(text)

    def _add(self, part: Part, text: str) -> None:
        self._tokens.append(Token(part, text))

    def _sign(self, text: str) -> None:
        after_date = bool(self._tokens) and self._tokens[-1].part in {Part.DATE, Part.ELAPSED}
        is_mark = text in ".,/" and after_date
        self._add(Part.LITERAL if is_mark else _SIGNS.get(text, Part.LITERAL), text)

    def _bracket(self, text: str) -> None:
        if condition := _CONDITION.fullmatch(text):
            try:
                self._condition = (condition[1], float(condition[2]))
            except ValueError:
                self._condition = None
        elif elapsed := _ELAPSED.fullmatch(text):
            self._add(Part.ELAPSED, elapsed[1].lower())
        elif currency := _CURRENCY.fullmatch(text):
            if currency[1]:
                self._add(Part.LITERAL, currency[1])
            self._language = _language(currency[2] or "") or self._language


_NAMED = {
    "general": Part.GENERAL,
    "half": Part.HALF_DAY,
    "exponent": Part.EXPONENT,
    "date": Part.DATE,
}


def _language(locale: str) -> str:
    """Return the language of "407" or "de-DE", "" where it has no names here."""
    try:
        return _LANGUAGES.get(int(locale, 16) & 0xFF, "")
    except ValueError:
        language = locale.partition("-")[0].lower()
        return language if language in _LANGUAGES.values() else ""
