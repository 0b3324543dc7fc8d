"""Real set-ups: real pip and uv, real packages, cancelled, failing and run out of nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
import venv as stdlib_venv
from pathlib import Path

import pytest
from packages_by_code import make_endless_source, make_wheel

from plugin.contracts.errors import Interrupted, SetupFailed
from plugin.scripting.environment import (
    SetupPlan,
    SetupProgress,
    SetupStep,
    SetupWay,
    installed,
    is_current,
    plan_setup,
    run_setup,
)
from plugin.scripting.environment.facts import write_stamp
from plugin.scripting.interpreter import Interpreter, find_interpreter

ROOT = Path(__file__).resolve().parents[2]
BASE = getattr(sys, "_base_executable", sys.executable)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="looks for processes in /proc and bin"),
]


class Site:
    """A place for an environment, a folder of packages and a lock that names some of them."""

    def __init__(self, root: Path) -> None:
        self.wheels = root / "wheels"
        self.parent = root / "user data" / "writeragent"
        self.venv = self.parent / "venv"
        self.lock = root / "lock.txt"
        for name in ("apple", "berry", "numpy"):
            make_wheel(self.wheels, name)
        self.pin("apple==1.0", "berry==1.0", "numpy==1.0")

    def pin(self, *pins: str) -> None:
        self.lock.write_text("\n".join(pins) + "\n")

    def plan(self) -> SetupPlan:
        return plan_setup(str(self.venv), lock=str(self.lock), python=BASE)

    def set_up(
        self, seen: list[SetupProgress] | None = None, cancel: threading.Event | None = None
    ) -> Interpreter:
        reports = seen if seen is not None else []
        return run_setup(
            self.plan(), on_progress=reports.append, cancel=cancel or threading.Event()
        )

    def make_old(self) -> dict[str, int]:
        """Make what an earlier set-up with another lock left, and return its files."""
        stdlib_venv.create(self.venv, with_pip=False, symlinks=True)
        (next(self.venv.glob("lib/python3*/site-packages")) / "berry.py").write_text("")
        lock = self.lock.with_name("old.txt")
        lock.write_text("berry==0.9\n")
        write_stamp(str(self.venv), [str(lock)])
        return self.files()

    def files(self) -> dict[str, int]:
        """Every file of the environment with its time of change: what must not move."""
        return {
            str(path): path.lstat().st_mtime_ns
            for path in self.venv.rglob("*")
            if "__pycache__" not in path.parts and not path.is_dir()
        }


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    site = Site(tmp_path)
    without_uv = os.pathsep.join(
        folder for folder in os.environ["PATH"].split(os.pathsep) if not Path(folder, "uv").exists()
    )
    monkeypatch.setenv("PATH", without_uv)
    monkeypatch.setenv("HOME", str(tmp_path))
    # As a user does whose packages come from a folder: nothing here needs a network.
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(site.wheels))
    return site


@pytest.fixture(scope="module")
def uv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("uv")
    stdlib_venv.create(folder / "venv", with_pip=True, symlinks=True)
    argv = [str(folder / "venv/bin/python"), "-m", "pip", "install", "--quiet", "uv"]
    done = subprocess.run(argv, capture_output=True, text=True, check=False, timeout=100)
    if done.returncode != 0:
        pytest.skip(f"no uv can be installed here: {done.stderr[-300:]}")
    (folder / "bin").mkdir()
    shutil.copy2(folder / "venv/bin/uv", folder / "bin/uv")
    return folder / "bin"


@pytest.fixture
def with_uv(site: Site, uv: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Site:
    monkeypatch.setenv("PATH", f"{uv}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("UV_OFFLINE", "1")
    monkeypatch.setenv("UV_FIND_LINKS", str(site.wheels))
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "uv cache"))
    return site


def processes_of(word: str) -> list[str]:
    """Return the command lines of the living processes that name a folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = entry.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:  # it has ended
            continue
        if word in words:
            found.append(words)
    return found


def lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_an_environment_is_made_filled_tried_out_and_moved_into_place(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    # LibreOffice's own variables must not reach pip.
    monkeypatch.setenv("PYTHONHOME", "/opt/libreoffice/program/python-core")
    monkeypatch.setenv("PYTHONPATH", "/usr/lib/libreoffice/program")
    seen: list[SetupProgress] = []

    python = site.set_up(seen)

    assert python.path == str(site.venv / "bin/python")
    assert list(site.parent.iterdir()) == [site.venv]
    assert is_current(str(site.venv), str(site.lock))
    facts = installed(str(site.venv), lock=str(site.lock))
    assert (facts.is_current, facts.missing, facts.problem) == (True, (), "")
    found = find_interpreter(env={"XDG_DATA_HOME": str(site.parent.parent)})
    assert found.path == python.path

    assert list(dict.fromkeys(report.step for report in seen)) == list(SetupStep)
    for step in SetupStep:
        counts = [report.n_done for report in seen if report.step is step]
        n_all = {report.n_all for report in seen if report.step is step}
        assert counts == sorted(counts)
        assert (counts[0], {counts[-1]}) == (0, n_all)


def test_scripts_in_the_environment_know_its_final_place(site: Site) -> None:
    site.set_up()

    done = subprocess.run(
        [str(site.venv / "bin" / "apple")], capture_output=True, text=True, check=True
    )
    assert done.stdout.split("venv ")[0] + "venv" == str(site.venv)
    for script in (site.venv / "bin").iterdir():
        assert script.is_symlink() or b".setup-" not in script.read_bytes(), script


def test_a_changed_lock_makes_a_fresh_environment_in_the_old_ones_place(site: Site) -> None:
    site.make_old()
    site.pin("apple==1.0", "numpy==1.0")

    assert site.plan().way is SetupWay.REPLACE
    site.set_up()

    assert installed(str(site.venv), lock=str(site.lock)).is_current
    packages = next(site.venv.glob("lib/python3*/site-packages"))
    assert not (packages / "berry.py").exists()
    assert list(site.parent.iterdir()) == [site.venv]


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


def test_the_users_own_environment_keeps_what_it_has(site: Site) -> None:
    stdlib_venv.create(site.venv, with_pip=True, symlinks=True)
    own = next(site.venv.glob("lib/python3*/site-packages")) / "mine.py"
    own.write_text("kept = True\n")
    before = site.files()
    site.pin("apple==1.0", "no-such-package==9.9")
    with pytest.raises(SetupFailed):
        site.set_up()
    assert site.files() == before

    site.pin("apple==1.0")
    assert site.plan().way is SetupWay.ADD
    site.set_up()

    assert own.exists()
    assert is_current(str(site.venv), str(site.lock))


def test_a_place_that_cannot_be_written_is_told(site: Site) -> None:
    site.parent.parent.write_text("a file where a folder should be")

    with pytest.raises(SetupFailed, match="cannot be written"):
        site.set_up()


def test_an_empty_folder_that_was_chosen_is_used_and_survives_a_failure(site: Site) -> None:
    site.venv.mkdir(parents=True)
    site.pin("no-such-package==9.9")
    with pytest.raises(SetupFailed):
        site.set_up()
    assert list(site.parent.iterdir()) == [site.venv]

    site.pin("apple==1.0")
    site.set_up()
    assert is_current(str(site.venv), str(site.lock))
    assert list(site.parent.iterdir()) == [site.venv]


def test_what_a_killed_set_up_left_is_removed_after_a_day(site: Site) -> None:
    fresh, stale = site.parent / ".venv.setup-aaaaaa", site.parent / ".venv.setup-bbbbbb"
    for folder in (fresh, stale):
        folder.mkdir(parents=True)
    two_days_ago_s = time.time() - 2 * 24 * 3600
    os.utime(stale, (two_days_ago_s, two_days_ago_s))
    site.pin("apple==1.0")

    site.set_up()

    assert sorted(site.parent.iterdir()) == [fresh, site.venv]


def test_uv_makes_and_fills_an_environment(with_uv: Site) -> None:
    site = with_uv
    assert site.plan().uses_uv
    seen: list[SetupProgress] = []

    site.set_up(seen)

    assert installed(str(site.venv), lock=str(site.lock)).is_current
    assert "uv = " in (site.venv / "pyvenv.cfg").read_text()
    done = subprocess.run(
        [str(site.venv / "bin/apple")], capture_output=True, text=True, check=True
    )
    assert str(site.venv) in done.stdout
    lines = [report.line for report in seen if report.step is SetupStep.INSTALL]
    assert lines[-1].startswith("+ ")  # the last of uv's list of what is installed


def test_a_failure_of_uv_is_told_and_taken_back(with_uv: Site) -> None:
    site = with_uv
    site.pin("no-such-package==9.9")

    with pytest.raises(SetupFailed, match="Installing the packages failed") as caught:
        site.set_up()

    assert "no build for this Python" in caught.value.hint
    assert not site.parent.parent.exists()


def test_pins_of_the_workers_own_lock_install_from_the_users_index(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.delenv("PIP_FIND_LINKS")
    worker = (ROOT / "requirements" / "worker.txt").read_text().splitlines()
    site.pin(*[line for line in worker if line.startswith(("numpy==", "six==", "sqlite-vec=="))])

    try:
        site.set_up()
    except SetupFailed as error:
        pytest.skip(f"the package index does not serve them here: {error.hint} {error.detail}")

    code = "import numpy, sqlite_vec; print(numpy.arange(4).sum())"
    argv = [str(site.venv / "bin/python"), "-I", "-c", code]
    assert subprocess.run(argv, capture_output=True, text=True, check=True).stdout == "6\n"


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
