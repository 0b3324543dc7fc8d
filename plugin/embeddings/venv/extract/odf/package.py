"""An ODF document's XML, from a zip package or from one flat file.

Owns: finding the parts, telling encryption, metadata and embedded objects. Does not own: the text.
Source: ODF 1.3 part 2 (packages); part 3, 3.1 (roots of documents) and 4 (metadata).
"""

from __future__ import annotations

import zipfile
from functools import cached_property
from typing import TYPE_CHECKING, Self
from urllib.parse import unquote

from .....contracts.corpus import FileState
from .....documents.passages import PassageKind
from ..document import ExtractionFailure
from ..package import Package
from ..reasons import PASSWORD_REASON
from ..xml_tree import parse_xml
from . import names as n
from .flat import read_flat

if TYPE_CHECKING:
    from pathlib import Path

    from lxml.etree import _Element as XmlElement

    from ..document import PassageWriter

_BODIES = frozenset(
    {n.BODY_TEXT, n.BODY_SPREADSHEET, n.BODY_PRESENTATION, n.BODY_DRAWING, n.BODY_CHART}
)


class OdfFile:
    """An open ODF file: its body, the roots that hold styles, its metadata and its objects.

    The content is parsed when it is first asked for, so that a reader may stream it instead.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._package: Package | None = None
        self._damage: list[str] = []
        self._styles: XmlElement | None = None
        if zipfile.is_zipfile(path):
            self._package = Package(path)
            self._refuse_encrypted(self._package)
            self._styles = self._part("styles.xml", what="styles")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._package is not None:
            self._package.close()

    @cached_property
    def content(self) -> XmlElement:
        """Return the root that holds the body. Raises ExtractionFailure where there is none."""
        root, whole = parse_xml(self.content_bytes(), name=self._content_name)
        if not whole:
            self.note_damage()
        return root

    @property
    def body(self) -> XmlElement:
        """Return the element of the text, sheets or slides. Raises ExtractionFailure without."""
        body = self.content.find(n.BODY)
        if body is None or not len(body):
            raise ExtractionFailure(FileState.CORRUPT, "The file is damaged: it has no body.")
        inner: XmlElement = next((child for child in body if child.tag in _BODIES), body[0])
        return inner

    @property
    def style_roots(self) -> list[XmlElement]:
        """Return the roots that hold styles; those of the content win over the named ones."""
        named = [] if self._styles is None else [self._styles]
        return [*named, self.content]

    @property
    def language(self) -> str | None:
        """Return the language that the metadata names."""
        return self.meta_text(n.DC_LANGUAGE) or None

    def content_bytes(self) -> bytes:
        """Return the XML that holds the body, not parsed. Raises ExtractionFailure without."""
        if self._package is None:
            return read_flat(self._path)
        return self._package.read_bytes("content.xml")

    def note_damage(self) -> None:
        """Record that the content is not whole."""
        self._damage.append("The file is damaged: its text was read as far as possible.")

    @property
    def damage(self) -> list[str]:
        """Return what could be read in part only, as sentences."""
        return self._damage + (self._package.damage if self._package else [])

    def meta_text(self, name: str) -> str:
        """Return the metadata of this full name, several values joined by ", "; "" if none."""
        if self._meta is None:
            return ""
        values = ("".join(element.itertext()).strip() for element in self._meta.iterfind(name))
        return ", ".join(value for value in values if value)

    def object_root(self, draw_object: XmlElement) -> XmlElement | None:
        """Return the XML of an embedded object (chart, formula, sheet), None if there is none."""
        # LibreOffice writes an empty paragraph into objects that are parts of the package, too.
        inner = next(draw_object.iterchildren(n.DOCUMENT, n.MATH), None)
        if inner is not None:
            return inner
        # A folder of the package, with or without a slash; some programs write it as a URL.
        href = (draw_object.get(n.HREF) or "").removeprefix("./").strip("/")
        if self._package is not None and not self._package.has(f"{href}/content.xml"):
            href = unquote(href)
        return self._part(f"{href}/content.xml") if href else None

    def describe(self, writer: PassageWriter) -> None:
        """Set the writer's title; add subject, keywords and description."""
        writer.title = self.meta_text(n.DC_TITLE)
        about = [self.meta_text(name) for name in (n.DC_SUBJECT, n.KEYWORD, n.DC_DESCRIPTION)]
        writer.add(PassageKind.FRONTMATTER, "\n".join(text for text in about if text))

    def tell_damage(self, writer: PassageWriter) -> None:
        """Mark the document as partial where a part could not be read whole; to be called last."""
        for sentence in self.damage:
            writer.mark_partial(sentence)

    @cached_property
    def _meta(self) -> XmlElement | None:
        root = self.content if self._package is None else self._part("meta.xml", what="properties")
        return None if root is None else root.find(n.META_ROOT)

    @property
    def _content_name(self) -> str:
        return self._path.name if self._package is None else "content.xml"

    def _part(self, name: str, *, what: str = "") -> XmlElement | None:
        """Return a part that the text does not depend on; damage there is no reason to give up."""
        if self._package is None or not self._package.has(name):
            return None
        try:
            return self._package.read_xml(name)
        except ExtractionFailure as failure:
            if failure.state is FileState.TOO_BIG:
                raise
            self._damage.append(f"The file is damaged: its {what or 'objects'} cannot be read.")
            return None

    @staticmethod
    def _refuse_encrypted(package: Package) -> None:
        if not package.has("META-INF/manifest.xml"):
            return
        # Bytes, not XML: a manifest that is damaged elsewhere still tells.
        manifest = package.read_bytes("META-INF/manifest.xml")
        if b"encryption-data" in manifest or package.has("encrypted-package"):
            raise ExtractionFailure(FileState.ENCRYPTED, PASSWORD_REASON)
