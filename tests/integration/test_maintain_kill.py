"""A pass that is killed at any moment leaves whole documents, and the next one goes on."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plugin.embeddings.venv.store.connection import open_corpus
from plugin.embeddings.venv.store.integrity import check_corpus
from tests.maintain_support import Folder, contents

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
N_KILLS = 20
N_FILES = 40
WORDS = tuple(f"word{number}" for number in range(400))


def paragraph(seed: int) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=30)) + "."


def write_files(folder: Folder, generation: int) -> None:
    """Write the files of one generation: most stay, some change, one moves, one goes."""
    for number in range(N_FILES):
        changed = generation if number % 5 == 0 else 0
        text = "\n\n".join(paragraph(1000 * changed + 20 * number + p) for p in range(8))
        file = folder.path / f"file{number}.txt"
        if not file.exists() or file.read_text() != text:
            folder.write(file.name, text)
    for name in (f"moved{generation - 1}.txt", "moved0.txt"):
        if (folder.path / name).exists():
            (folder.path / name).rename(folder.path / f"moved{generation}.txt")
            return
    folder.write(f"moved{generation}.txt", paragraph(7))


def start_pass(folder: Folder) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.integration.maintain_process", str(folder.path)],
        cwd=ROOT,
        stderr=subprocess.PIPE,
    )


def wait_for_first_commit(folder: Folder, process: subprocess.Popen[bytes]) -> None:
    """Wait until the pass is at work, so that the kill does not hit the interpreter's start."""
    lock = folder.db_path.with_suffix(".lock")
    before_ns = lock.stat().st_mtime_ns if lock.exists() else 0
    wal = folder.db_path.with_name("corpus.db-wal")
    while process.poll() is None:
        if wal.exists() and wal.stat().st_mtime_ns > before_ns and wal.stat().st_size:
            return
        time.sleep(0.002)


def whole_documents(folder: Folder) -> Iterator[str]:
    """Yield what is wrong right after a kill; a half document would be a wrong count."""
    with open_corpus(folder.db_path, read_only=False) as connection:
        yield from check_corpus(connection)


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is POSIX")
@pytest.mark.slow
@pytest.mark.timeout(240)
def test_twenty_killed_passes_end_in_the_same_corpus_as_an_undisturbed_one(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "documents")
    moments = random.Random(20)
    n_killed = 0
    generation = 0
    while n_killed < N_KILLS:
        write_files(folder, generation)
        process = start_pass(folder)
        wait_for_first_commit(folder, process)
        time.sleep(moments.uniform(0, 0.25))
        process.send_signal(signal.SIGKILL)
        _, errors = process.communicate()
        assert process.returncode in (0, -signal.SIGKILL), errors.decode()
        n_killed += process.returncode == -signal.SIGKILL
        assert list(whole_documents(folder)) == []
        generation += moments.random() < 0.4
        if process.returncode == 0:
            generation += 1
    folder.maintain()
    assert folder.problems() == []
    disturbed = contents(folder.db_path)
    undisturbed = Folder(folder.path)
    undisturbed.maintain(rebuild=True)
    assert contents(folder.db_path) == disturbed
