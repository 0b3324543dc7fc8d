"""Cell values as they are shown: strings unescaped, numbers and dates by their format.

Owns: number formats (ECMA-376-1, 18.8.30) as far as digits, percent and dates; string escapes
(22.9.2.19 ST_Xstring). Does not own: cells and rows (xlsx).

Dates are written as ISO 8601, whatever the format's order of parts: that order depends on the
reader's locale for the common formats, and an ISO date is found in every language. Thousands
separators are left out for the same reason.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..ooxml.names import child, children, full_names

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element

_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_NOT_DIGITS = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.')
_PLACES = re.compile(r"([0#?,]*)(?:\.([0#?]*))?")
_MAX_DECIMALS = 15


def unescaped(text: str) -> str:
    """Return a string with its _xHHHH_ escapes as the characters that they stand for."""
    if "_x" not in text:
        return text
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)


def rich_text(item: _Element) -> str:
    """Return the text of a string item: its runs joined, phonetic hints (rPh) left out."""
    pieces = [
        piece.text or ""
        for part in item.iterchildren(*full_names("s:t", "s:r"))
        for piece in ([part] if part.tag.endswith("}t") else children(part, "s:t"))
    ]
    return unescaped("".join(pieces))


@dataclass(frozen=True)
class DigitFormat:
    """How a number is written: digits before the point at least, after it, and as percent."""

    min_integer_digits: int = 1
    min_decimals: int = 0
    max_decimals: int = 0
    percent: bool = False

    @staticmethod
    def parse(code: str) -> DigitFormat | None:
        """Return the format of a code such as "0.00%", or None for what is shown as General."""
        plain = _NOT_DIGITS.sub("", code.partition(";")[0])
        match = next((each for each in _PLACES.finditer(plain) if each[0]), None)
        if match is None or "E" in plain.upper() or "/" in plain:
            return None
        decimals = match[2] or ""
        return DigitFormat(
            min_integer_digits=match[1].count("0"),
            min_decimals=decimals.count("0"),
            max_decimals=min(len(decimals), _MAX_DECIMALS),
            percent="%" in plain,
        )

    def write(self, number: float) -> str:
        """Return the number with these digits."""
        value = number * 100 if self.percent else number
        text = f"{abs(value):.{self.max_decimals}f}"
        whole, _, decimals = text.partition(".")
        while len(decimals) > self.min_decimals and decimals.endswith("0"):
            decimals = decimals[:-1]
        whole = whole.rjust(self.min_integer_digits, "0")
        shown = f"{whole}.{decimals}" if decimals else whole
        sign = "-" if value < 0 and shown.strip("0.") else ""
        return f"{sign}{shown}{'%' if self.percent else ''}"


def general(raw: str) -> str:
    """Return a stored number as the General format shows it: at most 15 digits, no ".0"."""
    try:
        number = float(raw)
    except ValueError:
        return raw
    if raw.isdecimal() and len(raw) <= _MAX_DECIMALS:
        return raw
    return f"{number:.15g}"


class NumberFormats:
    """The number format of each cell style of a workbook."""

    def __init__(self, styles: _Element | None, *, date_1904: bool) -> None:
        from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format
        from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel

        self._epoch = CALENDAR_MAC_1904 if date_1904 else CALENDAR_WINDOWS_1900
        self._from_excel: Callable[..., object] = from_excel
        codes: dict[str, str] = {str(number): code for number, code in BUILTIN_FORMATS.items()}
        for element in children(child(styles, "s:numFmts"), "s:numFmt"):
            codes[element.get("numFmtId") or ""] = element.get("formatCode") or ""
        self._formats: list[DigitFormat | None] = []
        self._date_codes: list[str] = []
        for style in children(child(styles, "s:cellXfs"), "s:xf"):
            code = codes.get(style.get("numFmtId") or "0", "General")
            self._date_codes.append(code if is_date_format(code) else "")
            self._formats.append(DigitFormat.parse(code))

    def shown(self, raw: str, style: int) -> str:
        """Return a stored number as its cell shows it; as General for an unknown style."""
        if not 0 <= style < len(self._formats):
            return general(raw)
        if self._date_codes[style]:
            return self._date(raw) or general(raw)
        digits = self._formats[style]
        try:
            return general(raw) if digits is None else digits.write(float(raw))
        except (ValueError, OverflowError):
            return raw

    def _date(self, raw: str) -> str:
        try:
            value = self._from_excel(float(raw), self._epoch)
        except (ValueError, OverflowError, TypeError):
            return ""
        return iso_text(value)


def iso_text(value: object) -> str:
    """Return a date, time or duration as ISO text to the second; "" for anything else."""
    if isinstance(value, dt.datetime):
        value = _to_second(value)
        if value.time() == dt.time():
            return value.date().isoformat()
        return value.isoformat(sep=" ", timespec="minutes" if not value.second else "seconds")
    if isinstance(value, dt.time):
        return value.isoformat(timespec="minutes" if not value.second else "seconds")
    if isinstance(value, dt.timedelta):
        return str(dt.timedelta(seconds=round(value.total_seconds())))
    return ""


def _to_second(value: dt.datetime) -> dt.datetime:
    # Days are stored as fractions: 10:20 comes back as 10:19:59.999997.
    return (value + dt.timedelta(milliseconds=500)).replace(microsecond=0)
