"""PDF files as LibreOffice writes them: what was written is what is read, with and without tags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from plugin.contracts.corpus import FileState
from plugin.embeddings.venv.extract import extract_document

if TYPE_CHECKING:
    from pathlib import Path

    from plugin.documents.passages import ExtractedDocument
    from tests.office.harness.office import Office

LONG = (
    "The heron stands in shallow water and waits for small fish to come near enough to be caught, "
    "which may take it the better part of a morning; it is a patient bird, and many a walker has "
    "passed it without noticing that the grey post by the river bank had eyes."
)
ROWS = (("Bird", "Count"), ("Heron", "12"), ("Duck", "40"))


def write_report(
    ctx: Any, path: str, texts: dict[str, Any], options: dict[str, bool | str]
) -> None:
    """Write a report as a PDF file: headings, a table, a note, a running header."""
    import office_probe as probe
    import uno

    document = probe.new_document(ctx, hidden=True)
    page_style = document.getStyleFamilies().getByName("PageStyles").getByName("Standard")
    page_style.HeaderIsOn = True
    page_style.HeaderText.setString("Report on birds")
    text = document.getText()
    cursor = text.createTextCursor()

    def add(words: str, style: str) -> None:
        cursor.setPropertyValue("ParaStyleName", style)
        text.insertString(cursor, words, False)

    def end_paragraph() -> None:
        text.insertControlCharacter(cursor, 0, False)

    for words, style in (
        ("Birds", "Heading 1"),
        (texts["long"], "Text body"),
        ("Waders", "Heading 2"),
    ):
        add(words, style)
        end_paragraph()
    add("Seen in May.", "Text body")
    note = document.createInstance("com.sun.star.text.Footnote")
    text.insertTextContent(cursor, note, False)
    note.setString("By the river.")
    end_paragraph()
    table = document.createInstance("com.sun.star.text.TextTable")
    table.initialize(len(texts["rows"]), 2)
    text.insertTextContent(cursor, table, False)
    for row, cells in enumerate(texts["rows"]):
        for column, words in enumerate(cells):
            table.getCellByPosition(column, row).setString(words)
    data = uno.Any("[]com.sun.star.beans.PropertyValue", probe.properties(**options))
    options_of_store = probe.properties(FilterName="writer_pdf_Export", FilterData=data)
    document.storeToURL(uno.systemPathToFileUrl(path), options_of_store)
    probe.close(document)


def exported(office: Office, path: Path, **options: bool | str) -> ExtractedDocument:
    """Return what is read of the report, written with these options of the export."""
    office.run(write_report, str(path), {"long": LONG, "rows": ROWS}, options)
    return extract_document(path)


def headings(document: ExtractedDocument) -> list[tuple[str, int]]:
    return [(each.text, each.heading_level) for each in document.passages if each.heading_level]


def test_a_tagged_file_says_all_that_was_written(office: Office, tmp_path: Path) -> None:
    document = exported(office, tmp_path / "a.pdf", UseTaggedPDF=True)
    found = [(each.kind.value, each.text.rpartition("\n")[2]) for each in document.passages]
    assert headings(document) == [("Birds", 1), ("Waders", 2)]
    assert ("text", LONG) in found
    assert ("header", "Report on birds") in found
    assert ("text", "Seen in May.") in found
    assert ("note", "By the river.") in found
    assert [text for kind, text in found if kind == "table"] == [
        "Bird | Count",
        "Heron | 12",
        "Duck | 40",
    ]
    assert {each.location.page for each in document.passages} == {1}


def test_bookmarks_and_looks_name_the_headings_without_tags(office: Office, tmp_path: Path) -> None:
    marked = exported(office, tmp_path / "a.pdf", UseTaggedPDF=False, ExportBookmarks=True)
    bare = exported(office, tmp_path / "b.pdf", UseTaggedPDF=False, ExportBookmarks=False)
    for document in (marked, bare):
        assert headings(document)[:2] == [("Birds", 1), ("Waders", 2)]
        assert LONG in [each.text for each in document.passages]


@pytest.mark.parametrize("kind", ["EncryptFile", "RestrictPermissions"])
def test_only_a_password_to_open_keeps_from_reading(
    office: Office, tmp_path: Path, kind: str
) -> None:
    word = "sesame"
    passwords = {"EncryptFile": "DocumentOpenPassword", "RestrictPermissions": "PermissionPassword"}
    options: dict[str, bool | str] = {kind: True, passwords[kind]: word}
    document = exported(office, tmp_path / "a.pdf", **options)
    is_closed = document.state is FileState.ENCRYPTED
    assert is_closed == (kind == "EncryptFile")
    assert is_closed or LONG in [each.text for each in document.passages]
