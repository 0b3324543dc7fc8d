"""Questions to the worker from windows: asked beside the main thread, answered on it.

Owns: the warm worker of the settings' environment, one thread a question, what an answer says
of an outdated index. Does not own: passes (maintain_queue), what to do about outdated indexes
(upkeep), what a request means (contracts).

Threads: client() and maintain_request() are for any thread, the rest for the main thread.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Callable, Final, Mapping, Optional, Tuple, Union

from ..contracts.errors import EmbeddingsError, WorkerStartFailed
from ..contracts.generations import ResetRequest, UseGenerationRequest
from ..contracts.methods import METHODS
from ..contracts.search import AnswerStatus
from ..scripting.interpreter import find_interpreter
from ..scripting.threads import start_thread
from ..scripting.worker_pool import WorkerPool
from . import requests
from .background import Jobs
from .client import POOL_NAME, EmbeddingsClient, worker_spec
from .settings import Settings

if TYPE_CHECKING:
    from ..contracts.corpus import CorpusStatus
    from ..contracts.generations import (
        CompactRequest,
        GenerationChange,
        GenerationList,
        GenerationsRequest,
    )
    from ..contracts.maintain import MaintainRequest
    from ..contracts.methods import CheckResult, DiagnoseRequest, Diagnosis, StatusRequest
    from ..contracts.search import SearchRequest, SearchResult
    from .background import Job
    from .ports import MainThread


END_GRACE_S: Final = 0.1
"""How long the worker may take to leave by itself when LibreOffice ends, which waits for it."""


class Ticket:
    """A question that was asked."""

    def __init__(self, job: Job) -> None:
        self._job = job

    def cancel(self) -> None:
        """Stop the work; its answer never arrives. Main thread only."""
        self._job.forget()


class CorpusService:
    """The worker as windows use it; starts nothing before the first question.

    variables tell the worker of its surroundings, such as which LibreOffice this is.
    """

    def __init__(
        self,
        main_thread: MainThread,
        *,
        root: str,
        variables: Optional[Mapping[str, str]] = None,
    ) -> None:
        self._root = root
        self.variables: Mapping[str, str] = variables or {}
        self._jobs = Jobs(main_thread)
        self._lock = threading.Lock()
        self._starting = threading.Lock()
        self._settings = Settings()
        self._pool: Optional[WorkerPool] = None
        self._python = ""
        self._stamp = (0, 0)
        self._is_closed = False
        self._on_outdated: Callable[[str], None] = _ignore

    def use(self, settings: Settings) -> None:
        """Ask by these settings from now on.

        Another environment or device, or folder search turned off, ends the worker: calls in
        flight end with WorkerDied. Rules and models travel with each request.
        """
        with self._lock:
            before, self._settings = self._settings, settings
            stays = settings.search_is_on and _worker_of(settings) == _worker_of(before)
            pool = self._pool
            if not stays:
                self._pool = None
        if pool is None:
            return
        if stays:
            pool.pool(POOL_NAME).reset()
            return
        start_thread(pool.close_all, name="worker-end")

    def on_outdated(self, action: Callable[[str], None]) -> None:
        """Call action(folder) on the main thread after a search that needed a newer index."""
        self._on_outdated = action

    def search(
        self,
        request: SearchRequest,
        on_answer: Callable[[Union[SearchResult, EmbeddingsError]], None],
    ) -> Ticket:
        """Ask one query; never waits for a pass."""
        sent = requests.search_request(request, self._settings)

        def tell(result: SearchResult) -> None:
            on_answer(result)
            if is_outdated(result):
                self._on_outdated(request.folder)

        def work(job: Job) -> SearchResult:
            return self.client().search(sent, cancel=job.cancel_event)

        return Ticket(self._jobs.start(work, on_done=tell, on_failed=on_answer))

    def status(
        self,
        request: StatusRequest,
        on_answer: Callable[[Union[CorpusStatus, EmbeddingsError]], None],
    ) -> Ticket:
        """Ask what is known of a folder's corpus."""
        sent = requests.status_request(request, self._settings)

        def work(_job: Job) -> CorpusStatus:
            return self.client().status(sent)

        return Ticket(self._jobs.start(work, on_done=on_answer, on_failed=on_answer))

    def generations(
        self,
        request: GenerationsRequest,
        on_answer: Callable[[Union[GenerationList, EmbeddingsError]], None],
    ) -> Ticket:
        """Ask which models' vectors a folder's corpus has."""
        sent = requests.with_rules(request, self._settings)

        def work(_job: Job) -> GenerationList:
            return self.client().generations(sent)

        return Ticket(self._jobs.start(work, on_done=on_answer, on_failed=on_answer))

    def change_generations(
        self,
        request: Union[UseGenerationRequest, ResetRequest, CompactRequest],
        on_answer: Callable[[Union[GenerationChange, EmbeddingsError]], None],
    ) -> Ticket:
        """Switch, reset or compact; refused with CorpusBusy while a pass writes."""
        sent = requests.with_rules(request, self._settings)

        def work(job: Job) -> GenerationChange:
            client = self.client()
            if isinstance(sent, UseGenerationRequest):
                return client.use_generation(sent)
            if isinstance(sent, ResetRequest):
                return client.reset_generations(sent, cancel=job.cancel_event)
            return client.compact(sent, cancel=job.cancel_event)

        return Ticket(self._jobs.start(work, on_done=on_answer, on_failed=on_answer))

    def diagnose(
        self,
        request: DiagnoseRequest,
        on_answer: Callable[[Union[Diagnosis, EmbeddingsError]], None],
        *,
        on_check: Optional[Callable[[CheckResult], None]] = None,
    ) -> Ticket:
        """Ask whether all that the worker needs works; on_check hears of each check at once."""
        sent = requests.diagnose_request(request, self._settings)

        def work(job: Job) -> Diagnosis:
            def report(check: CheckResult) -> None:
                if on_check is not None:
                    job.tell(on_check, check)

            return self.client().diagnose(sent, on_progress=report, cancel=job.cancel_event)

        return Ticket(self._jobs.start(work, on_done=on_answer, on_failed=on_answer))

    def client(self) -> EmbeddingsClient:
        """Return the client of the warm worker, which its first call starts; for any thread.

        Looks for the environment's Python and runs it once, which takes a moment: never on the
        main thread. Raises VenvMissing, and WorkerStartFailed after close.
        """
        with self._starting:  # one probe, not one for each waiting question
            while True:
                with self._lock:
                    if self._is_closed:
                        raise WorkerStartFailed("The program is ending.", hint="Start it again.")
                    pool, settings, python = self._pool, self._settings, self._python
                if pool is None:
                    self._make_pool(settings)
                elif self._stamp == _stamp(python):
                    return EmbeddingsClient(pool.pool(POOL_NAME))
                else:
                    self._drop(pool)

    def maintain_request(
        self, folder: str, *, rebuild: bool = False, first_paths: Tuple[str, ...] = ()
    ) -> MaintainRequest:
        """Return a pass by the settings of the moment; for any thread."""
        with self._lock:
            settings = self._settings
        return requests.maintain_request(folder, settings, rebuild=rebuild, first_paths=first_paths)

    def close(self, grace_s: float = END_GRACE_S) -> None:
        """End the worker, politely for grace_s, then by force; questions find no answer."""
        with self._lock:
            self._is_closed = True
            pool, self._pool = self._pool, None
        self._jobs.end_all(grace_s=0.0)
        if pool is not None:
            pool.close_all(grace_s=grace_s)

    def _make_pool(self, settings: Settings) -> None:
        """Make a pool and keep it, unless the settings ask for another worker meanwhile."""
        python = find_interpreter(settings.python_venv_path, root=self._root).path
        stamp = _stamp(python)
        variables = {**self.variables, **settings.worker_variables}
        spec = worker_spec(python, root=self._root, variables=variables)
        pool = WorkerPool({POOL_NAME: spec}, METHODS)
        with self._lock:
            if _worker_of(self._settings) == _worker_of(settings) and not self._is_closed:
                self._pool, self._python, self._stamp = pool, python, stamp

    def _drop(self, pool: WorkerPool) -> None:
        """End a worker whose environment was set up anew, or is gone."""
        with self._lock:
            if self._pool is pool:
                self._pool = None
        pool.close_all()


def _worker_of(settings: Settings) -> Tuple[str, Mapping[str, str]]:
    """Return what of the settings a worker keeps for its life."""
    return settings.python_venv_path, settings.worker_variables


def _stamp(python: str) -> Tuple[int, int]:
    """Return what changes when an environment is replaced by another in the same place."""
    path = Path(python)
    config = path.parent.parent / "pyvenv.cfg"
    try:
        stat = (config if config.is_file() else path).stat()
    except OSError:  # gone: the search for a Python says so in words
        return 0, 0
    return stat.st_ino, stat.st_mtime_ns


def is_outdated(result: SearchResult) -> bool:
    """Return whether a pass would let the same search see more."""
    coverage = result.coverage
    if coverage.indexing:
        return False  # a pass runs already
    unread = coverage.n_text + coverage.n_failed < coverage.n_files
    unembedded = bool(result.model.model_id) and coverage.n_chunks_embedded < coverage.n_chunks
    missing = result.status is AnswerStatus.NO_CORPUS
    return missing or unread or unembedded or coverage.n_stale > 0


def _ignore(_folder: str) -> None:
    return
