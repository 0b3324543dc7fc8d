"""No model, another one, or no vectors yet: keywords answer and the reason is told."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plugin.contracts.models import DEFAULT_MODEL_ID, NO_MODEL_ID
from plugin.contracts.search import AnswerStatus, Leg, SearchMode, SearchRequest
from tests.fixtures_search import MODEL_ID, CorpusFolder, Provider, TrigramEncoder
from tests.unit.search.pipeline.handbook import POLICY

if TYPE_CHECKING:
    from pathlib import Path


def test_without_a_model_the_keyword_leg_answers_and_the_reason_is_told(
    corpus: CorpusFolder,
) -> None:
    corpus.provider = Provider(encoder=None)
    result = corpus.search("remote work")
    assert result.hits[0].path == "policy.txt"
    assert result.legs == (Leg.LEXICAL,)
    assert "Search by meaning is off" in result.notes[0]


def test_other_weights_than_the_indexs_do_not_answer(corpus: CorpusFolder) -> None:
    corpus.provider = Provider(TrigramEncoder(revision="2"))
    result = corpus.search("remote work")
    assert result.legs == (Leg.LEXICAL,)
    assert "not those the index was made with" in result.notes[0]


def test_a_corpus_without_vectors_says_so(tmp_path: Path) -> None:
    made = CorpusFolder(tmp_path)
    made.write("a.txt", POLICY)
    result = made.search("remote")
    assert result.legs == (Leg.LEXICAL,)
    assert "no vectors yet" in result.notes[0]
    assert made.provider.encoder is not None
    assert made.provider.encoder.n_queries == 0


def test_a_keyword_search_loads_no_model(corpus: CorpusFolder) -> None:
    corpus.search("remote", mode=SearchMode.LEXICAL)
    assert corpus.provider.encoder is not None
    assert corpus.provider.encoder.n_queries == 0


def test_meaning_alone_without_vectors_or_without_a_model_says_what_is_missing(
    tmp_path: Path, corpus: CorpusFolder
) -> None:
    made = CorpusFolder(tmp_path / "other")
    made.write("a.txt", POLICY)
    result = made.search("remote", mode=SearchMode.DENSE)
    assert result.status is AnswerStatus.NO_MATCH
    assert "no vectors yet. Index with a model" in result.message
    request = SearchRequest(
        str(corpus.folder), "policy", mode=SearchMode.DENSE, model_id=NO_MODEL_ID
    )
    corpus.provider = Provider(encoder=None)
    result = corpus.answer(request)
    assert (result.hits, result.legs, result.model.model_id) == ((), (), "")
    assert "(--vec) needs a model" in result.message


def test_a_model_that_another_answers_for_is_told_where_it_was_chosen(
    corpus: CorpusFolder, tmp_path: Path
) -> None:
    corpus.provider.absence = "no/such is not in the local cache"
    asked = SearchRequest(str(corpus.folder), "policy", model_id="no/such")
    choose = "Choose a model that is on this computer, or download it."
    assert corpus.answer(asked).notes == (
        f"no/such is not in the local cache; {MODEL_ID} answers instead. {choose}",
    )
    for model_id in ("", DEFAULT_MODEL_ID):
        assert corpus.answer(replace(asked, model_id=model_id)).notes == ()
    bare = CorpusFolder(tmp_path / "bare", corpus.provider)
    bare.write("a.txt", POLICY)
    notes = bare.answer(replace(asked, folder=str(bare.folder))).notes
    assert notes[0] == f"no/such is not in the local cache. {choose}"


def test_a_model_that_is_not_there_is_told(corpus: CorpusFolder, tmp_path: Path) -> None:
    corpus.provider = Provider(encoder=None)
    notes = corpus.answer(SearchRequest(str(corpus.folder), "policy", model_id="no/such")).notes
    assert notes[0] == f"No model is here. The index still answers with {MODEL_ID}."
    bare = CorpusFolder(tmp_path / "bare", corpus.provider)
    bare.write("a.txt", POLICY)
    notes = bare.answer(SearchRequest(str(bare.folder), "policy", model_id="no/such")).notes
    assert notes[0] == "No model is here."
