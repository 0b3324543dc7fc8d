"""A pass with nothing to do reads, writes and imports nothing, and restores what was lost."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from plugin.embeddings.venv.store.meta import read_meta
from tests.integration.maintain.plant_files import snapshot, written

if TYPE_CHECKING:
    from tests.maintain_support import Folder


def test_a_pass_with_nothing_changed_reads_and_writes_nothing(folder: Folder) -> None:
    folder.maintain()
    before = snapshot(folder.path)
    folder.extractor.read.clear()
    report = folder.maintain()
    assert (report.n_unchanged, report.n_encoded, report.coverage.n_chunks) == (2, 0, 10)
    assert folder.extractor.read == []
    assert snapshot(folder.path) == before
    assert folder.encoders.n_loads == 1


def test_a_pass_with_nothing_changed_imports_no_heavy_package(folder: Folder) -> None:
    folder.maintain()
    script = (
        "import sys; from pathlib import Path; from tests.maintain_support import Folder;"
        f"report = Folder(Path({str(folder.path)!r})).maintain();"
        "assert report.n_unchanged == 2, report;"
        "print([name for name in ('langgraph', 'torch', 'langchain_core') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_a_torn_or_missing_meta_file_wipes_nothing(folder: Folder) -> None:
    folder.maintain()
    folder.db_path.with_name("corpus_meta.json").write_text("{")
    assert folder.maintain().n_unchanged == 2
    assert len(folder.encoded) == 10


@pytest.mark.parametrize("text", [None, "garbage"])
def test_a_lost_meta_file_is_all_that_an_idle_pass_writes(folder: Folder, text: str | None) -> None:
    folder.maintain()
    path = folder.db_path.with_name("corpus_meta.json")
    made = read_meta(path)
    assert made is not None
    database = written(folder.db_path)
    path.unlink() if text is None else path.write_text(text)
    assert folder.maintain().n_unchanged == 2
    restored = read_meta(path)
    assert restored is not None
    assert replace(restored, updated_at=made.updated_at) == made
    assert written(folder.db_path) == database
