"""A worker for the length of one script: find the environment, start it, stop it."""

import argparse
from contextlib import contextmanager
from typing import Iterator

from cli import ROOT, ProgressBar, Step, index_command

from plugin.contracts.corpus import ModelChoice
from plugin.contracts.errors import CorpusCorrupt
from plugin.contracts.maintain import MaintainProgress, MaintainReport, MaintainRequest, Stage
from plugin.contracts.methods import DownloadProgress, DownloadRequest
from plugin.embeddings.client import EmbeddingsClient, start_client

STAGE_WORDS = {Stage.SCAN: "scan", Stage.TEXT: "text", Stage.VECTORS: "meaning"}


def add_worker_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that every script with a worker has."""
    parser.add_argument(
        "--venv", default="", help="the worker's Python environment (default: .venv)"
    )
    parser.add_argument(
        "--model", default="", help="embedding model: a Hugging Face id or a folder"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


@contextmanager
def worker_session(venv: str) -> Iterator[EmbeddingsClient]:
    """Yield a client of a worker that is stopped at the end."""
    client = start_client(root=str(ROOT), venv=venv)
    try:
        yield client
    finally:
        client.close()


@contextmanager
def with_next_command(folder: str) -> Iterator[None]:
    """Let a damaged index be told with the command that makes it anew."""
    try:
        yield
    except CorpusCorrupt as error:
        hint = f"Make it anew: {index_command(folder)}"
        raise CorpusCorrupt(error.message, hint=hint, detail=error.detail) from error


def download_with_bar(client: EmbeddingsClient, model_id: str) -> None:
    """Fetch a model into the local cache, showing its bytes."""
    fetch_with_bar(client, DownloadRequest(model_id))


def fetch_with_bar(client: EmbeddingsClient, request: DownloadRequest) -> ModelChoice:
    """Return the model that answers once this download is done, showing its bytes."""
    bar = ProgressBar()

    def show(progress: DownloadProgress) -> None:
        done, n_all = progress.n_bytes_done >> 20, progress.n_bytes >> 20
        bar.show(Step("download", done, n_all, "MiB", request.model_id))

    try:
        return client.download(request, on_progress=show)
    finally:
        bar.close()


def maintain_with_bar(client: EmbeddingsClient, request: MaintainRequest) -> MaintainReport:
    """Run one maintain pass, showing files and chunks as they are done."""
    bar = ProgressBar()
    try:
        return client.maintain(request, on_progress=lambda progress: bar.show(_step(progress)))
    finally:
        bar.close()


def _step(progress: MaintainProgress) -> Step:
    word = STAGE_WORDS[progress.stage]
    if progress.stage is Stage.VECTORS:
        return Step(word, progress.n_chunks_done, progress.n_chunks, "chunks", progress.path)
    detail = f"{progress.n_chunks} chunks  {progress.path}" if progress.path else ""
    return Step(word, progress.n_files_done, progress.n_files, "files", detail)
