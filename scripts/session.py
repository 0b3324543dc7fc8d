"""A worker for the length of one script: find the environment, start it, stop it."""

import argparse
import os
from contextlib import contextmanager
from typing import Iterator

from cli import ROOT, ProgressBar, Step, index_command

from plugin.contracts.corpus import ModelChoice, short_model_name
from plugin.contracts.errors import BadRequest, CorpusCorrupt
from plugin.contracts.http_model import API_KEY_VARIABLE, parse_http_model
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
        "--model",
        type=str.strip,
        default="",
        help="embedding model: a Hugging Face id, a folder, or a model server (OpenAI's interface)"
        f" as http://localhost:11434/v1#NAME, its key in {API_KEY_VARIABLE}",
    )
    parser.add_argument(
        "--send-text",
        action="store_true",
        help="agree that a model server on another machine gets the text of your documents",
    )
    parser.add_argument(
        "--trust-remote-code",
        action="append",
        default=[],
        metavar="MODEL_ID",
        help="let this model run the program code it comes with (never done unless you name it)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def server_key(options: argparse.Namespace) -> str:
    """Return the key for the model server that --model names, "" for a local model.

    Raises BadRequest for a bad address, or a server elsewhere that --send-text does not agree to.
    """
    server = parse_http_model(options.model)
    if server is None:
        return ""
    if not server.is_loopback and not options.send_text:
        raise BadRequest(
            f"With this model the text of your documents and your queries are sent to"
            f" {server.host}{', unencrypted' if server.is_open_to_readers else ''}.",
            hint="Add --send-text to agree, or choose a local model.",
        )
    return os.environ.get(API_KEY_VARIABLE, "").strip()


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
        if not error.detail:  # what is no file at all has another next step
            raise
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
        meanwhile = f"answers come from {short_model_name(progress.answering_model_id)}"
        detail = meanwhile if progress.answering_model_id else progress.path
        return Step(word, progress.n_chunks_done, progress.n_chunks, "chunks", detail)
    detail = f"{progress.n_chunks} chunks  {progress.path}" if progress.path else ""
    return Step(word, progress.n_files_done, progress.n_files, "files", detail)
