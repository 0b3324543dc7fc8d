"""Any order of passes, kills, switches, resets and edits leaves the answers with the right model.

The rules that hold all the while: at most one generation answers; it is the wanted one after a
whole pass; a search never fails; no text that has its vector is encoded again.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from plugin.contracts.errors import BadRequest, Interrupted
from plugin.contracts.generations import (
    CompactRequest,
    GenerationList,
    GenerationsRequest,
    GenerationState,
    ResetRequest,
    ResetScope,
    UseGenerationRequest,
)
from plugin.contracts.search import Leg, SearchRequest
from plugin.embeddings.venv.ingest.generation_changes import (
    compact_corpus,
    reset_generations,
    use_generation,
)
from plugin.embeddings.venv.ingest.generation_list import list_generations
from plugin.embeddings.venv.search.corpora import Corpora
from plugin.embeddings.venv.search.pipeline import run_search
from plugin.embeddings.venv.store.connection import open_corpus
from plugin.embeddings.venv.store.generations import KEEP_S
from tests.fakes_encoder import EncodersByName
from tests.maintain_support import Folder

MODELS = ("tests/a", "tests/b", "tests/c")
models = st.sampled_from(MODELS)


def never() -> None:
    """Go on."""


class ModelChanges(RuleBasedStateMachine):
    """One folder and one process that searches it; encoders are kept, so encodes are counted."""

    @initialize()
    def make_folder(self) -> None:
        self.root = Path(tempfile.mkdtemp())
        self.encoders, self.corpora = EncodersByName(), Corpora()
        for number, name in enumerate(MODELS):
            self.encoders.add(name, 8 * (number + 1)).batch_texts = 2
        self.folder = Folder(self.root / "documents", self.encoders)  # type: ignore[arg-type]
        self.n_written = 0
        self.edit()
        self.maintain(MODELS[0])

    def teardown(self) -> None:
        if hasattr(self, "root"):
            self.corpora.close()
            shutil.rmtree(self.root)

    def listed(self) -> GenerationList:
        return list_generations(GenerationsRequest(str(self.folder.path)), self.encoders)

    def active(self) -> list[str]:
        known = self.listed().generations
        return [g.model_id for g in known if g.state is GenerationState.ACTIVE]

    @rule()
    def edit(self) -> None:
        self.n_written += 1
        sections = (
            f"# Matter {n}\n\nParagraph {n} of edit {self.n_written} is a chunk by itself."
            for n in range(3)
        )
        self.folder.write(f"file{self.n_written % 3}.md", "\n\n".join(sections))

    @rule(model=models)
    def maintain(self, model: str) -> None:
        pinned = self.pinned_against(model)
        self.folder.maintain(model_id=model)
        assert self.active() == [pinned or model]
        assert self.folder.maintain(model_id=model).n_encoded == 0

    @rule(model=models, n_texts=st.integers(1, 8))
    def maintain_until_killed(self, model: str, n_texts: int) -> None:
        n_before = self.n_encoded()

        def check() -> None:
            if self.n_encoded() - n_before >= n_texts:
                raise Interrupted("enough")

        known = self.listed().generations
        answering = [g for g in known if g.state is GenerationState.ACTIVE and g.n_done]
        try:
            self.folder.maintain(model_id=model, check=check)
        except Interrupted:
            assert not answering or self.active() == [answering[0].model_id]

    @rule(data=st.data())
    def use(self, data: st.DataObject) -> None:
        known = self.listed().generations
        if not known:
            return
        chosen = data.draw(st.sampled_from(known))
        try:
            use_generation(
                UseGenerationRequest(str(self.folder.path), chosen.generation_id), self.encoders
            )
        except BadRequest:
            assert chosen.why_not
            return
        assert not chosen.why_not
        if chosen.n_done == chosen.n_texts:
            assert self.active() == [chosen.model_id]

    @rule(scope=st.sampled_from([ResetScope.ACTIVE, ResetScope.ALL]))
    def reset(self, scope: ResetScope) -> None:
        before = self.active()
        reset_generations(ResetRequest(str(self.folder.path), scope), self.encoders, never)
        assert self.active() == before
        self.forget_encoded()

    @rule()
    def let_seven_days_pass(self) -> None:
        with open_corpus(self.folder.db_path, read_only=False) as connection:
            connection.execute("UPDATE generations SET changed_at = changed_at - ?", (KEEP_S,))
        self.forget_encoded()

    @rule()
    def compact(self) -> None:
        before = self.active()
        compact_corpus(CompactRequest(str(self.folder.path)), self.encoders, never)
        assert self.active() == before

    @rule(model=models)
    @precondition(lambda self: hasattr(self, "root"))
    def search(self, model: str) -> None:
        request = SearchRequest(str(self.folder.path), "paragraph of an edit", model_id=model)
        result = run_search(
            request, corpora=self.corpora, encoders=self.encoders, check=lambda: None
        )
        active = [g for g in self.listed().generations if g.state is GenerationState.ACTIVE]
        assert (Leg.DENSE in result.legs) == bool(active and active[0].n_done)
        if active:
            assert result.model.model_id == active[0].model_id

    @invariant()
    def nothing_is_broken(self) -> None:
        if not hasattr(self, "root"):
            return
        assert self.folder.problems() == []
        assert len(self.active()) <= 1
        for encoder in self.encoders.models.values():
            twice = [text for text, n in Counter(encoder.encoded).items() if n > 1]
            assert not twice, "it had its vector already"

    def pinned_against(self, model: str) -> str:
        """Return the model that the folder was switched to, where that holds against model."""
        now = self.listed()
        if not now.instead_of or now.instead_of != model:
            return ""
        with open_corpus(self.folder.db_path, read_only=True) as connection:
            row = connection.fetch_one("SELECT value FROM settings WHERE name = 'pinned_model'")
        assert row is not None
        return str(row[0])

    def n_encoded(self) -> int:
        return sum(len(encoder.encoded) for encoder in self.encoders.models.values())

    def forget_encoded(self) -> None:
        for encoder in self.encoders.models.values():
            encoder.encoded.clear()


TestModelChanges = ModelChanges.TestCase
TestModelChanges.settings = settings(
    max_examples=8,
    stateful_step_count=12,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
