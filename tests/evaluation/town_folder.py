"""The town hall's documents written as real files, with their questions, for an evaluation."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from make_samples import (
    write_csv,
    write_docx,
    write_ods,
    write_odt,
    write_pptx,
    write_rtf,
    write_xlsx,
)

from tests.evaluation.town_documents import DOCUMENTS
from tests.evaluation.town_questions import QUESTIONS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def write_town(folder: Path) -> None:
    """Write the documents and, beside them, their questions as a set for the evaluation."""
    files = folder / "files"
    files.mkdir(parents=True)
    for name, paragraphs in DOCUMENTS.items():
        _WRITERS[name.rpartition(".")[2]](files / name, paragraphs)
    queries = [
        {"_id": f"q{number}", "text": text, "kind": kind}
        for number, (kind, text, _) in enumerate(QUESTIONS)
    ]
    lines = "".join(json.dumps(query) + "\n" for query in queries)
    (folder / "queries.jsonl").write_text(lines, encoding="utf-8")
    qrels = (f"q{number}\t{name}\t1\n" for number, (_, _, name) in enumerate(QUESTIONS) if name)
    (folder / "qrels.tsv").write_text("".join(qrels), encoding="utf-8")


def _blocks(paragraphs: tuple[str, ...]) -> list[tuple[int, str]]:
    return [(1, paragraphs[0]), *((0, text) for text in paragraphs[1:])]


def _rows(paragraphs: tuple[str, ...]) -> list[list[object]]:
    return [[_value(cell) for cell in row.split(" | ")] for row in paragraphs]


def _value(cell: str) -> str | int:
    return int(cell) if cell.isdecimal() else cell


def _odt(path: Path, paragraphs: tuple[str, ...]) -> None:
    # Written as office programs do: the language of the one who writes.
    language, country = _LANGUAGES.get(path.stem, ("en", "GB"))
    write_odt(path, _blocks(paragraphs), language, country)


_LANGUAGES = {
    "Hundesteuer": ("de", "DE"),
    "Kindergartenplätze": ("de", "DE"),
    "防災計画": ("ja", "JP"),
    "垃圾分类": ("zh", "CN"),
}


def _docx(path: Path, paragraphs: tuple[str, ...]) -> None:
    is_german = path.stem in ("Friedhofsordnung", "Bauantrag Merkblatt")
    write_docx(path, _blocks(paragraphs), "de-DE" if is_german else "en-GB")


def _text(path: Path, paragraphs: tuple[str, ...]) -> None:
    path.write_text("\n\n".join(paragraphs) + "\n", encoding="utf-8")


_WRITERS: dict[str, Callable[[Path, tuple[str, ...]], None]] = {
    "odt": _odt,
    "docx": _docx,
    "ods": lambda path, paragraphs: write_ods(path, paragraphs[0], _rows(paragraphs[1:])),
    "xlsx": lambda path, paragraphs: write_xlsx(path, paragraphs[0], _rows(paragraphs[1:])),
    "csv": lambda path, paragraphs: write_csv(path, _rows(paragraphs)),
    "pptx": lambda path, paragraphs: write_pptx(path, [[*paragraphs, "No notes."]]),
    "rtf": lambda path, paragraphs: write_rtf(path, list(paragraphs)),
    "txt": _text,
    "md": _text,
}
