"""Trying an environment: a worker of its own on it makes every check, then ends.

Owns: that worker, the lines that a person reads. Does not own: the checks (the worker's
diagnose). The warm worker of the search is left alone: it may run on another environment.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Callable, Final, Mapping

from ...contracts.errors import EmbeddingsError, Interrupted
from ...contracts.methods import METHODS, CheckResult, DiagnoseRequest, Diagnosis
from ...scripting.child import PROJECT_ROOT
from ...scripting.interpreter import find_interpreter
from ...scripting.threads import start_thread
from ...scripting.worker_process import WorkerProcess
from ..client import EmbeddingsClient, worker_spec

if TYPE_CHECKING:
    from ..background import Job
    from ..texts import Texts

_WATCH_S: Final = 0.1


@dataclass(frozen=True)
class TrialRequest:
    """What is tried: an environment ("" = the one that would be used), a model and a device.

    variables are the worker's, of the settings; api_key is for the model server that model_id
    names.
    """

    venv: str = ""
    model_id: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)
    root: str = PROJECT_ROOT
    api_key: str = field(default="", repr=False)


def try_environment(
    request: TrialRequest, *, on_check: Callable[[CheckResult], None], cancel: threading.Event
) -> Diagnosis:
    """Return what became of each check; on_check hears of each as it is done, in this thread.

    Raises VenvMissing, what a worker that does not start raises, or Interrupted after a cancel,
    which ends the worker at once: an import in C hears of no cancel.
    """
    python = find_interpreter(request.venv, root=request.root).path
    if cancel.is_set():
        raise Interrupted("The test was stopped.")
    spec = worker_spec(python, root=request.root, variables=request.variables)
    process = WorkerProcess(spec, METHODS)
    done = threading.Event()
    start_thread(lambda: _kill_on_cancel(process, cancel, done), name="trial-watch")
    try:
        process.start()
        client = EmbeddingsClient(process)
        asked = DiagnoseRequest(model_id=request.model_id, api_key=request.api_key)
        return client.diagnose(asked, on_progress=on_check, cancel=cancel)
    except EmbeddingsError as error:
        if cancel.is_set():  # whatever the killed worker made of it, the user stopped the test
            raise Interrupted("The test was stopped.") from error
        raise
    finally:
        done.set()
        process.stop()


def trial_work(
    request: TrialRequest, on_check: Callable[[CheckResult], None]
) -> Callable[[Job], Diagnosis]:
    """Return the trial as a job's work; on_check hears of each check on the main thread."""

    def work(job: Job) -> Diagnosis:
        return try_environment(
            request, on_check=lambda check: job.tell(on_check, check), cancel=job.cancel_event
        )

    return work


def check_line(check: CheckResult, texts: Texts) -> str:
    """Return one check as a line, of a failed one with what to do below it."""
    mark = texts["options.check.ok" if check.ok else "options.check.failed"]
    name = f"{check.name} {check.version}".strip()
    told = [f"{mark}  {name}"]
    if check.message:
        told.append(f": {check.message}")
    line = "".join(told)
    return line if check.ok or not check.hint else f"{line}\n      {check.hint}"


def _kill_on_cancel(process: WorkerProcess, cancel: threading.Event, done: threading.Event) -> None:
    while not done.wait(_WATCH_S):
        if cancel.is_set():
            process.kill("the test was stopped")
            return
