r"""Passages of RTF files: paragraphs, headings, table rows, notes, comments, headers.

Owns: groups and their state, destinations, what is text and what is not (deleted text, hidden
text, field instructions, tables of fonts and colours, pictures). Does not own: syntax, numbers.
Source: Rich Text Format Specification 1.9.1.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .....contracts.corpus import FileState
from .....documents.passages import ExtractedDocument, PassageKind
from ..document import ExtractionFailure, PassageWriter
from ..table_rows import CELL_SEPARATOR, joined
from .state import ENTERED_STARRED, SKIPPED, STORIES, TEXT_OF, State, Story
from .tokens import (
    Token,
    code_page_of_charset,
    code_page_of_number,
    decode_bytes,
    language_of_number,
    read_tokens,
)

if TYPE_CHECKING:
    from pathlib import Path

_MAX_FILE_BYTES = 256 << 20
_MAX_DEPTH = 2_000
_MAX_HEADING_LEVEL = 9
_MAX_UNICODE = 0xFFFF
_HIGH_SURROGATES = range(0xD800, 0xDC00)
_LOW_SURROGATES = range(0xDC00, 0xE000)


def extract_rtf(path: Path) -> ExtractedDocument:
    """Return the passages of an RTF file.

    Deleted and hidden text is left out; notes, comments, boxes and headers come after the
    paragraph that they hang on. Raises ExtractionFailure for a file that is too big.
    """
    if path.stat().st_size > _MAX_FILE_BYTES:
        raise ExtractionFailure(FileState.TOO_BIG, "The file is too big to read.")
    writer = PassageWriter()
    reader = _RtfReader(writer)
    for token in read_tokens(path.read_bytes()):
        reader.take(token)
    reader.end()
    writer.language = writer.dominant_language
    return writer.finish()


class _RtfReader:
    """Takes tokens one after the other and writes a passage whenever a paragraph or row ends."""

    def __init__(self, writer: PassageWriter) -> None:
        self._writer = writer
        self._body = Story(PassageKind.TEXT)
        self._state = State(self._body)
        self._groups: list[State] = []
        self._hanging: list[Story] = []
        self._bytes = bytearray()
        self._n_to_skip = 0
        self._high_surrogate = 0
        self._is_starred = False
        self._default_page = "cp1252"
        self._default_language: str | None = None
        self._font_pages: dict[int, str] = {}
        self._style_levels: dict[int, int] = {}

    def take(self, token: Token) -> None:
        """Take the next token of the file."""
        if token.data:
            self._text_bytes(token.data)
            return
        word = token.word
        if word == "u":
            self._unicode(token.parameter or 0)
            return
        self._flush_bytes()
        if word == "{":
            self._open_group()
        elif word == "}":
            self._close_group()
        elif self._n_to_skip:
            self._n_to_skip -= 1
        elif word == "*":
            self._is_starred = True
        elif not self._begin_destination(word):
            self._apply(token)

    def end(self) -> None:
        """Write what is open at the end of the file."""
        self._flush_bytes()
        self._end_row(self._body)
        self._end_paragraph(self._body)

    def _open_group(self) -> None:
        self._n_to_skip = 0
        if len(self._groups) >= _MAX_DEPTH:
            raise ExtractionFailure(FileState.CORRUPT, "The file is nested too deeply to be read.")
        self._groups.append(self._state)

    def _close_group(self) -> None:
        self._n_to_skip = 0
        if not self._groups:
            return
        closed, self._state = self._state, self._groups.pop()
        if closed.story is self._state.story:
            return
        # A note or box inside a paragraph is written after it, so that it does not cut it in two.
        self._end_row(closed.story)
        if closed.story.kind is PassageKind.HEADER:
            self._end_paragraph(closed.story)
        else:
            self._hanging.append(closed.story)

    def _begin_destination(self, word: str) -> bool:
        """Enter or skip the group of a destination; return False for any other control word."""
        starred, self._is_starred = self._is_starred, False
        if word in ("fonttbl", "stylesheet"):
            self._state = replace(self._state, table=word, skipped=True)
        elif word == "ud":
            self._state = replace(self._state, skipped=False)
        elif word in SKIPPED or (starred and word not in ENTERED_STARRED):
            self._state = replace(self._state, skipped=True)
        elif word in STORIES and not self._state.skipped:
            self._state = replace(self._state, story=Story(STORIES[word]), in_row=False)
        else:
            return False
        return True

    def _apply(self, token: Token) -> None:
        word = token.word
        if word in ("par", "sect", "\n", "\r"):
            self._paragraph_mark()
        elif word in ("cell", "row"):
            self._table_mark(word)
        elif word in TEXT_OF:
            self._add(TEXT_OF[word])
        elif token.parameter is not None and self._apply_number(word, token.parameter):
            return
        else:
            self._apply_toggle(token)

    def _apply_toggle(self, token: Token) -> None:
        word, state = token.word, self._state
        if word == "pard":
            self._state = replace(state, in_row=False, outline_level=None, style=0)
        elif word == "plain":
            self._state = replace(
                state, hidden=False, deleted=False, language=self._default_language
            )
        elif word == "intbl":
            self._state = replace(state, in_row=True)
        elif word == "v":
            self._state = replace(state, hidden=token.is_on)
        elif word == "deleted":
            self._state = replace(state, deleted=token.is_on)
        elif word in ("mac", "pc"):
            self._default_page = "mac_roman" if word == "mac" else "cp437"

    def _apply_number(self, word: str, number: int) -> bool:
        """Apply a control word that carries a number; return False for those that do not."""
        state = self._state
        if word == "f":
            self._state = replace(state, font=number)
        elif word == "s":
            self._state = replace(state, style=number)
        elif word == "lang":
            self._state = replace(state, language=language_of_number(number))
        elif word == "uc":
            self._state = replace(state, n_skip_after_unicode=max(0, number))
        elif word == "outlinelevel":
            self._state = replace(state, outline_level=number)
            if state.table == "stylesheet":
                self._style_levels[state.style] = number
        elif word in ("deflang", "ansicpg", "fcharset", "cpg"):
            self._learn(word, number)
        else:
            return False
        return True

    def _learn(self, word: str, number: int) -> None:
        if word == "deflang":
            self._default_language = language_of_number(number)
            self._state = replace(self._state, language=self._default_language)
        elif word == "ansicpg":
            self._default_page = code_page_of_number(number) or self._default_page
        elif self._state.table == "fonttbl":
            is_charset = word == "fcharset"
            page = code_page_of_charset(number) if is_charset else code_page_of_number(number)
            if page:
                self._font_pages[self._state.font] = page

    def _text_bytes(self, data: bytes) -> None:
        n_skipped = min(self._n_to_skip, len(data))
        self._n_to_skip -= n_skipped
        if not self._state.skipped:
            self._bytes += data[n_skipped:]

    def _unicode(self, number: int) -> None:
        self._flush_bytes()
        unit = number & _MAX_UNICODE
        if self._high_surrogate and unit in _LOW_SURROGATES:
            unit = 0x10000 + ((self._high_surrogate - 0xD800) << 10) + (unit - 0xDC00)
        self._high_surrogate = unit if unit in _HIGH_SURROGATES else 0
        if not self._high_surrogate:
            self._add(chr(unit))
        self._n_to_skip = self._state.n_skip_after_unicode

    def _flush_bytes(self) -> None:
        if self._bytes:
            page = self._font_pages.get(self._state.font, self._default_page)
            self._add(decode_bytes(bytes(self._bytes), page))
            self._bytes.clear()

    def _add(self, text: str) -> None:
        state = self._state
        if not (state.skipped or state.hidden or state.deleted):
            state.story.builder.add(text, state.language)

    def _paragraph_mark(self) -> None:
        if self._state.skipped or self._state.deleted:
            return
        if self._state.in_row:
            self._add("\n")
            return
        self._end_row(self._state.story)
        self._end_paragraph(self._state.story)

    def _table_mark(self, word: str) -> None:
        story = self._state.story
        if self._state.skipped:
            return
        if word == "cell":
            story.cells.append(story.take_text())
        else:
            self._end_row(story)

    def _end_row(self, story: Story) -> None:
        if not story.cells:
            return
        cells, story.cells = story.cells, []
        kind = PassageKind.TABLE if story is self._body else story.kind
        self._writer.add(kind, joined(cells, CELL_SEPARATOR))
        self._write_hanging()

    def _end_paragraph(self, story: Story) -> None:
        text = story.take_text()
        level = self._state.outline_level
        if level is None:
            level = self._style_levels.get(self._state.style)
        is_heading = level is not None and 0 <= level < _MAX_HEADING_LEVEL
        if story is self._body and is_heading and level is not None:
            self._writer.add_heading(level + 1, text)
        else:
            self._writer.add(story.kind, text)
        if story is self._body:
            self._write_hanging()

    def _write_hanging(self) -> None:
        hanging, self._hanging = self._hanging, []
        for story in hanging:
            self._writer.add(story.kind, story.take_text())
