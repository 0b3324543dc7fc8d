"""The life of the LibreOffice that converts: hung, killed, worn, idle, missing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from plugin.contracts.corpus import FileState
from plugin.contracts.errors import Interrupted
from plugin.embeddings.venv.extract.isolation import IsolatedExtractor, IsolationLimits
from plugin.embeddings.venv.extract.legacy.converter import Converter, ConverterLimits
from plugin.scripting.office_installation import PROGRAM_VARIABLE
from tests.contract.worker_fixtures import is_running, wait_until
from tests.unit.extract.fixtures_ole import (
    workbook,
    write_ole,
)

pytestmark = pytest.mark.office
ROOT = Path(__file__).parents[2]
posix_only = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")


@posix_only
def test_a_hanging_libreoffice_is_ended_and_the_next_file_is_read(documents: Path) -> None:
    limits = IsolationLimits(deadline_s=5.0)
    with Converter() as own, IsolatedExtractor(limits, converter=own) as extractor:
        extractor.extract(documents / "a.doc")
        pid = own.office_pid
        os.kill(pid, signal.SIGSTOP)
        began_s = time.monotonic()
        document = extractor.extract(documents / "b.xls")
        assert document.state is FileState.TIMEOUT
        assert "5 s" in document.reason
        assert time.monotonic() - began_s < 6.5
        assert wait_until(lambda: not is_running(pid), timeout_s=2.0)
        assert extractor.extract(documents / "b.xls").state is FileState.OK


@posix_only
def test_cancel_ends_a_conversion_at_once(documents: Path) -> None:
    with Converter() as own, IsolatedExtractor(converter=own) as extractor:
        extractor.extract(documents / "a.doc")
        pid = own.office_pid
        os.kill(pid, signal.SIGSTOP)
        cancel = threading.Event()
        cancelled_at_s: list[float] = []

        def stop() -> None:
            cancelled_at_s.append(time.monotonic())
            cancel.set()

        threading.Timer(0.5, stop).start()
        with pytest.raises(Interrupted):
            extractor.extract(documents / "b.xls", cancel=cancel)
        assert time.monotonic() - cancelled_at_s[0] < 0.4
        assert wait_until(lambda: not is_running(pid), timeout_s=2.0)


@posix_only
def test_a_file_that_libreoffice_dies_of_has_its_state(documents: Path) -> None:
    with Converter() as own, IsolatedExtractor(converter=own) as extractor:
        killer = threading.Thread(target=_kill_in_mid_file, args=(own,))
        killer.start()
        document = extractor.extract(documents / "long.doc")
        killer.join()
        assert document.state is FileState.CORRUPT
        assert document.reason == "LibreOffice stopped while opening this file."
        assert extractor.extract(documents / "b.xls").state is FileState.OK


@posix_only
def test_a_libreoffice_killed_between_files_costs_no_file(documents: Path) -> None:
    with Converter() as own, IsolatedExtractor(converter=own) as extractor:
        extractor.extract(documents / "a.doc")
        os.kill(own.office_pid, signal.SIGKILL)
        assert extractor.extract(documents / "b.xls").state is FileState.OK


def test_a_file_that_makes_libreoffice_grow_is_too_big(documents: Path) -> None:
    limits = ConverterLimits(max_bytes=1 << 20)
    with Converter(limits) as own, IsolatedExtractor(converter=own) as extractor:
        document = extractor.extract(documents / "long.doc")
        assert document.state is FileState.TOO_BIG
        assert own.office_pid == 0


def test_libreoffice_is_replaced_when_worn_and_leaves_when_idle(documents: Path) -> None:
    with (
        Converter(ConverterLimits(max_files=1)) as own,
        IsolatedExtractor(converter=own) as extractor,
    ):
        assert extractor.extract(documents / "a.doc").state is FileState.OK
        assert own.office_pid == 0
    with (
        Converter(ConverterLimits(idle_s=1.0)) as own,
        IsolatedExtractor(converter=own) as extractor,
    ):
        extractor.extract(documents / "a.doc")
        pid = own.office_pid
        assert wait_until(lambda: not is_running(pid), timeout_s=10.0)
        assert extractor.extract(documents / "b.xls").state is FileState.OK


HOST = """
import sys, time
from pathlib import Path
sys.path.insert(0, {root!r})
from plugin.embeddings.venv.extract.isolation import IsolatedExtractor
from plugin.embeddings.venv.extract.legacy.converter import Converter
converter = Converter()
IsolatedExtractor(converter=converter).extract(Path({path!r}))
print(converter.office_pid, converter.folder, flush=True)
time.sleep(600)
"""


@posix_only
def test_libreoffice_is_gone_soon_after_its_worker_is_killed(documents: Path) -> None:
    code = HOST.format(root=str(ROOT), path=str(documents / "a.doc"))
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as host:
        assert host.stdout is not None
        pid, folder = host.stdout.readline().decode().split(" ", 1)
        assert is_running(int(pid))
        host.kill()
        assert wait_until(lambda: not is_running(int(pid)), timeout_s=3.0)
        assert wait_until(lambda: not Path(folder.strip()).exists(), timeout_s=3.0)


def test_closing_removes_its_folder(documents: Path) -> None:
    with Converter() as own, IsolatedExtractor(converter=own) as extractor:
        extractor.extract(documents / "a.doc")
        folder = own.folder
        assert folder is not None
        assert folder.exists()
    assert not folder.exists()


def test_without_libreoffice_the_reason_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_ole(tmp_path / "a.xls", {"Workbook": workbook()})
    with (
        Converter(find=lambda: None) as own,
        IsolatedExtractor(converter=own) as extractor,
    ):
        document = extractor.extract(path)
        assert document.state is FileState.UNSUPPORTED
        assert "install it" in document.reason
    monkeypatch.setenv(PROGRAM_VARIABLE, str(tmp_path))
    with IsolatedExtractor() as extractor:
        document = extractor.extract(path)
        assert document.state is FileState.UNSUPPORTED
        assert PROGRAM_VARIABLE in document.reason


def test_a_libreoffice_that_does_not_start_is_a_state(tmp_path: Path) -> None:
    (tmp_path / "soffice.bin").write_text("#!/bin/sh\nexit 1\n", encoding="ascii")
    (tmp_path / "soffice.bin").chmod(0o755)
    from plugin.scripting.office_installation import Installation

    path = write_ole(tmp_path / "a.xls", {"Workbook": workbook()})
    with (
        Converter(find=lambda: Installation(tmp_path)) as own,
        IsolatedExtractor(converter=own) as extractor,
    ):
        document = extractor.extract(path)
        assert document.state is FileState.UNSUPPORTED
        assert "did not start" in document.reason


def _kill_in_mid_file(converter: Converter) -> None:
    give_up_at_s = time.monotonic() + 60
    while time.monotonic() < give_up_at_s:
        folder = converter.folder
        if folder is not None and (folder / "files" / "long.doc").exists():
            time.sleep(0.2)  # it takes over a second
            os.kill(converter.office_pid, signal.SIGKILL)
            return
        time.sleep(0.001)
