"""OpenDocument files for tests: whole ones by odfpy, odd ones as flat XML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odf import dc, meta, style, table, text
from odf.opendocument import OpenDocumentPresentation, OpenDocumentSpreadsheet, OpenDocumentText

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_NAMESPACES = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in {
        "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
        "style": "urn:oasis:names:tc:opendocument:xmlns:style:1.0",
        "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
        "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
        "draw": "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0",
        "fo": "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0",
        "svg": "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0",
        "presentation": "urn:oasis:names:tc:opendocument:xmlns:presentation:1.0",
        "dc": "http://purl.org/dc/elements/1.1/",
        "meta": "urn:oasis:names:tc:opendocument:xmlns:meta:1.0",
        "xlink": "http://www.w3.org/1999/xlink",
        "math": "http://www.w3.org/1998/Math/MathML",
    }.items()
)
_BODIES = {
    "text": "text",
    "spreadsheet": "spreadsheet",
    "presentation": "presentation",
    "graphics": "drawing",
}


def write_flat(path: Path, kind: str, body: str, before: str = "") -> Path:
    """Write a flat ODF file: text, spreadsheet, presentation or graphics; return its path."""
    mime = f"application/vnd.oasis.opendocument.{kind}"
    path.write_text(
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {_NAMESPACES} '
        f'office:mimetype="{mime}" office:version="1.3">{before}'
        f"<office:body><office:{_BODIES[kind]}>{body}</office:{_BODIES[kind]}></office:body>"
        "</office:document>",
        encoding="utf-8",
    )
    return path


def write_report(path: Path) -> Path:
    """Write an .odt with title, headings, a list, a note, a table with header and two languages."""
    document = OpenDocumentText()
    document.meta.addElement(dc.Title(text="Annual report"))
    document.meta.addElement(meta.Keyword(text="budget"))
    german = style.Style(name="German", family="text")
    german.addElement(style.TextProperties(language="de", country="DE"))
    document.automaticstyles.addElement(german)
    default = style.DefaultStyle(family="paragraph")
    default.addElement(style.TextProperties(language="en", country="GB"))
    document.styles.addElement(default)
    body = document.text
    body.addElement(text.H(outlinelevel=1, text="Results"))
    paragraph = text.P(text="Sales rose")
    note = text.Note(noteclass="footnote", id="n1")
    note.addElement(text.NoteCitation(text="1"))
    note_body = text.NoteBody()
    note_body.addElement(text.P(text="By four percent."))
    note.addElement(note_body)
    paragraph.addElement(note)
    paragraph.addText(" again, as the ")
    paragraph.addElement(text.Span(stylename=german, text="Umsatzsteuer"))
    paragraph.addText(" shows.")
    body.addElement(paragraph)
    body.addElement(text.H(outlinelevel=2, text="By country"))
    body.addElement(_listed("Norway", "Peru"))
    body.addElement(_table((("Country", "Sum"), ("Norway", "12"), ("Peru", "7"))))
    document.save(str(path))
    return path


def write_sheet(path: Path, rows: Sequence[Sequence[str]], name: str = "Budget") -> Path:
    """Write an .ods with one sheet of these rows, empty strings as empty cells."""
    document = OpenDocumentSpreadsheet()
    sheet = table.Table(name=name)
    for row in rows:
        sheet.addElement(_row(row))
    document.spreadsheet.addElement(sheet)
    document.save(str(path))
    return path


def write_empty_presentation(path: Path) -> Path:
    """Write an .odp without a slide."""
    document = OpenDocumentPresentation()
    document.save(str(path))
    return path


def _listed(*items: str) -> text.List:
    whole = text.List()
    for item in items:
        entry = text.ListItem()
        entry.addElement(text.P(text=item))
        whole.addElement(entry)
    return whole


def _row(cells: Sequence[str]) -> table.TableRow:
    row = table.TableRow()
    for content in cells:
        cell = table.TableCell()
        if content:
            cell.addElement(text.P(text=content))
        row.addElement(cell)
    return row


def _table(rows: Sequence[Sequence[str]]) -> table.Table:
    whole = table.Table(name="Sums")
    header = table.TableHeaderRows()
    header.addElement(_row(rows[0]))
    whole.addElement(header)
    for row in rows[1:]:
        whole.addElement(_row(row))
    return whole
