"""How far a set-up is.

Owns: the steps, the reports, their rate, reading pip's and uv's lines. Does not own: running them.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from enum import Enum
from typing import Callable, Final, Optional

MIN_INTERVAL_S: Final = 0.1
"""Reports come at most ten times a second."""
_MAX_LINE_CHARS: Final = 200

# pip: "Collecting numpy==2.4.6 (from -r ...)", "Processing /folder/x.whl"; then for each also
# "  Downloading x.whl (12.3 MB)", "  Using cached x.whl". uv names the large ones alone:
# "Downloading torch (182.9MiB)", " Downloaded torch", "   Built odfpy==1.4.1".
_TAKEN = re.compile(
    r"^(?:Collecting|Processing|Obtaining|Requirement already satisfied:|Downloaded|Built) "
)
_ALL_TAKEN = re.compile(r"^(?:Installing collected packages:|Prepared \d+ packages? in)")
_OF_NO_INTEREST = re.compile(r"^(?:WARNING|Looking in|Using Python|\[notice\]|hint:|$)")


class SetupStep(str, Enum):
    """The parts of a set-up, in their order."""

    CREATE = "create"
    INSTALL = "install"
    VERIFY = "verify"


@dataclass(frozen=True)
class SetupProgress:
    """One report: the step, how much of it is done, and the last line of the tool at work.

    note is the key of a sentence for the user, setup.note.*, where something is to be told.
    """

    step: SetupStep
    n_done: int
    n_all: int
    line: str
    note: str = ""


class Reports:
    """Hands reports on, at most ten a second; a new step and the end of one are never left out."""

    def __init__(self, on_progress: Callable[[SetupProgress], None]) -> None:
        self._on_progress = on_progress
        self._last: Optional[SetupProgress] = None
        self._sent_s = 0.0

    def report(self, now: SetupProgress) -> None:
        """Hand this report on, unless nothing has changed or the last was a moment ago."""
        last = self._last
        if now == last or (last and now.step is last.step and now.n_done < last.n_done):
            return
        is_turn = last is None or now.step is not last.step or now.n_done == now.n_all
        at_s = time.monotonic()
        if is_turn or now.note or at_s - self._sent_s >= MIN_INTERVAL_S:
            self._last, self._sent_s = now, at_s
            self._on_progress(now)

    def note(self, step: SetupStep, key: str) -> None:
        """Tell a sentence, wherever the step is."""
        last = self._last
        n_done, n_all = (last.n_done, last.n_all) if last and last.step is step else (0, 0)
        self.report(SetupProgress(step, n_done, n_all, "", key))


class InstallCount:
    """Counts an installation: each package is taken (found, fetched) once and installed once."""

    def __init__(self, n_packages: int) -> None:
        self.n_all = 2 * n_packages
        self.line = ""
        self._n_packages = n_packages
        self._n_taken = 0
        self._n_installed = 0

    @property
    def n_done(self) -> int:
        """How many of the n_all takings and installations are done."""
        return min(self._n_taken, self._n_packages) + min(self._n_installed, self._n_packages)

    def read(self, line: str) -> None:
        """Take in one line of pip or uv."""
        text = line.strip()
        if _TAKEN.match(text):
            self._n_taken += 1
        if _ALL_TAKEN.match(text):
            self._n_taken = self._n_packages
        if not _OF_NO_INTEREST.match(text):
            self.line = text[:_MAX_LINE_CHARS]

    def see_installed(self, n_new: int) -> None:
        """Take in how many packages the environment has got so far: no tool says so in lines."""
        self._n_installed = max(self._n_installed, n_new)
