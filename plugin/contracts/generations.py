"""Generations of vectors as callers see them: listing, switching back, resetting, compacting.

A generation is the vectors of one model, width, prompts and chunker. Owns: what is asked and
told of them. Does not own: how a new one is made, which is a maintain pass (maintain).
"""

from dataclasses import dataclass
from enum import Enum
from typing import Optional, Tuple

from .corpus import DEFAULT_RULES, FolderRules


class GenerationState(str, Enum):
    """Where a generation is in its life; at most one is active."""

    BUILDING = "building"  # being made, or left half made, while the active one answers
    ACTIVE = "active"  # answers
    KEPT = "kept"  # answered before, or was given up; for switching back, then dropped


class ResetScope(str, Enum):
    """Whose vectors are removed; ONE names its generation by number."""

    ACTIVE = "active"
    ALL = "all"
    ONE = "one"


@dataclass(frozen=True)
class GenerationReport:
    """One generation; changed_at is when it took its state, in Unix seconds.

    n_done of n_texts texts have a vector. n_bytes is what its vectors take, without the log.
    dropped_at, set for a kept one, is when it may be dropped. why_not is empty when a switch to
    it is possible, else one sentence. problem says why the last try to make its model's vectors
    failed, "" where it did not.
    """

    generation_id: int
    model_id: str
    revision: str
    dim: int
    state: GenerationState
    changed_at: float
    n_done: int
    n_texts: int
    n_bytes: int
    dropped_at: Optional[float] = None
    why_not: str = ""
    problem: str = ""


@dataclass(frozen=True)
class GenerationsRequest:
    """Ask which generations a folder's corpus has; loads no model and writes nothing.

    trusted_models are models whose program code may run, by name or folder.
    """

    folder: str
    rules: FolderRules = DEFAULT_RULES
    trusted_models: Tuple[str, ...] = ()


@dataclass(frozen=True)
class GenerationList:
    """A corpus's generations, oldest first; instead_of is the model that a switch set aside.

    instead_of is "" unless the folder was switched to another model than the one that passes
    ask for. problem says why an index that is there cannot be read, in which case exists is False.
    """

    folder: str
    corpus_path: str
    exists: bool
    generations: Tuple[GenerationReport, ...] = ()
    instead_of: str = ""
    problem: str = ""


@dataclass(frozen=True)
class UseGenerationRequest:
    """Let this generation answer from now on; nothing is encoded.

    trusted_models are models whose program code may run, by name or folder.
    """

    folder: str
    generation_id: int
    rules: FolderRules = DEFAULT_RULES
    trusted_models: Tuple[str, ...] = ()


@dataclass(frozen=True)
class ResetRequest:
    """Remove vectors, keep all text; generation_id counts for ResetScope.ONE."""

    folder: str
    scope: ResetScope
    generation_id: int = 0
    rules: FolderRules = DEFAULT_RULES


@dataclass(frozen=True)
class CompactRequest:
    """Drop what nobody can use any more and give the space back; every vector stays."""

    folder: str
    rules: FolderRules = DEFAULT_RULES


@dataclass(frozen=True)
class GenerationChange:
    """What a change came to: sentences for people, bytes given back, what is there now."""

    sentences: Tuple[str, ...]
    n_bytes_freed: int
    now: GenerationList
