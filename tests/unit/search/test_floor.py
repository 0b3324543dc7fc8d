"""Nothing relevant: when an answer is refused, and what is shown whatever the evidence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from plugin.contracts import floors
from plugin.contracts.explanation import Exemption, FloorEvidence, TermUse
from plugin.contracts.floors import RELEVANCE_FLOORS, RelevanceFloor
from plugin.contracts.search import AnswerStatus, Leg, SearchMode
from plugin.embeddings.venv.search import floor
from plugin.embeddings.venv.search.floor import log_odds
from tests.fixtures_search import MODEL_ID, CorpusFolder

if TYPE_CHECKING:
    from pathlib import Path

    from plugin.contracts.explanation import Explanation
    from plugin.contracts.search import SearchResult

STRICT = RelevanceFloor(
    bias=-100.0,
    best_cosine=1.0,
    word_coverage=0.0,
    meaning_coverage=0.0,
    known_share=0.0,
    log_n_words=0.0,
    threshold=0.0,
)


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CorpusFolder:
    """A folder searched by a model whose floor refuses all that is not exempt."""
    monkeypatch.setitem(floors.RELEVANCE_FLOORS, MODEL_ID, STRICT)
    monkeypatch.setattr(floor, "MIN_CHUNKS", 3)
    made = CorpusFolder(tmp_path)
    made.write("policy.txt", "Remote work: two days a week, agreed with your manager.")
    made.write("orders/HSL-0054 order form.txt", "The laptops are of the series HSL-0054-B.")
    made.write("garden.md", "The garden needs water. Apples grow behind the house, and pears.")
    made.embed()
    return made


def explanation_of(result: SearchResult) -> Explanation:
    assert result.explanation is not None
    return result.explanation


def exemption_of(corpus: CorpusFolder, query: str) -> Exemption:
    result = corpus.search(query, explain=True)
    judged = explanation_of(result).floor
    assert judged is not None
    assert judged.is_relevant is (judged.exemption is not Exemption.NONE) is bool(result.hits)
    return judged.exemption


def test_a_refused_answer_says_so_and_keeps_the_nearest(corpus: CorpusFolder) -> None:
    result = corpus.search("the garden needs a manager for work with mushrooms")
    assert (result.status, result.hits) == (AnswerStatus.NOTHING_RELEVANT, ())
    assert [hit.path for hit in result.nearest][:1] == ["garden.md"]
    assert 1 <= len(result.nearest) <= 3
    assert result.message == (
        "Nothing relevant in 3 files. Try other words, or look at what is nearest."
    )
    assert result.legs == (Leg.LEXICAL, Leg.DENSE)


@pytest.mark.parametrize(
    ("query", "exemption"),
    [
        ("two days a week agreed manager", Exemption.ALL_WORDS),
        ("laptops", Exemption.ALL_WORDS),
        ("who ordered the HSL-0054-B and which mushrooms were eaten", Exemption.IDENTIFIER),
        ('"grow behind the house" mushrooms eaten raw today', Exemption.PHRASE),
        ("mushrooms eaten raw file:garden", Exemption.FILTER),
        ("agre", Exemption.LITERAL),
        ("gadren", Exemption.RESPELLED),
        ("the garden watre", Exemption.NONE),  # of a short word a slip is not taken for granted
        ("two days a week agreed managr", Exemption.ALL_WORDS),
        ("mushrooms eaten raw gadren", Exemption.LANGUAGE),  # one slip of four words is no find
        ("two mushrooms by the manager", Exemption.NONE),
        ("order form mushrooms", Exemption.FILE_NAME),
        ("wie ist das mit dem water und den mushrooms", Exemption.LANGUAGE),
        ("mushrooms eaten raw yesterday", Exemption.LANGUAGE),
    ],
)
def test_what_stands_in_the_folder_is_never_hidden(
    corpus: CorpusFolder, query: str, exemption: Exemption
) -> None:
    assert exemption_of(corpus, query) is exemption


def test_keyword_search_alone_has_no_floor(corpus: CorpusFolder) -> None:
    result = corpus.search("mushrooms manager", mode=SearchMode.LEXICAL, explain=True)
    assert explanation_of(result).floor is None
    assert [hit.path for hit in result.hits] == ["policy.txt"]


def test_a_small_folder_has_no_floor(corpus: CorpusFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floor, "MIN_CHUNKS", 200)
    assert exemption_of(corpus, "two mushrooms by the manager") is Exemption.SMALL_FOLDER


def test_a_model_without_a_row_has_no_floor(
    corpus: CorpusFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(floors.RELEVANCE_FLOORS, MODEL_ID)
    assert exemption_of(corpus, "mushrooms eaten raw") is Exemption.NO_FLOOR


def test_the_odds_are_the_sum_of_the_evidence() -> None:
    row = RelevanceFloor(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, threshold=0.0)
    evidence = FloorEvidence(0.5, 0.25, 0.125, 1.0, n_words=1)
    assert log_odds(row, evidence) == 1 + 1 + 0.75 + 0.5 + 5
    assert log_odds(row, replace(evidence, n_words=0)) == log_odds(row, evidence)


@pytest.mark.parametrize("model_id", list(RELEVANCE_FLOORS))
def test_more_evidence_never_speaks_against_an_answer(model_id: str) -> None:
    row = RELEVANCE_FLOORS[model_id]
    assert row.best_cosine > 0
    assert min(row.word_coverage, row.meaning_coverage, row.known_share) >= 0


def test_an_explanation_tells_the_words_the_legs_and_the_rules(corpus: CorpusFolder) -> None:
    corpus.write("copy of garden.md", (corpus.folder / "garden.md").read_text())
    corpus.embed()
    result = corpus.search('"garden needs" water -manager', explain=True)
    told = explanation_of(result)
    assert [(term.text, term.n_chunks) for term in told.terms] == [
        ("garden", 2),
        ("needs", 2),
        ("water", 2),
    ]
    assert {term.use for term in told.terms} == {TermUse.LOOKED_UP}
    assert (told.phrases, told.excluded) == (("garden needs",), ("manager",))
    assert [leg.leg for leg in told.legs] == ["fts", "vec"]
    assert sum(leg.weight for leg in told.legs) == pytest.approx(1)
    assert [leg.model_id for leg in told.legs] == ["", MODEL_ID]
    hit = result.hits[0].explanation
    assert hit is not None
    assert "water" in hit.matched_words
    assert [rule.name for rule in hit.rules] == ["COPIES"]


def test_without_explain_nothing_is_told(corpus: CorpusFolder) -> None:
    result = corpus.search("laptops")
    assert result.explanation is None
    assert {hit.explanation for hit in result.hits} == {None}
