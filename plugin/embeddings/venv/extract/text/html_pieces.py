"""The words of HTML within Markdown: what its blocks say, without tags, comments and scripts.

Owns: fragments, which may begin or end within an element. Does not own: HTML files (web).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

_BLOCKS = frozenset(
    "address article aside blockquote body center dd details div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table "
    "tbody thead tfoot tr ul caption".split()
)
_CELLS = frozenset(("td", "th"))
_UNSEEN = frozenset(("script", "style", "template", "head"))
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
# Both stop at the next "<", so that text full of open tags costs no more than any other.
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*)([^<>]*)>|<[!?][^<>]*>")
_ALT = re.compile(r"\balt\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE)


@dataclass(frozen=True)
class HtmlPiece:
    """The words of one block; level is a heading's, 0 for none."""

    text: str
    level: int = 0


def html_pieces(source: str) -> list[HtmlPiece]:
    """Return the blocks of a fragment of HTML that have words, in order."""
    reader = _PieceReader()
    source = _without_comments(source)
    position = 0
    for tag in _TAG.finditer(source):
        reader.add_words(source[position : tag.start()])
        position = tag.end()
        if tag[2]:
            reader.add_tag(tag[2].lower(), tag[3], is_end=bool(tag[1]))
    reader.add_words(source[position:])
    reader.end_piece()
    return reader.pieces


def _without_comments(source: str) -> str:
    kept: list[str] = []
    position = 0
    while (start := source.find("<!--", position)) >= 0:
        kept.append(source[position:start])
        end = source.find("-->", start + 4)
        if end < 0:  # never closed: a slip, and the words after it are meant to be read
            kept.append(source[start:].replace("<!--", ""))
            return "".join(kept)
        position = end + 3
    return "".join([*kept, source[position:]])


class _PieceReader:
    def __init__(self) -> None:
        self.pieces: list[HtmlPiece] = []
        self._words: list[str] = []
        self._level = 0
        self._unseen = ""

    def add_words(self, text: str) -> None:
        """Take text between tags."""
        if text and not self._unseen:
            self._words.append(unescape(text).replace("\n", " "))

    def add_tag(self, name: str, attributes: str, *, is_end: bool) -> None:
        """Take a tag for what it does to the words around it."""
        if self._unseen:
            self._unseen = "" if is_end and name == self._unseen else self._unseen
        elif name in _UNSEEN:
            self._unseen = "" if is_end else name
        elif name in _BLOCKS:
            self.end_piece()
            self._level = 0 if is_end else _HEADINGS.get(name, 0)
        elif name in _CELLS and not is_end:
            self._words += [" | "] if self._words else []
        elif name == "br":
            self._words.append("\n")
        elif name == "img" and (alt := _ALT.search(attributes)):
            self._words.append(f" {unescape(alt[alt.lastindex or 0])} ")

    def end_piece(self) -> None:
        """Take what was read since the last block's border as a piece."""
        lines = "".join(self._words).split("\n")
        text = "\n".join(" ".join(line.split()) for line in lines).strip(" \n|")
        if text:
            self.pieces.append(HtmlPiece(text, self._level))
        self._words = []
