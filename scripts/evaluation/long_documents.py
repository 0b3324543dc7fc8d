"""Long documents with sections: written whole, with headings, and judged section by section.

A set may have docs.jsonl beside its corpus.jsonl: whole documents whose sections hold the
paragraphs ("sections": heading, paragraphs) or span the turns of a talk ("sections": heading,
start; "turns": speaker, text) that corpus.jsonl has one by one. Owns: reading that form, which
section a judged paragraph or turn stands in, the files. Does not own: other forms (documents).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from evaluation.data import normal, read_rows
from evaluation.documents import DocumentFolder, readable_name, set_folder, write_blocks
from plugin.contracts.corpus import FolderRules
from plugin.contracts.errors import BadRequest

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from evaluation.data import LabelledQuery, LabelledSet

DOCUMENTS_NAME = "docs.jsonl"
_PART = re.compile(r"(?P<document>.+)#(?P<number>\d+)(?:\.\d+)?")


@dataclass(frozen=True)
class LongDocument:
    """A document's sections, each a heading and its paragraphs, and where each begins.

    starts are the numbers of the first turns; () where ids count sections.
    """

    document_id: str
    sections: tuple[tuple[str, tuple[str, ...]], ...]
    starts: tuple[int, ...] = ()

    def section_of(self, number: int) -> int:
        """Return the index of the section that a paragraph's section or a turn's number is in."""
        return max(0, bisect_right(self.starts, number) - 1) if self.starts else number


def section_id(document_id: str, index: int) -> str:
    """Return the id of a document's section."""
    return f"{document_id}#{index}"


def by_section(labelled: LabelledSet, cache: Path) -> tuple[LabelledSet, DocumentFolder]:
    """Return the set judged section by section, and the folder with its documents as files.

    Raises BadRequest where the set has no whole documents, or their ids are not those of the qrels.
    """
    path = labelled.folder / DOCUMENTS_NAME
    if not path.is_file():
        raise BadRequest(
            f"There is no {DOCUMENTS_NAME} in {labelled.folder}.",
            hint="Only a set with whole documents can be judged by section.",
        )
    found = (_document(row) for row in read_rows(path))
    documents = {document.document_id: document for document in found}
    queries = tuple(_judged_by_section(query, documents) for query in labelled.queries)
    folder = set_folder(path, cache, lambda folder: _write(documents, folder))
    ids = {f"{readable_name(name)}.odt": name for name in documents}
    return replace(labelled, queries=queries), DocumentFolder(folder, FolderRules(), ids)


def _document(row: Mapping[str, object]) -> LongDocument:
    sections, turns = row.get("sections"), row.get("turns")
    if not isinstance(sections, list) or not isinstance(row.get("_id"), str):
        raise BadRequest(f"A document in {DOCUMENTS_NAME} has no _id or no sections.")
    document_id = normal(str(row["_id"]))
    if not isinstance(turns, list):
        parts = ((str(one["heading"]), tuple(one["paragraphs"])) for one in sections)
        return LongDocument(document_id, tuple(parts))
    starts = tuple(int(one["start"]) for one in sections)
    ends = (*starts[1:], len(turns))
    lines = [f"{speaker}: {text}" for speaker, text in turns]
    spans = zip((0, *starts[1:]), ends)  # what is said before the first belongs to it
    texts = (tuple(lines[start:end]) for start, end in spans)
    headings = (str(one["heading"]) for one in sections)
    return LongDocument(document_id, tuple(zip(headings, texts)), starts)


def _judged_by_section(
    query: LabelledQuery, documents: Mapping[str, LongDocument]
) -> LabelledQuery:
    grades: dict[str, int] = {}
    for part, grade in query.grades.items():
        place = _PART.fullmatch(part)
        document = documents.get(place["document"]) if place else None
        if place is None or document is None:
            raise BadRequest(f"{part} of the qrels is in no document of {DOCUMENTS_NAME}.")
        section = section_id(document.document_id, document.section_of(int(place["number"])))
        grades[section] = max(grade, grades.get(section, 0))
    return replace(query, grades=grades)


def _write(documents: Mapping[str, LongDocument], folder: Path) -> None:
    for document in documents.values():
        blocks = [
            block
            for heading, paragraphs in document.sections
            for block in ((1, heading), *((0, text) for text in paragraphs))
        ]
        write_blocks(folder / f"{readable_name(document.document_id)}.odt", blocks)
