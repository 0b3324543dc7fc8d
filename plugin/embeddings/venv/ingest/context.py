"""One maintain pass under way: what it works on and what it has done so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ....contracts.maintain import MaintainProgress, Stage

if TYPE_CHECKING:
    from pathlib import Path

    from ....contracts.corpus import ModelBuild
    from ....contracts.maintain import MaintainRequest
    from ..store.connection import CorpusConnection
    from .plan import Plan
    from .ports import PassPorts
    from .section_facts import SectionExtractor
    from .wanted_model import WantedModel


@dataclass
class MaintainPass:
    """The working state of a pass; counts only grow. folder is the real path of the documents."""

    request: MaintainRequest
    folder: Path
    connection: CorpusConnection
    plan: Plan
    ports: PassPorts
    wanted: WantedModel
    n_files_done: int = 0
    n_encoded: int = 0
    n_sections_encoded: int = 0
    n_sections_averaged: int = 0
    n_to_encode: int = 0
    build: ModelBuild | None = None
    n_added: int = 0
    n_changed: int = 0
    n_kept: int = 0
    notes: list[str] = field(default_factory=list)
    extractors: tuple[SectionExtractor, ...] = ()

    @property
    def first_paths(self) -> tuple[str, ...]:
        """Return the request's first paths, relative to the folder as the corpus spells them."""
        prefix = f"{self.folder.as_posix()}/"
        paths = (path.replace("\\", "/") for path in self.request.first_paths)
        return tuple(path.removeprefix(prefix) for path in paths)

    def tell(self, stage: Stage, path: str = "") -> None:
        """Report how far the pass is; path is the file just done."""
        n_before = self.build.n_done if self.build else 0
        self.ports.report(
            MaintainProgress(
                stage=stage,
                n_files_done=self.n_files_done,
                n_files=len(self.plan.to_read),
                n_chunks_done=n_before + self.n_encoded,
                n_chunks=n_before + self.n_to_encode,
                path=path,
                model_id=self.build.model_id if self.build else "",
                answering_model_id=self.build.answering_model_id if self.build else "",
            )
        )
