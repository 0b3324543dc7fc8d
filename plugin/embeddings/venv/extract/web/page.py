"""Feeding a page to the parser in pieces, within bounds.

Owns: the parser, the bounds on bytes and events, XHTML's own forms.
Does not own: encodings (charset), what becomes of the events (walker,
epub_contents).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Protocol

from .charset import encoding_of, utf8_pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

MAX_PAGE_BYTES = 64 << 20
MAX_EVENTS = 1_000_000
_MAX_XML_BYTES = 16 << 20
_MAX_SUBSET_BYTES = 1 << 16
_PIECE_BYTES = 1 << 18
_SUBSET = re.compile(rb"<!DOCTYPE[^>\[]{0,1000}\[.*?\]\s*>", re.DOTALL | re.IGNORECASE)
_XML_HEAD = re.compile(rb"<\?xml\b|http://www\.w3\.org/1999/xhtml")
_CDATA = re.compile(rb"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)


class EventTarget(Protocol):
    """What takes the events of a page; n_events counts them, ends aside."""

    n_events: int

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Take the beginning of an element."""

    def end(self, tag: str) -> None:
        """Take the end of the element that was opened last."""

    def data(self, text: str) -> None:
        """Take text."""

    def close(self) -> None:
        """Take the end of the page."""


@dataclass(frozen=True)
class PageEnd:
    """How reading a page ended: reason is what was left out, "" where nothing was."""

    reason: str = ""


def walk(
    data: bytes,
    target: EventTarget,
    *,
    claimed_charset: str = "",
    is_full: Callable[[], bool] = lambda: False,
) -> PageEnd:
    """Hand all of a page (HTML, XHTML, a piece of either) to target and return how it ended.

    Reading stops early when is_full is true. Raises ExtractionFailure (corrupt) for no text.
    """
    reason = ""
    if len(data) > MAX_PAGE_BYTES:
        data = data[:MAX_PAGE_BYTES]
        reason = f"Only the first {MAX_PAGE_BYTES >> 20} MB of the page are searchable."
    encoding = encoding_of(data, claimed_charset)
    if encoding.damaged:
        reason = reason or f"Some bytes of the page are not {encoding.codec} and were left out."
    is_whole = _feed(_html_pieces(data, utf8_pieces(data, encoding)), target, is_full)
    if not is_whole:
        reason = reason or "The page is very long; only its beginning is searchable."
    return PageEnd(reason)


def _feed(pieces: Iterator[bytes], target: EventTarget, is_full: Callable[[], bool]) -> bool:
    """Hand pieces of a page to target; return whether the end was reached."""
    from lxml import etree

    # The pieces are UTF-8, whatever the page declares. No document type is loaded or expanded.
    parser = etree.HTMLParser(target=target, encoding="utf-8", no_network=True)
    is_whole = True
    for piece in pieces:
        parser.feed(piece)
        if is_full() or target.n_events > MAX_EVENTS:
            is_whole = False
            break
    try:
        parser.close()
    except etree.XMLSyntaxError:
        target.close()  # a page without any element: nothing to say of it
    return is_whole


def _html_pieces(data: bytes, pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the pieces; those of XHTML in HTML's forms: no subset, CDATA sections as text."""
    is_xml = len(data) <= _MAX_XML_BYTES and _XML_HEAD.search(data[:2048]) is not None
    if not is_xml:
        return pieces
    page = b"".join(pieces)
    doctype = _SUBSET.search(page, 0, _MAX_SUBSET_BYTES)
    if doctype is not None:
        page = page[: doctype.start()] + page[doctype.end() :]
    if b"<![CDATA[" in page:
        page = _CDATA.sub(_as_text, page)
    starts = range(0, len(page), _PIECE_BYTES)
    return (page[start : start + _PIECE_BYTES] for start in starts)


def _as_text(section: re.Match[bytes]) -> bytes:
    return escape(section[1].decode("utf-8", "ignore")).encode()
