"""What a child of LibreOffice inherits, seen in real variables and a real Python."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from plugin.scripting.child_environment import NO_TELEMETRY, child_environment

PROGRAM = "/usr/lib/libreoffice/program"
OF_DEBIAN = {
    "PYTHONPATH": PROGRAM,
    "URE_BOOTSTRAP": f"vnd.sun.star.pathname:{PROGRAM}/fundamentalrc",
}


def test_a_python_started_with_libreoffices_variables_lives() -> None:
    foreign = {**os.environ, **OF_DEBIAN, "PYTHONHOME": "/opt/libreoffice/program/python-core"}
    argv = [sys.executable, "-c", "import encodings, json; print('alive')"]

    broken = subprocess.run(argv, env=foreign, capture_output=True, text=True, check=False)
    assert broken.returncode != 0  # so that the next line proves something
    whole = subprocess.run(
        argv, env=child_environment(foreign), capture_output=True, text=True, check=False
    )
    assert whole.stdout.strip() == "alive"


@pytest.mark.parametrize(
    "mark",
    [
        {"URE_BOOTSTRAP": f"vnd.sun.star.pathname:{PROGRAM}/fundamentalrc"},
        {"URE_BOOTSTRAP": f"file://{PROGRAM}/fundamentalrc"},
        {"UNO_PATH": PROGRAM},
    ],
)
def test_only_libreoffices_own_folders_leave_the_path_lists(mark: dict[str, str]) -> None:
    env = child_environment(
        {**mark, "LD_LIBRARY_PATH": f"{PROGRAM}:/opt/cuda/lib", "PATH": f"/usr/bin:{PROGRAM}"}
    )

    assert env == {"LD_LIBRARY_PATH": "/opt/cuda/lib", "PATH": "/usr/bin", **NO_TELEMETRY}


def test_a_list_that_was_all_libreoffices_is_gone() -> None:
    env = child_environment(
        {"UNO_PATH": PROGRAM, "LD_LIBRARY_PATH": PROGRAM, "LD_PRELOAD": f"{PROGRAM}/liba.so"}
    )

    assert env == NO_TELEMETRY


def test_what_the_user_preloads_stays() -> None:
    given = {"LD_PRELOAD": "/lib/proxy.so /lib/other.so", "UNO_PATH": PROGRAM}

    preloaded = {"LD_PRELOAD": "/lib/proxy.so /lib/other.so"}
    assert child_environment(given) == {**preloaded, **NO_TELEMETRY}


def test_without_libreoffice_nothing_is_taken_from_the_lists() -> None:
    given = {"LD_LIBRARY_PATH": f"{PROGRAM}:/x", "PATH": "/usr/bin", "HF_HOME": "/models"}

    assert child_environment(given) == {**given, **NO_TELEMETRY}


def test_telemetry_is_off_whatever_was_set() -> None:
    assert child_environment({"ORT_DISABLE_TELEMETRY": "0"}) == {"ORT_DISABLE_TELEMETRY": "1"}
