"""ODF slides: titles as headings, one passage a slide, notes, no placeholders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plugin.contracts.corpus import FileState
from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.extract import extract_document

from .fixtures_odf import write_empty_presentation, write_flat

if TYPE_CHECKING:
    from pathlib import Path

_SLIDES = """
<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>Plan</text:p>
</draw:text-box></draw:frame><draw:frame><draw:text-box><text:list><text:list-item>
<text:p>First</text:p></text:list-item></text:list><text:p>Second</text:p></draw:text-box>
</draw:frame><draw:frame presentation:class="outline" presentation:placeholder="true">
<draw:text-box><text:p>Click to add</text:p></draw:text-box></draw:frame>
<presentation:notes><draw:page-thumbnail/><draw:frame><draw:text-box>
<text:p>Say hello.</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>
<draw:page><draw:g><draw:custom-shape><text:p>Grouped</text:p></draw:custom-shape></draw:g>
</draw:page>
"""


def test_slides_have_titles_bodies_and_notes(tmp_path: Path) -> None:
    document = extract_document(write_flat(tmp_path / "a.fodp", "presentation", _SLIDES))
    found = [(p.kind, p.location.slide, p.text, p.heading_path) for p in document.passages]
    assert found == [
        (PassageKind.HEADING, 1, "Plan", ()),
        (PassageKind.TEXT, 1, "First\nSecond", ("Plan",)),
        (PassageKind.NOTE, 1, "Say hello.", ("Plan",)),
        (PassageKind.TEXT, 2, "Grouped", ()),
    ]
    assert not document.passages[1].prose


def test_a_presentation_without_slides_is_empty_or_corrupt_never_an_error(tmp_path: Path) -> None:
    document = extract_document(write_empty_presentation(tmp_path / "a.odp"))
    assert document.state in (FileState.EMPTY, FileState.CORRUPT)
    assert document.reason
