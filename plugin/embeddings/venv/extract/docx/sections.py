"""Which headers and footers of a Word document are shown on some page.

Owns: sections' references and what they inherit (ECMA-376-1, 17.10). Does not own: the text
in headers and footers (blocks).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ooxml.names import attribute, child, children, is_on

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ..ooxml.package import Relationships

_REFERENCES = ("w:headerReference", "w:footerReference")


class HeaderParts:
    """The header and footer parts in use, in the order of the sections, each once."""

    def __init__(self, settings: _Element | None) -> None:
        self.parts: dict[str, None] = {}
        self._even_pages_differ = is_on(child(settings, "w:evenAndOddHeaders"))
        self._current: dict[tuple[str, str], str] = {}

    def add_section(self, section: _Element, links: Relationships) -> None:
        """Take the parts that a w:sectPr shows, also those that it has from the section before."""
        for short_name in _REFERENCES:
            for reference in children(section, short_name):
                target = links.target(attribute(reference, "r:id"))
                if target is not None:
                    kind = attribute(reference, "w:type") or "default"
                    self._current[short_name, kind] = target
        shown = ["default"]
        # A first page or even pages of their own count only where they are switched on.
        if is_on(child(section, "w:titlePg")):
            shown.insert(0, "first")
        if self._even_pages_differ:
            shown.append("even")
        for short_name in _REFERENCES:
            for kind in shown:
                if (short_name, kind) in self._current:
                    self.parts.setdefault(self._current[short_name, kind])
