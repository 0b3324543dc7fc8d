"""EPUB books for tests, made by code: a zip of a package document, contents and chapters."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="{opf}" media-type="application/oebps-package+xml"/>'
    "</rootfiles></container>"
)
_OPF = (
    '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">'
    "<metadata>{metadata}</metadata><manifest>{manifest}</manifest><spine>{spine}</spine></package>"
)
_NAV = (
    '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>'
    '<nav epub:type="toc"><ol>{entries}</ol></nav>'
    '<nav epub:type="landmarks"><ol><li><a href="one.xhtml">Landmark</a></li></ol></nav>'
    "</body></html>"
)
_NCX = '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>{entries}</navMap></ncx>'
_NCX_POINT = (
    '<navPoint><navLabel><text>{title}</text></navLabel><content src="{target}"/>{inner}</navPoint>'
)


@dataclass
class BookSource:
    """What a book is made of; chapters by file name, contents as (title, target), nav or ncx."""

    chapters: dict[str, str]
    metadata: str = "<dc:title>A Book</dc:title>"
    contents: list[tuple[str, str]] = field(default_factory=list)
    is_epub2: bool = False
    not_linear: tuple[str, ...] = ()
    opf: str = "OEBPS/content.opf"
    extra: dict[str, bytes] = field(default_factory=dict)


def xhtml(body: str, attributes: str = "") -> str:
    """Return a chapter with this body."""
    return (
        f'<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"'
        f' xmlns:epub="http://www.idpf.org/2007/ops" {attributes}>'
        f"<head><title>Not the title</title></head><body>{body}</body></html>"
    )


def ncx(points: str) -> str:
    """Return an NCX with these points."""
    return _NCX.format(entries=points)


def ncx_point(title: str, target: str, inner: str = "") -> str:
    """Return a point of an NCX, with those inside."""
    return _NCX_POINT.format(title=title, target=target, inner=inner)


def write_book(path: Path, source: BookSource) -> Path:
    """Write a book and return its path."""
    folder = source.opf.rpartition("/")[0]
    prefix = f"{folder}/" if folder else ""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("mimetype", "application/epub+zip")
        package.writestr("META-INF/container.xml", _CONTAINER.format(opf=source.opf))
        package.writestr(source.opf, _package_document(source))
        name, text = _contents(source)
        package.writestr(prefix + name, text)
        for chapter, body in source.chapters.items():
            package.writestr(prefix + chapter, body)
        for part, data in source.extra.items():
            package.writestr(part, data)
    return path


def _package_document(source: BookSource) -> str:
    contents = (
        '<item id="toc" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
        if source.is_epub2
        else '<item id="toc" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
    )
    items = [
        f'<item id="c{n}" href="{name}" media-type="application/xhtml+xml"/>'
        for n, name in enumerate(source.chapters)
    ]
    refs = [
        f'<itemref idref="c{n}"{_linear(name in source.not_linear)}/>'
        for n, name in enumerate(source.chapters)
    ]
    spine = ("" if source.is_epub2 else '<itemref idref="toc"/>') + "".join(refs)
    manifest = contents + "".join(items)
    return _OPF.format(metadata=source.metadata, manifest=manifest, spine=spine)


def _linear(is_aside: object) -> str:
    return ' linear="no"' if is_aside else ""


def _contents(source: BookSource) -> tuple[str, str]:
    if source.is_epub2:
        points = "".join(ncx_point(title, target) for title, target in source.contents)
        return "toc.ncx", ncx(points)
    entries = "".join(
        f'<li><a href="{target}">{title}</a></li>' for title, target in source.contents
    )
    return "nav.xhtml", _NAV.format(entries=entries)
