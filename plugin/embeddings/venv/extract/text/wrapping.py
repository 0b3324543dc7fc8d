"""Lines of unmarked text joined where they were only wrapped.

Owns: what tells a wrapped line from an ended one, and hyphens at the end of lines. Does not own:
where a paragraph begins and ends (plain_text).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_MIN_WRAPPED_CHARS = 45  # no one wraps text narrower; shorter lines are verses, lists, addresses
_MIN_BROKEN_CHARS = 30  # a hyphen at the end says more than a width
_RAGGED_CHARS = 6  # how far from the widest line an editor may have broken one
_STARTS_NEW = re.compile(
    r"\s{2,}|\t|[-*+\u2022\u2013>|]\s|\d{1,3}[.)]\s|\(?[a-z]\)\s|\d{4}-\d\d-\d\d"
)
_UNSPACED = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef\u0e00-\u0eff\u1780-\u17ff]")
_BROKEN_WORD = re.compile(r"([^\W\d_]{2,})[-\u2010\u00ad]$")
_WORD = re.compile(r"[^\W\d_]+")
_HYPHENATED = re.compile(r"[^\W\d_]{2,}-[^\W\d_]+")
_HANGING = frozenset("und oder bzw sowie and or to et ou y o e en of och eller og i lub".split())
_MAX_HYPHEN_CHARS = 4_000_000


@dataclass(frozen=True)
class Line:
    """A line's text without its end, and its number counted from 1."""

    number: int
    text: str


def hyphenated_words(text: str) -> frozenset[str]:
    """Return the words with hyphens that stand within the lines of a text, in lower case."""
    if "-\n" not in text and "-\r" not in text:
        return frozenset()
    return frozenset(_HYPHENATED.findall(text[:_MAX_HYPHEN_CHARS].lower()))


def wrap_joint(before: str) -> str:
    """Return what stands for a wrap after this text: a blank, nothing in scripts without any."""
    return "" if _UNSPACED.match(before[-1:]) else " "


def unwrapped(lines: Sequence[Line], hyphenated: frozenset[str] = frozenset()) -> str:
    """Return lines as one text: joined where a line was wrapped, apart where it was ended.

    A word broken by a hyphen is whole again, unless hyphenated has it with its hyphen.
    """
    width = max((len(line.text.rstrip()) for line in lines), default=0)
    whole = ""
    last = ""
    for line in lines:
        if not whole:
            whole = line.text.rstrip()
        elif _is_wrapped(last, line.text, width):
            whole = _joined(whole, line.text.strip(), hyphenated)
        else:
            whole += "\n" + line.text.rstrip()
        last = line.text.rstrip()
    return whole


def _is_wrapped(last: str, line: str, width: int) -> bool:
    if len(last) >= _MIN_BROKEN_CHARS and line[:1].islower() and _BROKEN_WORD.search(last[-60:]):
        return True
    if len(last) < _MIN_WRAPPED_CHARS or _STARTS_NEW.match(line):
        return False
    # An editor breaks a line only before a word that would not have fit.
    first_word = line.split(maxsplit=1)[0] if not _UNSPACED.match(line[:1]) else line[:1]
    return len(last) + 1 + len(first_word) >= width - _RAGGED_CHARS


def _joined(whole: str, line: str, hyphenated: frozenset[str]) -> str:
    broken = _BROKEN_WORD.search(whole[-60:])
    following = _WORD.match(line)
    if broken is None or following is None:
        return whole + wrap_joint(whole) + line
    if following[0] in _HANGING:
        return f"{whole} {line}"
    keeps_hyphen = f"{broken[1]}-{following[0]}".lower() in hyphenated or not line[0].islower()
    return (whole if keeps_hyphen else whole[:-1]) + line
