"""The real worker with the real model, killed at random moments, loses and doubles nothing."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from plugin.contracts.errors import WorkerDied
from plugin.contracts.maintain import MaintainProgress, MaintainRequest, Stage
from plugin.contracts.methods import METHODS
from plugin.embeddings.client import EmbeddingsClient, worker_spec
from plugin.embeddings.venv.store.connection import open_corpus
from plugin.embeddings.venv.store.integrity import check_corpus
from plugin.scripting.worker_pool import PoolLimits, WorkerPool

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
N_KILLS = int(os.environ.get("WRITERAGENT_TEST_KILLS", "4"))

CHUNKS = """
SELECT d.path, p.para_index, p.kind, p.text, c.start_char, c.end_char
FROM chunks c JOIN passages p USING (passage_id) JOIN documents d USING (doc_id)
ORDER BY 1, 2, 5
"""
VECTORS = """
SELECT t.text_hash, v.embedding FROM vectors_1 v
JOIN vector_log l ON l.seq = v.rowid JOIN texts t USING (text_id) ORDER BY 1
"""


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    limits = PoolLimits(max_quick_failures=N_KILLS + 5, backoff_s=0.01)
    pool = WorkerPool({"embeddings": worker_spec(sys.executable)}, METHODS, limits=limits)
    yield pool
    pool.close_all()


def copy_samples(folder: Path) -> Path:
    ignored = shutil.ignore_patterns("writeragent_embeddings")
    shutil.copytree(ROOT / "samples", folder, ignore=ignored)
    return folder


def contents(folder: Path) -> tuple[list[tuple[object, ...]], dict[bytes, np.ndarray]]:
    with open_corpus(folder / "writeragent_embeddings/corpus.db", read_only=False) as connection:
        assert check_corpus(connection) == []
        chunks = connection.fetch_all(CHUNKS)
        rows = connection.fetch_all(VECTORS)
    vectors = {digest: np.frombuffer(blob, np.float32) for digest, blob in rows}
    assert len(vectors) == len(rows), "a text has one vector"
    return chunks, vectors


def maintain_and_kill(pool: WorkerPool, folder: Path, *, after: tuple[Stage, float]) -> bool:
    """Run a pass; kill its worker that long after it enters a stage. Return whether it died."""
    pooled = pool.pool("embeddings")
    stage, delay_s = after
    entered = threading.Event()

    def kill() -> None:
        if entered.wait(60) and not threading.Event().wait(delay_s) and pooled.worker:
            os.kill(pooled.worker.pid, signal.SIGKILL)

    def watch(progress: MaintainProgress) -> None:
        if progress.stage is stage:
            entered.set()

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        EmbeddingsClient(pooled).maintain(MaintainRequest(str(folder)), on_progress=watch)
    except WorkerDied:
        return True
    finally:
        entered.set()
        killer.join()
    return False


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is POSIX")
def test_a_build_killed_at_random_moments_ends_as_an_undisturbed_one(
    pool: WorkerPool, tmp_path: Path
) -> None:
    moments = random.Random(4)
    folder = copy_samples(tmp_path / "killed")
    n_killed = 0
    for round_number in range(N_KILLS * 3):
        if n_killed >= N_KILLS:
            break
        stage = (Stage.SCAN, Stage.TEXT, Stage.VECTORS)[round_number % 3]
        if stage is not Stage.VECTORS:
            shutil.rmtree(folder / "writeragent_embeddings", ignore_errors=True)
        n_killed += maintain_and_kill(pool, folder, after=(stage, moments.uniform(0, 0.2)))
    assert n_killed >= N_KILLS
    client = EmbeddingsClient(pool.pool("embeddings"))
    client.maintain(MaintainRequest(str(folder)))

    undisturbed = copy_samples(tmp_path / "undisturbed")
    client.maintain(MaintainRequest(str(undisturbed)))
    (chunks, vectors), (expected_chunks, expected_vectors) = contents(folder), contents(undisturbed)
    assert chunks == expected_chunks
    assert vectors.keys() == expected_vectors.keys()
    cosines = [float(vectors[key] @ expected_vectors[key]) for key in vectors]
    assert min(cosines) >= 0.9999, "batches differ by what was left, vectors only in the last bits"
