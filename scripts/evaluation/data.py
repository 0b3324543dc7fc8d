"""Labelled sets: queries, and which documents answer them.

Two forms are read. BEIR: corpus.jsonl (_id, title, text), queries.jsonl (_id, text) and
qrels.tsv (query, document, grade; with or without a header). Office files: queries*.jsonl and
qrels*.tsv by file name or path beside the files, or beside a folder "files" that holds them; a
query may carry "kind" and "lang". Owns: reading and checking them. Does not own: making documents
of a corpus.jsonl (documents), searching.
"""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plugin.contracts.errors import BadRequest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

CORPUS_NAME = "corpus.jsonl"
FILES_FOLDER_NAME = "files"
QUERIES_PATTERN = "queries*.jsonl"
QRELS_PATTERN = "qrels*.tsv"
NEGATIVE_KIND = "negative"
FORMS_HINT = (
    "Name a folder with corpus.jsonl, queries.jsonl and qrels.tsv, or with office files,"
    " queries*.jsonl and qrels*.tsv."
)
_QUERY_KEYS = ("_id", "text", "kind", "lang", "doc")
_N_COLUMNS = 3
_TREC_COLUMNS = 4


@dataclass(frozen=True)
class LabelledQuery:
    """A question with the grades of the documents that were judged for it, by document id.

    A negative is a question that no document answers. kind and lang are "" where the set gives
    none; document is the one that the question is about (field "doc"), where the set says so.
    """

    query_id: str
    text: str
    kind: str
    lang: str
    grades: Mapping[str, int]
    is_negative: bool
    document: str = ""


@dataclass(frozen=True)
class LabelledSet:
    """Questions over a folder; is_beir tells that its documents are lines of a corpus.jsonl.

    n_unjudged questions of a BEIR set have no judgement and are left out: nobody knows what
    answers them. queries_folder is another one than folder where questions in one language are
    asked of documents in another.
    """

    folder: Path
    queries_folder: Path
    is_beir: bool
    queries: tuple[LabelledQuery, ...]
    n_unjudged: int = 0

    @property
    def name(self) -> str:
        """Return what the set is called: its folder's name, and whose questions are asked."""
        name = self.folder.resolve().name
        asked = self.queries_folder.resolve().name
        return name if self.queries_folder == self.folder else f"{name}, questions of {asked}"

    @property
    def corpus_path(self) -> Path:
        """Return where a BEIR set's documents are."""
        return self.folder / CORPUS_NAME

    @property
    def files_folder(self) -> Path:
        """Return the folder of a set of office files."""
        beside = self.folder / FILES_FOLDER_NAME
        return beside if beside.is_dir() else self.folder


def read_labelled_set(folder: Path, *, queries_folder: Path | None = None) -> LabelledSet:
    """Return the set in a folder, with the questions and judgements of another where given.

    Raises BadRequest with one sentence where it is none.
    """
    asked = queries_folder or folder
    for needed in (folder, asked):
        if not needed.is_dir():
            raise BadRequest(f"There is no folder {needed}.", hint=FORMS_HINT)
    rows = list(_query_rows(asked))
    qrels = _read_qrels(asked)
    is_beir = (folder / CORPUS_NAME).is_file()
    judged = []
    n_unjudged = 0
    for row in rows:
        query = _query(row, qrels.get(row["_id"], {}), is_beir=is_beir)
        if query is None:
            n_unjudged += 1
        else:
            judged.append(query)
    if all(query.is_negative for query in judged):
        raise BadRequest(
            f"No query in {asked} has a relevant document.",
            hint="Look whether the ids in qrels and queries are the same.",
        )
    return LabelledSet(folder, asked, is_beir, tuple(judged), n_unjudged)


def folder_without_queries(folder: Path) -> LabelledSet:
    """Return a folder of documents, or a set's, as a set that has no questions yet."""
    if not folder.is_dir():
        raise BadRequest(f"There is no folder {folder}.", hint="Name a folder with documents.")
    return LabelledSet(folder, folder, (folder / CORPUS_NAME).is_file(), ())


def _query(
    row: dict[str, str], grades: Mapping[str, int], *, is_beir: bool
) -> LabelledQuery | None:
    # In a folder of files every query is judged over all of them, so that one without a relevant
    # file is a negative; a BEIR set says nothing of a query that its qrels leave out.
    is_relevant = any(grade > 0 for grade in grades.values())
    is_negative = row["kind"] == NEGATIVE_KIND or (not is_beir and not is_relevant)
    if not is_relevant and not is_negative:
        return None
    return LabelledQuery(
        query_id=row["_id"],
        text=row["text"],
        kind=row["kind"],
        lang=row["lang"],
        grades=grades,
        is_negative=is_negative,
        document=row["doc"],
    )


def _query_rows(folder: Path) -> Iterator[dict[str, str]]:
    paths = sorted(folder.glob(QUERIES_PATTERN))
    if not paths:
        raise BadRequest(f"There is no {QUERIES_PATTERN} in {folder}.", hint=FORMS_HINT)
    seen: set[str] = set()
    for path in paths:
        for row in read_rows(path):
            row_text = {key: str(row.get(key) or "") for key in _QUERY_KEYS}
            if not row_text["_id"] or not row_text["text"].strip():
                raise BadRequest(
                    f"A query in {path} has no _id or no text.", hint="Give each line both."
                )
            if row_text["_id"] in seen:
                raise BadRequest(
                    f"The query {row_text['_id']} is in {folder} twice.",
                    hint="Give each query an _id of its own.",
                )
            seen.add(row_text["_id"])
            yield row_text


def read_rows(path: Path) -> Iterator[dict[str, object]]:
    """Yield the objects of a .jsonl file; raises BadRequest with the line that is none."""
    try:
        with path.open(encoding="utf-8") as stream:
            for number, line in enumerate(stream, start=1):
                if line.strip():
                    yield _row(line, f"{path}, line {number}")
    except UnicodeDecodeError as error:
        raise BadRequest(f"{path} is not UTF-8.", hint="Save it as UTF-8.") from error


def _row(line: str, place: str) -> dict[str, object]:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise BadRequest(
            f"{place} is no JSON: {error.msg}.", hint="Give one object a line."
        ) from error
    if not isinstance(row, dict):
        raise BadRequest(f"{place} is no JSON object.", hint="Give one object a line.")
    return row


def _read_qrels(folder: Path) -> dict[str, dict[str, int]]:
    grades: dict[str, dict[str, int]] = {}
    for path in _qrels_paths(folder):
        for number, line in enumerate(_lines(path), start=1):
            if not line.strip():
                continue
            cells = _cells(line)
            grade = _grade(cells[-1]) if len(cells) == _N_COLUMNS else None
            if grade is not None:
                grades.setdefault(cells[0], {})[normal(cells[1])] = grade
            elif number > 1:  # the first may be the columns' names
                raise BadRequest(
                    f"{path}, line {number} is not a query, a document and a grade.",
                    hint="Put tabs between the three.",
                )
    return grades


def _qrels_paths(folder: Path) -> list[Path]:
    """Return the files with judgements; of BEIR's own folder qrels/ the test split goes first."""
    paths = sorted(folder.glob(QRELS_PATTERN))
    if not paths:
        test = folder / "qrels" / "test.tsv"
        paths = [test] if test.is_file() else sorted((folder / "qrels").glob("*.tsv"))
    if not paths:
        raise BadRequest(f"There is no {QRELS_PATTERN} in {folder}.", hint=FORMS_HINT)
    return paths


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise BadRequest(f"{path} is not UTF-8.", hint="Save it as UTF-8.") from error


def _cells(line: str) -> list[str]:
    cells = [cell.strip() for cell in line.split("\t")]
    # TREC's own form has an unused second column.
    return [cells[0], *cells[2:]] if len(cells) == _TREC_COLUMNS else cells


def _grade(cell: str) -> int | None:
    try:
        return int(float(cell))
    except ValueError:
        return None


def normal(name: str) -> str:
    """Return a document's id or path as it is compared: one form of accents, "/" in paths."""
    return unicodedata.normalize("NFC", name).replace("\\", "/")
