"""Plug-ins that tell of sections in real passes, and what happens where one fails or is gone."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import BadRequest
from plugin.embeddings.venv.ingest import section_facts
from tests.maintain_support import Folder

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    made = Folder(tmp_path / "documents")
    made.write("fruit.md", "Thanks.\n\n# Fruit\n\nApples in straw.\n\n## Pears\n\nPears ripen.\n")
    made.write("note.txt", "A single note about plums, alone in its file.")
    return made


@dataclass
class Shouting:
    name: str = "shout"

    def extract(self, text: str, heading_path: tuple[str, ...], _language: str | None) -> str:
        if "plums" in text:
            raise ValueError("no plums")
        return " > ".join(heading_path).upper()


@dataclass(frozen=True)
class Entry:
    name: str
    made: type

    def load(self) -> type:
        return self.made


@pytest.fixture
def plug_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [Entry("shout", Shouting), Entry("odd", dict)]
    monkeypatch.setattr(section_facts, "entry_points", lambda *, group: entries)  # noqa: ARG005


@pytest.mark.usefixtures("plug_ins")
def test_a_plug_in_tells_its_part_and_one_that_fails_stops_nothing(
    folder: Folder, caplog: pytest.LogCaptureFixture
) -> None:
    folder.maintain()
    folder.maintain(section_extractors=("shout",))
    told = folder.rows("SELECT meta FROM sections ORDER BY meta = '{}' DESC, length(meta)")
    assert [json.loads(str(row[0])) for row in told] == [
        {},
        {},
        {"shout": "FRUIT"},
        {"shout": "FRUIT > PEARS"},
    ]
    assert "The section extractor shout failed" in caplog.text
    folder.write("new.md", "# Later\n\nText.")
    folder.maintain()  # the name is kept
    assert folder.rows("SELECT count(*) FROM sections WHERE meta LIKE '%LATER%'") == [(1,)]


@pytest.mark.usefixtures("plug_ins")
@pytest.mark.parametrize(
    ("name", "message"), [("missing", "no section extractor 'missing'"), ("odd", "without extract")]
)
def test_an_unknown_or_odd_plug_in_is_refused(folder: Folder, name: str, message: str) -> None:
    with pytest.raises(BadRequest, match=message):
        folder.maintain(section_extractors=(name,))


def test_a_kept_plug_in_that_went_away_is_noted(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(
            section_facts,
            "entry_points",
            lambda *, group: [Entry("shout", Shouting)],  # noqa: ARG005
        )
        folder.maintain(section_extractors=("shout",))
    folder.write("new.md", "# Later\n\nText.")
    report = folder.maintain()
    assert any("'shout'" in note for note in report.notes)
    assert report.n_added == 1
