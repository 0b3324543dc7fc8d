"""How far a pass is, in words and as a share.

Owns: the sentence and the number for one report of progress. Does not own: where they are shown.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Final, Optional

from ...contracts.corpus import ModelBuild, short_model_name
from ...contracts.maintain import Stage

if TYPE_CHECKING:
    from ...contracts.maintain import MaintainProgress
    from ..texts import Texts

_TEXT_SHARE: Final = 0.4
"""How much of a whole pass reading takes; vectors follow, and take longer."""


def progress_text(folder: str, progress: MaintainProgress, texts: Texts) -> str:
    """Return one sentence on what the pass over the folder does now."""
    name = PurePath(folder).name or folder
    if progress.stage is Stage.TEXT and progress.n_files:
        return texts.format(
            "upkeep.progress.text", folder=name, n_done=progress.n_files_done, n=progress.n_files
        )
    building = build_of(progress)
    if building is not None:
        told = model_progress(building, texts)
        return texts.format("upkeep.progress.model", folder=name, model=told)
    key = "vectors" if progress.stage is Stage.VECTORS else "scan"
    return texts.format(f"upkeep.progress.{key}", folder=name)


def build_of(progress: MaintainProgress) -> Optional[ModelBuild]:
    """Return the model that is made while another one answers, None where there is no such."""
    if progress.stage is not Stage.VECTORS or not progress.answering_model_id:
        return None
    return ModelBuild(
        progress.model_id,
        progress.answering_model_id,
        n_done=progress.n_chunks_done,
        n=progress.n_chunks,
    )


def model_progress(building: ModelBuild, texts: Texts) -> str:
    """Return how far a new model's vectors are, and who answers until they are complete."""
    return texts.format(
        "upkeep.model",
        model=short_model_name(building.model_id),
        percent=building.percent,
        answering=short_model_name(building.answering_model_id),
    )


def progress_share(progress: MaintainProgress) -> float:
    """Return how much of the pass is done, from 0 to 1."""
    if progress.stage is Stage.VECTORS:
        share = _share(progress.n_chunks_done, progress.n_chunks)
        return _TEXT_SHARE + (1 - _TEXT_SHARE) * share
    if progress.stage is Stage.TEXT:
        return _TEXT_SHARE * _share(progress.n_files_done, progress.n_files)
    return 0.0


def _share(n_done: int, n: int) -> float:
    return min(1.0, n_done / n) if n else 0.0
