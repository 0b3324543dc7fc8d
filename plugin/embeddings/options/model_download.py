"""Downloads of models that the options and Set Up offer: the question, the work, what lacks.

Owns: a worker for the length of one download. Does not own: the windows, fetching (the worker's).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, Final

from ...contracts.errors import EmbeddingsError, Interrupted
from ...contracts.methods import DownloadProgress, DownloadRequest
from ...contracts.models import DEFAULT_MODEL_ID, EMBEDDED_MULTILINGUAL_MODEL_ID
from ..client import start_client
from .model_list import can_be_fetched, listed_model

if TYPE_CHECKING:
    from ...contracts.corpus import ModelChoice
    from ..background import Job
    from ..texts import Texts
    from .python_presenter import OptionsParts

_MB: Final = 1_000_000


def lacks_multilingual() -> bool:
    """Return whether the default model is not on this computer, in neither of its forms."""
    return can_be_fetched(DEFAULT_MODEL_ID) and can_be_fetched(EMBEDDED_MULTILINGUAL_MODEL_ID)


def download_question(model_id: str, texts: Texts) -> str:
    """Return what the user is asked before a download, with its size where it is known."""
    listed = listed_model(model_id)
    if listed is None:
        return texts.format("options.download.ask", model=model_id)
    is_4bit = model_id == EMBEDDED_MULTILINGUAL_MODEL_ID
    key = "options.download.ask_4bit" if is_4bit else "options.download.ask_size"
    return texts.format(key, model=model_id, n_mb=listed.n_mb)


def progress_text(progress: DownloadProgress, texts: Texts) -> str:
    """Return how much is here, of how much."""
    done, n_all = progress.n_bytes_done // _MB, progress.n_bytes // _MB
    return texts.format("options.download.running", n_mb=done, n_all_mb=n_all)


def stopped_text(model_id: str, texts: Texts) -> str:
    """Return what becomes of a download that was stopped."""
    is_4bit = model_id == EMBEDDED_MULTILINGUAL_MODEL_ID
    return texts[f"options.download.stopped{'_4bit' if is_4bit else ''}"]


def download_work(
    model_id: str, venv: str, *, root: str, on_progress: Callable[[DownloadProgress], None]
) -> Callable[[Job], ModelChoice]:
    """Return the job's work: fetch a model, for which the user said yes."""

    def work(job: Job) -> ModelChoice:
        # A worker of its own: the warm one's maintain lane may be busy for hours.
        client = start_client(venv=venv, root=root)
        try:
            return client.download(
                DownloadRequest(model_id),
                on_progress=lambda progress: job.tell(on_progress, progress),
                cancel=job.cancel_event,
            )
        finally:
            client.close()

    return work


@dataclass(frozen=True)
class FetchTold:
    """Who hears of a download on the main thread; on_end gets the sentence for any end."""

    on_progress: Callable[[DownloadProgress], None]
    on_end: Callable[[str], None]


def fetch_multilingual(parts: OptionsParts, venv: str, told: FetchTold) -> Job:
    """Return the job that fetches the multilingual model, for which the user said yes."""
    model_id, texts = EMBEDDED_MULTILINGUAL_MODEL_ID, parts.texts

    def tell_failure(error: EmbeddingsError) -> None:
        is_stopped = isinstance(error, Interrupted)
        told.on_end(stopped_text(model_id, texts) if is_stopped else str(error))

    return parts.jobs.start(
        download_work(model_id, venv, root=parts.root, on_progress=told.on_progress),
        on_done=lambda _choice: told.on_end(texts["options.download.done"]),
        on_failed=tell_failure,
    )
