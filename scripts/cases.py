"""Nasty files and what must be found in them: the table of cases, and how an answer is judged.

A manifest.tsv has a line a file: path, kind, must_find, must_not_find (texts split by " ¦ "),
expect (Expect), source, licence, note. Texts are compared after folding, as what is sought are
words, not the typesetting between them. Owns: reading the table, folding, judging. Does not own:
reading the files (run_cases).
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from cli import Failure

from plugin.contracts.corpus import FileState
from plugin.documents.kinds import is_document_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from plugin.documents.passages import ExtractedDocument

MAX_BOUNDED_S = 5.0
MAX_BOUNDED_MB = 512
_SEPARATOR = "¦"
_SOFT_HYPHEN = "\u00ad"
_SPACES = re.compile(r"\s+")
_READ_ONCE = re.compile(r"text-box|ruby|phonetic|header|tracked-changes-move|alternate")
_FAILURES = frozenset(FileState) - {FileState.OK, FileState.PARTIAL, FileState.EMPTY}

POLICIES = {
    "hidden-row": "Hidden sheets, rows and columns are read.",
    "hidden-column": "Hidden sheets, rows and columns are read.",
    "hidden-sheet": "Hidden sheets, rows and columns are read.",
    "hidden-slide": "Hidden slides are read.",
    "hidden-text": "Hidden text and hidden sections are not read.",
    "hidden-section": "Hidden text and hidden sections are not read.",
    "master-text": "What a slide master prompts for is not read.",
    "merged-cells": "A cell that lies under a merged one is not read: no program shows it.",
}
"""What is decided where no one answer is right, in the words of docs/what_is_read.md."""


DISPUTED = {
    "FrameInHiddenSection.fodt": "wanted is the text of the hidden section, not of the shown one",
}
"""Files whose row in the table contradicts what a reader sees, and why; told, but no failure."""


class Expect(str, Enum):
    """What an answer must be; bounded allows any that comes in time and within memory."""

    OK = "ok"
    ERROR = "error"
    ENCRYPTED = "encrypted"
    BOUNDED = "bounded"
    EMPTY = "empty"
    POLICY = "policy"
    SKIP = "skip"


@dataclass(frozen=True)
class Case:
    """One file of the table, path relative to it, and what is wanted of it."""

    path: str
    kind: str
    must_find: tuple[str, ...]
    must_not_find: tuple[str, ...]
    expect: Expect

    @property
    def dispute(self) -> str:
        """Return why the row itself is held to be wrong, "" where it is not."""
        return DISPUTED.get(self.path.rpartition("/")[2], "")


@dataclass(frozen=True)
class Cost:
    """What reading a file took; peak_mb is 0 where the process was gone before it was asked."""

    seconds: float
    peak_mb: float


def read_cases(manifest: Path) -> list[Case]:
    """Return the cases of a table; raises Failure where it is none."""
    with manifest.open(encoding="utf-8", newline="") as stream:
        rows = csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        try:
            return [_case(row) for row in rows]
        except (KeyError, ValueError, AttributeError) as error:
            raise Failure(f"{manifest} is no table of cases: {error}.") from error


def _case(row: dict[str, str]) -> Case:
    return Case(
        path=row["path"],
        kind=row["kind"],
        must_find=_texts(row["must_find"]),
        must_not_find=_texts(row["must_not_find"]),
        expect=Expect(row["expect"]),
    )


def _texts(cell: str) -> tuple[str, ...]:
    return tuple(text.strip() for text in cell.split(_SEPARATOR) if text.strip())


def folded(text: str) -> str:
    """Return the text as it is compared: one space for white space of any kind, no soft hyphens."""
    return _SPACES.sub(" ", text.replace(_SOFT_HYPHEN, "")).strip()


def judge(case: Case, document: ExtractedDocument, cost: Cost) -> list[str]:
    """Return what is wrong with an answer, a sentence each; none when it is right."""
    if case.expect is Expect.SKIP:
        name = case.path.rpartition("/")[2]
        return ["it is listed as a document"] if is_document_name(name) else []
    wrong = list(_wrong_state(case, document))
    if case.expect is Expect.BOUNDED:
        return wrong + list(_beyond_bounds(cost))
    if case.expect is Expect.POLICY and case.kind not in POLICIES:
        wrong.append(f"nothing is decided for the kind {case.kind}")
    return wrong + list(_wrong_text(case, document))


def _wrong_state(case: Case, document: ExtractedDocument) -> Iterator[str]:
    expect, state = case.expect, document.state
    # A document whose text is all deleted or hidden has none.
    is_readable = state.has_text or (state is FileState.EMPTY and not case.must_find)
    if expect in (Expect.OK, Expect.POLICY) and not is_readable:
        yield f"{state.value}: {document.reason}"
    elif expect is Expect.ERROR and (state not in _FAILURES or document.passages):
        yield f"{state.value} with {len(document.passages)} passages instead of a failure"
    elif expect in (Expect.ENCRYPTED, Expect.EMPTY) and state.value != expect.value:
        yield f"{state.value} instead of {expect.value}: {document.reason}"
    if state is not FileState.OK and not document.reason:
        yield f"{state.value} without a reason"


def _beyond_bounds(cost: Cost) -> Iterator[str]:
    if cost.seconds > MAX_BOUNDED_S:
        yield f"took {cost.seconds:.1f} s"
    if cost.peak_mb > MAX_BOUNDED_MB:
        yield f"took {cost.peak_mb:.0f} MB"


def _wrong_text(case: Case, document: ExtractedDocument) -> Iterator[str]:
    passages = [folded(passage.text) for passage in document.passages]
    whole = folded(" ".join((document.title, *passages)))
    for text in case.must_find:
        if folded(text) not in whole:
            yield f"not found: {text}"
        elif _READ_ONCE.search(case.kind) and _is_twice(folded(text), passages):
            yield f"found twice: {text}"
    for text in case.must_not_find:
        if folded(text) in whole:
            yield f"found, and should not be: {text}"


def _is_twice(text: str, passages: Iterable[str]) -> bool:
    return any(text in passage and n_times > 1 for passage, n_times in Counter(passages).items())
