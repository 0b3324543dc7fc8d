"""Passages of plain text files, and the bounded reading that all text formats share.

Owns: paragraphs of unmarked text, lines joined that were only wrapped. Does not own: encodings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .....documents.passages import ExtractedDocument, Location, PassageKind
from ..document import PassageWriter
from .encoding import decode_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAX_TEXT_BYTES = 64 << 20
_MAX_PARAGRAPH_CHARS = 4_000
_MIN_WRAPPED_CHARS = 45  # no one wraps text narrower; shorter lines are verses, lists, addresses
_LONG_LINE_CHARS = 200  # a line this long was not wrapped: it is a paragraph
_LINE_END = re.compile(r"\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")
_STARTS_NEW = re.compile(r"\s{2,}|\t|[-*+\u2022>|]\s|\d{1,3}[.)]\s")
_UNSPACED = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef\u0e00-\u0eff\u1780-\u17ff]")


@dataclass(frozen=True)
class Line:
    """A line's text without its end, and its number counted from 1."""

    number: int
    text: str


def extract_text(path: Path) -> ExtractedDocument:
    """Return the passages of a plain text: paragraphs between blank lines, with their line number.

    Wrapped lines are joined, so that a sentence is one piece; a file of long lines gives a passage
    a line. Raises ExtractionFailure for what is no text.
    """
    writer = PassageWriter()
    for paragraph in _paragraphs(read_lines(path, writer)):
        place = Location(line=paragraph[0].number)
        if not writer.add(PassageKind.TEXT, unwrapped(paragraph), location=place) and writer.full:
            break
    return writer.finish()


def read_text(path: Path, writer: PassageWriter) -> str:
    """Return a file's text; the writer is told when only a part of it could be read."""
    with path.open("rb") as stream:
        data = stream.read(MAX_TEXT_BYTES + 1)
    if len(data) > MAX_TEXT_BYTES:
        data = data[:MAX_TEXT_BYTES]
        writer.mark_partial(f"Only the first {MAX_TEXT_BYTES >> 20} MB of the file are searchable.")
    decoded = decode_text(data)
    if decoded.damaged:
        writer.mark_partial(f"Some bytes of the file are not {decoded.encoding} and were left out.")
    return decoded.text


def read_lines(path: Path, writer: PassageWriter) -> Iterator[Line]:
    """Yield a file's lines, whatever ends them."""
    for number, text in enumerate(_LINE_END.split(read_text(path, writer)), start=1):
        yield Line(number, text)


def wrap_joint(before: str) -> str:
    """Return what stands for a wrap after this text: a blank, nothing in scripts without any."""
    return "" if _UNSPACED.match(before[-1:]) else " "


def unwrapped(lines: list[Line]) -> str:
    """Return lines as one text: joined where a line was wrapped, apart where it was ended."""
    whole = ""
    last = ""
    for line in lines:
        if not whole:
            whole = line.text
        elif len(last) >= _MIN_WRAPPED_CHARS and not _STARTS_NEW.match(line.text):
            whole += wrap_joint(whole) + line.text.strip()
        else:
            whole += "\n" + line.text
        last = line.text.rstrip()
    return whole


def _paragraphs(lines: Iterator[Line]) -> Iterator[list[Line]]:
    pending: list[Line] = []
    n_chars = 0
    for line in lines:
        is_blank = not line.text.strip()
        stands_alone = len(line.text) >= _LONG_LINE_CHARS
        if pending and (is_blank or stands_alone or n_chars > _MAX_PARAGRAPH_CHARS):
            yield pending
            pending, n_chars = [], 0
        if is_blank:
            continue
        pending.append(line)
        n_chars += len(line.text)
        if stands_alone:
            yield pending
            pending, n_chars = [], 0
    if pending:
        yield pending
