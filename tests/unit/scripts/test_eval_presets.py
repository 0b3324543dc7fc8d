"""Presets name sets, ways and figures to beat; each figure stands beside the way it is for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from evaluation.comparison import Choices, wanted_of
from evaluation.measures import known_item_measure_names, measure_names
from evaluation.presets import QUESTIONS_FOLDER, Baseline, preset_named, read_presets
from evaluation.ways import WayChoices, make_ways

from plugin.contracts.errors import BadRequest
from plugin.contracts.search import RerankChoice, SearchBackend, SearchLevel, SearchMode
from tests.shared_data import shared_path

if TYPE_CHECKING:
    from pathlib import Path

E5, MINILM = "intfloat/multilingual-e5-small (4-bit)", "sentence-transformers/all-MiniLM-L6-v2"


def test_the_presets_are_whole() -> None:
    presets = read_presets()
    assert list(presets) == [
        "english",
        "languages",
        "cross-language",
        "sections",
        "office",
        "known-items",
    ]
    measures = {*measure_names(10, is_deep=True), *known_item_measure_names(10)}
    for preset in presets.values():
        assert preset.title
        assert preset.sets
        assert preset.modes
        for one in preset.sets:
            for baseline in one.baselines:
                assert baseline.measure in measures, one.name
                assert 0 < baseline.value < 1
                assert baseline.source
                assert baseline.way in {mode.value for mode in SearchMode}
    assert len(presets["languages"].sets) == 12


def test_every_set_of_a_preset_is_among_the_shared_ones() -> None:
    shared_path("retrieval")
    for preset in read_presets().values():
        for one in preset.sets:
            assert shared_path(one.data).is_dir()
            assert not one.queries or shared_path(one.queries).is_dir()


def test_questions_lie_beside_the_documents_in_another_shared_folder_or_in_the_project(
    tmp_path: Path,
) -> None:
    sets = {one.name: one for preset in read_presets().values() for one in preset.sets}
    assert sets["office"].queries_folder(tmp_path) is None
    assert sets["xquad-de-en"].queries_folder(tmp_path) == tmp_path / "retrieval" / "xquad" / "de"
    assert sets["office-further"].queries_folder(tmp_path) == QUESTIONS_FOLDER / "office"
    for one in sets.values():
        assert not one.own_questions or (QUESTIONS_FOLDER / one.own_questions).is_dir()


def test_the_projects_questions_are_asked_of_shared_documents(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    preset = preset_named("office")
    office, further = (wanted_of(preset, one, Choices(tmp_path)) for one in preset.sets)
    assert further.data == office.data == tmp_path / "corpus"
    assert office.queries is None
    assert further.queries == QUESTIONS_FOLDER / "office"


def test_a_set_with_questions_in_two_places_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "presets.toml"
    path.write_text('[set.two]\ndata = "a"\nqueries = "b"\nown_questions = "c"\n[preset]\n')
    with pytest.raises(ValueError, match="two has questions in two places"):
        read_presets(path)


def test_an_unknown_preset_is_told_with_those_that_there_are() -> None:
    with pytest.raises(BadRequest, match="There is no preset germany") as told:
        preset_named("germany")
    assert "english, languages" in told.value.hint


def test_a_baseline_stands_beside_its_mode_and_model() -> None:
    of_e5 = Baseline("vec", "nDCG@10", 0.9, "", model="multilingual-e5-small")
    assert of_e5.is_for(SearchMode.DENSE, E5)
    assert not of_e5.is_for(SearchMode.DENSE, MINILM)
    assert not of_e5.is_for(SearchMode.HYBRID, E5)
    assert Baseline("fts", "nDCG@10", 0.3, "").is_for(SearchMode.LEXICAL, "")


def test_what_the_caller_says_goes_before_the_preset(tmp_path: Path) -> None:
    preset = preset_named("languages")
    (tmp_path / "retrieval" / "xquad" / "en").mkdir(parents=True)
    wanted = wanted_of(preset, preset.sets[0], Choices(tmp_path))
    assert wanted.max_queries == 240
    assert [way.name for way in wanted.ways] == ["hybrid", "fts", "vec"]
    choices = Choices(tmp_path, modes=(SearchMode.DENSE,), models=(E5,), max_queries=0)
    wanted = wanted_of(preset, preset.sets[0], choices)
    assert wanted.max_queries == 0
    assert [(way.name, way.model_id) for way in wanted.ways] == [("vec", E5)]
    with pytest.raises(BadRequest, match="There is no folder"):
        wanted_of(preset, preset.sets[1], Choices(tmp_path))


def test_ways_are_each_mode_with_each_model_and_keywords_once() -> None:
    ways = make_ways(WayChoices(tuple(SearchMode), (E5, f"/models/{MINILM}/")))
    assert [way.name for way in ways] == [
        "hybrid multilingual-e5-small (4-bit)",
        "fts",
        "vec multilingual-e5-small (4-bit)",
        "hybrid all-MiniLM-L6-v2",
        "vec all-MiniLM-L6-v2",
    ]
    assert [way.needs_vectors for way in ways] == [True, False, True, True, True]


def test_a_reranker_is_compared_with_both_legs_alone() -> None:
    choice = RerankChoice("reader")
    ways = make_ways(WayChoices(tuple(SearchMode), rerank=choice))
    assert [way.name for way in ways] == ["hybrid", "hybrid rerank", "fts", "vec"]
    assert [way.rerank.model_id for way in ways] == ["", "reader", "", ""]


def test_levels_are_compared_where_there_are_vectors() -> None:
    levels = (SearchLevel.CHUNKS, SearchLevel.FUSED)
    ways = make_ways(WayChoices(tuple(SearchMode), levels=levels))
    names = ["hybrid chunks", "hybrid fused", "fts", "vec chunks", "vec fused"]
    assert [way.name for way in ways] == names
    assert [way.level for way in ways[:2]] == list(levels)


def test_backends_are_compared_mode_by_mode() -> None:
    backends = tuple(backend.value for backend in SearchBackend)
    ways = make_ways(WayChoices((SearchMode.HYBRID, SearchMode.LEXICAL), backends=backends))
    names = ["hybrid", "fts", "hybrid llama_index", "fts llama_index"]
    assert [way.name for way in ways] == names
    assert [way.backend for way in ways] == ["hybrid", "hybrid", "llama_index", "llama_index"]
    of_two = make_ways(WayChoices((SearchMode.LEXICAL,), ("a/b", "c/d"), backends=backends))
    assert [way.name for way in of_two] == ["fts", "fts llama_index"]
