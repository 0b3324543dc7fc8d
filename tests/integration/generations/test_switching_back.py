"""Going back to a model whose vectors were kept, and when that ends or is refused."""

from __future__ import annotations

import pytest

from plugin.contracts.errors import BadRequest, CorpusBusy
from plugin.contracts.generations import GenerationsRequest, ResetScope
from plugin.embeddings.venv.ingest.generation_list import list_generations
from plugin.embeddings.venv.store.lock import writer_lock
from tests.integration.generations.model_desk import A, B, C, Desk, answers_by


def test_setting_the_old_model_again_needs_it_not_even_loaded(desk: Desk) -> None:
    desk.maintain(A)
    desk.maintain(B)
    n_loads = desk.encoders.n_loads
    assert desk.maintain(A).n_encoded == 0
    assert desk.encoders.n_loads == n_loads
    assert desk.states() == [(A, "active"), (B, "kept")]
    assert answers_by(desk.search(A), A)


def test_switching_back_encodes_nothing_and_stays(desk: Desk) -> None:
    desk.maintain(A)
    desk.maintain(B)
    n_encoded = len(desk.encoders.models[A].encoded)
    change = desk.use(1)
    assert "nothing had to be encoded" in change.sentences[0]
    assert answers_by(desk.search(B), A)
    assert not desk.search(B).notes, "the user chose so: nothing to be told"
    for _ in range(2):
        assert desk.maintain(B).model.model_id == A
    assert desk.states() == [(A, "active"), (B, "kept")]
    assert len(desk.encoders.models[A].encoded) == n_encoded
    assert desk.listed().instead_of == B


def test_a_switch_ends_when_another_model_is_asked_for(desk: Desk) -> None:
    desk.maintain(A)
    desk.maintain(B)
    desk.use(1)
    desk.maintain(B)
    desk.maintain(A)  # the setting names it now
    assert desk.listed().instead_of == ""
    desk.maintain(B)  # and now another one
    assert desk.states() == [(A, "kept"), (B, "active")]
    desk.use(1)
    desk.maintain(C)
    assert answers_by(desk.search(C), C)


def test_a_pass_that_names_no_model_keeps_to_the_switch(desk: Desk) -> None:
    desk.encoders.models[""] = desk.encoders.models[B]  # the default
    desk.maintain("")
    desk.maintain(A)
    assert desk.states() == [(B, "kept"), (A, "active")]
    desk.use(1)
    assert desk.maintain("").model.model_id == B
    assert desk.maintain(A).model.model_id == B


def test_new_texts_reach_a_kept_generation_when_it_is_switched_back_to(desk: Desk) -> None:
    desk.maintain(A)
    desk.maintain(B)
    n_before = len(desk.encoders.models[A].encoded)
    desk.folder.write("new.md", "A new paragraph that no generation has seen.")
    desk.maintain(B)
    assert len(desk.encoders.models[A].encoded) == n_before
    change = desk.use(1)
    assert change.sentences[0].startswith("1 text has no vector")
    assert answers_by(desk.search(B), B), "until it is complete"
    assert desk.maintain(B).n_encoded == 1
    assert answers_by(desk.search(B), A)


def test_using_the_answering_model_gives_a_build_up(desk: Desk) -> None:
    desk.maintain(A)
    desk.stop_in_build(B)
    change = desk.use(1)
    assert change.sentences[0] == f"{A} answers already."
    assert desk.maintain(B).n_encoded == 0
    assert desk.states() == [(A, "active"), (B, "kept")]


def test_what_cannot_answer_is_refused_with_the_reason(desk: Desk) -> None:
    desk.maintain(A)
    desk.maintain(B)
    with pytest.raises(BadRequest, match="no generation 7"):
        desk.use(7)
    del desk.encoders.models[A]
    assert desk.listed().generations[0].why_not == f"{A} is not here"
    with pytest.raises(BadRequest, match="is not here"):
        desk.use(1)
    desk.encoders.models[A] = desk.encoders.models[C]  # what answers for its name now
    with pytest.raises(BadRequest, match="not on this computer any more"):
        desk.use(1)
    desk.encoders.add(A, 16, revision="2")
    with pytest.raises(BadRequest, match="not those that it was made with"):
        desk.use(1)
    desk.encoders.add(B, 32, revision="2")
    desk.maintain(B)
    with pytest.raises(BadRequest, match="of the model that answers"):
        desk.use(2)


def test_a_change_is_refused_while_a_pass_writes(desk: Desk) -> None:
    desk.maintain(A)
    desk.maintain(B)
    with writer_lock(desk.folder.db_path):
        with pytest.raises(CorpusBusy, match="Another process is indexing"):
            desk.use(1)
        with pytest.raises(CorpusBusy, match="Another process is indexing"):
            desk.reset(ResetScope.ALL)
        assert len(desk.listed().generations) == 2, "looking is not refused"


def test_a_folder_without_an_index(desk: Desk) -> None:
    assert not desk.listed().exists
    with pytest.raises(BadRequest, match="no index yet"):
        desk.use(1)
    with pytest.raises(BadRequest, match="not a folder"):
        list_generations(GenerationsRequest(str(desk.folder.path / "none")), desk.encoders)
    desk.maintain(A)
