"""Typed calls to the embeddings worker.

Owns: the worker's command line, one call for each method, and a client with a pool of its own.
Does not own: processes and restarts (scripting), what the calls mean (contracts).
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Callable, Final, Mapping, Optional, Protocol, cast

from ..contracts.methods import (
    METHODS,
    DescribeRequest,
    DiagnoseRequest,
    Diagnosis,
    StatusRequest,
    WorkerDescription,
)
from ..scripting.child import PROJECT_ROOT, WorkerSpec
from ..scripting.interpreter import find_interpreter
from ..scripting.worker_pool import WorkerPool

if TYPE_CHECKING:
    import threading

    from ..contracts.corpus import CorpusStatus, ModelChoice
    from ..contracts.generations import (
        CompactRequest,
        GenerationChange,
        GenerationList,
        GenerationsRequest,
        ResetRequest,
        UseGenerationRequest,
    )
    from ..contracts.maintain import MaintainProgress, MaintainReport, MaintainRequest
    from ..contracts.methods import CheckResult, DownloadProgress, DownloadRequest
    from ..contracts.search import SearchRequest, SearchResult

POOL_NAME: Final = "embeddings"
WORKER_MODULE: Final = "plugin.embeddings.venv"


class Caller(Protocol):
    """A worker process, or a pool that keeps one warm."""

    def call(
        self,
        name: str,
        request: object,
        *,
        on_progress: Optional[Callable[[Any], None]] = None,
        cancel: Optional[threading.Event] = None,
        deadline_s: Optional[float] = None,
    ) -> object:
        """Return the reply to a request."""


class Closer(Protocol):
    """What stops a client's own worker, such as WorkerPool.close_all."""

    def __call__(self, *, grace_s: Optional[float] = None) -> None:
        """Stop it, after grace_s by force."""


def worker_spec(
    python: str,
    *,
    root: str = PROJECT_ROOT,
    variables: Optional[Mapping[str, str]] = None,
    on_stderr: Optional[Callable[[bytes], None]] = None,
) -> WorkerSpec:
    """Return how the embeddings worker is started with a Python; root holds the plugin package.

    variables are set in its environment beside the host's own.
    """
    argv = (python, "-m", WORKER_MODULE)
    return WorkerSpec(
        argv=argv, import_root=root, extra_env=dict(variables or {}), on_stderr=on_stderr
    )


class EmbeddingsClient:
    """The worker's methods as functions; for any number of threads.

    Every function raises what the worker raised, or an error of the way to it: WorkerDied,
    WorkerTimeout, WorkerStartFailed, FrameError. A folder may be relative to the caller's
    directory; it is sent absolute, for the worker runs in another.
    """

    def __init__(self, caller: Caller, *, on_close: Optional[Closer] = None) -> None:
        self._caller = caller
        self._on_close = on_close

    def close(self, *, grace_s: Optional[float] = None) -> None:
        """Stop the worker where this client has one of its own; calls in flight end.

        With grace_s it is killed, and all it started, when it is still there after so long: a
        host that is ending cannot wait for a pass. What was committed stays.
        """
        if self._on_close is not None:
            self._on_close(grace_s=grace_s)

    def search(
        self,
        request: SearchRequest,
        *,
        cancel: Optional[threading.Event] = None,
        deadline_s: Optional[float] = None,
    ) -> SearchResult:
        """Return the answer to one query."""
        sent = replace(request, folder=_absolute(request.folder))
        reply = self._caller.call("search", sent, cancel=cancel, deadline_s=deadline_s)
        return cast("SearchResult", reply)

    def maintain(
        self,
        request: MaintainRequest,
        *,
        on_progress: Optional[Callable[[MaintainProgress], None]] = None,
        cancel: Optional[threading.Event] = None,
    ) -> MaintainReport:
        """Return what a pass did, however long it took; on_progress runs in this thread."""
        sent = replace(request, folder=_absolute(request.folder))
        reply = self._caller.call("maintain", sent, on_progress=on_progress, cancel=cancel)
        return cast("MaintainReport", reply)

    def download(
        self,
        request: DownloadRequest,
        *,
        on_progress: Optional[Callable[[DownloadProgress], None]] = None,
        cancel: Optional[threading.Event] = None,
    ) -> ModelChoice:
        """Return the model that answers once a download the user said yes to is done."""
        reply = self._caller.call("download", request, on_progress=on_progress, cancel=cancel)
        return cast("ModelChoice", reply)

    def diagnose(
        self,
        request: DiagnoseRequest,
        *,
        on_progress: Optional[Callable[[CheckResult], None]] = None,
        cancel: Optional[threading.Event] = None,
    ) -> Diagnosis:
        """Return what became of trying each thing the worker needs; on_progress gets each check.

        What fails is a failed check, never an error. Cold, this takes a minute.
        """
        reply = self._caller.call("diagnose", request, on_progress=on_progress, cancel=cancel)
        return cast("Diagnosis", reply)

    def status(self, request: StatusRequest) -> CorpusStatus:
        """Return what is known of a folder's corpus."""
        sent = replace(request, folder=_absolute(request.folder))
        return cast("CorpusStatus", self._caller.call("status", sent))

    def generations(self, request: GenerationsRequest) -> GenerationList:
        """Return the generations of a folder's corpus."""
        sent = replace(request, folder=_absolute(request.folder))
        return cast("GenerationList", self._caller.call("generations", sent))

    def use_generation(self, request: UseGenerationRequest) -> GenerationChange:
        """Return what came of letting a generation answer; refused while a pass writes."""
        sent = replace(request, folder=_absolute(request.folder))
        return cast("GenerationChange", self._caller.call("use_generation", sent))

    def reset_generations(
        self, request: ResetRequest, *, cancel: Optional[threading.Event] = None
    ) -> GenerationChange:
        """Return what came of removing vectors; what was removed before a cancel is."""
        sent = replace(request, folder=_absolute(request.folder))
        reply = self._caller.call("reset_generations", sent, cancel=cancel)
        return cast("GenerationChange", reply)

    def compact(
        self, request: CompactRequest, *, cancel: Optional[threading.Event] = None
    ) -> GenerationChange:
        """Return what came of making a corpus's file small."""
        sent = replace(request, folder=_absolute(request.folder))
        return cast("GenerationChange", self._caller.call("compact", sent, cancel=cancel))

    def describe(self) -> WorkerDescription:
        """Return the worker's interpreter, packages and device."""
        return cast("WorkerDescription", self._caller.call("describe", DescribeRequest()))


def start_client(*, venv: str = "", root: str = PROJECT_ROOT) -> EmbeddingsClient:
    """Return a client with a warm worker of its own; close() stops it.

    venv is an environment's folder or a Python; "" asks WRITERAGENT_VENV, then <root>/.venv.
    Raises VenvMissing when there is none. The worker starts with the first call.
    """
    python = find_interpreter(venv, root=root).path
    pool = WorkerPool({POOL_NAME: worker_spec(python, root=root)}, METHODS)
    return EmbeddingsClient(pool.pool(POOL_NAME), on_close=pool.close_all)


def _absolute(folder: str) -> str:
    # Not resolved: the links in a path are the user's names for places.
    return os.path.abspath(os.path.expanduser(folder)) if folder else folder  # noqa: PTH100, PTH111
