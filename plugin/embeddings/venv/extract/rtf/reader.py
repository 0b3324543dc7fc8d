r"""Passages of RTF files: paragraphs, headings, table rows, notes, comments, headers.

Owns: groups and their state, destinations, what is text and what is not (deleted text, hidden
text, field instructions, tables of fonts and colours, pictures). Does not own: syntax, numbers,
where the text goes.
Source: Rich Text Format Specification 1.9.1.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .....contracts.corpus import FileState
from .....documents.passages import ExtractedDocument, PassageKind
from ..document import ExtractionFailure, PassageWriter
from . import state as s
from .characters import CODE_PAGE_WORDS, Characters, SymbolFonts
from .formatting import FORMATTING, Defaults, apply_formatting, defaults_after
from .state import State, Story
from .stories import MAX_HEADING_LEVEL, StoryWriter
from .stylesheet import Choices, Facts, StyleSheet
from .tokens import Token, read_tokens

if TYPE_CHECKING:
    from pathlib import Path

_MAX_FILE_BYTES = 256 << 20
_MAX_DEPTH = 2_000
_CONTENTS_FIELD = "TOC"
_DROP_DOWN_FIELD = "FORMDROPDOWN"
_DESCRIPTION = "wzDescription"
_FONT_WORK = "gtextUNICODE"

_KNOWN_WORDS = frozenset(
    FORMATTING
    | CODE_PAGE_WORDS
    | s.CAPTURED
    | s.SKIPPED
    | s.SKIPPED_IN_MATH
    | s.ENTERED_STARRED
    | set(s.STORIES)
    | set(s.TEXT_OF)
    | set(s.BEFORE_MATH_PART)
    | {"u", "fonttbl", "stylesheet", "info", "par", "sect", "\n", "\r", "cell", "row", "nestcell"}
    | {"nestrow", "trowd", "trhdr", "ffres", "ffdefres", "fldrslt"}
)


def extract_rtf(path: Path) -> ExtractedDocument:
    """Return the passages of an RTF file.

    Deleted and hidden text is left out, and a table of contents, which repeats the headings;
    notes, comments and boxes come after the paragraph that they hang on, headers at the end.
    Raises ExtractionFailure for a file that is too big, or damaged before any text.
    """
    if path.stat().st_size > _MAX_FILE_BYTES:
        raise ExtractionFailure(FileState.TOO_BIG, "The file is too big to read.")
    writer = PassageWriter()
    reader = _RtfReader(writer)
    for token in read_tokens(path.read_bytes(), _is_known):
        reader.take(token)
        if reader.is_done:
            break
    reader.end()
    if reader.is_too_deep and not writer.n_passages:
        raise ExtractionFailure(FileState.CORRUPT, "The file is nested too deeply to be read.")
    writer.language = writer.dominant_language
    return writer.finish()


def _is_known(word: str) -> bool:
    """Return whether a control word matters; properties of equations are told by their end."""
    return word in _KNOWN_WORDS or word.endswith("Pr")


class _RtfReader:
    """Takes tokens one after the other and writes a passage whenever a paragraph or row ends."""

    def __init__(self, writer: PassageWriter) -> None:
        self.is_done = False
        self.is_too_deep = False
        self._writer = writer
        self._stories = StoryWriter(writer)
        self._state = State(self._stories.body)
        self._groups: list[State] = []
        self._characters = Characters()
        self._symbol_fonts = SymbolFonts()
        self._defaults = Defaults()
        self._is_starred = False
        self._is_header_row = False
        self._styles = StyleSheet()
        self._facts = Facts()
        self._choices = Choices()
        self._author = ""
        self._shape_property = ""

    def take(self, token: Token) -> None:
        """Take the next token of the file."""
        if token.data:
            self._characters.take_bytes(token.data, self._state)
            return
        word = token.word
        if self._characters.waiting:
            self._add(self._characters.flush(self._state))
        if word == "u":
            self._add(self._characters.take_number(token.parameter or 0, self._state))
        elif word == "{":
            self._open_group()
        elif word == "}":
            self._close_group()
        elif self._characters.skips_word():
            return
        elif word == "*":
            self._is_starred = True
        elif not self._begin_destination(word):
            self._apply(token)

    def end(self) -> None:
        """Write what is open at the end of the file, and say where the file is damaged."""
        self._add(self._characters.flush(self._state))
        if self.is_too_deep:
            self._writer.mark_partial("The file is damaged: it was read up to the damage.")
        elif self._groups and not self._writer.full:
            self._writer.mark_partial("The file is damaged: its end is missing.")
        while self._groups:
            self._close_group()
        self._stories.end()

    def _open_group(self) -> None:
        self._characters.end_skipping()
        self._is_starred = False
        if len(self._groups) >= _MAX_DEPTH:
            self.is_too_deep = self.is_done = True
            return
        self._groups.append(self._state)
        state = self._state = replace(self._state)
        if state.table in s.ENTRIES and not state.story.purpose:
            state.story = Story(PassageKind.FRONTMATTER, purpose=s.ENTRIES[state.table])
            state.skipped = False
            state.style, state.based_on, state.outline_level = 0, None, None

    def _close_group(self) -> None:
        self._characters.end_skipping()
        if not self._groups:
            return
        closed, self._state = self._state, self._groups.pop()
        if closed.text_at_end != self._state.text_at_end:
            self._add(closed.text_at_end)
        if closed.table == "info" and self._state.table != "info":
            self._writer.add(PassageKind.FRONTMATTER, self._facts.about)
        story = closed.story
        if story is self._state.story:
            return
        if story.purpose:
            self._captured(closed, story.take_text().text)
        else:
            # Written after the paragraph that it stands in, so that it does not cut it in two.
            self._stories.close(story)

    def _begin_destination(self, word: str) -> bool:
        """Enter or skip the group of a destination; return False for any other control word."""
        starred, self._is_starred = self._is_starred, False
        state = self._state
        if word in ("fonttbl", "stylesheet", "info"):
            state.table, state.skipped = word, True
        elif word == "ud":
            # What is no text in the form for old readers is none in this one.
            is_fact = bool(state.table) and not state.story.purpose
            state.skipped = state.never_looked_into or is_fact
        elif word in s.CAPTURED and self._is_captured(word):
            state.story = Story(PassageKind.FRONTMATTER, purpose=word)
            state.skipped = state.hidden = False
        elif self._is_skipped(word, starred=starred):
            state.skipped = True
            state.never_looked_into |= word in s.NEVER_LOOKED_INTO
        elif word in ("picprop", "shpinst"):
            state.has_shape_properties = not state.never_looked_into
        elif word in s.STORIES and not state.skipped:
            state.story = Story(s.kind_inside(state.story, word), author=self._author)
            if state.story.kind is PassageKind.COMMENT:
                self._author = ""
            state.in_row, state.text_at_end = False, ""
        else:
            return False
        return True

    def _is_captured(self, word: str) -> bool:
        if word in s.CAPTURED_IN_INFO:
            return self._state.table == "info"
        if word in s.CAPTURED_IN_SHAPES:
            return self._state.has_shape_properties
        return not self._state.skipped

    def _is_skipped(self, word: str, *, starred: bool) -> bool:
        if word in s.SKIPPED or word in s.CAPTURED:
            return True
        if word == "fldrslt":
            return self._state.is_contents
        if self._state.story.kind is PassageKind.EQUATION:
            return s.is_math_properties(word)
        return starred and word not in s.ENTERED_STARRED

    def _captured(self, closed: State, text: str) -> None:
        purpose = closed.story.purpose
        if purpose == "style" and text:
            self._styles.learn(closed.style, text, closed.outline_level, closed.based_on)
        elif purpose == "font":
            self._symbol_fonts.learn(closed.font, text)
        elif purpose == "atnauthor":
            self._author = text
        elif purpose == "ffl":
            self._choices.entries.append(text)
        elif purpose == "fldinst":
            self._field(text)
        elif purpose == "sn":
            self._shape_property = text
        elif purpose == "sv":
            self._shape_value(text)
        elif purpose in s.CAPTURED_IN_INFO:
            self._facts.texts[purpose] = text
            self._writer.title = self._facts.title

    def _field(self, instruction: str) -> None:
        choices, self._choices = self._choices, Choices()
        kind = instruction.split(maxsplit=1)[0].upper() if instruction else ""
        if kind == _CONTENTS_FIELD:
            self._state.is_contents = True
        elif kind == _DROP_DOWN_FIELD:
            self._add(choices.shown())

    def _shape_value(self, text: str) -> None:
        if self._shape_property in (_DESCRIPTION, _FONT_WORK) and text:
            story = Story(PassageKind.FIGURE)
            story.add_pieces(text, self._state.languages)
            self._stories.figure(story.take_text())
        self._shape_property = ""

    def _apply(self, token: Token) -> None:
        word = token.word
        if word in ("par", "sect", "\n", "\r"):
            self._paragraph_mark()
        elif word in ("cell", "row", "nestcell", "nestrow"):
            self._table_mark(word)
        elif word in s.TEXT_OF:
            self._add(s.TEXT_OF[word])
        else:
            self._apply_property(token)

    def _apply_property(self, token: Token) -> None:
        word, number = token.word, token.parameter
        if apply_formatting(self._state, token, self._defaults):
            self._defaults = defaults_after(self._defaults, word, self._state)
        elif word in ("trowd", "trhdr"):
            self._is_header_row = word == "trhdr"
        elif word == "ffres" and number is not None:
            self._choices.result = number
        elif word == "ffdefres" and number is not None:
            self._choices.default = number
        elif self._state.story.kind is PassageKind.EQUATION and word in s.BEFORE_MATH_PART:
            self._add(s.BEFORE_MATH_PART[word])
            self._state.text_at_end = s.AFTER_MATH_PART.get(word, "")
        else:
            self._characters.learn(word, number, self._state)

    def _add(self, text: str) -> None:
        state = self._state
        if not text or state.skipped or state.hidden or state.deleted:
            return
        state.story.add_pieces(self._symbol_fonts.shown(text, state.font), state.languages)

    def _paragraph_mark(self) -> None:
        state = self._state
        if state.skipped or state.deleted or state.story.purpose:
            return
        if state.in_row:
            self._add("\n")
            return
        self._stories.end_row(state.story)
        level = self._styles.level(state.style)
        if state.outline_level is not None and not self._styles.is_title(state.style):
            level = state.outline_level
        self._stories.end_paragraph(
            state.story,
            level=level if 0 <= level < MAX_HEADING_LEVEL else MAX_HEADING_LEVEL,
            is_title=self._styles.is_title(state.style),
        )
        self.is_done = self._writer.full

    def _table_mark(self, word: str) -> None:
        story = self._state.story
        if self._state.skipped:
            return
        if word == "cell":
            self._stories.end_cell(story)
        elif word == "row":
            self._stories.end_row(story, declared=self._is_header_row)
        else:
            self._stories.end_nested(story, " | " if word == "nestcell" else " ")
