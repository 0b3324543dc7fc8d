"""An OOXML package: parts found by relationships, never by their customary names.

Owns: relationships (ECMA-376-2), the main part, the document's title, and reading parts that a
document can do without. Does not own: the zip (package), or what the parts say (the readers).
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self
from urllib.parse import unquote

from .....contracts.corpus import FileState
from ..document import ExtractionFailure
from ..package import Package
from .names import child

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from lxml.etree import _Element

    from ..document import PassageWriter

_CUSTOMARY_MAIN_PARTS = ("word/document.xml", "xl/workbook.xml", "ppt/presentation.xml")


@dataclass(frozen=True)
class Relationship:
    """One link of a part: kind is the last word of its type ("header"), target a part's name."""

    rel_id: str
    kind: str
    target: str
    external: bool = False


class Relationships:
    """The links of one part, by id and by kind, in the order they are written in."""

    def __init__(self, links: tuple[Relationship, ...] = ()) -> None:
        self._links = links
        self._by_id = {link.rel_id: link for link in links}

    def target(self, rel_id: str | None) -> str | None:
        """Return the part that an id links to, or None for an unknown or an external one."""
        link = self._by_id.get(rel_id) if rel_id else None
        return None if link is None or link.external else link.target

    def targets(self, kind: str) -> list[str]:
        """Return the parts linked as this kind."""
        return [link.target for link in self._links if link.kind == kind and not link.external]


class OoxmlPackage:
    """An open OOXML file. Use as a context manager."""

    def __init__(self, path: Path) -> None:
        self._package = Package(path)
        self._relationships: dict[str, Relationships] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._package.__exit__(kind, error, trace)

    def main_part(self) -> str:
        """Return the name of the document's main part. Raises ExtractionFailure (corrupt)."""
        names = [*self.relationships("").targets("officeDocument"), *_CUSTOMARY_MAIN_PARTS]
        for name in names:
            if self._package.has(name):
                return name
        raise ExtractionFailure(
            FileState.CORRUPT, "The file is damaged: its package has no document inside."
        )

    def relationships(self, part: str) -> Relationships:
        """Return the links of a part ("" for the package's own); none without a readable list."""
        if part not in self._relationships:
            self._relationships[part] = self._read_relationships(part)
        return self._relationships[part]

    def read(self, part: str) -> bytes:
        """Return a part's bytes. Raises ExtractionFailure as Package.read_bytes."""
        return self._package.read_bytes(part)

    def root(self, part: str) -> _Element:
        """Return the root of a part the document cannot do without. Raises ExtractionFailure."""
        return self._package.read_xml(part)

    def optional_root(self, part: str | None) -> _Element | None:
        """Return the root of a part, or None when it is missing or damaged beyond reading.

        The damage is recorded, so that the document counts as partial. Raises
        ExtractionFailure where reading must stop (too_big, encrypted).
        """
        if part is None or not self._package.has(part):
            return None
        try:
            return self._package.read_xml(part)
        except ExtractionFailure as failure:
            if failure.state is not FileState.CORRUPT:
                raise
            self._package.damage.append(failure.message)
            return None

    def has(self, part: str) -> bool:
        """Return whether a part is there."""
        return self._package.has(part)

    def note_damage(self, sentence: str) -> None:
        """Record what could not be read, for the document's reason."""
        self._package.damage.append(sentence)

    def linked_root(self, part: str, kind: str) -> _Element | None:
        """Return the root of the first part of this kind linked from a part, or None."""
        targets = self.relationships(part).targets(kind)
        return self.optional_root(targets[0]) if targets else None

    def title(self) -> str:
        """Return the title in the document's core properties, or ""."""
        title = child(self.linked_root("", "core-properties"), "dc:title")
        return "" if title is None else str(title.text or "")

    def report_damage(self, writer: PassageWriter) -> None:
        """Mark the document partial where a part could not be read whole."""
        for sentence in self._package.damage:
            writer.mark_partial(sentence)

    def _read_relationships(self, part: str) -> Relationships:
        folder, name = posixpath.split(part)
        root = self.optional_root(posixpath.join(folder, "_rels", f"{name}.rels"))
        if root is None:
            return Relationships()
        links = (_relationship(element, folder) for element in root.iterchildren("{*}Relationship"))
        return Relationships(tuple(links))


def _relationship(element: _Element, folder: str) -> Relationship:
    target = (element.get("Target") or "").replace("\\", "/")
    return Relationship(
        rel_id=element.get("Id") or "",
        kind=(element.get("Type") or "").rpartition("/")[2],
        target=_part_name(target, folder),
        external=(element.get("TargetMode") or "").lower() == "external",
    )


def _part_name(target: str, folder: str) -> str:
    path = unquote(target.partition("#")[0])
    return posixpath.normpath(posixpath.join("/", folder, path)).lstrip("/")
