"""A maintain pass: what is asked, what it tells while it runs, what it did."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Tuple

from .corpus import DEFAULT_RULES, Coverage, FileReport, FolderRules, ModelChoice


class SectionStrategy(str, Enum):
    """How a section's vector is made."""

    CENTROID = "centroid"  # the mean of its chunks' vectors: costs no encoding
    RAWSPAN = "rawspan"  # its own text, encoded in windows: costs as much as its chunks once more


DEFAULT_SECTION_STRATEGY = SectionStrategy.CENTROID


class Stage(str, Enum):
    """The part of a pass that is running."""

    SCAN = "scan"
    TEXT = "text"
    VECTORS = "vectors"


@dataclass(frozen=True)
class MaintainRequest:
    """Bring one folder's corpus up to date; rebuild drops what is there first.

    dim is the width of vectors that a model is cut to, 0 its own. trusted_models are models whose
    program code may run, by name or folder. model_id may name a model server
    (contracts.http_model), which api_key is for.
    section_strategy ("centroid" or "rawspan", "" = what the corpus has, else the default) counts
    for a new corpus and with rebuild_sections, which makes the vectors of sections and documents
    anew while the old ones answer. section_extractors names plug-ins that tell something of each
    section; what is asked for once is kept, () changes nothing.
    """

    folder: str
    rebuild: bool = False
    model_id: str = ""
    dim: int = 0
    trusted_models: Tuple[str, ...] = ()
    first_paths: Tuple[str, ...] = ()
    rules: FolderRules = DEFAULT_RULES
    rebuild_sections: bool = False
    section_strategy: str = ""
    section_extractors: Tuple[str, ...] = ()
    api_key: str = field(default="", repr=False)


@dataclass(frozen=True)
class MaintainProgress:
    """One progress report; totals grow as files are read, so a share never passes one.

    In the stage of vectors model_id is the model they are made with. While another one answers
    until they are complete, that is answering_model_id, and chunks done before the pass count.
    """

    stage: Stage
    n_files_done: int
    n_files: int
    n_chunks_done: int
    n_chunks: int
    path: str = ""
    model_id: str = ""
    answering_model_id: str = ""


@dataclass(frozen=True)
class MaintainReport:
    """What a pass changed and what the corpus covers now.

    n_encoded counts chunks. Sections got their vector by being encoded, or as the mean of their
    chunks' vectors.
    """

    n_added: int
    n_changed: int
    n_moved: int
    n_removed: int
    n_unchanged: int
    n_encoded: int
    coverage: Coverage
    model: ModelChoice
    files: Tuple[FileReport, ...] = ()
    elapsed_s: float = 0.0
    corpus_path: str = ""
    notes: Tuple[str, ...] = ()
    n_sections_encoded: int = 0
    n_sections_averaged: int = 0
