"""Passages of pages saved whole: a message whose parts are pages, pictures and styles (MHTML).

Owns: finding the pages among the parts. Does not own: the pages (html).
Source: RFC 2557 (MHTML), RFC 2046, 5.1 (multipart).
"""

from __future__ import annotations

from email import message_from_bytes
from typing import TYPE_CHECKING

from .....contracts.corpus import FileState
from ..document import ExtractionFailure, PassageWriter
from .html import PageReader

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import Message
    from pathlib import Path

    from .....documents.passages import ExtractedDocument

_MAX_FILE_BYTES = 128 << 20
_MAX_PAGE_BYTES = 16 << 20
_MAX_HEADER_BYTES = 1 << 16
_MAX_PARTS = 500
_PAGE_TYPES = ("text/html", "application/xhtml+xml")
_READ_TYPES = (*_PAGE_TYPES, "text/plain")


def extract_mhtml(path: Path) -> ExtractedDocument:
    """Return the passages of all pages in a file, in order.

    Raises ExtractionFailure (corrupt) where there is no page in it, too_big.
    """
    if path.stat().st_size > _MAX_FILE_BYTES:
        raise ExtractionFailure(FileState.TOO_BIG, "The saved page is too big to read.")
    parts = list(_parts(path.read_bytes().lstrip()))
    pages = [part for part in parts if part.get_content_type() in _PAGE_TYPES]
    if not pages and not parts:
        raise ExtractionFailure(FileState.CORRUPT, "The file holds no page.")
    writer = PassageWriter()
    reader = PageReader(writer)
    for part in pages or parts:
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes):
            reader.read(payload, claimed_charset=part.get_content_charset() or "")
    return writer.finish()


def _parts(data: bytes) -> Iterator[Message]:
    """Yield the parts that hold text; pictures, most of such a file, are never decoded."""
    boundary = message_from_bytes(data[: _header_end(data, 0)]).get_boundary()
    if not boundary:
        yield from _texts(message_from_bytes(data[:_MAX_PAGE_BYTES]))
        return
    fence = b"--" + boundary.encode("utf-8", "surrogateescape")
    start = data.find(fence)
    for _ in range(_MAX_PARTS):
        if start < 0 or data.startswith(b"--", start + len(fence)):
            return
        start += len(fence)
        end = data.find(b"\n" + fence, start)
        part = _part(data, start, end if end >= 0 else len(data))
        if part is not None:
            yield from _texts(part)
        start = end + 1 if end >= 0 else -1


def _part(data: bytes, start: int, end: int) -> Message | None:
    while data[start : start + 1] in (b"\r", b"\n", b" ", b"\t"):
        start += 1
    header = message_from_bytes(data[start : min(end, _header_end(data, start))])
    is_read = header.get_content_type() in _READ_TYPES or header.is_multipart()
    if not is_read and header.get_content_maintype() != "multipart":
        return None
    return message_from_bytes(data[start : min(end, start + _MAX_PAGE_BYTES)])


def _texts(message: Message) -> list[Message]:
    return [part for part in message.walk() if part.get_content_type() in _READ_TYPES]


def _header_end(data: bytes, start: int) -> int:
    """Return where the header that begins at start ends: at the first blank line."""
    limit = start + _MAX_HEADER_BYTES
    ends = [data.find(blank, start, limit) for blank in (b"\r\n\r\n", b"\n\n")]
    found = [end + len(b"\n\n") for end in ends if end >= 0]
    return min(found, default=limit)
