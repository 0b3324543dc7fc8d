"""What a jump looks for: the passage of a hit and the place that the index remembers for it.

Owns: reading a hit's place, which part of a passage is searched and which is shown.
Does not own: finding it (passage_match), opening and selecting (office.jump).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Dict, Final, List, Optional, Tuple

from . import passage_match

if TYPE_CHECKING:
    from ...contracts.search import Hit, Span

probes = passage_match.probes

_CELL: Final = re.compile(r"([A-Za-z]{1,3})([1-9][0-9]{0,6})$")
_CELL_SEPARATOR: Final = " | "
_MAX_SHOWN_CHARS: Final = 600
_MIN_SHOWN_CHARS: Final = 20
_TABLE: Final = "table"


@dataclass(frozen=True)
class JumpPlace:
    """The place that the index remembers; unset parts do not apply, all numbers count from 1.

    column and row count from 0, as LibreOffice does.
    """

    sheet: Optional[str] = None
    column: Optional[int] = None
    row: Optional[int] = None
    slide: Optional[int] = None
    line: Optional[int] = None

    @staticmethod
    def parse(key: str) -> JumpPlace:
        """Return the place of a location key ("sheet=Plan&cell=A6"), unknown parts left out."""
        parts: Dict[str, str] = {}
        for part in key.split("&"):
            name, _, value = part.partition("=")
            parts[name] = _unescaped(value)
        column, row = _cell(parts.get("cell", ""))
        return JumpPlace(
            sheet=parts.get("sheet"),
            column=column,
            row=row,
            # A drawing's pages are to LibreOffice what slides are.
            slide=_number(parts.get("slide") or parts.get("page", "")),
            line=_number(parts.get("line", "")),
        )


@dataclass(frozen=True)
class JumpTarget:
    """A passage to be shown: what it says, where it was, and what of it was asked for (spans)."""

    doc_url: str
    path: str
    title: str
    passage: str
    location: str
    location_text: str = ""
    heading_path: Tuple[str, ...] = ()
    para_index: int = 0
    spans: Tuple[Span, ...] = ()
    kind: str = ""

    @staticmethod
    def from_hit(hit: Hit) -> JumpTarget:
        """Return the target of a hit: its passage, or its snippet where a hit has no more."""
        passage = getattr(hit, "passage", "")
        spans = getattr(hit, "passage_spans", ()) if passage else hit.spans
        kind = getattr(hit, "kind", "")
        return JumpTarget(
            doc_url=hit.doc_url,
            path=hit.path,
            title=hit.title,
            passage=passage or hit.snippet,
            location=hit.location,
            location_text=hit.location_text,
            heading_path=hit.heading_path,
            para_index=hit.para_index,
            spans=tuple(spans),
            kind=str(getattr(kind, "value", kind) or ""),
        )

    @property
    def place(self) -> JumpPlace:
        """Return the remembered place, read from the location key."""
        return JumpPlace.parse(self.location)

    @property
    def is_row(self) -> bool:
        """Return True for a row of a table or sheet."""
        return self.kind == _TABLE if self.kind else _CELL_SEPARATOR in self.passage

    @property
    def own_start(self) -> int:
        """Return where the passage's own text begins: a row repeats its column names before it."""
        names, line_end, row = self.passage.partition("\n")
        headed = self.is_row and bool(line_end) and _CELL_SEPARATOR in names and bool(row.strip())
        return len(names) + 1 if headed else 0

    @property
    def text(self) -> str:
        """Return the text to look for: the passage without what the index put before it."""
        return self.passage[self.own_start :]

    @property
    def cells(self) -> List[str]:
        """Return the texts of a row's filled cells; the whole text of anything else."""
        return [cell.strip() for cell in self.text.split(_CELL_SEPARATOR) if cell.strip()]

    @property
    def shown(self) -> str:
        """Return the part to select: all, or of a long text the sentence that was asked for."""
        is_long = len(self.text) > _MAX_SHOWN_CHARS and bool(self.spans)
        sentence = self.asked_for if is_long else ""
        return sentence if len(sentence) >= _MIN_SHOWN_CHARS else self.text

    @property
    def asked_for(self) -> str:
        """Return the sentence, line or cell with most of what was asked for; the first without."""
        text, start = self.text, self.own_start
        best, best_chars, at = "", -1, 0
        for part in passage_match.sentences(text):
            at = text.index(part, at)
            n_chars = sum(
                max(0, min(span.end - start, at + len(part)) - max(span.start - start, at))
                for span in self.spans
            )
            if n_chars > best_chars:
                best, best_chars = part, n_chars
            at += len(part)
        return best or text


def _unescaped(value: str) -> str:
    return value.replace("%3D", "=").replace("%26", "&").replace("%25", "%")


def _number(value: str) -> Optional[int]:
    return int(value) if value.isascii() and value.isdecimal() and int(value) > 0 else None


def _cell(name: str) -> Tuple[Optional[int], Optional[int]]:
    found = _CELL.match(name)
    if found is None:
        return None, None
    column = 0
    for letter in found[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1, int(found[2]) - 1
