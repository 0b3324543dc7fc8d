"""Changing the model of a folder: passes, searches, switching back, resetting, compacting."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from plugin.contracts.errors import BadRequest, CorpusBusy, EmbeddingsError, Interrupted
from plugin.contracts.generations import (
    CompactRequest,
    GenerationChange,
    GenerationList,
    GenerationsRequest,
    ResetRequest,
    ResetScope,
    UseGenerationRequest,
)
from plugin.contracts.search import Leg, SearchMode, SearchRequest, SearchResult
from plugin.embeddings.venv.ingest.generation_changes import (
    compact_corpus,
    reset_generations,
    use_generation,
)
from plugin.embeddings.venv.ingest.generation_list import list_generations
from plugin.embeddings.venv.search.corpora import Corpora
from plugin.embeddings.venv.search.pipeline import run_search
from plugin.embeddings.venv.store.connection import open_corpus
from plugin.embeddings.venv.store.lock import writer_lock
from plugin.embeddings.venv.store.settings import write_setting
from tests.fakes_encoder import EncodersByName, WordHashEncoder
from tests.maintain_support import Folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from plugin.contracts.maintain import MaintainReport
    from plugin.embeddings.venv.types import Vectors

A, B, C = "tests/a", "tests/b", "tests/c"
N_PARAGRAPHS = 60


def never() -> None:
    """Go on."""


@dataclass
class Desk:
    """One folder, its models, and one process that searches it all the while."""

    folder: Folder
    encoders: EncodersByName = field(default_factory=EncodersByName)
    corpora: Corpora = field(default_factory=Corpora)

    def maintain(self, model: str, **request: object) -> MaintainReport:
        self.folder.encoders = self.encoders  # type: ignore[assignment] # the same port
        return self.folder.maintain(model_id=model, **request)  # type: ignore[arg-type]

    def search(self, model: str = A, mode: SearchMode = SearchMode.DENSE) -> SearchResult:
        request = SearchRequest(
            str(self.folder.path), "paragraph number 7", mode=mode, model_id=model
        )
        return run_search(request, corpora=self.corpora, encoders=self.encoders, check=never)

    def use(self, generation_id: int) -> GenerationChange:
        return use_generation(
            UseGenerationRequest(str(self.folder.path), generation_id), self.encoders
        )

    def reset(self, scope: ResetScope, generation_id: int = 0) -> GenerationChange:
        request = ResetRequest(str(self.folder.path), scope, generation_id)
        return reset_generations(request, self.encoders, never)

    def listed(self) -> GenerationList:
        return list_generations(GenerationsRequest(str(self.folder.path)), self.encoders)

    def states(self) -> list[tuple[str, str]]:
        return [(g.model_id, g.state.value) for g in self.listed().generations]

    def stop_in_build(self, model: str, *, after: int = 16) -> None:
        """Run a pass that is cancelled when so many texts are encoded."""
        n_before = len(self.encoders.models[model].encoded)

        def check() -> None:
            if len(self.encoders.models[model].encoded) - n_before >= after:
                raise Interrupted("enough")

        with pytest.raises(Interrupted):
            self.maintain(model, check=check)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    folder = Folder(tmp_path / "documents")
    for file in range(3):
        numbers = range(file * N_PARAGRAPHS // 3, (file + 1) * N_PARAGRAPHS // 3)
        paragraphs = (
            f"# Heading of {n}\n\nParagraph number {n} speaks of its own matter, word{n}, at such "
            f"a length that it is one chunk by itself, and word{n} is found nowhere else at all."
            for n in numbers
        )
        folder.write(f"file{file}.md", "\n\n".join(paragraphs))
    made = Desk(folder)
    made.encoders.add(A, 16)
    made.encoders.add(B, 32)
    made.encoders.add(C, 24)
    yield made
    made.corpora.close()
    assert folder.problems() == []


def answers_by(result: SearchResult, model: str) -> bool:
    return bool(result.hits) and result.legs == (Leg.DENSE,) and result.model.model_id == model


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


def test_other_weights_under_the_same_name_are_noticed_without_loading(desk: Desk) -> None:
    desk.maintain(A)
    desk.encoders.add(A, 16, revision="2")
    result = desk.search(A)
    assert result.legs == ()
    assert "weights" in result.message
    assert desk.search(A, SearchMode.HYBRID).legs == (Leg.LEXICAL,)
    assert desk.maintain(A).n_encoded > 0
    assert answers_by(desk.search(A), A)
    assert [g.revision for g in desk.listed().generations] == ["1", "2"]


def test_other_prompts_of_the_same_model_are_noticed_without_loading(desk: Desk) -> None:
    desk.maintain(A)
    n_texts = len(desk.encoders.models[A].encoded)
    desk.encoders.models[A].document_prompt = "passage: "
    assert answers_by(desk.search(A), A)
    assert desk.maintain(A).n_encoded == n_texts
    assert desk.states() == [(A, "kept"), (A, "active")]
    n_loads = desk.encoders.n_loads
    desk.maintain(A)
    assert desk.encoders.n_loads == n_loads


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


def test_a_model_that_went_away_leaves_keywords_and_its_vectors(desk: Desk) -> None:
    desk.maintain(A)
    gone = desk.encoders.models.pop(A)
    result = desk.search(A, SearchMode.HYBRID)
    assert result.legs == (Leg.LEXICAL,)
    assert result.hits
    assert sum(f"{A} is not here" in note for note in result.notes)
    assert desk.maintain(A).n_encoded == 0
    desk.encoders.models[A] = gone
    assert answers_by(desk.search(A), A)
    assert desk.maintain(A).n_encoded == 0


def test_a_build_that_differs_in_what_only_the_loaded_model_tells_is_finished(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.maintain(A)
    desk.folder.write("new.md", "A text that makes the next pass load the model.")
    longer = replace(desk.encoders.models[A].card, max_tokens=99)
    monkeypatch.setattr(WordHashEncoder, "card", longer)
    desk.stop_in_build(A)
    assert desk.states() == [(A, "active"), (A, "building")]
    desk.maintain(A)
    assert desk.states() == [(A, "kept"), (A, "active")]
    assert desk.maintain(A).n_encoded == 0


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


def test_a_reset_keeps_text_and_the_choice_of_the_model(desk: Desk) -> None:
    desk.maintain(A)
    assert answers_by(desk.search(A), A)
    matches = desk.folder.matches("paragraph")
    change = desk.reset(ResetScope.ACTIVE)
    assert "removed" in change.sentences[0]
    assert len(matches) == 3
    assert desk.folder.matches("paragraph") == matches
    result = desk.search(A, SearchMode.HYBRID)
    assert result.legs == (Leg.LEXICAL,)
    assert result.hits
    assert desk.states() == [(A, "active")]
    assert desk.maintain(A).n_encoded == len(desk.encoders.models[A].encoded) / 2
    assert answers_by(desk.search(A), A)


def test_after_a_reset_another_model_answers_at_once(desk: Desk) -> None:
    desk.maintain(A)
    desk.search(A)
    desk.reset(ResetScope.ACTIVE)
    desk.maintain(B)
    assert desk.states() == [(B, "active")]
    assert answers_by(desk.search(B), B)


def test_a_reset_of_one_or_all(desk: Desk) -> None:
    desk.maintain(A)
    desk.maintain(B)
    desk.stop_in_build(C)
    desk.reset(ResetScope.ONE, 3)
    assert desk.states() == [(A, "kept"), (B, "active")]
    desk.reset(ResetScope.ALL)
    assert desk.states() == [(B, "active")]
    assert desk.listed().generations[0].n_done == 0
    with pytest.raises(BadRequest, match="no generation 3"):
        desk.reset(ResetScope.ONE, 3)


def test_a_folder_without_an_index(desk: Desk) -> None:
    assert not desk.listed().exists
    with pytest.raises(BadRequest, match="no index yet"):
        desk.use(1)
    with pytest.raises(BadRequest, match="not a folder"):
        list_generations(GenerationsRequest(str(desk.folder.path / "none")), desk.encoders)
    desk.maintain(A)


def test_compacting_drops_what_is_over_and_frees_its_space(desk: Desk) -> None:
    desk.maintain(A)
    desk.maintain(B)
    with open_corpus(desk.folder.db_path, read_only=False) as connection:
        connection.execute("UPDATE generations SET changed_at = 0 WHERE state = 'kept'")
    before_bytes = desk.folder.db_path.stat().st_size
    found = desk.search(B)
    change = compact_corpus(CompactRequest(str(desk.folder.path)), desk.encoders, never)
    assert change.n_bytes_freed > 0
    assert desk.folder.db_path.stat().st_size == before_bytes - change.n_bytes_freed
    assert desk.states() == [(B, "active")]
    assert desk.search(B).hits == found.hits


def test_a_reader_sees_one_generation_through_a_flip_and_a_drop(desk: Desk) -> None:
    desk.maintain(A)
    desk.stop_in_build(B)
    with open_corpus(desk.folder.db_path, read_only=False) as writer:
        write_setting(writer, "anything", "1")  # so that there is a journal while it is open
        held = desk.corpora.get(desk.folder.db_path)
        assert held is not None
        with held.reading() as connection:
            before = connection.fetch_all("SELECT rowid, embedding FROM vectors_1")
            desk.maintain(B)
            desk.reset(ResetScope.ONE, 1)
            assert connection.fetch_all("SELECT rowid, embedding FROM vectors_1") == before
            states = connection.fetch_all("SELECT state FROM generations ORDER BY generation_id")
            assert states == [("active",), ("building",)]
    assert answers_by(desk.search(B), B)


@pytest.mark.parametrize("step", range(1, 4))
def test_a_flip_and_a_drop_in_the_middle_of_a_search_are_not_seen(desk: Desk, step: int) -> None:
    desk.maintain(A)
    desk.stop_in_build(B)
    steps = iter(range(1, 100))

    def check() -> None:
        if next(steps) == step:
            desk.maintain(B)
            desk.reset(ResetScope.ONE, 1)

    request = SearchRequest(str(desk.folder.path), "paragraph number 7", model_id=B)
    result = run_search(request, corpora=desk.corpora, encoders=desk.encoders, check=check)
    assert desk.states() == [(B, "active")]
    assert result.legs == (Leg.LEXICAL, Leg.DENSE)
    assert result.hits[0].path == "file0.md"


def test_a_drop_while_the_query_is_encoded_is_not_seen(desk: Desk) -> None:
    desk.maintain(A)
    desk.stop_in_build(B)
    old = desk.encoders.models[A]
    encode = old.encode_query

    def slowly(text: str) -> Vectors:
        del old.encode_query
        desk.maintain(B)
        desk.reset(ResetScope.ONE, 1)
        return encode(text)

    old.encode_query = slowly  # type: ignore[method-assign]
    held = desk.corpora.get(desk.folder.db_path)
    assert held is not None
    held.connection.fetch_all("PRAGMA cache_size = 1")  # as with a file larger than the cache
    result = desk.search(B, SearchMode.HYBRID)
    assert result.legs == (Leg.LEXICAL, Leg.DENSE)
    assert result.model.model_id == B
    assert result.hits[0].path == "file0.md"
