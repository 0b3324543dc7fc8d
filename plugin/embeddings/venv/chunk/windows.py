"""Spans no longer than a model can take, and windows over what is no prose.

Owns the estimate of tokens and the cuts it asks for. The encoder knows its true tokens and has
its own guard; here it only matters that little of a text is lost to truncation.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .sentences import Span

MAX_CHUNK_TOKENS = 240
"""Of a window of 256: the rest is for the model's own marks and a prompt such as "passage: "."""
WINDOW_CHARS = 512
WINDOW_OVERLAP_CHARS = 64

# Characters per token, on the low side for WordPiece and SentencePiece vocabularies alike.
_ASCII_CHARS_PER_TOKEN = 3.5
_OTHER_CHARS_PER_TOKEN = 2.0
_ONE_TOKEN_EACH = re.compile(
    "[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U0001f000-\U0003ffff]"
)
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
# The best places to cut a run-on, best first.
_BREAKS = (
    re.compile(r"\n"),
    re.compile(r"(?<=[;:,.!?])\s|(?<=[\u3001\u3002\uff0c\uff1b\uff1a\uff01\uff1f\u060c\u0964])"),
    re.compile(r"\s"),
)
# Never parted from what stands before, as marks are not.
_JOINERS = frozenset("\u200d\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")


def estimate_tokens(text: str) -> float:
    """Return about how many tokens a model makes of text: one a CJK character, fewer elsewhere."""
    if text.isascii():
        return len(text) / _ASCII_CHARS_PER_TOKEN
    n_other = sum(map(len, _NOT_ASCII.findall(text)))
    n_single = len(_ONE_TOKEN_EACH.findall(text))
    n_ascii = len(text) - n_other
    return (
        n_ascii / _ASCII_CHARS_PER_TOKEN + (n_other - n_single) / _OTHER_CHARS_PER_TOKEN + n_single
    )


def fits_model(text: str) -> bool:
    """Return whether text is within MAX_CHUNK_TOKENS by estimate."""
    return len(text) <= MAX_CHUNK_TOKENS or estimate_tokens(text) <= MAX_CHUNK_TOKENS


def cut_to_fit(text: str, span: Span) -> list[Span]:
    """Return spans that tile span, each within the model's window, cut at the best places.

    A span too long is halved near its middle until all parts fit: parts are even, so none is a
    stump without meaning.
    """
    pending = [span]
    fitting: list[Span] = []
    while pending:
        start, end = pending.pop()
        if fits_model(text[start:end]):
            fitting.append((start, end))
            continue
        middle = _best_cut(text, start, end)
        pending += ((middle, end), (start, middle))
    return fitting


def window_spans(text: str) -> list[Span]:
    """Return overlapping spans of at most WINDOW_CHARS over rows and slides, all of text covered.

    Neighbours share up to WINDOW_OVERLAP_CHARS; short texts are one span.
    """
    if len(text) <= WINDOW_CHARS:
        return [(0, len(text))]
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    # Without its own overlap and stripping, the splitter's parts tile the text, so their places
    # are known; found by searching, they are wrong wherever a text repeats itself.
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=WINDOW_CHARS - WINDOW_OVERLAP_CHARS, chunk_overlap=0, strip_whitespace=False
    )
    spans: list[Span] = []
    previous, position = 0, 0
    for part in splitter.split_text(text):
        start = _overlap_start(text, previous, position) if spans else 0
        previous, position = position, position + len(part)
        spans.append((start, position))
    return spans


def _overlap_start(text: str, previous: int, position: int) -> int:
    earliest = max(previous + 1, position - WINDOW_OVERLAP_CHARS)
    if text[earliest - 1].isspace():
        return earliest
    blank = re.compile(r"\s").search(text, earliest, position)
    start = blank.end() if blank else earliest
    while start < position and _joins_previous(text[start]):
        start += 1
    return start


def _best_cut(text: str, start: int, end: int) -> int:
    third = (end - start) // 3
    middle = (start + end) // 2
    for pattern in _BREAKS:
        cuts = [m.end() for m in pattern.finditer(text, start + third, end - third)]
        inside = [cut for cut in cuts if start < cut < end]
        if inside:
            return min(inside, key=lambda cut: abs(cut - middle))
    while middle < end - 1 and _joins_previous(text[middle]):
        middle += 1
    return middle


def _joins_previous(character: str) -> bool:
    return character in _JOINERS or unicodedata.category(character)[0] == "M"
