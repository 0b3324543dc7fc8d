"""Quoting a passage in the active document: where it goes, as one step, and when it is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.office import jump_steps as steps

if TYPE_CHECKING:
    from pathlib import Path

    from tests.office.harness.office import Office

TARGET = {
    "doc_url": "file:///d/House%20rules.odt",
    "path": "House rules.odt",
    "title": "House rules",
    "passage": "Quiet hours begin at ten.",
    "location": "para=3",
    "location_text": "paragraph 4",
}
QUOTED = "\u201cQuiet hours begin at ten.\u201d (House rules, paragraph 4)"
APPEND = False


def new(ctx: Any, kind: str, text: str = "") -> None:
    """Open an empty document, with a text where one is given and the cursor at its end."""
    import office_probe as probe

    document = probe.new_document(ctx, kind)
    if text and kind == "swriter":
        document.getText().setString(text)
        document.getCurrentController().getViewCursor().gotoEnd(APPEND)
    elif text:
        document.getCurrentController().getSelection().setString(text)


def content(ctx: Any) -> list[str]:
    """Return what the newest document says and the name of the last undo step."""
    import office_probe as probe

    document = probe.documents(ctx)[-1]
    undo = document.getUndoManager()
    title = undo.getCurrentUndoActionTitle() if undo.isUndoPossible() else ""
    if hasattr(document, "getText"):
        style = document.getText().createEnumeration().nextElement().ParaStyleName
        return [document.getText().getString(), style, title]
    if hasattr(document, "getSheets"):
        return [document.getSheets().getByIndex(0).getCellByPosition(0, 0).getString(), "", title]
    page = document.getCurrentController().getCurrentPage()
    texts = [page.getByIndex(index).getString() for index in range(page.getCount())]
    return ["|".join(text for text in texts if text), "", title]


def undo(ctx: Any) -> None:
    """Undo the last step of the newest document."""
    import office_probe as probe

    probe.documents(ctx)[-1].getUndoManager().undo()


def test_an_empty_paragraph_becomes_a_quotation(office: Office) -> None:
    office.run(new, "swriter")
    assert office.run(steps.quote, TARGET) == ""
    text, style, title = office.run(content)
    assert text == "Quiet hours begin at ten. (House rules, paragraph 4)"
    assert (style, title) == ("Quotations", "Insert quotation")
    office.run(undo)
    assert office.run(content)[:2] == ["", "Standard"]


def test_inside_a_paragraph_it_stands_in_quotation_marks(office: Office) -> None:
    office.run(new, "swriter", "As we agreed: ")
    assert office.run(steps.quote, TARGET) == ""
    assert office.run(content) == [f"As we agreed: {QUOTED}", "Standard", "Insert quotation"]
    office.run(undo)
    assert office.run(content)[0] == "As we agreed: "


def test_an_empty_cell_takes_it_and_a_filled_one_does_not(office: Office) -> None:
    office.run(new, "scalc")
    assert office.run(steps.quote, TARGET) == ""
    filled = office.run(content)
    assert filled[0] == "Quiet hours begin at ten. (House rules, paragraph 4)"
    assert "not empty" in office.run(steps.quote, TARGET)
    assert office.run(content) == filled
    office.run(undo)
    assert office.run(content)[0] == ""


@pytest.mark.parametrize("kind", ["simpress", "sdraw"])
def test_a_slide_gets_a_text_box(office: Office, kind: str) -> None:
    office.run(new, kind)
    assert office.run(steps.quote, TARGET) == ""
    text, _, title = office.run(content)
    assert QUOTED in text
    assert title == "Insert quotation"
    office.run(undo)
    assert QUOTED not in office.run(content)[0]


def open_read_only(ctx: Any, path: str) -> None:
    """Save a document and open it read-only."""
    import office_probe as probe

    document = probe.new_document(ctx)
    probe.save_as(document, path, FilterName="writer8")
    probe.close(document)
    options = probe.properties(ReadOnly=True)
    probe.desktop(ctx).loadComponentFromURL(probe.file_url(path), "_default", 0, options)


def test_a_read_only_document_is_left_alone(office: Office, tmp_path: Path) -> None:
    office.run(open_read_only, str(tmp_path / "fixed.odt"))
    assert "read-only" in office.run(steps.quote, TARGET)
    assert office.run(content)[0] == ""
