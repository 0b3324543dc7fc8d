"""Set-ups that fail or are cancelled leave no process and no folder, and the old as it was."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import Interrupted, SetupFailed
from plugin.scripting.environment import (
    SetupProgress,
    SetupStep,
    run_setup,
)
from tests.environment_site import ROOT, Site, lives, processes_of
from tests.packages_by_code import make_endless_source, make_wheel

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="looks for processes in /proc and bin"),
]


def test_a_failing_package_leaves_the_old_environment_as_it_was(site: Site) -> None:
    before = site.make_old()
    site.pin("apple==1.0", "no-such-package==9.9")

    with pytest.raises(SetupFailed, match="Installing the packages failed") as caught:
        site.set_up()

    assert "no build for this Python" in caught.value.hint
    assert "no-such-package==9.9" in caught.value.detail
    assert len(caught.value.detail.splitlines()) <= 30
    assert site.files() == before
    assert list(site.parent.iterdir()) == [site.venv]


def test_a_package_that_cannot_be_imported_fails_the_set_up(site: Site) -> None:
    make_wheel(site.wheels, "numpy", "2.0", code="raise ImportError('libgomp.so.1 is missing')")
    site.pin("numpy==2.0")

    with pytest.raises(SetupFailed, match="Trying out the packages failed") as caught:
        site.set_up()

    assert "libgomp.so.1 is missing" in caught.value.detail
    assert not site.parent.parent.exists()


def test_cancel_kills_all_that_was_started_and_leaves_nothing(site: Site, tmp_path: Path) -> None:
    mark = tmp_path / "building"
    make_endless_source(site.wheels, mark)
    site.pin("apple==1.0", "endless==1.0")
    cancel = threading.Event()
    set_at_s: list[float] = []

    def cancel_when_pip_is_at_work() -> None:
        deadline_s = time.monotonic() + 60
        while not mark.exists() and time.monotonic() < deadline_s:
            cancel.wait(0.02)
        set_at_s.append(time.monotonic())
        cancel.set()

    watcher = threading.Thread(target=cancel_when_pip_is_at_work)
    watcher.start()
    with pytest.raises(Interrupted):
        site.set_up(cancel=cancel)
    took_s = time.monotonic() - set_at_s[0]
    watcher.join()

    builder, child = map(int, mark.read_text().split())
    assert not lives(builder)
    assert not lives(child)
    assert processes_of(str(site.parent)) == []
    assert not site.parent.parent.exists()
    assert took_s < 3


def test_a_cancel_before_the_start_does_nothing(site: Site) -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Interrupted):
        site.set_up(cancel=cancel)
    assert not site.parent.parent.exists()


def test_a_cancel_while_replacing_leaves_the_old_environment(site: Site) -> None:
    before = site.make_old()
    site.pin("apple==1.0")
    cancel = threading.Event()

    def stop_at_verify(now: SetupProgress) -> None:
        if now.step is SetupStep.VERIFY:
            cancel.set()

    with pytest.raises(Interrupted):
        run_setup(site.plan(), on_progress=stop_at_verify, cancel=cancel)

    assert site.files() == before
    assert list(site.parent.iterdir()) == [site.venv]


def test_a_report_that_raises_ends_the_set_up_cleanly(site: Site) -> None:
    class WindowGone(Exception):
        pass

    def fail(now: SetupProgress) -> None:
        if now.step is SetupStep.INSTALL:
            raise WindowGone

    with pytest.raises(WindowGone):
        run_setup(site.plan(), on_progress=fail, cancel=threading.Event())

    assert processes_of(str(site.parent)) == []
    assert not site.parent.parent.exists()


def test_a_place_that_cannot_be_written_is_told(site: Site) -> None:
    site.parent.parent.write_text("a file where a folder should be")

    with pytest.raises(SetupFailed, match="cannot be written"):
        site.set_up()


def run_script(*arguments: str) -> subprocess.Popen[str]:
    argv = [sys.executable, str(ROOT / "scripts" / "setup_venv.py"), *arguments]
    return subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_the_command_tells_of_a_python_that_is_no_use(site: Site) -> None:
    script = run_script("--venv", str(site.venv), "--python", "/nonexistent/python")
    output, errors = script.communicate(timeout=60)

    assert (script.returncode, output) == (2, "")
    assert "/nonexistent/python is no usable Python" in errors
    assert not site.parent.parent.exists()


def test_the_command_stopped_from_outside_leaves_nothing(site: Site) -> None:
    script = run_script("--venv", str(site.venv))
    deadline_s = time.monotonic() + 60
    while not list(site.parent.glob(".venv.setup-*")) and time.monotonic() < deadline_s:
        assert script.poll() is None
        threading.Event().wait(0.02)
    script.terminate()
    _, errors = script.communicate(timeout=60)

    assert script.returncode == 2
    assert "Stopped." in errors
    assert processes_of(str(site.parent)) == []
    assert not site.parent.parent.exists()


def test_on_a_terminal_the_command_tells_its_plan_and_asks(site: Site) -> None:
    import pty

    ours, theirs = pty.openpty()
    argv = [sys.executable, str(ROOT / "scripts" / "setup_venv.py"), "--venv", str(site.venv)]
    with subprocess.Popen(argv, stdin=theirs, stdout=subprocess.DEVNULL, stderr=theirs) as script:
        os.close(theirs)
        told = b""
        with os.fdopen(ours, "r+b", buffering=0) as terminal:
            while b"[Y/n]" not in told:
                told += terminal.read(4096)
            terminal.write(b"n\n")
            with contextlib.suppress(OSError):  # the other end is closed: the script has ended
                while True:
                    told += terminal.read(4096)
    assert script.returncode == 2
    assert b"PyTorch 2.13.0 for " in told
    assert b"Download: about " in told
    assert b"Nothing was installed." in told
    assert not site.parent.parent.exists()
