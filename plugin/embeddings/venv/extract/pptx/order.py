"""The slides of a presentation in the order they are shown, and the sections they begin.

Owns: the list of slides (ECMA-376-1, 19.2.1.34 sldIdLst) and of sections (MS-PPTX 2.6.1.15).
Does not own: what is on a slide (reader).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..ooxml.names import attribute, child, children, full_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from ..ooxml.package import OoxmlPackage

_CUSTOMARY_FOLDER = "ppt/slides"
# What PowerPoint calls a section that nobody named.
_UNNAMED = frozenset(
    {
        "default section",
        "untitled section",
        "standardabschnitt",
        "abschnitt ohne titel",
        "section par défaut",
        "section sans titre",
        "sección predeterminada",
        "sección sin título",
        "sezione predefinita",
        "seção padrão",
        "standaardsectie",
    }
)


@dataclass(frozen=True)
class SlideInOrder:
    """A slide's part, its number from 1, and the section that it begins ("" for none)."""

    part: str
    number: int
    section: str = ""


def slides_of(package: OoxmlPackage, main_part: str) -> Iterator[SlideInOrder]:
    """Yield the slides of a presentation as they are shown, hidden ones too.

    Where the list or its links are lost, the slides that are there, by their parts' numbers.
    """
    root = package.main_root(main_part)
    entries = children(child(root, "p:sldIdLst"), "p:sldId")
    listed = [] if root is None else list(_listed(package, main_part, root))
    yield from listed
    if listed or (root is not None and not entries):
        return
    for number, part in enumerate(package.part_names(_CUSTOMARY_FOLDER), start=1):
        yield SlideInOrder(part, number)


def _listed(package: OoxmlPackage, main_part: str, root: _Element) -> Iterator[SlideInOrder]:
    links = package.relationships(main_part)
    sections = _section_starts(root)
    for number, slide in enumerate(children(child(root, "p:sldIdLst"), "p:sldId"), start=1):
        target = links.target(attribute(slide, "r:id"))
        if target is not None:
            yield SlideInOrder(target, number, sections.get(slide.get("id") or "", ""))


def _section_starts(root: _Element) -> dict[str, str]:
    """Return the name of each section by the id of its first slide."""
    starts: dict[str, str] = {}
    for section in root.iter(*full_names("p14:section")):
        first = next(section.iter(*full_names("p14:sldId")), None)
        name = (section.get("name") or "").strip()
        if first is not None and name and name.casefold() not in _UNNAMED:
            starts[first.get("id") or ""] = name
    return starts
