"""How segments become running text: spaces, wrapped lines, hyphens at line ends.

Owns: what stands between two segments of one paragraph, and which characters are repaired.
Does not own: which segments are a paragraph (layout, tagged).
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from ..styled_text import StyledText, TextBuilder
from .segments import HYPHENS_AT_LINE_END, UNMAPPED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .segments import Segment

_HYPHENS = "-\u2010" + HYPHENS_AT_LINE_END
_HYPHENATED = re.compile(r"[^\W\d_]+-[^\W\d_]+")
_HEAD_OF_WORD = re.compile(r"[^\W\d_]+$")
_TAIL_OF_WORD = re.compile(r"[^\W\d_]+")
# Leaders between an entry and its page number.
_LEADERS = re.compile(r"(?:[.\u2026_\u00b7] ?){5,}")
_LIGATURES = re.compile("[\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufb4f\ufb50-\ufdff\ufe70-\ufefc]")
# Han, kana and their punctuation and full-width forms: words are not set apart by spaces.
_UNSPACED = re.compile(
    "[\u2e80-\u2fdf\u3000-\u30ff\u3100-\u312f\u31a0-\u9fff\uf900-\ufaff\uff00-\uffef]"
)
# Thai, Lao, Khmer and Burmese are not spaced either.
_UNSPACED_SCRIPTS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
_NUMBER_ALONE = re.compile(r"\d{1,2}(?:\.\d{1,2})*[.)]?$")
# An address is broken after a sign that cannot end it; a hyphen there is its own.
_OPEN_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>]*[/\-_=&?#%]$")
# A space that a mark above or below a letter cannot follow.
_LOST_MARK = re.compile("\\s(?=[\u064b-\u0652\u0591-\u05bd])")
_SPACE_SHARE = 0.15
SENTENCE_ENDS = ".!?:;\u2026\u3002\uff01\uff1f\u061f"
"""After one of these a paragraph may end; after any other character it goes on."""


class Hyphenation:
    """Words that the document writes with a hyphen in mid line, so that one keeps it at its end."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def learn(self, segments: Iterable[Segment]) -> None:
        """Take note of the hyphenated words of a page."""
        for segment in segments:
            if "-" in segment.text:
                self._known.update(word.lower() for word in _HYPHENATED.findall(segment.text))

    def is_known(self, head: str, tail: str) -> bool:
        """Return whether "head-tail" is written so elsewhere."""
        return f"{head}-{tail}".lower() in self._known


class ParagraphText:
    """Collects the segments of one paragraph and puts between them what a reader sees."""

    def __init__(self, hyphenation: Hyphenation) -> None:
        self._hyphenation = hyphenation
        self._pieces: list[tuple[str, str | None]] = []
        self._last: Segment | None = None

    @property
    def is_empty(self) -> bool:
        """Return whether nothing was added."""
        return not self._pieces

    def add(self, segment: Segment, tag: str | None = None) -> None:
        """Append a segment in a language (None for the document's own)."""
        if self._last is not None:
            self._put_between(self._last, segment)
        self._pieces.append((segment.text, tag))
        self._last = segment

    def leave_out(self, segment: Segment) -> None:
        """Pass over a segment; what follows is as close to the text as it is to the segment."""
        if self._last is not None:
            self._put_between(self._last, segment)
            self._last = segment

    def add_words(self, text: str, tag: str | None = None) -> None:
        """Append words that the file gives as such, apart from what stands before."""
        if self._pieces:
            self._space()
        self._pieces.append((f"{text} ", tag))
        self._last = None

    def break_line(self) -> None:
        """Set what follows apart by a space."""
        self._last = None
        if self._pieces:
            self._space()

    def build(self) -> StyledText:
        """Return the paragraph, its ligatures taken apart."""
        builder = TextBuilder()
        for text, tag in self._pieces:
            builder.add(repaired(text), tag)
        return builder.build()

    def _put_between(self, last: Segment, segment: Segment) -> None:
        if len(self._pieces) == 1 and _is_numbering(last, segment):
            self._space()
            return
        if last.turn == segment.turn and last.box.shares_line_with(segment.box):
            gap = last.box.gap_to(segment.box)
            if gap > min(last.size, segment.size) * _SPACE_SHARE:
                self._space()
        else:
            self._wrap(segment.text.lstrip())

    def _wrap(self, following: str) -> None:
        text, tag = self._pieces[-1]
        text = text.rstrip()
        if _OPEN_ADDRESS.search(text):
            self._pieces[-1] = (text, tag)
        elif text and text[-1] in _HYPHENS:
            self._pieces[-1] = (self._unhyphenated(text, following), tag)
        elif text and following and _is_unspaced(text[-1], following[0]):
            self._pieces[-1] = (text, tag)
        else:
            self._space()

    def _unhyphenated(self, text: str, following: str) -> str:
        """Return the line's text as the next line is to follow it at once."""
        before = text[:-1]
        head, tail = _HEAD_OF_WORD.search(before), _TAIL_OF_WORD.match(following)
        if head is None:
            return text if text[-1] in "-\u2010" and before[-1:].isalnum() else f"{text} "
        is_kept = tail is None or not following[0].islower()
        if is_kept or self._hyphenation.is_known(head[0], tail[0] if tail else ""):
            return f"{before}-"
        return before

    def _space(self) -> None:
        text, tag = self._pieces[-1]
        if not text[-1:].isspace():
            self._pieces[-1] = (f"{text} ", tag)


def repaired(text: str) -> str:
    """Return text without signs that mean nothing, its ligatures as letters, no leaders."""
    if text.isascii() and text.isprintable():
        return _LEADERS.sub(" ", text) if "....." in text or ". . ." in text else text
    for hyphen in "\x02\ufffe":
        text = text.replace(hyphen, "-")
    text = _LIGATURES.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    text = _LOST_MARK.sub("", text)
    text = UNMAPPED.sub("", text).replace("\uffff", "")
    return _LEADERS.sub(" ", text)


def _is_numbering(number: Segment, segment: Segment) -> bool:
    """Return whether a paragraph begins with its number, set close to its words."""
    is_word = segment.text[:2].isalpha() and len(segment.text) > 1
    is_same_size = abs(number.size - segment.size) < number.size * _SPACE_SHARE
    return is_word and is_same_size and bool(_NUMBER_ALONE.match(number.text))


def _is_unspaced(before: str, after: str) -> bool:
    both = _UNSPACED.match(before) and _UNSPACED.match(after)
    return bool(both or (_UNSPACED_SCRIPTS.match(before) and _UNSPACED_SCRIPTS.match(after)))
