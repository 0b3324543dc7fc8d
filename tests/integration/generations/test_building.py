"""A new model is built beside the old one, which answers until the new one is complete."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from plugin.contracts.errors import EmbeddingsError, Interrupted
from plugin.embeddings.venv.store.connection import open_corpus
from tests.integration.generations.model_desk import A, B, C, Desk, answers_by

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from plugin.embeddings.venv.types import Vectors


def test_the_old_model_answers_until_the_new_one_is_complete(desk: Desk) -> None:
    desk.maintain(A)
    before = desk.search(A)
    desk.stop_in_build(B)
    during = desk.search(B)
    assert answers_by(during, A)
    assert not during.notes, "the coverage tells it"
    assert [hit.path for hit in during.hits] == [hit.path for hit in before.hits]
    building = during.coverage.building
    assert building is not None
    assert (building.model_id, building.answering_model_id) == (B, A)
    assert 0 < building.n_done < building.n
    desk.maintain(B)
    after = desk.search(B)
    assert answers_by(after, B)
    assert after.coverage.building is None
    assert desk.states() == [(A, "kept"), (B, "active")]


def test_a_build_goes_on_where_it_was_stopped(desk: Desk) -> None:
    desk.maintain(A)
    desk.stop_in_build(B)
    n_stopped = len(desk.encoders.models[B].encoded)
    desk.folder.told.clear()
    desk.maintain(B)
    encoded = desk.encoders.models[B].encoded
    assert len(encoded) == len(set(encoded)), "no text twice"
    first = next(told for told in desk.folder.told if told.n_chunks)
    assert first.n_chunks_done >= n_stopped
    assert first.n_chunks == len(encoded)
    assert (first.model_id, first.answering_model_id) == (B, A)


def test_back_to_the_old_model_in_mid_build_gives_the_build_up(desk: Desk) -> None:
    desk.maintain(A)
    desk.stop_in_build(B)
    report = desk.maintain(A)
    assert report.n_encoded == 0
    assert report.coverage.building is None
    assert desk.states() == [(A, "active"), (B, "kept")]
    assert answers_by(desk.search(A), A)
    n_before = len(desk.encoders.models[B].encoded)
    desk.maintain(B)
    encoded = desk.encoders.models[B].encoded
    assert n_before < len(encoded) == len(set(encoded)), "what it had is taken up"


def test_a_pass_with_nothing_to_do_writes_nothing_and_loads_nothing(desk: Desk) -> None:
    desk.maintain(A)
    desk.maintain(B)
    n_loads, written_ns = desk.encoders.n_loads, desk.folder.db_path.stat().st_mtime_ns
    desk.maintain(B)
    assert desk.encoders.n_loads == n_loads
    assert desk.folder.db_path.stat().st_mtime_ns == written_ns


def test_sections_that_are_made_anew_with_a_new_model_answer_with_it(desk: Desk) -> None:
    desk.maintain(A)
    sections_of_a = "SELECT count(*) FROM section_vectors WHERE generation_id = 1 AND build = 1"
    n_sections = desk.folder.rows(sections_of_a)
    desk.stop_in_build(B)
    with pytest.raises(Interrupted):
        desk.maintain(
            B,
            rebuild_sections=True,
            section_strategy="rawspan",
            check=stop_at_sections(desk),
        )
    assert desk.folder.rows(sections_of_a) == n_sections, "they answer until the flip"
    assert answers_by(desk.search(B), A)
    desk.maintain(B)
    assert answers_by(desk.search(B), B)
    builds = desk.folder.rows("SELECT DISTINCT generation_id, build FROM section_vectors")
    assert builds == [(2, 2)]


def stop_at_sections(desk: Desk) -> Callable[[], None]:
    """Return a check that stops a pass as soon as the next build of sections has a vector."""

    def check() -> None:
        if desk.folder.db_path.exists() and desk.folder.rows(
            "SELECT 1 FROM section_vectors WHERE build = 2 LIMIT 1"
        ):
            raise Interrupted("enough")

    return check


def test_bad_vectors_leave_the_old_model_answering_and_a_note(desk: Desk) -> None:
    desk.maintain(A)
    encode = desk.encoders.models[B].encode_documents

    def lies(texts: Sequence[str], on_batch: Callable[[Sequence[int], Vectors], None]) -> None:
        encode(texts, lambda indices, vectors: on_batch(indices, np.zeros_like(vectors)))

    desk.encoders.models[B].encode_documents = lies  # type: ignore[method-assign]
    report = desk.maintain(B)
    assert any("Meaning search is not up to date" in note for note in report.notes)
    result = desk.search(B)
    assert answers_by(result, A)
    assert f"vectors with {B} could not be made: Vector 0" in result.notes[0]
    assert ["zero" in g.problem for g in desk.listed().generations] == [False, True]
    assert "could not" not in desk.search(C).notes[0], "it was another model's"
    del desk.encoders.models[B].encode_documents
    desk.maintain(B)
    assert answers_by(desk.search(B), B)
    assert not any(g.problem for g in desk.listed().generations)


def test_a_full_disk_in_mid_build_loses_nothing_that_was_done(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.maintain(A)
    from plugin.embeddings.venv.ingest import maintain as passes

    def on_a_small_disk(path: Path, *, read_only: bool) -> object:
        connection = open_corpus(path, read_only=read_only)
        n_pages = connection.fetch_all("PRAGMA page_count")[0][0]
        connection.fetch_all(f"PRAGMA max_page_count = {n_pages + 10}")
        return connection

    monkeypatch.setattr(passes, "open_corpus", on_a_small_disk)
    with pytest.raises(EmbeddingsError, match="full"):
        desk.maintain(B)
    monkeypatch.undo()
    assert answers_by(desk.search(B), A)
    desk.maintain(B)
    assert answers_by(desk.search(B), B)
