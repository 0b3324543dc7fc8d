"""A folder that is searched all the while its model is changed, and the models to change to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import Interrupted
from plugin.contracts.generations import (
    GenerationChange,
    GenerationList,
    GenerationsRequest,
    ResetRequest,
    ResetScope,
    UseGenerationRequest,
)
from plugin.contracts.search import Leg, SearchMode, SearchRequest, SearchResult
from plugin.embeddings.venv.ingest.generation_changes import reset_generations, use_generation
from plugin.embeddings.venv.ingest.generation_list import list_generations
from plugin.embeddings.venv.search.corpora import Corpora
from plugin.embeddings.venv.search.pipeline import run_search
from tests.fakes_encoder import EncodersByName

if TYPE_CHECKING:
    from plugin.contracts.maintain import MaintainReport
    from tests.maintain_support import Folder

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


def answers_by(result: SearchResult, model: str) -> bool:
    return bool(result.hits) and result.legs == (Leg.DENSE,) and result.model.model_id == model


def write_paragraphs(folder: Folder) -> None:
    """Write three files, twenty paragraphs each."""
    for file in range(3):
        numbers = range(file * N_PARAGRAPHS // 3, (file + 1) * N_PARAGRAPHS // 3)
        paragraphs = (
            f"# Heading of {n}\n\nParagraph number {n} speaks of its own matter, word{n}, at such "
            f"a length that it is one chunk by itself, and word{n} is found nowhere else at all."
            for n in numbers
        )
        folder.write(f"file{file}.md", "\n\n".join(paragraphs))
