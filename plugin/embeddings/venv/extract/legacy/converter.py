"""Files of old formats as ODF, by a LibreOffice that is started for the first and kept for more.

Owns: when LibreOffice is started, replaced and ended; the copies it works on; which state a file
gets that it does not convert. Does not own: the process (office), reading what comes out.

A start takes about 2 s with a fresh profile, a file 0.1 to 0.3 s. LibreOffice ends by itself when
it was given nothing for a while, and whenever its worker ends.
"""

from __future__ import annotations

import contextlib
import shutil
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .....contracts.corpus import FileState
from .....scripting.office_installation import find_installation
from ..document import ExtractionFailure
from ..process_memory import resident_bytes
from ..reasons import PASSWORD_REASON
from .conversion import NEEDS_OFFICE
from .gzipped import unpack
from .office import Job, Office
from .patience import Patience

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Self

    from .....scripting.office_installation import Installation
    from .conversion import Conversion

_START_REASON = "LibreOffice, which reads this format, did not start."
_REFUSED = "The file is damaged: LibreOffice cannot open it."
_CRASHED = "LibreOffice stopped while opening this file."


@dataclass(frozen=True)
class ConverterLimits:
    """What a file may cost LibreOffice, and when it is replaced.

    A file may make it grow to max_bytes; after one, it is replaced above worn_bytes or after
    max_files. idle_s is longer than a file may take, as the ODF lies in LibreOffice's folder.
    """

    start_s: float = 60.0
    idle_s: float = 90.0
    max_files: int = 200
    max_bytes: int = 1 << 30
    worn_bytes: int = 640 << 20


DEFAULT_LIMITS = ConverterLimits()


class _OfficeEnded(Exception):
    """LibreOffice ended before it answered."""


@dataclass(frozen=True)
class _Terms:
    """How long one file may take, and who may call it off."""

    deadline_s: float
    cancel: threading.Event | None

    def patience(self) -> Patience:
        reason = f"Opening the file in LibreOffice took longer than {self.deadline_s:g} s."
        return Patience(self.deadline_s, reason=reason, cancel=self.cancel)


class Converter:
    """Converts files one at a time, for any number of threads in turn; close ends LibreOffice."""

    def __init__(
        self,
        limits: ConverterLimits = DEFAULT_LIMITS,
        *,
        find: Callable[[], Installation | None] = find_installation,
    ) -> None:
        self._limits = limits
        self._find = find
        self._lock = threading.Lock()
        self._office: Office | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def office_pid(self) -> int:
        """Return the process id of the LibreOffice of the moment, 0 while there is none."""
        office = self._office
        return office.pid if office is not None and office.alive else 0

    @property
    def folder(self) -> Path | None:
        """Return the private folder of the LibreOffice of the moment, None while there is none."""
        office = self._office
        return office.folder if office is not None else None

    @contextlib.contextmanager
    def converted(
        self,
        path: Path,
        conversion: Conversion,
        *,
        deadline_s: float,
        cancel: threading.Event | None = None,
    ) -> Iterator[Path]:
        """Yield the path of the file as ODF, which is removed in the end.

        Raises ExtractionFailure for a file that is not converted, with its state: unsupported
        without LibreOffice, timeout, too big, encrypted or corrupt. Raises Interrupted soon
        after cancel is set.
        """
        terms = _Terms(deadline_s, cancel)
        with self._lock:
            try:
                yield self._convert(path, conversion, terms)
            finally:
                self._tidy()

    def close(self) -> None:
        """End LibreOffice; the next file would start another."""
        with self._lock:
            self._stop()

    def _convert(self, path: Path, conversion: Conversion, terms: _Terms) -> Path:
        office = self._ready_office(terms)
        if office.n_files:
            # Used before, it may die of that, be killed, or leave for idleness at this moment:
            # only one that dies of its first file tells something about the file.
            with contextlib.suppress(_OfficeEnded):
                return self._convert_by(office, path, conversion, terms)
            office = self._ready_office(terms)
        try:
            return self._convert_by(office, path, conversion, terms)
        except _OfficeEnded as error:
            raise ExtractionFailure(FileState.CORRUPT, _CRASHED) from error

    def _convert_by(
        self, office: Office, path: Path, conversion: Conversion, terms: _Terms
    ) -> Path:
        job = Job.in_folder(office.files, path, conversion)
        self._copy(path, job)
        is_answered = False
        try:
            is_answered = office.convert(job, terms.patience())
        finally:
            if not is_answered:  # it hangs, has grown too big or is gone
                self._stop()
        if not is_answered:
            raise _OfficeEnded
        if job.target.exists() and job.target.stat().st_size:
            return job.target
        if conversion.may_need_password:
            raise ExtractionFailure(FileState.ENCRYPTED, PASSWORD_REASON)
        raise ExtractionFailure(FileState.CORRUPT, _REFUSED)

    def _copy(self, path: Path, job: Job) -> None:
        """Copy the file to LibreOffice's folder: beside the user's it would leave lock files."""
        try:
            if not job.conversion.is_gzipped:
                shutil.copyfile(path, job.source)
                return
            with job.source.open("wb") as plain:
                unpack(path, plain)
        except OSError as error:
            words = error.strerror or type(error).__name__
            reason = f"The file cannot be opened: {words}."
            raise ExtractionFailure(FileState.DENIED, reason) from error

    def _ready_office(self, terms: _Terms) -> Office:
        office = self._office
        if office is not None and office.alive:
            return office
        self._stop()
        try:
            installation = self._find()
        except FileNotFoundError as error:
            raise ExtractionFailure(FileState.UNSUPPORTED, f"{error}.") from error
        if installation is None:
            raise ExtractionFailure(FileState.UNSUPPORTED, NEEDS_OFFICE)
        return self._started(installation, terms)

    def _started(self, installation: Installation, terms: _Terms) -> Office:
        limits = self._limits
        patience = Patience(limits.start_s, reason=_START_REASON, cancel=terms.cancel)
        try:
            office = Office(installation, idle_s=limits.idle_s, max_bytes=limits.max_bytes)
        except OSError as error:
            reason = f"{_START_REASON[:-1]}: {error.strerror or error}."
            raise ExtractionFailure(FileState.UNSUPPORTED, reason) from error
        self._office = office
        is_ready = False
        try:
            is_ready = office.wait_until_ready(patience)
        finally:
            if not is_ready:
                self._stop()
        if not is_ready:
            raise ExtractionFailure(FileState.UNSUPPORTED, _START_REASON)
        return office

    def _tidy(self) -> None:
        """Remove what the file left, and a LibreOffice that has done enough."""
        office = self._office
        if office is None:
            return
        has_grown = resident_bytes(office.pid) > self._limits.worn_bytes
        if has_grown or office.n_files >= self._limits.max_files:
            self._stop()
        else:
            office.clear()

    def _stop(self) -> None:
        office, self._office = self._office, None
        if office is not None:
            office.close()
