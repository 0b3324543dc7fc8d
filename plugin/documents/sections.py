"""Passages to sections: the runs of passages under one heading.

Owns: where a section begins and ends, and what it is called. Does not own: which passage is a
heading (extraction decides by the document's own outline). Sections lie over the passages and
change neither them nor their chunks.
"""

from dataclasses import dataclass
from typing import List, Sequence, Tuple

from .passages import Passage, PassageKind

BEFORE_FIRST_HEADING = "(before first heading)"


@dataclass(frozen=True)
class Section:
    """Passages [start, end) under one heading; heading_path ends with the section's own heading.

    Before the first heading, and in a document without any, heading_path is empty.
    """

    heading_path: Tuple[str, ...]
    start: int
    end: int

    @property
    def heading(self) -> str:
        """Return the section's own heading, "(before first heading)" where there is none."""
        return self.heading_path[-1] if self.heading_path else BEFORE_FIRST_HEADING

    @property
    def level(self) -> int:
        """Return how deep the section lies in the outline, from 1; 0 before the first heading."""
        return len(self.heading_path)


def section_path(passage: Passage) -> Tuple[str, ...]:
    """Return the headings a passage lies under; a heading lies under itself."""
    if passage.kind is PassageKind.HEADING and passage.heading_path[-1:] != (passage.text,):
        return (*passage.heading_path, passage.text)
    return passage.heading_path


def detect_sections(passages: Sequence[Passage]) -> Tuple[Section, ...]:
    """Return the sections of passages in reading order; together they hold each passage once.

    A section is the longest run of passages under the same headings, so text that goes on after
    a sub-section is a section of its own. No passages give no section.
    """
    sections: List[Section] = []
    for index, passage in enumerate(passages):
        path = section_path(passage)
        if sections and sections[-1].heading_path == path:
            sections[-1] = Section(path, sections[-1].start, index + 1)
        else:
            sections.append(Section(path, index, index + 1))
    return tuple(sections)
