"""A sample of bytes to tell a code page by, small however long the text.

Owns: where the bytes beyond ASCII of a text are looked at. Does not own: what they mean.
"""

from __future__ import annotations

import re

_SAMPLE_BYTES = 6_000
_N_SPREAD = 60  # places all over a long text
_N_FIRST = 3  # and of each byte beyond ASCII
_MAX_AROUND_BYTES = 200
_MAX_WORD_BYTES = 40
_DENSE_SHARE = 0.25  # of bytes beyond ASCII: such a text has them all soon
_ASCII = bytes(range(0x80))
_HIGH = re.compile(rb"[\x80-\xff]")


def high_sample(data: bytes) -> bytes:
    """Return lines or parts of lines around bytes beyond ASCII, from all over the data.

    Each such byte is there with its first places, as one rare letter may tell two pages apart.
    """
    if len(data) <= _SAMPLE_BYTES:
        return data
    head = data[:_SAMPLE_BYTES]
    if len(head.translate(None, _ASCII)) > _DENSE_SHARE * len(head):
        return head
    places = _spread_places(data)
    for code in set(data) - set(range(0x80)):
        places += _first_places(data, code)
    spans = sorted(_around(data, place) for place in places)
    pieces: list[bytes] = []
    covered = 0
    for start, end in spans:
        if end > covered:
            pieces.append(data[max(start, covered) : end])
            covered = end
    return b"\n".join(pieces)


def _spread_places(data: bytes) -> list[int]:
    stride = max(1, len(data) // _N_SPREAD)
    places: list[int] = []
    position = 0
    while found := _HIGH.search(data, position):
        places.append(found.start())
        position = found.start() + stride
    return places


def _first_places(data: bytes, code: int) -> list[int]:
    places: list[int] = []
    position = data.find(code)
    while position >= 0 and len(places) < _N_FIRST:
        places.append(position)
        position = data.find(code, position + 1)
    return places


def _around(data: bytes, place: int) -> tuple[int, int]:
    """Return the span of whole words around a place, on its line; blanks are in no character."""
    earliest, latest = max(0, place - _MAX_AROUND_BYTES), place + _MAX_AROUND_BYTES
    before = data[earliest:place]
    after = data[place:latest]
    start = max(before.rfind(b"\n"), before.rfind(b"\r"), before[:-_MAX_WORD_BYTES].rfind(b" "))
    ends = [found for mark in (b"\n", b"\r") if (found := after.find(mark)) >= 0]
    blank = after.find(b" ", _MAX_WORD_BYTES)
    end = min([*ends, *([blank] if blank >= 0 else []), len(after)])
    return earliest + start + 1, place + end
