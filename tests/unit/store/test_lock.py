from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import CorpusBusy
from plugin.embeddings.venv.store.lock import is_being_written, writer_lock

if TYPE_CHECKING:
    from pathlib import Path

HOLD = """
import sys, time
from pathlib import Path
from plugin.embeddings.venv.store.lock import writer_lock
with writer_lock(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_writer_is_refused_with_a_hint(tmp_path: Path) -> None:
    db_path = tmp_path / "cache" / "corpus.db"
    with writer_lock(db_path):
        assert is_being_written(db_path)
        with pytest.raises(CorpusBusy) as caught, writer_lock(db_path):
            pytest.fail("two writers")
        assert caught.value.hint
    assert not is_being_written(db_path)


def test_asking_makes_no_file(tmp_path: Path) -> None:
    assert not is_being_written(tmp_path / "corpus.db")
    assert list(tmp_path.iterdir()) == []


def test_a_killed_process_frees_the_lock(tmp_path: Path) -> None:
    db_path = tmp_path / "corpus.db"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(db_path)], stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(CorpusBusy), writer_lock(db_path):
            pytest.fail("two writers")
        holder.kill()
        holder.wait()
    with writer_lock(db_path):
        pass
