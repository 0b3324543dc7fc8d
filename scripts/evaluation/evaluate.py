"""An evaluation from a folder's name to its figures.

Owns: the order of steps. Does not own: any of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from evaluation.data import LabelledSet, folder_without_queries, read_labelled_set
from evaluation.documents import document_folder
from evaluation.known_items import files_of, known_items
from evaluation.long_documents import by_section
from evaluation.measures import known_item_measure_names, measure_names
from evaluation.runs import Asking, ask_all, indexed
from evaluation.summary import Facts, summarize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evaluation.documents import DocumentFolder
    from evaluation.runs import Run
    from evaluation.summary import Summary
    from evaluation.ways import Way
    from plugin.contracts.maintain import MaintainReport
    from plugin.embeddings.client import EmbeddingsClient


@dataclass(frozen=True)
class Wanted:
    """What is to be measured: the set, the ways, how questions are asked.

    queries is the folder of the questions where they are not beside the documents. With
    n_known_items the questions are words of the documents, as many of each kind. max_queries of
    the questions are asked, evenly taken; 0 asks all.
    """

    data: Path
    ways: tuple[Way, ...]
    asking: Asking
    queries: Path | None = None
    n_known_items: int = 0
    max_queries: int = 0


@dataclass(frozen=True)
class Evaluation:
    """A set with the answers of each way and their figures."""

    labelled: LabelledSet
    runs: tuple[Run, ...]
    summary: Summary
    are_known_items: bool = False


def evaluate(client: EmbeddingsClient, wanted: Wanted) -> Evaluation:
    """Return the evaluation of a set; raises Failure where there is nothing to measure."""
    from plugin.contracts.user_cache import user_cache_dir

    if wanted.n_known_items:
        labelled = folder_without_queries(wanted.data)
    else:
        labelled = _fewer(read_labelled_set(wanted.data, queries_folder=wanted.queries), wanted)
    if wanted.asking.are_sections:
        labelled, documents = by_section(labelled, user_cache_dir())
    else:
        documents = document_folder(labelled, user_cache_dir())
    labelled, runs, reports = _run(client, wanted, labelled, documents)
    facts = _facts(labelled, reports, k=wanted.asking.k, notes=documents.notes)
    names = (
        known_item_measure_names(wanted.asking.k)
        if wanted.n_known_items
        else measure_names(wanted.asking.k, is_deep=wanted.asking.is_deep)
    )
    summary = summarize(facts, labelled.queries, runs, names)
    return Evaluation(labelled, runs, summary, are_known_items=bool(wanted.n_known_items))


def _run(
    client: EmbeddingsClient, wanted: Wanted, labelled: LabelledSet, documents: DocumentFolder
) -> tuple[LabelledSet, tuple[Run, ...], list[MaintainReport]]:
    """Bring the index to each model in turn, and ask all questions in the model's ways."""
    runs, reports = [], []
    for ways in _by_model(wanted.ways):
        report = indexed(client, documents, model_id=_model_of(ways))
        reports.append(report)
        if not labelled.queries:
            labelled = _with_known_items(labelled, documents, report, wanted.n_known_items)
        runs += [
            ask_all(client, documents, labelled.queries, way=way, asking=wanted.asking)
            for way in ways
        ]
    return labelled, tuple(runs), reports


def _by_model(ways: Sequence[Way]) -> list[list[Way]]:
    """Return the ways in groups of one model, so that the index changes its model once for each.

    Keywords alone go with the group that they stand in: they have no model of their own.
    """
    found: list[list[Way]] = []
    for way in ways:
        last = _model_of(found[-1]) if found else None
        if found and (last is None or not way.needs_vectors or way.model_id == last):
            found[-1].append(way)
        else:
            found.append([way])
    return found


def _model_of(ways: Sequence[Way]) -> str | None:
    """Return the model of a group's ways, None where none of them needs one."""
    return next((way.model_id for way in ways if way.needs_vectors), None)


def _fewer(labelled: LabelledSet, wanted: Wanted) -> LabelledSet:
    n_queries = len(labelled.queries)
    if not 0 < wanted.max_queries < n_queries:
        return labelled
    numbers = [n * n_queries // wanted.max_queries for n in range(wanted.max_queries)]
    return replace(labelled, queries=tuple(labelled.queries[number] for number in numbers))


def _with_known_items(
    labelled: LabelledSet, documents: DocumentFolder, report: MaintainReport, n_items: int
) -> LabelledSet:
    from plugin.embeddings.venv.store.connection import open_corpus
    from plugin.embeddings.venv.store.lookup import texts_of_files

    with open_corpus(Path(report.corpus_path), read_only=True) as connection:
        named = ((documents.id_of(path), text) for path, text in texts_of_files(connection))
        items = known_items(files_of(named), n_items)
    return replace(labelled, queries=tuple(items))


def _facts(
    labelled: LabelledSet, reports: Sequence[MaintainReport], *, k: int, notes: tuple[str, ...]
) -> Facts:
    last = reports[-1]
    models = dict.fromkeys(report.model.model_id for report in reports)
    return Facts(
        name=labelled.name,
        n_documents=last.coverage.n_files,
        n_queries=len(labelled.queries),
        n_negatives=sum(query.is_negative for query in labelled.queries),
        n_unjudged=labelled.n_unjudged,
        k=k,
        model_id=", ".join(models),
        index_s=sum(report.elapsed_s for report in reports),
        notes=(*notes, *_unread(last)),
    )


def _unread(report: MaintainReport) -> list[str]:
    n_unread = report.coverage.n_files - report.coverage.n_text
    return [f"{n_unread} documents have no searchable text."] if n_unread else []
