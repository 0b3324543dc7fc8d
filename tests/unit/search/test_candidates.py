"""Files ranked by both legs' chunks: the keyword leg's first stays among the first, and is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.explanation import Rule
from plugin.contracts.search import Leg
from plugin.embeddings.venv.search.candidates import (
    FIRST_LEXICAL_WITHIN,
    RankedPassages,
    rank_passages,
)
from plugin.embeddings.venv.search.explaining import explained_hits
from plugin.embeddings.venv.search.legs import LegResult
from plugin.embeddings.venv.search.passages import HitRequest, make_hits
from tests.fixtures_search import CorpusFolder

if TYPE_CHECKING:
    from pathlib import Path

N_FILES = 8
N_ROWS = 400
MEANING = LegResult(Leg.DENSE, [(number, 1 - number / 10) for number in range(1, N_FILES + 1)])


@pytest.fixture
def corpus(tmp_path: Path) -> CorpusFolder:
    """Files of one chunk each, so that their ids are 1, 2, 3..."""
    made = CorpusFolder(tmp_path)
    for number in range(1, N_FILES + 1):
        made.write(f"{number}.txt", f"text number {number}")
    return made


def ranked(corpus: CorpusFolder, first_by_words: int) -> RankedPassages:
    words = LegResult(Leg.LEXICAL, [(first_by_words, 2.0)])
    weights = {Leg.LEXICAL: 0.001, Leg.DENSE: 0.999}
    with corpus.open_writer() as connection:
        return rank_passages(connection, [words, MEANING], weights, n_rows=N_ROWS)


def rules_by_place(corpus: CorpusFolder, passages: RankedPassages) -> list[tuple[Rule, ...]]:
    wanted = HitRequest(
        folder=corpus.folder, k=N_FILES, literal="", terms=(), prefix_last=False, explain=True
    )
    with corpus.open_writer() as connection:
        hits = explained_hits(make_hits(connection, passages, wanted))
    return [hit.explanation.rules for hit in hits if hit.explanation is not None]


def test_the_first_by_words_is_within_five_and_explain_says_so(corpus: CorpusFolder) -> None:
    passages = ranked(corpus, first_by_words=N_FILES)
    assert [passage.doc_id for passage in passages.passages] == [1, 2, 3, 4, 8, 5, 6, 7]
    rules: list[tuple[Rule, ...]] = [()] * N_FILES
    rules[FIRST_LEXICAL_WITHIN - 1] = (Rule.FIRST_KEYWORD_HIT,)
    assert rules_by_place(corpus, passages) == rules


def test_what_is_high_by_its_score_was_not_moved(corpus: CorpusFolder) -> None:
    passages = ranked(corpus, first_by_words=2)
    assert [passage.doc_id for passage in passages.passages] == list(range(1, N_FILES + 1))
    assert rules_by_place(corpus, passages) == [()] * N_FILES
