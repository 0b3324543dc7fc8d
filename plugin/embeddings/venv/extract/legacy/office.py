"""One running LibreOffice without a window, which converts files one after another.

Owns: its folder, its start and end, handing it a file and waiting. Does not own: when to start
one or to replace it (converter), its settings and macro (profile), its death (keeper).

It shares nothing with the user's own LibreOffice: a profile of its own in a private folder, and an
environment without what the other one's session has set.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from .....contracts.corpus import FileState
from .....scripting.child import NO_WINDOW
from .....scripting.child_environment import child_environment
from ..document import ExtractionFailure
from ..process_memory import resident_bytes
from .profile import MACRO_URL, write_profile

if TYPE_CHECKING:
    from .....scripting.office_installation import Installation
    from .conversion import Conversion
    from .patience import Patience

_KEEPER = Path(__file__).with_name("keeper.py")
_ARGUMENTS = (
    *("--headless", "--norestore", "--nologo", "--nodefault"),
    *("--nofirststartwizard", "--nolockcheck", "--nocrashreport"),
)
# Of a desktop session; without them nothing can appear on a screen, nor call to one.
_SESSION_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "SESSION_MANAGER", "DBUS_SESSION_BUS_ADDRESS")
_POLL_S = 0.01
_MAX_STEM_BYTES = 200
_MEMORY_POLL_S = 0.2
_END_S = 3.0


@dataclass(frozen=True)
class Job:
    """One file to convert: where it lies, where the result goes, and how."""

    source: Path
    target: Path
    conversion: Conversion

    @classmethod
    def in_folder(cls, folder: Path, original: Path, conversion: Conversion) -> Job:
        """Return the job of one file, both ends of which lie in a folder of LibreOffice's own.

        The copy has the original's name, for fields show it, and old workbooks call their sheet so.
        """
        stem = original.stem if _is_plain(original.stem) else "document"
        source = folder / f"{stem}.{conversion.extension}"
        return cls(source, folder / f"{stem}.{conversion.target_extension}", conversion)

    def to_lines(self, number: int) -> str:
        """Return the job as the macro reads it."""
        filters = self.conversion.import_filter, self.conversion.export_filter
        return "\n".join((str(number), self.source.as_uri(), self.target.as_uri(), *filters, ""))


class Office:
    """A LibreOffice that converts; for one thread at a time. Ends with close.

    Raises OSError where its folder or its first process cannot be made.
    """

    def __init__(self, installation: Installation, *, idle_s: float, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._n_files = 0
        self.folder = Path(tempfile.mkdtemp(prefix="writeragent-office-"))
        self.files = self.folder / "files"
        try:
            self.files.mkdir()
            profile = self.folder / "profile"
            write_profile(profile, self.folder, idle_s=round(idle_s))
            self._keeper = _keeper(installation, self.folder, profile)
        except OSError:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    @property
    def alive(self) -> bool:
        """Return False once it is known to have ended, by itself or by force."""
        return self._keeper.poll() is None and not (self.folder / "ended").exists()

    @property
    def pid(self) -> int:
        """Return LibreOffice's process id, 0 while it is not started."""
        try:
            return int((self.folder / "pid").read_text(encoding="ascii"))
        except (OSError, ValueError):
            return 0

    @property
    def n_files(self) -> int:
        """Return how many files it was given."""
        return self._n_files

    def wait_until_ready(self, patience: Patience) -> bool:
        """Return True once it takes files, False when it ended instead."""
        ready = self.folder / "ready"
        while not ready.exists():
            if not self.alive:
                return False
            patience.spend(_POLL_S)
        return True

    def convert(self, job: Job, patience: Patience) -> bool:
        """Return whether LibreOffice dealt with the file, be it by refusing it; False: it ended.

        Raises what patience raises, and ExtractionFailure for one that takes too much memory.
        """
        self._n_files += 1
        if not self._hand_over(job):
            return False
        done = self.folder / f"done.{self._n_files}"
        looked_at_s = time.monotonic()
        while not done.exists():
            if not self.alive:
                return done.exists()
            patience.spend(_POLL_S)
            if time.monotonic() - looked_at_s > _MEMORY_POLL_S:
                looked_at_s = time.monotonic()
                self._check_memory()
        return True

    def _hand_over(self, job: Job) -> bool:
        new = self.folder / "job.new"
        try:
            new.write_text(job.to_lines(self._n_files), encoding="ascii")
            new.replace(self.folder / "job")
        except OSError:  # the folder is gone: somebody tidied up
            return False
        return True

    def clear(self) -> None:
        """Remove the files of the jobs that are done."""
        for path in (*self.files.iterdir(), *self.folder.glob("done.*")):
            path.unlink(missing_ok=True)

    def close(self) -> None:
        """End it at once and remove its folder."""
        stdin = cast("IO[bytes]", self._keeper.stdin)
        with contextlib.suppress(OSError):
            stdin.close()
        try:
            self._keeper.wait(_END_S)
        except subprocess.TimeoutExpired:  # what it started dies with it, where the system can
            self._keeper.kill()
            self._keeper.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _check_memory(self) -> None:
        if resident_bytes(self.pid) > self._max_bytes:
            raise ExtractionFailure(
                FileState.TOO_BIG, "The file needs more memory to read than it is given."
            )


def _keeper(installation: Installation, folder: Path, profile: Path) -> subprocess.Popen[bytes]:
    place = f"-env:UserInstallation={profile.as_uri()}"
    program = (str(installation.soffice), place, *_ARGUMENTS, MACRO_URL)
    return subprocess.Popen(
        [sys.executable, "-I", "-S", str(_KEEPER), str(folder), *program],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder.parent,
        env=_environment(installation),
        start_new_session=True,
        creationflags=NO_WINDOW,
    )


def _environment(installation: Installation) -> dict[str, str]:
    env = child_environment()
    for name in _SESSION_VARIABLES:
        env.pop(name, None)
    env.update(installation.variables())
    if os.name == "posix" and sys.platform != "darwin":
        env["SAL_USE_VCLPLUGIN"] = "svp"  # draws into memory: needs no display
    return env


def _is_plain(stem: str) -> bool:
    """Return whether a name is UTF-8, short enough for another extension, and needs no escapes."""
    try:
        n_bytes = len(stem.encode("utf-8"))
    except UnicodeEncodeError:
        return False
    return n_bytes <= _MAX_STEM_BYTES and stem.isprintable()
