"""The table of contents of an EPUB book: its lines with their targets.

Owns: reading nav.xhtml and toc.ncx. Does not own: where the targets are (epub_package).
Source: EPUB 3.3, 7.4 (nav elements); OPF 2.0.1, 2.4.1 and DAISY Z39.86, 8 (NCX).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..styled_text import one_line
from .contexts import types_of
from .names import local_name

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_TOC_ENTRIES = 20_000
_OTHER_LISTS = frozenset({"page-list", "landmarks", "loi", "lot", "loa", "lov", "doc-pagelist"})


@dataclass(frozen=True)
class TocEntry:
    """A line of the table of contents; level counts from 1, target is a relative address."""

    title: str
    level: int
    target: str


class TocTarget:
    """Takes the events of a parser over nav.xhtml or toc.ncx and collects entries."""

    def __init__(self) -> None:
        self.entries: list[TocEntry] = []
        self.n_events = 0
        self._names: list[str] = []
        self._level = 0
        self._n_left_out = 0
        self._href = ""
        self._label: list[str] | None = None
        self._labels: list[str] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Take the beginning of an element."""
        self.n_events += 1
        name = local_name(tag)
        if name == "nav" and not types_of(attributes).isdisjoint(_OTHER_LISTS):
            name = "other"
        self._names.append(name)
        if name in ("other", "pagelist", "navlist"):
            self._n_left_out += 1
        elif name in ("ol", "navpoint"):
            self._level += 1
            self._labels.append("")
        elif name in ("a", "navlabel"):
            self._label, self._href = [], attributes.get("href") or ""
        elif name == "content" and self._labels:
            self._add(self._labels[-1], attributes.get("src") or "")

    def end(self, tag: str) -> None:  # noqa: ARG002 - the parser closes what is open, in order
        """Take the end of an element."""
        name = self._names.pop() if self._names else ""
        if name in ("other", "pagelist", "navlist"):
            self._n_left_out -= 1
        elif name in ("ol", "navpoint"):
            self._level -= 1
            self._labels.pop()
        elif name in ("a", "navlabel") and self._label is not None:
            title = one_line("".join(self._label))
            self._label = None
            if name == "a":
                self._add(title, self._href)
            elif self._labels:
                self._labels[-1] = title

    def data(self, text: str) -> None:
        """Take text."""
        if self._label is not None:
            self._label.append(text)

    def comment(self, text: str) -> None:
        """Leave a comment out."""

    def pi(self, target: str, data: str | None = None) -> None:
        """Leave a processing instruction out."""

    def close(self) -> None:
        """Take the end of the document: all entries are known."""

    def _add(self, title: str, target: str) -> None:
        is_wanted = title and target and not self._n_left_out
        if is_wanted and len(self.entries) < MAX_TOC_ENTRIES:
            self.entries.append(TocEntry(title, max(1, self._level), target))
