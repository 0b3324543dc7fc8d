"""What an EPUB book is made of: its package document, reading order, contents, keys.

Owns: paths inside the book, metadata, the order of chapters and their names, what is encrypted.
Does not own: the chapters' text (epub), the form of a table of contents (epub_contents).
Source: EPUB 3.3, 4 (container), 5 (package documents), 7 (navigation); OPF 2.0.1.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from .....contracts.corpus import FileState
from ..document import ExtractionFailure
from .epub_contents import TocEntry, TocTarget
from .page import walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as XmlElement

    from ..package import Package

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_CHAPTER_TYPES = frozenset(
    {"application/xhtml+xml", "text/html", "text/x-oeb1-document", "image/svg+xml"}
)
_CHAPTER_ENDINGS = (".xhtml", ".html", ".htm")
_CONTENTS_TYPE = "application/x-dtbncx+xml"
# Fonts are scrambled so that they cannot be copied out; a book stays readable.
_FONT_SCRAMBLING = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")


@dataclass(frozen=True)
class _Item:
    name: str
    media_type: str
    properties: str

    @property
    def is_chapter(self) -> bool:
        if "nav" in self.properties.split() or self.media_type == _CONTENTS_TYPE:
            return False
        return self.media_type in _CHAPTER_TYPES or self.name.lower().endswith(_CHAPTER_ENDINGS)


class Book:
    """The package document of an open EPUB file.

    Raises ExtractionFailure (corrupt) where there is none.
    """

    def __init__(self, package: Package) -> None:
        self._package = package
        opf_name = _package_document(package)
        self._opf = package.read_xml(opf_name)
        self._items = {
            item.get("id", ""): _Item(
                self._resolved(opf_name, item.get("href", "")),
                item.get("media-type", ""),
                item.get("properties", ""),
            )
            for item in _named(self._opf, "item")
        }

    def metadata(self, name: str) -> list[str]:
        """Return the values of a Dublin Core element ("title"), in order."""
        section = next(_named(self._opf, "metadata"), self._opf)
        values = ("".join(element.itertext()).strip() for element in _named(section, name))
        return [value for value in values if value]

    def chapters(self) -> list[str]:
        """Return the files in reading order, those outside of it (linear="no") last."""
        refs = list(_named(self._opf, "itemref"))
        ordered = [ref for ref in refs if ref.get("linear") != "no"]
        ordered += [ref for ref in refs if ref.get("linear") == "no"]
        found = [self._items.get(ref.get("idref", "")) for ref in ordered]
        chosen = [item.name for item in found if item is not None and item.is_chapter]
        # A reading order that names nothing is a slip of the maker; the files are there.
        chosen = chosen or [item.name for item in self._items.values() if item.is_chapter]
        return list(dict.fromkeys(chosen))

    def contents(self) -> dict[str, list[TocEntry]]:
        """Return the lines of the table of contents by the chapter's file."""
        entries: dict[str, list[TocEntry]] = {}
        for name in self._contents_names():
            target = TocTarget()
            try:
                walk(self._package.read_bytes(name), target)
            except ExtractionFailure:
                continue
            for entry in target.entries:
                entries.setdefault(self._resolved(name, entry.target), []).append(entry)
            if entries:
                break
        return entries

    def encrypted_names(self) -> set[str]:
        """Return the files that only a reader with a key can open."""
        if not self._package.has(_ENCRYPTION):
            return set()
        try:
            root = self._package.read_xml(_ENCRYPTION)
        except ExtractionFailure:
            return set()
        names: set[str] = set()
        for data in _named(root, "EncryptedData"):
            methods = (method.get("Algorithm", "") for method in _named(data, "EncryptionMethod"))
            if next(methods, "") not in _FONT_SCRAMBLING:
                references = _named(data, "CipherReference")
                names.update(self._resolved("", ref.get("URI", "")) for ref in references)
        return names

    def _contents_names(self) -> list[str]:
        items = list(self._items.values())
        names = [item.name for item in items if "nav" in item.properties.split()]
        names += [item.name for item in items if item.media_type == _CONTENTS_TYPE]
        return names + [name for name in self._package.names if name.lower().endswith(".ncx")]

    def _resolved(self, base: str, href: str) -> str:
        """Return the part that an address in the file base means, whatever its spelling."""
        plain = href.partition("#")[0].replace("\\", "/")
        folder = posixpath.dirname(base)
        names = [_joined(folder, spelling) for spelling in (unquote(plain), plain)]
        return next((name for name in names if self._package.has(name)), names[0])


def _joined(folder: str, href: str) -> str:
    return posixpath.normpath(posixpath.join(folder, href)).lstrip("/")


def _package_document(package: Package) -> str:
    """Return the name of the package document: the container's, else the one there is."""
    names: list[str] = []
    if package.has(_CONTAINER):
        try:
            root = package.read_xml(_CONTAINER)
        except ExtractionFailure:
            root = None
        if root is not None:
            paths = [file.get("full-path", "") for file in _named(root, "rootfile")]
            names = [spelling for path in paths for spelling in (path, unquote(path))]
    names += [name for name in package.names if name.lower().endswith(".opf")]
    for name in names:
        if name and package.has(name):
            return name
    raise ExtractionFailure(FileState.CORRUPT, "The book has no list of its chapters.")


def _named(element: XmlElement, name: str) -> Iterator[XmlElement]:
    """Yield the elements of this local name: books of all versions, and slips, differ elsewhere."""
    yield from element.iter(f"{{*}}{name}")
