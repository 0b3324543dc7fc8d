"""The notes and comments of a Word document, by id.

Owns: finding footnotes, endnotes and comments in their parts (ECMA-376-1, 17.11, 17.13.4).
Does not own: where they are referred to, or their text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..ooxml.names import attribute, children

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ..ooxml.package import OoxmlPackage

_ELEMENTS = {"footnotes": "w:footnote", "endnotes": "w:endnote", "comments": "w:comment"}
# The lines between text and notes are written as notes too.
_SEPARATORS = {"separator", "continuationSeparator", "continuationNotice"}


@dataclass(frozen=True)
class Note:
    """One note or comment: its content, the part it is in, and a comment's author."""

    element: _Element
    part: str
    author: str = ""


class NoteTable:
    """The notes of one kind, each given out once. kind is its relationship's."""

    def __init__(self, package: OoxmlPackage, main_part: str, kind: str) -> None:
        self._notes: dict[str, Note] = {}
        for part in package.relationships(main_part).targets(kind):
            for element in children(package.part_root(part), _ELEMENTS[kind]):
                if attribute(element, "w:type") not in _SEPARATORS:
                    note = Note(element, part, attribute(element, "w:author") or "")
                    self._notes.setdefault(attribute(element, "w:id") or "", note)

    def take(self, note_id: str) -> Note | None:
        """Return the note of that id the first time it is asked for, then None."""
        return self._notes.pop(note_id, None)

    def take_rest(self) -> list[Note]:
        """Return the notes that nothing referred to."""
        rest = list(self._notes.values())
        self._notes.clear()
        return rest
