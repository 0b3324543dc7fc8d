"""An ODF document's XML, from a zip package or from one flat file.

Owns: finding the parts, telling encryption, metadata and embedded objects. Does not own: the text.
"""

from __future__ import annotations

import re
import zipfile
from typing import TYPE_CHECKING, Self

from .....contracts.corpus import FileState
from .....documents.passages import PassageKind
from ..document import ExtractionFailure
from ..package import Package, parse_xml
from . import names as n

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from lxml.etree import _Element as XmlElement

    from ..document import PassageWriter

_MAX_FLAT_BYTES = 256 << 20
# Pictures inside flat files: taken out before parsing, they only cost memory.
_BINARY_DATA = re.compile(rb"<office:binary-data>[^<]*</office:binary-data>")


class OdfFile:
    """An open ODF file: its body, the roots that hold styles, its metadata and its objects."""

    def __init__(self, path: Path) -> None:
        self._package: Package | None = None
        self._meta: XmlElement | None = None
        self._damage: list[str] = []
        if zipfile.is_zipfile(path):
            self._package = Package(path)
            self._refuse_encrypted(self._package)
            content = self._package.read_xml("content.xml")
            self.style_roots = [
                root for root in (self._part("styles.xml"), content) if root is not None
            ]
            self._meta = self._part("meta.xml")
        else:
            content = self._read_flat(path)
            self.style_roots = [content]
            self._meta = content
        body = content.find(n.BODY)
        if body is None or not len(body):
            raise ExtractionFailure(FileState.CORRUPT, "The file is damaged: it has no body.")
        self.content = content
        self.body: XmlElement = body[0]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._package is not None:
            self._package.__exit__(kind, error, trace)

    @property
    def damage(self) -> list[str]:
        """Return what could be read in part only, as sentences."""
        return self._damage + (self._package.damage if self._package else [])

    def meta_text(self, name: str) -> str:
        """Return the metadata of this full name, several values joined by ", "; "" if none."""
        if self._meta is None:
            return ""
        office_meta = self._meta.find(n.META_ROOT)
        if office_meta is None:
            return ""
        values = ("".join(element.itertext()).strip() for element in office_meta.iterfind(name))
        return ", ".join(value for value in values if value)

    def object_root(self, draw_object: XmlElement) -> XmlElement | None:
        """Return the XML of an embedded object (chart, formula, sheet), None if there is none."""
        if len(draw_object):
            inner: XmlElement = draw_object[0]
            return inner
        href = (draw_object.get(n.HREF) or "").removeprefix("./")
        return self._part(f"{href}/content.xml") if href else None

    def describe(self, writer: PassageWriter) -> None:
        """Set the writer's title and note damage; add subject, keywords and description."""
        writer.title = self.meta_text(n.DC_TITLE)
        about = (self.meta_text(name) for name in (n.DC_SUBJECT, n.KEYWORD, n.DC_DESCRIPTION))
        writer.add(PassageKind.FRONTMATTER, "\n".join(text for text in about if text))
        for sentence in self.damage:
            writer.mark_partial(sentence)

    def _part(self, name: str) -> XmlElement | None:
        """Return a part that the text does not depend on; damage there is no reason to give up."""
        if self._package is None or not self._package.has(name):
            return None
        try:
            return self._package.read_xml(name)
        except ExtractionFailure:
            return None

    def _read_flat(self, path: Path) -> XmlElement:
        if path.stat().st_size > _MAX_FLAT_BYTES:
            raise ExtractionFailure(FileState.TOO_BIG, "The file is too big to read.")
        root, whole = parse_xml(_BINARY_DATA.sub(b"", path.read_bytes()), name=path.name)
        if not whole:
            self._damage.append("The file is damaged: it was read as far as possible.")
        return root

    @staticmethod
    def _refuse_encrypted(package: Package) -> None:
        if not package.has("META-INF/manifest.xml"):
            return
        # Bytes, not XML: a manifest that is damaged elsewhere still tells.
        manifest = package.read_bytes("META-INF/manifest.xml")
        if b"encryption-data" in manifest or package.has("encrypted-package"):
            raise ExtractionFailure(FileState.ENCRYPTED, "The file is protected by a password.")
