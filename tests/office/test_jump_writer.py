"""Jumping into text documents: the passage of the index is found in what LibreOffice shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.office import jump_steps as steps
from tests.office.jump_targets import target_in

if TYPE_CHECKING:
    from pathlib import Path

    from tests.office.harness.office import Office

MOVE, EXTEND = False, True  # what UNO's booleans mean
BREAK = 0

FILTERS = {
    "odt": "writer8",
    "fodt": "OpenDocument Text Flat XML",
    "docx": "MS Word 2007 XML",
    "rtf": "Rich Text Format",
}


def make_handbook(ctx: Any, path: str, filter_name: str) -> None:
    """Write a text document with everything that the text of a paragraph can hang on."""
    import office_probe as probe

    document = probe.new_document(ctx, hidden=True)
    text = document.getText()

    def paragraph(words: str, style: str = "Standard") -> Any:
        cursor = text.createTextCursorByRange(text.getEnd())
        cursor.ParaStyleName = style
        text.insertString(cursor, words, MOVE)
        text.insertControlCharacter(cursor, BREAK, MOVE)
        return cursor

    def insert(service: str, words: str, at: str) -> Any:
        descriptor = document.createSearchDescriptor()
        descriptor.setSearchString(at)
        content = document.createInstance("com.sun.star.text." + service)
        if service == "textfield.Annotation":
            content.Author, content.Content = "Ada", words
        found = document.findFirst(descriptor)
        text.insertTextContent(found.getEnd(), content, MOVE)
        if words and service != "textfield.Annotation":
            content.setString(words)
        return content

    paragraph("Heating", "Heading 1")
    paragraph("The boiler is serviced in October.")
    paragraph("Costs", "Heading 1")
    paragraph("The boiler costs 300\u00a0euros a year in main\u00adtenance.")
    paragraph("The first line of an address\nand its second line")
    paragraph("A sentence with a note in the middle of its words.")
    paragraph("A sentence that was commented on.")
    paragraph("She said \u201cnever again\u201d and left.")
    paragraph("Garden", "Heading 1")
    paragraph("The boiler is serviced in October.")
    insert("Footnote", "Meter readings are in the cellar.", "in the middle")
    insert("textfield.Annotation", "Check this with the landlord.", "was commented")
    _add_table_and_header(document)
    probe.save_as(document, path, FilterName=filter_name)
    probe.close(document)


def _add_table_and_header(document: Any) -> None:
    text = document.getText()
    table = document.createInstance("com.sun.star.text.TextTable")
    table.initialize(3, 2)
    text.insertTextContent(text.getEnd(), table, MOVE)
    rows = (("Item", "Price"), ("Radiator valve", "45"), ("Chimney sweep", "80"))
    for row, cells in enumerate(rows):
        for column, words in enumerate(cells):
            table.getCellByPosition(column, row).setString(words)
    page = document.getStyleFamilies().getByName("PageStyles").getByName("Standard")
    page.HeaderIsOn = True
    page.HeaderText.setString("Handbook of the house")


@pytest.fixture(params=sorted(FILTERS))
def handbook(office: Office, tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    path = tmp_path / f"House rules \u00fc.{request.param}"
    office.run(make_handbook, str(path), FILTERS[request.param])
    return path


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("300 euros", "The boiler costs 300\u00a0euros a year in main\u00adtenance"),
        ("first line", "The first line of an address\nand its second line"),
        ("never again", "She said \u201cnever again\u201d and left"),
        ("Meter readings", "Meter readings are in the cellar"),
        ("Handbook", "Handbook of the house"),
        ("Garden", "Garden"),
    ],
)
def test_a_passage_is_selected_as_the_index_has_it(
    office: Office, handbook: Path, words: str, expected: str
) -> None:
    outcome = office.run(steps.jump, target_in(handbook, words))
    assert outcome["place"] == "exact"
    assert outcome["selected"].replace("\r\n", "\n") == expected


def test_notes_comments_and_rows_are_found(office: Office, handbook: Path) -> None:
    noted = office.run(steps.jump, target_in(handbook, "a note in the middle"))
    assert noted["place"] == "exact"
    assert noted["selected"].startswith("A sentence with a note")
    if handbook.suffix != ".rtf":  # LibreOffice writes no comments into RTF that name no range
        comment = office.run(steps.jump, target_in(handbook, "with the landlord"))
        assert comment["place"] == "exact"
    row = office.run(steps.jump, target_in(handbook, "Radiator"))
    assert (row["place"], row["selected"]) == ("exact", "A2:B2")


def test_of_two_equal_paragraphs_the_one_under_its_heading_is_shown(
    office: Office, handbook: Path
) -> None:
    target = target_in(handbook, "serviced in October")
    for heading in ("Heating", "Garden"):
        found = office.run(steps.jump, {**target, "heading_path": [heading]})
        assert found["selected"].rstrip(".") == "The boiler is serviced in October"
        assert office.run(heading_above_selection) == heading


def heading_above_selection(ctx: Any) -> str:
    """Return the heading that the selection is under."""
    import office_probe as probe

    cursor = probe.documents(ctx)[-1].getCurrentController().getViewCursor()
    cursor = cursor.getText().createTextCursorByRange(cursor.getStart())
    while cursor.gotoPreviousParagraph(MOVE):
        if cursor.OutlineLevel:
            cursor.gotoEndOfParagraph(EXTEND)
            return str(cursor.getString())
    return ""


def replace_text(ctx: Any, path: str, old: str, new: str, *, tracked: bool = False) -> None:
    """Change a document's text and save it."""
    import office_probe as probe

    document = probe.open_document(ctx, path, hidden=True)
    document.RecordChanges = tracked
    descriptor = document.createReplaceDescriptor()
    descriptor.setSearchString(old)
    descriptor.setReplaceString(new)
    assert document.replaceAll(descriptor)
    document.store()
    probe.close(document)


def track_change(ctx: Any, path: str, old: str, new: str) -> None:
    """Change a document's text with the change recorded."""
    replace_text(ctx, path, old, new, tracked=True)


def test_a_changed_passage_is_found_by_what_is_left_of_it(office: Office, handbook: Path) -> None:
    target = target_in(handbook, "300 euros")
    office.run(replace_text, str(handbook), "The boiler costs", "Our two boilers cost")
    outcome = office.run(steps.jump, target)
    assert outcome["place"] == "moved"
    assert "euros a year" in outcome["selected"]
    assert "changed or moved" in outcome["message"]


def test_a_moved_passage_is_exact_and_a_deleted_one_offers_its_heading(
    office: Office, handbook: Path
) -> None:
    target = target_in(handbook, "never again")
    office.run(replace_text, str(handbook), "Heating", "New words\u00a0first")
    assert office.run(steps.jump, target)["place"] == "exact"
    office.run(steps.close_all)
    office.run(replace_text, str(handbook), "She said \u201cnever again\u201d and left.", "Gone.")
    outcome = office.run(steps.jump, target)
    assert (outcome["place"], outcome["selected"]) == ("gone", "")
    assert "Costs" in outcome["offer"]
    shown = office.run(steps.take_offer, target)
    assert (shown["place"], shown["selected"]) == ("nearest", "Costs")
    without = {**target, "heading_path": [], "para_index": 900}
    assert office.run(steps.take_offer, without)["place"] == "nearest"


def test_a_tracked_deletion_is_not_the_place(office: Office, tmp_path: Path) -> None:
    path = tmp_path / "changes.odt"
    office.run(make_handbook, str(path), FILTERS["odt"])
    target = target_in(path, "never again")
    office.run(track_change, str(path), "She said \u201cnever again\u201d and left.", "")
    assert office.run(steps.jump, target)["place"] == "gone"
    assert not any("never again" in text for text in _texts_of(path))


def _texts_of(path: Path) -> list[str]:
    from plugin.embeddings.venv.extract import extract_document

    return [passage.text for passage in extract_document(path).passages]


def hide_section(ctx: Any, path: str, words: str) -> None:
    """Put the paragraph with these words into a section that is hidden."""
    import office_probe as probe

    document = probe.open_document(ctx, path, hidden=True)
    descriptor = document.createSearchDescriptor()
    descriptor.setSearchString(words)
    cursor = document.getText().createTextCursorByRange(document.findFirst(descriptor))
    cursor.gotoStartOfParagraph(MOVE)
    cursor.gotoEndOfParagraph(EXTEND)
    section = document.createInstance("com.sun.star.text.TextSection")
    document.getText().insertTextContent(cursor, section, EXTEND)
    section.IsVisible = False
    document.store()
    probe.close(document)


def test_hidden_text_is_told_not_selected(office: Office, tmp_path: Path) -> None:
    path = tmp_path / "hidden.odt"
    office.run(make_handbook, str(path), FILTERS["odt"])
    target = target_in(path, "never again")
    office.run(hide_section, str(path), "never again")
    outcome = office.run(steps.jump, target)
    assert (outcome["place"], outcome["selected"]) == ("hidden", "")
    assert "hidden" in outcome["message"]
    assert "Costs" in outcome["offer"]


WRAPPED = "A paragraph whose lines were wrapped by whoever\nwrote them on a typewriter"


def test_wrapped_lines_are_selected_together(office: Office, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(f"Heading\n\n{WRAPPED}.\n\nThe end.\n", encoding="utf-8")
    outcome = office.run(steps.jump, target_in(path, "typewriter"))
    assert outcome["place"] == "exact"
    assert outcome["selected"].replace("\r\n", "\n") == WRAPPED


def test_markdown_opens_without_a_question(office: Office, tmp_path: Path) -> None:
    path = tmp_path / "read.md"
    path.write_text("# Title\n\nSome _slanted_ words and `code`.\n", encoding="utf-8")
    outcome = office.run(steps.jump, target_in(path, "slanted words"))
    assert outcome["place"] == "exact"
    assert outcome["selected"].startswith("Some ")


def test_letters_beyond_the_basic_plane_are_counted_right(office: Office, tmp_path: Path) -> None:
    path = tmp_path / "emoji.txt"
    path.write_text("\U0001f600\U0001f600 cafe\u0301 first. The second one.\n", encoding="utf-8")
    target = target_in(path, "second")
    found = office.run(steps.jump, {**target, "passage": "The second one"})
    assert found["selected"] == "The second one"
