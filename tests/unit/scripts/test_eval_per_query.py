"""What each question got is told to other programs: as JSON values and as TREC run files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from evaluation.data import LabelledQuery, LabelledSet
from evaluation.evaluate import Evaluation
from evaluation.measures import measure_names
from evaluation.per_query import per_query, write_runs
from evaluation.runs import Answer, FoundDocument, Run
from evaluation.summary import Facts, summarize
from evaluation.ways import Way

from plugin.contracts.search import Leg, LegTrace, SearchMode

QUERIES = (
    LabelledQuery("q1", "one", "keyword", "en", {"a": 2, "z": 0}, is_negative=False),
    LabelledQuery("q2", "two", "negative", "de", {}, is_negative=True),
)
FOUND = (
    FoundDocument("x", 0.9, (LegTrace(Leg.LEXICAL, 1, 12.5), LegTrace(Leg.DENSE, 3, 0.25))),
    FoundDocument("a file.odt", 0.5),
    FoundDocument("a", 0.4, (LegTrace(Leg.DENSE, 1, 0.75),)),
)


@pytest.fixture
def evaluation() -> Evaluation:
    ids = tuple(found.document_id for found in FOUND)
    answers = {
        "q1": Answer(ids, ids, said_no_match=False, elapsed_ms=10.04, found=FOUND),
        "q2": Answer((), (), said_no_match=True, elapsed_ms=5),
    }
    runs = (Run(Way("hybrid", SearchMode.HYBRID), answers),)
    facts = Facts("my set, questions of de", 3, 2, 1, 0, 10, "model", 1.0)
    names = measure_names(10, is_deep=False)
    folder = Path("my set")
    labelled = LabelledSet(folder, folder, is_beir=True, queries=QUERIES)
    return Evaluation(labelled, runs, summarize(facts, QUERIES, runs, names))


def test_each_question_has_its_answer_and_measures(evaluation: Evaluation) -> None:
    first, second = json.loads(json.dumps(per_query(evaluation)))
    assert (first["id"], first["kind"], first["relevant"]) == ("q1", "keyword", ["a"])
    answer = first["modes"]["hybrid"]
    assert answer["ids"] == ["x", "a file.odt", "a"]
    assert answer["ms"] == 10.0
    assert answer["measures"]["RR@10"] == pytest.approx(1 / 3, abs=1e-6)
    assert answer["measures"]["Success@1"] == 0
    assert second["negative"] is True
    assert second["modes"]["hybrid"] == {"ids": [], "no_match": True, "ms": 5, "measures": {}}


def test_runs_are_in_the_form_of_trec(evaluation: Evaluation, tmp_path: Path) -> None:
    write_runs(tmp_path / "new", evaluation)
    run = (tmp_path / "new" / "my_set.hybrid.run").read_text(encoding="utf-8").splitlines()
    assert run == [
        "q1 Q0 x 1 0.9 hybrid",
        "q1 Q0 a_file.odt 2 0.5 hybrid",
        "q1 Q0 a 3 0.4 hybrid",
    ]
    legs = (tmp_path / "new" / "my_set.hybrid.legs.tsv").read_text(encoding="utf-8").splitlines()
    assert legs == [
        "query\tdocument\tleg\trank\tscore",
        "q1\tx\tfts\t1\t12.5",
        "q1\tx\tvec\t3\t0.25",
        "q1\ta\tvec\t1\t0.75",
    ]
