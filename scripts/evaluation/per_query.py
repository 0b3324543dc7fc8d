"""What each question got, for other programs: plain values for JSON, and TREC's run files.

Owns: these two forms. Does not own: the figures over all questions (summary).
A run file has a line a found document: query, "Q0", document, rank from 1, score, tag
(https://trec.nist.gov, "results format"); documents are in the order of the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evaluation.measures import score

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from evaluation.data import LabelledQuery
    from evaluation.evaluate import Evaluation
    from evaluation.runs import Run

LEGS_HEAD = "query\tdocument\tleg\trank\tscore"


def per_query(evaluation: Evaluation) -> list[dict[str, object]]:
    """Return an object a question: its text, kind and language, and what each mode answered.

    A mode's object has ids, best first, no_match, ms, and measures, none for a negative.
    """
    measured = [_measured(run, evaluation) for run in evaluation.runs]
    return [
        {
            "id": query.query_id,
            "text": query.text,
            "kind": query.kind,
            "lang": query.lang,
            "negative": query.is_negative,
            "relevant": [name for name, grade in query.grades.items() if grade > 0],
            "modes": {
                run.name: _answer(run, query, measures.get(query.query_id, {}))
                for run, measures in zip(evaluation.runs, measured)
            },
        }
        for query in evaluation.labelled.queries
    ]


def _measured(run: Run, evaluation: Evaluation) -> dict[str, dict[str, float]]:
    scores = score(run, evaluation.labelled.queries, evaluation.summary.measure_names)
    return {
        query.query_id: {
            name: round(float(values[row]), 6) for name, values in scores.by_measure.items()
        }
        for row, query in enumerate(scores.queries)
    }


def _answer(run: Run, query: LabelledQuery, measures: dict[str, float]) -> dict[str, object]:
    answer = run.answers[query.query_id]
    return {
        "ids": list(answer.ids),
        "no_match": answer.said_no_match,
        "ms": round(answer.elapsed_ms, 1),
        "measures": measures,
    }


def write_runs(folder: Path, evaluation: Evaluation) -> None:
    """Write <set>.<mode>.run and <set>.<mode>.legs.tsv for each mode; older ones are replaced.

    They hold the longest answer that was asked for. The second file has a line a document and
    leg that found its passage, with the leg's own rank and score.
    """
    folder.mkdir(parents=True, exist_ok=True)
    name = evaluation.labelled.name.replace(" ", "_").replace(",", "")
    for run in evaluation.runs:
        stem = folder / f"{name}.{run.name}"
        _write_lines(stem.with_name(f"{stem.name}.run"), _run_lines(run))
        _write_lines(stem.with_name(f"{stem.name}.legs.tsv"), _leg_lines(run))


def _write_lines(path: Path, lines: Iterator[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _run_lines(run: Run) -> Iterator[str]:
    for query_id, answer in run.answers.items():
        for rank, found in enumerate(answer.found, start=1):
            document = found.document_id.replace(" ", "_")  # columns are parted by spaces
            yield f"{query_id} Q0 {document} {rank} {found.score:.8g} {run.name}"


def _leg_lines(run: Run) -> Iterator[str]:
    yield LEGS_HEAD
    for query_id, answer in run.answers.items():
        for found in answer.found:
            for leg in found.legs:
                place = f"{leg.leg.value}\t{leg.rank}\t{leg.score:.8g}"
                yield f"{query_id}\t{found.document_id}\t{place}"
