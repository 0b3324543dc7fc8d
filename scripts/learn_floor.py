#!/usr/bin/env python3
"""Learn from what evidence on a model's search says "nothing relevant here".

Each DIR is a labelled set, as eval_folder_search_routing takes it. A set's own questions have an
answer; the questions of the other sets, and those a set marks as negative, have none. Each
question is asked as it is and shortened to its three longest words. The real worker searches and
tells its evidence; a logistic regression is fitted to it, and the threshold is the highest that
loses no set more than 2 % of its own questions. Each set is also held out once and measured with
what the others teach. The printed row belongs in plugin/contracts/floors.py.
"""

from __future__ import annotations

import argparse
import math
import random
import re
import sys
from collections import Counter
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from cli import EXIT_OK, Failure, UsageParser, count, print_json, run_cli
from session import add_worker_options, worker_session
from worker_python import ensure_worker_python

from plugin.contracts.floors import RelevanceFloor
from plugin.contracts.search import SearchRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt
    from evaluation.data import LabelledSet
    from evaluation.documents import DocumentFolder

    from plugin.contracts.explanation import Explanation, FloorEvidence
    from plugin.embeddings.client import EmbeddingsClient

MAX_LOST_SHARE = 0.02
ALL_WORDS_SHARE = 0.9
"""Questions whose words stand together are never refused (search.floor)."""
N_SHORT_WORDS = 3
FEATURES = ("best_cosine", "word_coverage", "meaning_coverage", "known_share", "log_n_words")


@dataclass(frozen=True)
class Observation:
    """The evidence on one question in one set; source is the set whose question it is."""

    corpus: str
    source: str
    is_answered: bool
    evidence: FloorEvidence


@dataclass(frozen=True)
class Indexed:
    """A labelled set that is indexed."""

    labelled: LabelledSet
    documents: DocumentFolder


def main(argv: list[str] | None = None) -> int:
    """Return 0 after printing the coefficients and what they cost and catch."""
    options = _parser().parse_args(argv)
    ensure_worker_python(options.venv)
    with worker_session(options.venv) as client:
        sets = [_indexed(client, Path(name), options.model) for name in options.data]
        observations = [
            seen
            for here in sets
            for seen in _observe(client, here, sets, n=options.n, model_id=options.model)
        ]
    floor = learn(observations)
    rows = {"all, as learned": measure(floor, observations)}
    for name in sorted({seen.corpus for seen in observations}):
        others = [seen for seen in observations if name not in (seen.corpus, seen.source)]
        if len({seen.corpus for seen in others}) > 1:
            held_out = [seen for seen in observations if seen.corpus == name]
            rows[f"{name}, held out"] = measure(learn(others), held_out)
    _tell(floor, rows, as_json=options.json)
    return EXIT_OK


def learn(observations: Sequence[Observation]) -> RelevanceFloor:
    """Return the floor; every set counts the same, as do its two kinds of questions."""
    from sklearn.linear_model import LogisticRegression

    table = _table(observations)
    kinds = [(seen.corpus, seen.is_answered) for seen in observations]
    n_of_kind = Counter(kinds)
    middle, spread = table.mean(axis=0), table.std(axis=0) + 1e-9
    fitted = LogisticRegression(max_iter=2000).fit(
        (table - middle) / spread,
        [seen.is_answered for seen in observations],
        sample_weight=[len(kinds) / len(n_of_kind) / n_of_kind[kind] for kind in kinds],
    )
    slopes = fitted.coef_[0] / spread
    bias = float(fitted.intercept_[0] - slopes @ middle)
    values = dict(zip(FEATURES, (round(float(slope), 3) for slope in slopes), strict=True))
    open_ended = RelevanceFloor(bias=round(bias, 3), threshold=-math.inf, **values)
    return RelevanceFloor(
        bias=open_ended.bias, threshold=_threshold(open_ended, observations), **values
    )


def measure(floor: RelevanceFloor, observations: Sequence[Observation]) -> dict[str, float]:
    """Return the shares of answered questions that are lost, and of others that are caught."""
    odds = _odds(floor, observations)
    refused = {True: Counter[bool](), False: Counter[bool]()}
    for seen, value in zip(observations, odds, strict=True):
        refused[seen.is_answered][value < floor.threshold] += 1
    return {
        "n_answered": refused[True].total(),
        "lost": round(refused[True][True] / max(refused[True].total(), 1), 4),
        "n_negative": refused[False].total(),
        "caught": round(refused[False][True] / max(refused[False].total(), 1), 4),
    }


def shortened(question: str) -> str:
    """Return the three longest words of a question in its order, "" where it has no more."""
    words = re.findall(r"\w+", question)
    if len(words) <= N_SHORT_WORDS:
        return ""
    longest = sorted(range(len(words)), key=lambda place: (-len(words[place]), place))
    return " ".join(words[place] for place in sorted(longest[:N_SHORT_WORDS]))


def _threshold(floor: RelevanceFloor, observations: Sequence[Observation]) -> float:
    import numpy as np

    odds = _odds(floor, observations)
    own: dict[str, list[float]] = {}
    for seen, value in zip(observations, odds, strict=True):
        if seen.is_answered:
            own.setdefault(seen.corpus, []).append(value)
    lowest = min(float(np.quantile(values, MAX_LOST_SHARE)) for values in own.values())
    return math.floor(lowest * 1000) / 1000


def _odds(floor: RelevanceFloor, observations: Sequence[Observation]) -> list[float]:
    """Return the log-odds of each, endless where all words stand together."""
    slopes = [getattr(floor, name) for name in FEATURES]
    odds = (_table(observations) @ slopes + floor.bias).tolist()
    are_there = (seen.evidence.word_coverage >= ALL_WORDS_SHARE for seen in observations)
    return [
        math.inf if is_there else value for value, is_there in zip(odds, are_there, strict=True)
    ]


def _table(observations: Sequence[Observation]) -> npt.NDArray[np.float64]:
    """Return the evidence as a matrix, shape (n, 5)."""
    import numpy as np

    return np.array([_row(seen.evidence) for seen in observations], dtype=np.float64)


def _row(evidence: FloorEvidence) -> tuple[float, ...]:
    return (
        evidence.best_cosine,
        evidence.word_coverage,
        evidence.meaning_coverage,
        evidence.known_share,
        math.log(max(evidence.n_words, 1)),
    )


def _indexed(client: EmbeddingsClient, data: Path, model_id: str) -> Indexed:
    from evaluation.data import read_labelled_set
    from evaluation.documents import document_folder
    from evaluation.runs import indexed

    from plugin.contracts.user_cache import user_cache_dir

    labelled = read_labelled_set(data)
    documents = document_folder(labelled, user_cache_dir())
    indexed(client, documents, model_id=model_id)
    return Indexed(labelled, documents)


def _observe(
    client: EmbeddingsClient, here: Indexed, sets: Sequence[Indexed], *, n: int, model_id: str
) -> list[Observation]:
    """Return the evidence on at most n questions of a set in itself, and n of the others in it."""
    chance = random.Random(here.labelled.name)  # noqa: S311 - a sample, no secret
    seen = []
    others = [each for each in sets if not _is_same_text(each, here)]
    for each in (here, *others):
        n_wanted = n if each is here else n // max(len(others), 1)
        queries = [q for q in each.labelled.queries if each is here or not q.is_negative]
        chance.shuffle(queries)
        for query in queries[:n_wanted]:
            for text in filter(None, (query.text, shortened(query.text))):
                explanation = _explanation(client, here.documents, text, model_id)
                if explanation.floor is None or not explanation.knows_language:
                    continue  # the floor is not asked about these
                is_answered = each is here and not query.is_negative
                names = (here.labelled.name, each.labelled.name)
                seen.append(Observation(*names, is_answered, explanation.floor.evidence))
    return seen


def _is_same_text(one: Indexed, other: Indexed) -> bool:
    """Return whether two sets are one in two languages: they have the same document ids."""
    ids = [set(each.documents.id_of_path.values()) for each in (one, other)]
    return ids[0] == ids[1]


def _explanation(
    client: EmbeddingsClient, documents: DocumentFolder, text: str, model_id: str
) -> Explanation:
    folder = str(documents.folder)
    request = SearchRequest(folder, text, model_id=model_id, rules=documents.rules, explain=True)
    explanation = client.search(request).explanation
    if explanation is None:
        raise Failure("The search does not explain itself.", hint="Update the worker.")
    return explanation


def _tell(floor: RelevanceFloor, rows: dict[str, dict[str, float]], *, as_json: bool) -> None:
    values = {field.name: getattr(floor, field.name) for field in fields(floor)}
    if as_json:
        print_json({"floor": values, "measured": rows})
        return
    print(f"RelevanceFloor({', '.join(f'{name}={value}' for name, value in values.items())})")
    for name, row in rows.items():
        print(f"{name}: " + ", ".join(f"{key} {value}" for key, value in row.items()))


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+", metavar="DIR", help="the folders of labelled sets")
    parser.add_argument("--n", type=count, default=150, help="questions a set (default: 150)")
    add_worker_options(parser)
    return parser


if __name__ == "__main__":
    sys.exit(run_cli(main))
