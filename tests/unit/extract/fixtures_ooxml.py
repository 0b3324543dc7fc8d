"""OOXML files for tests, made part by part so that every oddity is in plain sight."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
W_STRICT = 'xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"'
S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
NAMESPACES = (
    f"{W} {R}"
    ' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    ' xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
    ' xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
    ' xmlns:v="urn:schemas-microsoft-com:vml"'
)


def write_package(path: Path, parts: Mapping[str, str | bytes]) -> Path:
    """Write a zip package of these parts and return its path."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return path


def relationships(links: Mapping[str, tuple[str, str]]) -> str:
    """Return a relationships part: id -> (last word of the type, target)."""
    rows = "".join(
        f'<Relationship Id="{rel_id}" Type="{REL}/{kind}" Target="{target}"/>'
        for rel_id, (kind, target) in links.items()
    )
    namespace = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<Relationships xmlns="{namespace}">{rows}</Relationships>'


def write_docx(
    path: Path,
    body: str,
    *,
    links: Mapping[str, tuple[str, str]] | None = None,
    parts: Mapping[str, str | bytes] | None = None,
    main_part: str = "word/document.xml",
) -> Path:
    """Write a Word document with this body; links are those of its main part."""
    folder, _, name = main_part.rpartition("/")
    return write_package(
        path,
        {
            "_rels/.rels": relationships({"rId1": ("officeDocument", main_part)}),
            main_part: f"<w:document {NAMESPACES}><w:body>{body}</w:body></w:document>",
            f"{folder}/_rels/{name}.rels": relationships(links or {}),
            **(parts or {}),
        },
    )


def write_xlsx(
    path: Path,
    sheet: str,
    *,
    strings: str = "",
    styles: str = "",
    name: str = "Ducks",
    parts: Mapping[str, str | bytes] | None = None,
) -> Path:
    """Write a workbook of one sheet; strings are si elements, styles the styleSheet's content."""
    links = {
        "rId1": ("worksheet", "worksheets/sheet1.xml"),
        "rId2": ("sharedStrings", "sharedStrings.xml"),
        "rId3": ("styles", "styles.xml"),
    }
    sheets = f'<sheets><sheet name="{name}" sheetId="1" r:id="rId1"/></sheets>'
    return write_package(
        path,
        {
            "_rels/.rels": relationships({"rId1": ("officeDocument", "xl/workbook.xml")}),
            "xl/workbook.xml": f"<workbook {S} {R}>{sheets}</workbook>",
            "xl/_rels/workbook.xml.rels": relationships(links),
            "xl/sharedStrings.xml": f"<sst {S}>{strings}</sst>",
            "xl/styles.xml": f"<styleSheet {S}>{styles}</styleSheet>",
            "xl/worksheets/sheet1.xml": f"<worksheet {S} {R}>{sheet}</worksheet>",
            **(parts or {}),
        },
    )


P = "http://schemas.openxmlformats.org/presentationml/2006/main"
A = "http://schemas.openxmlformats.org/drawingml/2006/main"


def shape(paragraphs: str, *, placeholder: str = "") -> str:
    """Return a p:sp with these a:p elements, filling a placeholder of this type."""
    ph = f'<p:ph type="{placeholder}"/>' if placeholder else ""
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:nvPr>{ph}</p:nvPr></p:nvSpPr>'
        f"<p:txBody>{paragraphs}</p:txBody></p:sp>"
    )


def write_pptx(
    path: Path,
    slides: Mapping[str, str],
    *,
    order: tuple[str, ...],
    slide_links: Mapping[str, Mapping[str, tuple[str, str]]] | None = None,
    parts: Mapping[str, str | bytes] | None = None,
    replaced: Mapping[str, str] | None = None,
) -> Path:
    """Write a presentation: slides is name -> shape tree content, order the shown sequence.

    replaced holds parts that take the place of those written here.
    """
    namespaces = f'xmlns:p="{P}" xmlns:a="{A}" {R}'
    links = {f"r{name}": ("slide", f"slides/{name}.xml") for name in slides}
    ids = "".join(f'<p:sldId id="{256 + i}" r:id="r{name}"/>' for i, name in enumerate(order))
    written = {
        "_rels/.rels": relationships({"rId1": ("officeDocument", "ppt/presentation.xml")}),
        "ppt/presentation.xml": (
            f"<p:presentation {namespaces}><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>"
        ),
        "ppt/_rels/presentation.xml.rels": relationships(links),
        **(parts or {}),
    }
    for name, tree in slides.items():
        written[f"ppt/slides/{name}.xml"] = slide_xml(tree)
        own_links = (slide_links or {}).get(name, {})
        written[f"ppt/slides/_rels/{name}.xml.rels"] = relationships(own_links)
    return write_package(path, {**written, **(replaced or {})})


def slide_xml(tree: str, *, root: str = "p:sld") -> str:
    """Return a slide, notes page, layout or master with this shape tree."""
    namespaces = (
        f'xmlns:p="{P}" xmlns:a="{A}" {R}'
        ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    )
    return f"<{root} {namespaces}><p:cSld><p:spTree>{tree}</p:spTree></p:cSld></{root}>"
