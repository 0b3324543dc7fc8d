"""Numbers as a section of a number format shows them.

Owns: digits, thousands separators, percent, fractions and powers of ten (ECMA-376-1, 18.8.30).
Does not own: the choice of the section (values), dates (date_text).

Separators are those of the code itself, point and comma: which ones a reader sees depends on
the settings of the reader's program, and a file does not say.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from .format_code import Part, Section, Token

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_MAX_DECIMALS = 30
_EXACT_BELOW = 1e15
_GROUP = 3
_MAX_DENOMINATOR_DIGITS = 4


def number_writer(section: Section) -> Callable[[float], str]:
    """Return what writes numbers that are not negative as this section shows them."""
    tokens = section.tokens
    if section.has(Part.EXPONENT):
        return lambda number: _scientific(number, tokens)
    if section.has(Part.SLASH) and section.has(Part.DIGIT):
        return lambda number: _fraction(number, tokens)
    places = _Places(tokens)
    factor = 100 ** sum(token.part is Part.PERCENT for token in tokens)
    scale = factor / 1000**places.n_scalings
    plain = _plain_digits(tokens, places)
    if plain is not None:
        return lambda number: plain.write(number * scale)
    return lambda number: _with_digits(number * scale, tokens, places)


def general_text(number: float) -> str:
    """Return a number as the format General shows it: at most 15 digits, no ".0"."""
    return f"{number:.15g}"


@dataclass(frozen=True)
class _PlainDigits:
    """The format of most cells: digits in a row, as "#,##0.00" between two fixed texts."""

    before: str
    after: str
    min_whole: int
    n_decimals: int
    groups: bool

    def write(self, number: float) -> str:
        digits = _rounded_text(number, self.n_decimals, groups=self.groups)
        if self.min_whole > 1:
            whole, point, decimals = digits.partition(".")
            digits = whole.rjust(self.min_whole, "0") + point + decimals
        return f"{self.before}{digits}{self.after}"


def _plain_digits(tokens: Sequence[Token], places: _Places) -> _PlainDigits | None:
    digits = [index for index, token in enumerate(tokens) if token.part is Part.DIGIT]
    if not digits:
        return None
    first, last = digits[0], digits[-1]
    if any(token.part not in _IN_DIGITS for token in tokens[first : last + 1]):
        return None
    whole = "".join(tokens[index].text for index in digits if index < places.point)
    decimals = "".join(tokens[index].text for index in digits if index > places.point)
    is_plain = whole.endswith("0") and set(whole.lstrip("#")) == {"0"} and not decimals.strip("0")
    n_zeros = len(whole.lstrip("#"))
    if not is_plain or (places.groups and n_zeros > 1) or len(decimals) > _MAX_DECIMALS:
        return None
    return _PlainDigits(
        before="".join(_other(token) for token in tokens[:first]),
        after="".join(_other(token) for token in tokens[last + 1 :]),
        min_whole=n_zeros,
        n_decimals=len(decimals),
        groups=places.groups,
    )


_IN_DIGITS = frozenset({Part.DIGIT, Part.COMMA, Part.POINT})


def _with_digits(number: float, tokens: Sequence[Token], places: _Places) -> str:
    whole, decimals = _rounded(number, places.n_decimals)
    before = tokens[: places.point]
    after = tokens[places.point :]
    return _integer_part(whole, before, groups=places.groups) + _decimal_part(decimals, after)


class _Places:
    """Where the digits of a section stand."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        parts = [token.part for token in tokens]
        self.point = parts.index(Part.POINT) if Part.POINT in parts else len(parts)
        self.n_decimals = sum(part is Part.DIGIT for part in parts[self.point :])
        digits = [index for index, part in enumerate(parts) if part is Part.DIGIT]
        commas = [index for index, part in enumerate(parts) if part is Part.COMMA]
        first, last = (digits[0], digits[-1]) if digits else (0, 0)
        # A comma behind the last digit divides by a thousand, one between digits groups them.
        self.n_scalings = sum(index > last for index in commas) if digits else 0
        self.groups = any(first < index < min(last, self.point) for index in commas)


def _rounded(number: float, n_decimals: int) -> tuple[str, str]:
    """Return the digits before and after the point, "" for no whole."""
    whole, _, decimals = _rounded_text(number, min(n_decimals, _MAX_DECIMALS)).partition(".")
    return ("" if whole == "0" else whole), decimals


def _rounded_text(number: float, n_decimals: int, *, groups: bool = False) -> str:
    """Return a number with so many decimals, halves rounded up."""
    separator = "," if groups else ""
    if number >= _EXACT_BELOW:
        return f"{number:{separator}.{n_decimals}f}"
    # Through 15 digits, as Excel does: 2.675 is stored a little below.
    exact = Decimal(f"{number:.15g}").quantize(_steps(n_decimals), ROUND_HALF_UP)
    return f"{exact:{separator}f}"


@cache
def _steps(n_decimals: int) -> Decimal:
    return Decimal(1).scaleb(-n_decimals)


def _integer_part(whole: str, tokens: Sequence[Token], *, groups: bool) -> str:
    shown: list[str] = []
    rest = whole
    n_shown = 0
    first = next((i for i, token in enumerate(tokens) if token.part is Part.DIGIT), -1)
    for index in range(len(tokens) - 1, -1, -1):
        token = tokens[index]
        if token.part is not Part.DIGIT:
            shown.append(_other(token))
            continue
        # The first place takes all digits that are left.
        digits = rest if index == first else rest[-1:]
        rest = "" if index == first else rest[:-1]
        for digit in reversed(digits or _EMPTY_PLACE[token.text]):
            if groups and n_shown and n_shown % _GROUP == 0 and digit.isdigit():
                shown.append(",")
            shown.append(digit)
            n_shown += 1
    return "".join(reversed(shown))


_EMPTY_PLACE = {"0": "0", "#": "", "?": " "}


def _decimal_part(decimals: str, tokens: Sequence[Token]) -> str:
    shown: list[str] = []
    rest = decimals
    for token in tokens:
        if token.part is not Part.DIGIT:
            shown.append(token.text if token.part is Part.POINT else _other(token))
            continue
        is_blank = not rest.strip("0") and token.text != "0"
        shown.append(_EMPTY_PLACE[token.text] if is_blank else rest[:1])
        rest = rest[1:]
    # "0.##" of a whole number has nothing behind its point.
    text = "".join(shown)
    is_bare = text.startswith(".") and not any(character.isdigit() for character in text)
    return text[1:] if is_bare else text


def _other(token: Token) -> str:
    return "" if token.part in {Part.COMMA, Part.POINT, Part.GENERAL} else token.text


def _scientific(number: float, tokens: Sequence[Token]) -> str:
    split = next(i for i, token in enumerate(tokens) if token.part is Part.EXPONENT)
    mantissa_tokens, sign, rest = tokens[:split], tokens[split].text, tokens[split + 1 :]
    places = _Places(mantissa_tokens)
    n_whole = max(1, sum(t.part is Part.DIGIT for t in mantissa_tokens[: places.point]))
    power = math.floor(math.log10(number)) if number > 0 else 0
    power -= power % n_whole
    whole, decimals = _rounded(number / 10.0**power, places.n_decimals)
    if len(whole) > n_whole:
        power += n_whole
        whole, decimals = _rounded(number / 10.0**power, places.n_decimals)
    mantissa = _integer_part(whole, mantissa_tokens[: places.point], groups=False) + _decimal_part(
        decimals, mantissa_tokens[places.point :]
    )
    n_places = sum(token.part is Part.DIGIT for token in rest)
    mark = "-" if power < 0 else "+" if sign.endswith("+") else ""
    tail = "".join(token.text for token in rest if token.part is Part.LITERAL)
    return f"{mantissa}E{mark}{abs(power):0{n_places}d}{tail}"


def _fraction(number: float, tokens: Sequence[Token]) -> str:
    slash = next(i for i, token in enumerate(tokens) if token.part is Part.SLASH)
    below = "".join(token.text for token in tokens[slash + 1 :]).strip()
    places = below.split()[0] if below else "?"
    # The whole number stands apart only where the code has a place for it before a gap.
    is_mixed = len("".join(token.text for token in tokens[:slash]).split()) > 1
    whole = math.floor(number) if is_mixed else 0
    part = Fraction(number - whole)
    if places.isdecimal() and int(places) > 0:
        bottom = int(places)
        top = round(part * bottom)
    else:
        nearest = part.limit_denominator(10 ** min(len(places), _MAX_DENOMINATOR_DIGITS) - 1)
        top, bottom = nearest.numerator, nearest.denominator
    if is_mixed and top == bottom:
        whole, top = whole + 1, 0
    if top == 0:
        return str(whole)
    return f"{whole} {top}/{bottom}" if whole else f"{top}/{bottom}"
