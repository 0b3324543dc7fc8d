"""Cell values as they are shown: numbers, dates and strings by their format.

Owns: the section of a number format that a value takes (ECMA-376-1, 18.8.30). Does not own:
cells and rows (rows), the codes' grammar (format_code), digits (number_text), dates (date_text).

The shown form is what a reader searches for. Formats whose order of parts is left to the
reader's settings (the built-in short date) are written as ISO 8601, which is found everywhere.
"""

from __future__ import annotations

import datetime as dt
import operator
from functools import cache
from typing import TYPE_CHECKING

from ..ooxml.escapes import unescaped
from ..ooxml.names import child, children, full_names
from ..styled_text import one_line
from .date_text import date_text
from .format_code import Part, Section, parse_code
from .number_text import general_text, number_writer

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element

_MAX_PLAIN_DIGITS = 15
_ISO_DATE = "yyyy-mm-dd"
# Built-in formats that follow the reader's settings or the language of the program (18.8.30).
_LOCAL_FORMATS = {
    **{str(number): _ISO_DATE for number in (14, *range(27, 32), 36, *range(50, 55), 57, 58)},
    "22": f"{_ISO_DATE} hh:mm",
}
# The system's long date and its time.
_SYSTEM_FORMATS = (("[$-F800]", _ISO_DATE), ("[$-F400]", "hh:mm:ss"))
_OPERATORS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "<>": operator.ne,
}
_TEXT_SECTION = 3
_MAX_KNOWN = 20_000


def rich_text(item: _Element) -> str:
    """Return the text of a string item: its runs joined, phonetic hints (rPh) left out."""
    pieces = [
        piece.text or ""
        for part in item.iterchildren(*full_names("s:t", "s:r"))
        for piece in ([part] if part.tag.endswith("}t") else children(part, "s:t"))
    ]
    return unescaped("".join(pieces))


class ValueFormat:
    """One number format, from its code."""

    def __init__(self, code: str) -> None:
        for mark, plain in _SYSTEM_FORMATS:
            if code.upper().startswith(mark):
                code = plain
        self._sections = parse_code(code)
        self._writers = [_writer(section) for section in self._sections]
        self._text = self._text_section()
        self._n_numeric = min(len(self._sections), _TEXT_SECTION)
        if self._n_numeric > 1 and self._sections[self._n_numeric - 1].has(Part.TEXT):
            self._n_numeric -= 1

    def number(self, number: float, *, date_1904: bool = False) -> str:
        """Return a number as the format shows it: "" where it hides it (";;;")."""
        index, signed = self._section_for(number)
        section = self._sections[index]
        if section.is_date:
            return date_text(number, section, date_1904=date_1904) or general_text(number)
        shown = self._writers[index](abs(number))
        is_negative = signed and number < 0 and any(digit in shown for digit in "123456789")
        return f"-{shown}" if is_negative else shown

    def text(self, text: str) -> str:
        """Return a string as the format shows it: with what the code puts around it."""
        if self._text is None:
            return text
        return "".join(text if t.part is Part.TEXT else t.text for t in self._text.tokens)

    @property
    def shows_dates(self) -> bool:
        """Return True for a format of dates or times."""
        return self._sections[0].is_date

    def _text_section(self) -> Section | None:
        candidates = self._sections[_TEXT_SECTION:] or self._sections[-1:]
        section = candidates[0]
        has_words = section.has(Part.LITERAL) and section.has(Part.TEXT)
        return section if has_words else None

    def _section_for(self, number: float) -> tuple[int, bool]:
        """Return the section for a number and whether its minus sign is still to be written."""
        n_sections = self._n_numeric
        for index in range(n_sections):
            condition = self._sections[index].condition
            if condition is not None:
                sign, bound = condition
                if _OPERATORS[sign](number, bound):
                    return index, not (sign.startswith("<") and bound <= 0)
            elif index == n_sections - 1 or _takes_by_place(number, index, n_sections):
                return index, index != 1
        return n_sections - 1, True


def _takes_by_place(number: float, index: int, n_sections: int) -> bool:
    """Return whether the first or second of several sections without conditions takes a number."""
    if index == 1:
        return number < 0
    return number > 0 if n_sections > 2 else number >= 0  # noqa: PLR2004 - the third is for zero


def _writer(section: Section) -> Callable[[float], str]:
    if not section.has(Part.GENERAL, Part.TEXT):
        return number_writer(section)

    def write(number: float) -> str:
        digits = general_text(number)
        return "".join(
            digits if token.part in {Part.GENERAL, Part.TEXT} else token.text
            for token in section.tokens
        )

    return write


def general(raw: str) -> str:
    """Return a stored number as the General format shows it: at most 15 digits, no ".0"."""
    if raw.isdecimal() and len(raw) <= _MAX_PLAIN_DIGITS:
        return raw
    try:
        return general_text(float(raw))
    except ValueError:
        return raw


class NumberFormats:
    """The number format of each cell style of a workbook."""

    def __init__(self, styles: _Element | None, *, date_1904: bool) -> None:
        from openpyxl.styles.numbers import BUILTIN_FORMATS

        self._date_1904 = date_1904
        # Dates and zeros come again and again.
        self._known: dict[tuple[str, int], str] = {}
        codes: dict[str, str] = {str(number): code for number, code in BUILTIN_FORMATS.items()}
        codes.update(_LOCAL_FORMATS)
        for element in children(child(styles, "s:numFmts"), "s:numFmt"):
            codes[element.get("numFmtId") or ""] = element.get("formatCode") or ""
        self._formats = [
            _format_of(codes.get(style.get("numFmtId") or "0", "General"))
            for style in children(child(styles, "s:cellXfs"), "s:xf")
        ]

    def shown(self, raw: str, style: int) -> str:
        """Return a stored number as its cell shows it; as General for an unknown style."""
        value_format = self._format(style)
        if value_format is None:
            return general(raw)
        text = self._known.get((raw, style))
        if text is None:
            text = self._known[raw, style] = self._written(raw, value_format)
            if len(self._known) > _MAX_KNOWN:
                self._known.clear()
        return text

    def _written(self, raw: str, value_format: ValueFormat) -> str:
        try:
            return one_line(value_format.number(float(raw), date_1904=self._date_1904))
        except (ValueError, OverflowError, ArithmeticError):
            return raw

    def shown_text(self, text: str, style: int) -> str:
        """Return a string in one line as its cell shows it."""
        value_format = self._format(style)
        return text if value_format is None else one_line(value_format.text(text))

    def shown_date(self, iso: str, style: int) -> str:
        """Return a date stored as ISO 8601 as its cell shows it."""
        value_format = self._format(style)
        plain = iso.removesuffix("Z")
        if value_format is not None and value_format.shows_dates:
            try:
                moment = dt.datetime.fromisoformat(plain).replace(tzinfo=None)
            except ValueError:
                return plain.replace("T", " ")
            since = moment - dt.datetime(1899, 12, 30)  # noqa: DTZ001 - sheets know no time zones
            return value_format.number(since / dt.timedelta(days=1))
        return plain.removesuffix("T00:00:00").replace("T", " ")

    def _format(self, style: int) -> ValueFormat | None:
        return self._formats[style] if 0 <= style < len(self._formats) else None


@cache
def _format_of(code: str) -> ValueFormat | None:
    """Return a format; None for General and for plain text, which most cells have."""
    if code.strip() in {"", "General", "GENERAL", "@"}:
        return None
    return ValueFormat(code)
