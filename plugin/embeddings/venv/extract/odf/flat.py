"""The bytes of a flat ODF file, made ready to parse: pictures out, UTF-8.

Owns: leaving out inline binary data, which only costs memory, and wide encodings.
Does not own: parsing.
Source: ODF 1.3 part 3, 3.1.2 (office:document) and 10.4.5 (office:binary-data).
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from .....contracts.corpus import FileState
from ..document import ExtractionFailure

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAX_FLAT_BYTES = 512 << 20
MAX_KEPT_BYTES = 96 << 20
"""What may be left without the pictures: more takes too much memory as a tree."""

_STEP_BYTES = 1 << 20
_OPEN = re.compile(rb"<(?:\w+:)?binary-data[^>]*>")
_MAX_TAG_BYTES = 200
_DECLARATION = re.compile(rb"\s*<\?xml[^>]*\?>")
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (b"<\0?\0", "utf-16-le"),
    (b"\0<\0?", "utf-16-be"),
)


def read_flat(path: Path) -> bytes:
    """Return a flat file's XML without its inline pictures, UTF-16 and UTF-32 as UTF-8.

    Raises ExtractionFailure (too_big), and OSError as the file system gives it.
    """
    if path.stat().st_size > MAX_FLAT_BYTES:
        raise ExtractionFailure(FileState.TOO_BIG, "The file is too big to read.")
    kept = bytearray()
    for part in _without_binary_data(_steps(path)):
        kept += part
        if len(kept) > MAX_KEPT_BYTES:
            raise ExtractionFailure(FileState.TOO_BIG, "The file holds more text than can be read.")
    return _declared_rightly(bytes(kept))


def _steps(path: Path) -> Iterator[bytes]:
    """Yield a file's bytes in steps, wide encodings as UTF-8 without their declaration."""
    with path.open("rb") as stream:
        step = stream.read(_STEP_BYTES)
        encoding = next((name for mark, name in _MARKS if step.startswith(mark)), "")
        if not encoding:
            while step:
                yield step
                step = stream.read(_STEP_BYTES)
            return
        decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
        first = _DECLARATION.sub(b"", decoder.decode(step).encode("utf-8", "replace"), count=1)
        yield first
        while step := stream.read(_STEP_BYTES):
            yield decoder.decode(step).encode("utf-8", "replace")


def _without_binary_data(steps: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the bytes that are not between the tags of binary data."""
    waiting = b""
    inside = False
    for step in steps:
        waiting += step
        while True:
            if inside:
                end = waiting.find(b"<")
                if end < 0:
                    waiting = b""
                    break
                waiting, inside = waiting[end:], False
            found = _OPEN.search(waiting)
            if found is None:
                # A tag may be cut in two by the step's end.
                cut = max(0, len(waiting) - _MAX_TAG_BYTES)
                yield waiting[:cut]
                waiting = waiting[cut:]
                break
            yield waiting[: found.end()]
            waiting, inside = waiting[found.end() :], not found.group().endswith(b"/>")
    yield b"" if inside else waiting


def _declared_rightly(data: bytes) -> bytes:
    """Return the XML without a declaration of another encoding than the bytes are in."""
    declaration = _DECLARATION.match(data)
    if declaration is None or not re.search(rb"utf-?(16|32)", declaration.group(), re.IGNORECASE):
        return data
    return data[declaration.end() :]
