"""What is shown of a passage: all of it, or the window around what matched.

Owns: where a long passage is cut, and the highlight spans in the cut piece's offsets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....contracts.search import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    Spans = Sequence[tuple[int, int]]

MAX_SNIPPET_CHARS = 700
_LEAD_SHARE = 0.3
_MAX_WORD_CHARS = 40


@dataclass(frozen=True)
class Snippet:
    """A piece of a passage and the characters of it to highlight."""

    text: str
    spans: tuple[Span, ...]


def make_snippet(
    text: str, spans: Spans, chunk: tuple[int, int], *, max_chars: int = MAX_SNIPPET_CHARS
) -> Snippet:
    """Return the passage as it is, or at most max_chars of it around the best match.

    spans are the matches in text, in order; chunk is the found chunk's [start, end), which is
    shown where nothing matches literally. Cuts are at blanks where one is near.
    """
    focus = _densest(spans, chunk, max_chars) if len(text) > max_chars else chunk
    start, end = window_around(text, focus, max_chars)
    shown = [
        Span(max(left, start) - start, min(right, end) - start)
        for left, right in spans
        if right > start and left < end
    ]
    return Snippet(text[start:end], tuple(shown))


def window_around(text: str, focus: tuple[int, int], max_chars: int) -> tuple[int, int]:
    """Return [start, end) of all of text, or of at most max_chars of it around focus."""
    if len(text) <= max_chars:
        return 0, len(text)
    spare = max(max_chars - (focus[1] - focus[0]), 0)
    start = max(min(focus[0] - int(spare * _LEAD_SHARE), len(text) - max_chars), 0)
    end = min(start + max_chars, len(text))
    return _after_blank(text, start, focus[0]), _before_blank(text, end, focus[0])


def _densest(spans: Spans, chunk: tuple[int, int], max_chars: int) -> tuple[int, int]:
    """Return [first, last) of the matches that fit in one window and are the most.

    Matches in the found chunk count double: they are what it was found for.
    """
    if not spans:
        return chunk
    best: tuple[float, int, int] = (0.0, *spans[0])
    reach = max_chars * (1 - _LEAD_SHARE)
    for number, (left, first_end) in enumerate(spans):
        weight, last = 0.0, first_end
        for start, end in spans[number:]:
            if end > left + reach:
                break
            weight += 2.0 if chunk[0] <= start < chunk[1] else 1.0
            last = end
        if weight > best[0]:
            best = (weight, left, last)
    return best[1], best[2]


def _after_blank(text: str, start: int, latest: int) -> int:
    if start == 0 or text[start - 1].isspace():
        return start
    for place in range(start, min(start + _MAX_WORD_CHARS, latest)):
        if text[place].isspace():
            return place + 1
    return start


def _before_blank(text: str, end: int, earliest: int) -> int:
    if end == len(text) or text[end].isspace():
        return end
    for place in range(end - 1, max(end - _MAX_WORD_CHARS, earliest), -1):
        if text[place].isspace():
            return place
    return end
