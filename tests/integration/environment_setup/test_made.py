"""Real set-ups by real pip: made, replaced, added to, from the real index too."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import venv as stdlib_venv

import pytest

from plugin.contracts.errors import SetupFailed
from plugin.scripting.environment import (
    SetupProgress,
    SetupStep,
    SetupWay,
    installed,
    is_current,
)
from plugin.scripting.interpreter import find_interpreter
from tests.environment_site import ROOT, Site

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="looks for processes in /proc and bin"),
]


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


def test_an_environment_that_lacks_packages_is_added_to_or_put_back(site: Site) -> None:
    site.pin("apple==1.0")
    site.set_up()
    own = next(site.venv.glob("lib/python3*/site-packages")) / "mine.py"
    own.write_text("kept = True\n")
    before = site.files()
    site.pin("apple==1.0", "no-such-package==9.9")
    with pytest.raises(SetupFailed):
        site.set_up()
    assert site.files() == before

    site.pin("apple==1.0", "berry==1.0")
    plan = site.plan()
    assert (plan.way, plan.n_missing) == (SetupWay.EXTEND, 1)
    site.set_up()

    assert own.exists()
    assert is_current(str(site.venv), str(site.lock))
    assert site.plan().way is SetupWay.REPLACE  # nothing lacks: it is made anew
    site.pin("apple==1.1", "berry==1.0", "numpy==1.0")
    assert site.plan().way is SetupWay.REPLACE
    assert list(site.parent.iterdir()) == [site.venv]


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
