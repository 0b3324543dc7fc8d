"""Hits in files of other programs: in the system's viewer, or found like their twins."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.office import jump_steps as steps
from tests.office.jump_targets import target_in
from tests.unit.extract.fixtures_pdf import Page, Pdf, say

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.office.harness.office import Office

WAIT_S = 20.0


def set_launcher(ctx: Any, program: str) -> None:
    """Make a program the one that opens files for LibreOffice."""
    import os

    del ctx
    os.environ["DESKTOP_LAUNCH"] = program


@pytest.fixture(scope="module")
def launched(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file that gets a line for each file that LibreOffice hands over."""
    if os.name == "nt":
        pytest.skip("the system's own way there")
    folder = tmp_path_factory.mktemp("launcher")
    told, program = folder / "told", folder / "launch.sh"
    program.write_text(f'#!/bin/sh\necho "$1" >> "{told}"\n')
    program.chmod(0o755)
    office.run(set_launcher, str(program))
    return told


def test_a_pdf_goes_to_the_systems_viewer_and_the_page_is_told(
    office: Office, launched: Path, tmp_path: Path
) -> None:
    pages = [Page(say(f"The {word} is repaired.", 50, 700)) for word in ("roof", "gate")]
    path = Pdf(pages).save(tmp_path / "Plan #1.pdf")
    before = office.run(steps.n_documents)
    outcome = office.run(steps.jump, target_in(path, "gate"))
    assert outcome["place"] == "viewer"
    assert "page 2" in outcome["message"]
    assert office.run(steps.n_documents) == before
    end_s = time.monotonic() + WAIT_S
    while not launched.exists() and time.monotonic() < end_s:
        time.sleep(0.05)
    assert launched.read_text().strip() == path.as_uri()


def test_a_pdf_that_is_gone_is_told_so(office: Office, tmp_path: Path) -> None:
    path = Pdf([Page(say("Text.", 50, 700))]).save(tmp_path / "a.pdf")
    target = target_in(path, "Text.")
    path.unlink()
    outcome = office.run(steps.jump, target)
    assert outcome["message"] == "The file \u201ca.pdf\u201d is no longer there."


def test_a_web_page_is_found_like_a_text(office: Office, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(
        "<html><head><title>Notice</title></head><body><h1>Repairs</h1><p>The roof is first.</p>"
        "<p>Then the <b>gate</b> is repaired.</p></body></html>"
    )
    outcome = office.run(steps.jump, target_in(path, "Then the gate"))
    assert (outcome["place"], outcome["selected"]) == ("exact", "Then the gate is repaired")


def make_old_text(ctx: Any, path: str) -> None:
    """Write a letter as an old Word file."""
    import office_probe as probe

    document = probe.new_document(ctx, hidden=True)
    document.getText().setString("Dear neighbours.\nThe roof is being repaired.")
    probe.save_as(document, path, FilterName="MS Word 97")
    probe.close(document)


def make_old_sheet(ctx: Any, path: str) -> None:
    """Write a sheet as an old Excel file."""
    import office_probe as probe

    document = probe.new_document(ctx, kind="scalc", hidden=True)
    document.getSheets().getByIndex(0).getCellByPosition(1, 6).setString("repair of the roof")
    probe.save_as(document, path, FilterName="MS Excel 97")
    probe.close(document)


@pytest.mark.parametrize(
    ("made", "fields", "selected"),
    [
        (
            ("letter.doc", make_old_text),
            {"passage": "The roof is being repaired.", "location": "para=1", "kind": "text"},
            "The roof is being repaired",
        ),
        (
            ("costs.xls", make_old_sheet),
            {"passage": "repair of the roof", "location": "sheet=Sheet1&cell=B7", "kind": "table"},
            "Sheet1.B7",
        ),
    ],
)
def test_old_formats_are_jumped_into_like_their_successors(
    office: Office,
    tmp_path: Path,
    made: tuple[str, Callable[[Any, str], None]],
    fields: dict[str, Any],
    selected: str,
) -> None:
    name, make = made
    path = tmp_path / name
    office.run(make, str(path))
    target = {"doc_url": path.as_uri(), "path": name, "title": path.stem, **fields}
    outcome = office.run(steps.jump, target)
    assert (outcome["place"], outcome["selected"]) == ("exact", selected)
