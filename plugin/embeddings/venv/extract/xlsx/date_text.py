"""Dates, times and durations as a section of a number format shows them.

Owns: serial numbers of days in both epochs (ECMA-376-1, 18.17.4) and the date parts of codes
(18.8.31). Does not own: which cells are dates (values).
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from .format_code import Part, Section, Token

if TYPE_CHECKING:
    from collections.abc import Sequence

_EPOCH_1900 = dt.datetime(1899, 12, 30)  # noqa: DTZ001 - sheets know no time zones
_EPOCH_1904 = dt.datetime(1904, 1, 1)  # noqa: DTZ001 - the same
# Before it the epoch is a day later: Excel takes 1900 for a leap year.
_FALSE_LEAP_DAY = 60
_DAY_MS = 86_400_000
_HALF_DAY_HOURS = 12
_BUDDHIST_YEARS = 543
_FULL_YEAR = 3

_MONTHS = {
    "": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre"
    " diciembre",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre"
    " dicembre",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro"
    " dezembro",
}
_SHORT_MONTHS = {
    "de": "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez",
    "fr": "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
    "nl": "jan feb mrt apr mei jun jul aug sep okt nov dec",
}
_DAYS = {
    "": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "de": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    "es": "lunes martes miércoles jueves viernes sábado domingo",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "it": "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    "nl": "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    "pt": "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
}
_SHORT_DAY_CHARS = {"de": 2, "nl": 2}


def date_text(serial: float, section: Section, *, date_1904: bool) -> str:
    """Return a serial number as this section shows it; "" for one outside the calendar."""
    has_fractions = any(token.part is Part.DATE and "." in token.text for token in section.tokens)
    step_ms = 1 if has_fractions else 1000
    total_ms = round(serial * _DAY_MS / step_ms) * step_ms
    epoch = _EPOCH_1904 if date_1904 else _EPOCH_1900
    if not date_1904 and serial < _FALSE_LEAP_DAY:
        epoch += dt.timedelta(days=1)
    try:
        moment = epoch + dt.timedelta(milliseconds=total_ms)
    except OverflowError:
        return ""
    if total_ms < 0:
        return f"-{date_text(-serial, section, date_1904=date_1904)}" if _is_time(section) else ""
    writer = _DateWriter(moment, total_ms // 1000, section)
    return "".join(writer.piece(index) for index in range(len(section.tokens)))


def _is_time(section: Section) -> bool:
    """Return whether a section shows a time only, which may be owed: -08:00."""
    units = {token.text[0].lower() for token in section.tokens if token.part is Part.DATE}
    return not units & set("ydgeb") and (section.has(Part.ELAPSED) or "h" in units)


class _DateWriter:
    """Writes one moment; total_s is the time since the epoch, for durations."""

    def __init__(self, moment: dt.datetime, total_s: int, section: Section) -> None:
        self._moment = moment
        self._total_s = total_s
        self._tokens = section.tokens
        self._language = section.language
        self._in_halves = section.has(Part.HALF_DAY)

    def piece(self, index: int) -> str:
        token = self._tokens[index]
        if token.part is Part.DATE:
            return self._date_part(token.text.lower(), index)
        if token.part is Part.ELAPSED:
            unit_s = {"h": 3600, "m": 60, "s": 1}[token.text[0]]
            return f"{self._total_s // unit_s:0{len(token.text)}d}"
        if token.part is Part.HALF_DAY:
            half = "PM" if self._moment.hour >= _HALF_DAY_HOURS else "AM"
            return half if len(token.text) > len("A/P") else half[0]
        return "" if token.part in {Part.GENERAL, Part.TEXT} else token.text

    def _date_part(self, text: str, index: int) -> str:
        unit, width = text[0], len(text)
        if unit == "g":
            return ""  # the name of an era: without it, the year is that of the common era
        if unit in "yeb":
            return self._year(unit, width)
        if unit == "m" and not self._is_minute(index):
            return self._month(width)
        if unit == "d":
            return self._day(width)
        if unit == "s":
            return self._second(text)
        number = self._moment.minute if unit == "m" else self._hour()
        return f"{number:0{min(width, 2)}d}"

    def _year(self, unit: str, width: int) -> str:
        year = self._moment.year + (_BUDDHIST_YEARS if unit == "b" else 0)
        is_short = unit != "e" and width < _FULL_YEAR
        return f"{year % 100:02d}" if is_short else f"{year:04d}"

    def _hour(self) -> int:
        if not self._in_halves:
            return self._moment.hour
        return self._moment.hour % _HALF_DAY_HOURS or _HALF_DAY_HOURS

    def _second(self, text: str) -> str:
        places, _, fraction = text.partition(".")
        shown = f"{self._moment.second:0{min(len(places), 2)}d}"
        if not fraction:
            return shown
        return f"{shown}.{f'{self._moment.microsecond:06d}'[: len(fraction)]}"

    def _is_minute(self, index: int) -> bool:
        """Return True for an m that follows hours or precedes seconds: not a month."""
        before = _neighbour(self._tokens[:index][::-1])
        after = _neighbour(self._tokens[index + 1 :])
        return before.startswith("h") or after.startswith("s")

    def _month(self, width: int) -> str:
        number = self._moment.month
        name = _MONTHS[self._language].split()[number - 1]
        if width <= 2:  # noqa: PLR2004 - "m" and "mm"
            return f"{number:0{width}d}"
        if width == 3:  # noqa: PLR2004 - "mmm"
            short = _SHORT_MONTHS.get(self._language)
            return short.split()[number - 1] if short else name[:3]
        return name[0] if width == 5 else name  # noqa: PLR2004 - "mmmmm"

    def _day(self, width: int) -> str:
        if width <= 2:  # noqa: PLR2004 - "d" and "dd"
            return f"{self._moment.day:0{width}d}"
        name = _DAYS[self._language].split()[self._moment.weekday()]
        is_short = width == 3  # noqa: PLR2004 - "ddd"
        return name[: _SHORT_DAY_CHARS.get(self._language, 3)] if is_short else name


def _neighbour(tokens: Sequence[Token]) -> str:
    return next(
        (token.text.lower() for token in tokens if token.part in {Part.DATE, Part.ELAPSED}), ""
    )
