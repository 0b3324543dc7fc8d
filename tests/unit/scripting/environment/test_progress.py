"""Counting an installation by the lines that pip and uv really print, and the rate of reports."""

from __future__ import annotations

import time

from plugin.scripting.environment.progress import (
    InstallCount,
    Reports,
    SetupProgress,
    SetupStep,
)

PIP = """\
Looking in indexes: https://index.example/simple
Processing /files/numpy-2.4.6-cp311-cp311-manylinux_2_28_x86_64.whl (from -r tiny.txt (line 1))
WARNING: Location 'file:///x' is ignored: it is neither a file nor a directory.
Requirement already satisfied: six==1.17.0 in ./lib (from -r tiny.txt (line 2))
Collecting langdetect==1.0.9 (from -r tiny.txt (line 3))
  Downloading langdetect-1.0.9.tar.gz (981 kB)
"""
UV = """\
Using Python 3.11.7 environment at: v3
Resolved 3 packages in 165ms
   Building langdetect==1.0.9
Downloading numpy (16.1MiB)
 Downloaded numpy
      Built langdetect==1.0.9
"""


def read(text: str, count: InstallCount) -> None:
    for line in text.splitlines(keepends=True):
        count.read(line)


def test_pips_lines_move_the_count() -> None:
    count = InstallCount(4)
    read(PIP, count)
    assert (count.n_done, count.n_all) == (3, 8)
    assert count.line == "Downloading langdetect-1.0.9.tar.gz (981 kB)"

    count.read("Installing collected packages: six, numpy, langdetect, x\n")
    assert count.n_done == 4
    count.see_installed(3)
    count.see_installed(2)  # pip moves folders about: a count never falls
    assert count.n_done == 7
    count.see_installed(99)
    assert count.n_done == count.n_all


def test_uvs_lines_move_the_count() -> None:
    count = InstallCount(3)
    read(UV, count)
    assert count.n_done == 2
    count.read("Prepared 3 packages in 1.01s\n")
    assert (count.n_done, count.line) == (3, "Prepared 3 packages in 1.01s")


def test_what_is_of_no_interest_is_not_shown() -> None:
    count = InstallCount(1)
    count.read("Collecting six\n")
    for line in ("WARNING: slow\n", "\n", "[notice] A new release of pip\n"):
        count.read(line)
    assert count.line == "Collecting six"
    count.read("x" * 5000)
    assert len(count.line) == 200


def test_reports_come_at_most_ten_times_a_second_but_each_steps_ends_do() -> None:
    seen: list[SetupProgress] = []
    reports = Reports(seen.append)
    started_s = time.monotonic()
    for n_done in range(20_001):
        reports.report(SetupProgress(SetupStep.INSTALL, n_done, 20_000, ""))
    elapsed_s = time.monotonic() - started_s
    reports.report(SetupProgress(SetupStep.VERIFY, 0, 2, ""))

    assert [seen[0].n_done, seen[-2].n_done] == [0, 20_000]
    assert seen[-1].step is SetupStep.VERIFY
    assert len(seen) <= elapsed_s * 10 + 3


def test_a_count_that_falls_is_not_reported() -> None:
    seen: list[SetupProgress] = []
    reports = Reports(seen.append)
    reports.report(SetupProgress(SetupStep.INSTALL, 5, 5, ""))
    reports.report(SetupProgress(SetupStep.INSTALL, 4, 5, ""))
    reports.report(SetupProgress(SetupStep.INSTALL, 5, 5, ""))

    assert [report.n_done for report in seen] == [5]
