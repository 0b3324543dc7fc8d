"""The life of a generation: building, answering, kept, dropped; what a clock does to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from plugin.contracts.generations import GenerationState
from plugin.embeddings.venv.store.connection import CorpusConnection, atomic, open_corpus
from plugin.embeddings.venv.store.coverage import read_coverage
from plugin.embeddings.venv.store.documents import publish_document
from plugin.embeddings.venv.store.generations import (
    KEEP_S,
    active_generation,
    all_generations,
    drop_generation,
    empty_generation,
    expired_generations,
    flip_to,
    give_up_builds,
    has_vectors,
    open_generation,
    restart_clocks,
)
from plugin.embeddings.venv.store.integrity import check_corpus
from plugin.embeddings.venv.store.model_pin import ModelPin, read_pin, write_pin
from plugin.embeddings.venv.store.vectors import (
    add_vectors,
    n_pending,
    pending_text_ids,
    texts_by_id,
)
from plugin.embeddings.venv.types import Fingerprint
from tests.fakes_encoder import word_hash_vector
from tests.unit.store.test_documents import content, text_passage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from plugin.embeddings.venv.store.generations import Generation

ONE = Fingerprint("one", "r", 4, "", "", 512, 1)
OTHER = Fingerprint("other", "r", 8, "", "", 512, 1)


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[CorpusConnection]:
    with open_corpus(tmp_path / "corpus.db", read_only=False) as connection:
        passages = (text_passage(i, f"text {i}") for i in range(3))
        publish_document(connection, content("a.odt", *passages))
        yield connection


def filled(corpus: CorpusConnection, fingerprint: Fingerprint, now_s: float = 0.0) -> Generation:
    generation = open_generation(corpus, fingerprint, now_s)
    texts = texts_by_id(corpus, pending_text_ids(corpus, generation))
    if texts:
        vectors = np.stack([word_hash_vector(text, fingerprint.dim) for text in texts.values()])
        add_vectors(corpus, generation, list(texts), vectors)
    return generation


def states(corpus: CorpusConnection) -> list[str]:
    return [generation.state.value for generation in all_generations(corpus)]


def test_the_first_answers_at_once_and_a_second_after_the_flip(corpus: CorpusConnection) -> None:
    first = filled(corpus, ONE)
    assert active_generation(corpus) == first
    second = open_generation(corpus, OTHER, 1.0)
    assert second.state is GenerationState.BUILDING
    assert active_generation(corpus) == first
    assert flip_to(corpus, second, 2.0)
    assert not flip_to(corpus, second, 3.0)
    assert [(g.state.value, g.changed_at) for g in all_generations(corpus)] == [
        ("kept", 2.0),
        ("active", 2.0),
    ]


def test_an_active_one_without_vectors_gives_way_at_once(corpus: CorpusConnection) -> None:
    open_generation(corpus, ONE, 0.0)
    assert open_generation(corpus, OTHER, 1.0).state is GenerationState.ACTIVE
    assert [g.fingerprint for g in all_generations(corpus)] == [OTHER]


def test_a_number_is_never_given_twice(corpus: CorpusConnection) -> None:
    filled(corpus, ONE)
    second = open_generation(corpus, OTHER, 1.0)
    drop_generation(corpus, second)
    assert open_generation(corpus, OTHER, 2.0).generation_id == second.generation_id + 1


def test_a_corpus_of_before_the_counter_goes_on_after_its_highest_number(
    corpus: CorpusConnection,
) -> None:
    filled(corpus, ONE)
    filled(corpus, OTHER)
    corpus.execute("DELETE FROM settings WHERE name = 'last_generation'")
    assert open_generation(corpus, replace(ONE, revision="s"), 1.0).generation_id == 3


def test_a_kept_one_is_taken_up_again_or_dropped_after_seven_days(corpus: CorpusConnection) -> None:
    first = filled(corpus, ONE)
    flip_to(corpus, filled(corpus, OTHER), 0.0)
    assert expired_generations(corpus, KEEP_S) == []
    again = open_generation(corpus, ONE, 1.0)
    assert (again.generation_id, n_pending(corpus, again)) == (first.generation_id, 0)
    flip_to(corpus, again, 2.0)
    expired = expired_generations(corpus, KEEP_S + 3.0)
    assert [g.fingerprint for g in expired] == [OTHER]
    drop_generation(corpus, expired[0])
    assert [g.fingerprint for g in all_generations(corpus)] == [ONE]
    assert check_corpus(corpus) == []


def test_an_unfinished_one_is_put_aside_for_a_third(corpus: CorpusConnection) -> None:
    filled(corpus, ONE)
    open_generation(corpus, OTHER, 1.0)
    open_generation(corpus, replace(ONE, revision="s"), 2.0)
    assert states(corpus) == ["active", "kept", "building"]


def test_a_build_that_is_given_up_is_kept_for_seven_days_from_then(
    corpus: CorpusConnection,
) -> None:
    filled(corpus, ONE)
    filled(corpus, OTHER, 1.0)
    give_up_builds(corpus, 5.0, but=lambda generation: generation.fingerprint == OTHER)
    assert states(corpus) == ["active", "building"]
    give_up_builds(corpus, 5.0, but=lambda generation: generation.fingerprint == ONE)
    assert states(corpus) == ["active", "kept"]
    assert not expired_generations(corpus, KEEP_S + 4.0)
    assert expired_generations(corpus, KEEP_S + 6.0)


def test_a_clock_that_was_set_back_does_not_keep_for_years(corpus: CorpusConnection) -> None:
    filled(corpus, ONE)
    in_2040_s, in_2026_s = 2.2e9, 1.79e9
    flip_to(corpus, filled(corpus, OTHER, in_2040_s), in_2040_s)
    restart_clocks(corpus, in_2026_s)
    assert {g.changed_at for g in all_generations(corpus)} == {in_2026_s}
    assert states(corpus) == ["kept", "active"]
    assert expired_generations(corpus, in_2026_s + KEEP_S + 1.0)


def test_an_emptied_one_keeps_its_row_and_is_filled_again(corpus: CorpusConnection) -> None:
    generation = filled(corpus, ONE)
    empty_generation(corpus, generation)
    assert not has_vectors(corpus, generation)
    assert active_generation(corpus) == generation
    assert filled(corpus, ONE).generation_id == generation.generation_id
    assert n_pending(corpus, generation) == 0
    assert check_corpus(corpus) == []


def test_a_generation_of_before_pooling_was_kept_is_the_models_own(
    corpus: CorpusConnection,
) -> None:
    old = filled(corpus, ONE)
    now = open_generation(corpus, replace(ONE, pooling="mean"), 1.0)
    assert now.generation_id == old.generation_id
    assert [g.fingerprint.pooling for g in all_generations(corpus)] == ["mean"]
    other = open_generation(corpus, replace(ONE, pooling="cls"), 2.0)
    assert (other.generation_id, other.state) == (2, GenerationState.BUILDING)


def test_a_build_is_told_with_its_share_and_with_who_answers(corpus: CorpusConnection) -> None:
    first = filled(corpus, ONE)
    assert read_coverage(corpus, generation_id=1).building is None
    second = open_generation(corpus, OTHER, 1.0)
    add_vectors(corpus, second, [1], np.stack([word_hash_vector("text", 8)]))
    building = read_coverage(corpus, generation_id=first.generation_id).building
    assert building is not None
    assert (building.model_id, building.answering_model_id) == ("other", "one")
    assert (building.n_done, building.n, building.percent) == (1, 3, 33)


def test_a_pin_without_any_generation_of_its_model_is_none(corpus: CorpusConnection) -> None:
    generation = filled(corpus, ONE)
    with atomic(corpus):
        write_pin(corpus, ModelPin("one", "other"))
    assert read_pin(corpus) == ModelPin("one", "other")
    drop_generation(corpus, generation)
    assert read_pin(corpus) is None
