"""Long documents are written whole, and what was judged by paragraph or turn is so by section."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from evaluation.data import read_labelled_set
from evaluation.long_documents import by_section

from plugin.contracts.errors import BadRequest
from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.extract import extract_document

if TYPE_CHECKING:
    from pathlib import Path

PAPER: dict[str, object] = {
    "_id": "1909.1",
    "sections": [
        {"heading": "Abstract", "paragraphs": ["Of seeds."]},
        {"heading": "Methods", "paragraphs": ["We sow.", "We wait."]},
    ],
}
MEETING: dict[str, object] = {
    "_id": "Bed002",
    "sections": [
        {"start": 1, "end": 2, "heading": "Opening"},
        {"start": 3, "end": 9, "heading": "Budget"},
    ],
    "turns": [["A", "Well."], ["B", "Hello."], ["A", "Hi."], ["B", "Money."], ["A", "None."]],
}


@pytest.fixture
def long_set(tmp_path: Path) -> Path:
    folder = tmp_path / "long"
    folder.mkdir()
    parts = ["1909.1#00.00", "1909.1#01.00", "1909.1#01.01", "Bed002#0000", "Bed002#0004"]
    rows: dict[str, list[dict[str, object]]] = {
        "corpus.jsonl": [{"_id": part, "title": "", "text": "t"} for part in parts],
        "docs.jsonl": [PAPER, MEETING],
        "queries.jsonl": [
            {"_id": "q1", "text": "what is sown", "doc": "1909.1"},
            {"_id": "q2", "text": "is there money", "doc": "Bed002"},
        ],
    }
    for name, objects in rows.items():
        lines = "".join(json.dumps(row) + "\n" for row in objects)
        (folder / name).write_text(lines, encoding="utf-8")
    qrels = "q1\t1909.1#01.01\t1\nq1\t1909.1#01.00\t2\nq2\tBed002#0004\t1\nq2\tBed002#0000\t1\n"
    (folder / "qrels.tsv").write_text(qrels, encoding="utf-8")
    return folder


def test_grades_go_to_the_section_that_holds_what_was_judged(
    long_set: Path, tmp_path: Path
) -> None:
    labelled, documents = by_section(read_labelled_set(long_set), tmp_path / "cache")
    assert [dict(query.grades) for query in labelled.queries] == [
        {"1909.1#1": 2},
        {"Bed002#1": 1, "Bed002#0": 1},
    ]
    assert documents.id_of("1909.1.odt") == "1909.1"
    assert documents.id_of("Bed002.odt") == "Bed002"


def test_documents_are_written_with_their_headings(long_set: Path, tmp_path: Path) -> None:
    _, documents = by_section(read_labelled_set(long_set), tmp_path / "cache")
    extraction = extract_document(documents.folder / "Bed002.odt")
    headings = [p.text for p in extraction.passages if p.kind is PassageKind.HEADING]
    assert headings == ["Opening", "Budget"]
    texts = [(p.heading_path, p.text) for p in extraction.passages if p.kind is PassageKind.TEXT]
    assert texts == [
        (("Opening",), "A: Well."),
        (("Opening",), "B: Hello."),
        (("Opening",), "A: Hi."),
        (("Budget",), "B: Money."),
        (("Budget",), "A: None."),
    ]


def test_documents_are_written_once_and_anew_where_they_changed(
    long_set: Path, tmp_path: Path
) -> None:
    labelled = read_labelled_set(long_set)
    _, documents = by_section(labelled, tmp_path / "cache")
    file = documents.folder / "1909.1.odt"
    first = file.stat().st_mtime_ns
    by_section(labelled, tmp_path / "cache")
    assert file.stat().st_mtime_ns == first
    with (long_set / "docs.jsonl").open("a", encoding="utf-8") as stream:
        stream.write(json.dumps({**PAPER, "_id": "1909.2"}) + "\n")
    by_section(labelled, tmp_path / "cache")
    assert sorted(path.name for path in documents.folder.glob("*.odt")) == [
        "1909.1.odt",
        "1909.2.odt",
        "Bed002.odt",
    ]


def test_a_set_without_whole_documents_is_told(long_set: Path, tmp_path: Path) -> None:
    (long_set / "docs.jsonl").unlink()
    with pytest.raises(BadRequest, match=r"There is no docs\.jsonl"):
        by_section(read_labelled_set(long_set), tmp_path)
