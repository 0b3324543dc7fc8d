"""A build of a new model's vectors, killed again and again, loses and doubles nothing.

The old generation answers all the while. Once with an encoder that logs what it is given, at many
points; once with the real worker and two real models, searched by another real worker meanwhile.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import WorkerDied
from plugin.contracts.maintain import MaintainProgress, MaintainReport, MaintainRequest, Stage
from plugin.contracts.methods import METHODS
from plugin.contracts.search import Leg, SearchMode, SearchRequest, SearchResult
from plugin.embeddings.client import EmbeddingsClient, worker_spec
from plugin.embeddings.venv.search.corpora import Corpora
from plugin.embeddings.venv.search.pipeline import run_search
from plugin.embeddings.venv.store.connection import open_corpus
from plugin.embeddings.venv.store.integrity import check_corpus
from plugin.scripting.worker_pool import PoolLimits, WorkerPool
from tests.fakes_encoder import EncodersByName
from tests.fixtures_models import WORDS, TinyModel, make_tiny_model
from tests.integration.build_process import BATCH_TEXTS
from tests.maintain_support import Folder

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
A, B = "tests/a", "tests/b"
KILL_AFTER_TEXTS = (1, 9, 40, 41, 100, 177, 239)
"""How many texts are encoded when the kill comes; the last leaves one batch."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(os.name == "nt", reason="SIGKILL is POSIX"),
]


def write_sections(folder: Folder, n: int) -> None:
    """Write two files of n sections in all, each of one heading and one paragraph of its own."""
    words = random.Random(5)
    for part in range(2):
        sections = (
            f"# Matter {number}\n\nNumber {number} is of {' '.join(words.choices(WORDS, k=14))}."
            for number in range(part, n, 2)
        )
        folder.write(f"part{part}.md", "\n\n".join(sections))


def vectors_of(folder: Folder, generation_id: int) -> dict[tuple[int, str], bytes]:
    """Return (seq, hash of the text) -> vector of a generation, {} where it is not begun."""
    with open_corpus(folder.db_path, read_only=False) as connection:
        assert check_corpus(connection) == []
        if (generation_id,) not in connection.fetch_all("SELECT generation_id FROM generations"):
            return {}
        rows = connection.fetch_all(
            "SELECT l.seq, lower(hex(t.text_hash)), v.embedding FROM vector_log l"  # noqa: S608
            f" JOIN texts t USING (text_id) JOIN vectors_{generation_id} v ON v.rowid = l.seq"
            " WHERE l.generation_id = ?",
            (generation_id,),
        )
    return {(seq, text_hash): vector for seq, text_hash, vector in rows}


@dataclass
class LoggedBuild:
    """The build of B's vectors in processes of their own, and the log of what they encoded."""

    folder: Folder
    log: Path

    def lines(self) -> list[str]:
        return self.log.read_text().split() if self.log.exists() else []

    def run(self, *, kill_after: int | None = None) -> int:
        """Run a pass, killed when so many texts are encoded in all; return its exit code."""
        command = [sys.executable, "-m", "tests.integration.build_process"]
        process = subprocess.Popen([*command, str(self.folder.path), B, str(self.log)], cwd=ROOT)
        while process.poll() is None:
            if kill_after is not None and len(self.lines()) >= kill_after:
                process.send_signal(signal.SIGKILL)
                break
            time.sleep(0.001)
        return process.wait()


def test_a_build_killed_at_many_points_encodes_no_text_again_that_was_done(tmp_path: Path) -> None:
    encoders, corpora = EncodersByName(), Corpora()
    encoders.add(A)
    encoders.add(B, 24)
    folder = Folder(tmp_path / "documents", encoders)  # type: ignore[arg-type] # the same port
    write_sections(folder, 120)
    folder.maintain(model_id=A)
    n_texts = len(encoders.models[A].encoded)
    assert n_texts == 240

    def search() -> SearchResult:
        asked = SearchRequest(str(folder.path), "number 17", mode=SearchMode.DENSE, model_id=B)
        return run_search(asked, corpora=corpora, encoders=encoders, check=lambda: None)

    before = search()
    build, done_at_kills = LoggedBuild(folder, tmp_path / "log"), 0
    for kill_after in KILL_AFTER_TEXTS:
        assert build.run(kill_after=kill_after) == -signal.SIGKILL
        done = vectors_of(folder, 2)
        n_encoded = len(build.lines())
        assert len(done) >= done_at_kills, "what was committed stays"
        done_at_kills = len(done)
        during = search()
        assert (during.legs, during.model.model_id) == ((Leg.DENSE,), A)
        assert during.hits == before.hits
        # Whatever is done now is not in the log of any later process.
        build.run(kill_after=n_encoded + BATCH_TEXTS)
        again = set(build.lines()[n_encoded:]) & {text_hash for _, text_hash in done}
        assert not again
    assert build.run() == 0
    vectors = vectors_of(folder, 2)
    assert len(vectors) == n_texts
    n_kills = 2 * len(KILL_AFTER_TEXTS)
    assert len(build.lines()) <= n_texts + n_kills * BATCH_TEXTS, "a batch a kill at most"
    assert search().model.model_id == B
    corpora.close()


@dataclass
class RealBuild:
    """A folder of a real worker, which is killed, and of another, which is searched meanwhile."""

    folder: Folder
    old_model: Path
    new_model: Path
    builders: WorkerPool
    searchers: WorkerPool
    told: list[MaintainProgress] = field(default_factory=list)
    answers: list[SearchResult] = field(default_factory=list)

    def maintain(self, model: Path, *, kill_at: float | None = None) -> MaintainReport | None:
        """Run a pass; kill its worker when that share of the vectors is told. None: it died."""
        pool = self.builders.pool("embeddings")

        def watch(told: MaintainProgress) -> None:
            self.told.append(told)
            is_far = told.n_chunks and told.n_chunks_done >= (kill_at or 0) * told.n_chunks
            if kill_at is not None and told.stage is Stage.VECTORS and is_far and pool.worker:
                os.kill(pool.worker.pid, signal.SIGKILL)

        self.told.clear()
        request = MaintainRequest(str(self.folder.path), model_id=str(model))
        try:
            return EmbeddingsClient(pool).maintain(request, on_progress=watch)
        except WorkerDied:
            return None

    def search(self) -> SearchResult:
        request = SearchRequest(
            str(self.folder.path), "the fare of the bus", model_id=str(self.new_model)
        )
        return EmbeddingsClient(self.searchers.pool("embeddings")).search(request)

    def search_until(self, stop: threading.Event) -> None:
        while not stop.is_set():
            self.answers.append(self.search())


@pytest.fixture
def build(tmp_path: Path) -> Iterator[RealBuild]:
    def pool() -> WorkerPool:
        limits = PoolLimits(max_quick_failures=20, backoff_s=0.01)
        return WorkerPool({"embeddings": worker_spec(sys.executable)}, METHODS, limits=limits)

    folder = Folder(tmp_path / "documents")
    write_sections(folder, 1200)
    old = make_tiny_model(tmp_path / "old", TinyModel(0))
    new = make_tiny_model(tmp_path / "new", TinyModel(1))
    made = RealBuild(folder, old, new, builders=pool(), searchers=pool())
    yield made
    made.builders.close_all()
    made.searchers.close_all()


def test_the_real_workers_build_goes_on_after_kills_while_the_old_model_answers(
    build: RealBuild,
) -> None:
    report = build.maintain(build.old_model)
    assert report is not None
    n_texts = report.n_encoded
    assert build.search().model.model_id == str(build.old_model)
    stop = threading.Event()
    searcher = threading.Thread(target=build.search_until, args=(stop,))
    searcher.start()
    done: dict[tuple[int, str], bytes] = {}
    for kill_at in (0.0, 0.3, 0.6, 0.95):
        assert build.maintain(build.new_model, kill_at=kill_at) is None, "it was killed"
        now = vectors_of(build.folder, 2)
        assert done.items() <= now.items(), "the very rows that were there"
        first = next(told for told in build.told if told.n_chunks)
        assert first.n_chunks == n_texts
        assert first.n_chunks_done >= len(done), "only what lacked is encoded"
        done = now
    stop.set()
    searcher.join()
    assert 0 < len(done) < n_texts
    assert len(build.answers) > 3
    for answer in build.answers:
        assert Leg.DENSE in answer.legs
        assert answer.model.model_id == str(build.old_model)
        assert [hit.path for hit in answer.hits] == [hit.path for hit in build.answers[0].hits]
    report = build.maintain(build.new_model)
    assert report is not None
    assert report.n_encoded == n_texts - len(done)
    assert done.items() <= vectors_of(build.folder, 2).items()
    assert build.search().model.model_id == str(build.new_model)
