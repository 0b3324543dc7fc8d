"""An evaluation from a folder's name to its figures.

Owns: the order of steps. Does not own: any of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evaluation.data import read_labelled_set
from evaluation.documents import document_folder
from evaluation.measures import measure_names
from evaluation.runs import AskedWay, ask_all, indexed
from evaluation.summary import Facts, summarize
from plugin.contracts.search import SearchMode

if TYPE_CHECKING:
    from pathlib import Path

    from evaluation.data import LabelledSet
    from evaluation.runs import ModeRun
    from evaluation.summary import Summary
    from plugin.contracts.maintain import MaintainReport
    from plugin.embeddings.client import EmbeddingsClient


@dataclass(frozen=True)
class Wanted:
    """What is to be measured: the set, the modes, the length of answers, the model.

    queries is the folder of the questions where they are not beside the documents.
    """

    data: Path
    queries: Path | None
    modes: tuple[SearchMode, ...]
    k: int
    is_deep: bool
    model_id: str


@dataclass(frozen=True)
class Evaluation:
    """A set with the answers of each mode and their figures."""

    labelled: LabelledSet
    runs: tuple[ModeRun, ...]
    summary: Summary


def evaluate(client: EmbeddingsClient, wanted: Wanted) -> Evaluation:
    """Return the evaluation of a set; raises Failure where there is nothing to measure."""
    from plugin.embeddings.venv.store.location import user_cache_dir

    labelled = read_labelled_set(wanted.data, queries_folder=wanted.queries)
    documents = document_folder(labelled, user_cache_dir())
    needs_vectors = wanted.modes != (SearchMode.LEXICAL,)
    report = indexed(client, documents, model_id=wanted.model_id, needs_vectors=needs_vectors)
    way = AskedWay(wanted.k, wanted.is_deep, wanted.model_id)
    runs = tuple(
        ask_all(client, documents, labelled.queries, mode=mode, way=way) for mode in wanted.modes
    )
    facts = _facts(labelled, report, k=wanted.k, notes=documents.notes)
    names = measure_names(wanted.k, is_deep=wanted.is_deep)
    return Evaluation(labelled, runs, summarize(facts, labelled.queries, runs, names))


def _facts(
    labelled: LabelledSet, report: MaintainReport, *, k: int, notes: tuple[str, ...]
) -> Facts:
    return Facts(
        name=labelled.name,
        n_documents=report.coverage.n_files,
        n_queries=len(labelled.queries),
        n_negatives=sum(query.is_negative for query in labelled.queries),
        n_unjudged=labelled.n_unjudged,
        k=k,
        model_id=report.model.model_id,
        index_s=report.elapsed_s,
        notes=(*notes, *_unread(report)),
    )


def _unread(report: MaintainReport) -> list[str]:
    n_unread = report.coverage.n_files - report.coverage.n_text
    return [f"{n_unread} documents have no searchable text."] if n_unread else []
