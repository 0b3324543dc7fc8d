"""Real set-ups by a real uv."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import SetupFailed
from plugin.scripting.environment import (
    SetupProgress,
    SetupStep,
    installed,
)
from plugin.scripting.environment.torch_builds import TORCH_BUILDS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.environment_site import Site

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="looks for processes in /proc and bin"),
]


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


def test_uv_knows_every_build_by_its_tag(uv: Path) -> None:
    argv = [str(uv / "uv"), "pip", "install", "--torch-backend", "no-such-build", "torch"]
    told = subprocess.run(argv, capture_output=True, text=True, check=False).stderr
    known = told.partition("possible values:")[2].partition("]")[0].replace(",", " ").split()
    assert {build.tag for build in TORCH_BUILDS if build.tag} <= set(known)
