"""Reading files in a child process, so that no file can stop, hang or exhaust the worker.

Owns: the child's life, the deadline of a file, and which state a file gets when its reading
ends badly. Does not own: the reading (child), the pipe (scripting), LibreOffice (legacy).
"""

from __future__ import annotations

import sys
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from ....contracts.corpus import DEFAULT_MAX_FILE_BYTES, FileState
from ....contracts.errors import (
    EmbeddingsError,
    Interrupted,
    PackageMissing,
    WorkerDied,
    WorkerStartFailed,
    WorkerTimeout,
)
from ....documents.passages import ExtractedDocument
from ....documents.size_limit import too_big_reason
from ....scripting.worker_process import WorkerLimits, WorkerProcess, WorkerSpec
from .document import ExtractionFailure
from .legacy.converter import Converter
from .methods import EXTRACT, EXTRACT_METHODS, ExtractRequest, Reading
from .process_memory import resident_bytes

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Self

    from .legacy.conversion import Conversion

_MEMORY_WORDS = ("memoryerror", "bad_alloc", "out of memory", "cannot allocate")
# The child never looks whether it is cancelled: waiting for that would be waiting for nothing.
_CANCEL_GRACE_S = 0.1
# Threads of linear algebra that no reader uses would take memory for nothing.
_CHILD_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


@dataclass(frozen=True)
class IsolationLimits:
    """What one file may cost, and when the child is replaced.

    memory_bytes is what the child may write to of its own; 0 sets no limit. Of 462 office files
    none takes over 80 MB; a text of 200,000 paragraphs takes 430 as .odt, and is too big as
    .docx. A child is replaced after max_files, as parsers leak, and above
    max_resident_bytes, as the next file needs room.
    """

    deadline_s: float = 60.0
    max_file_bytes: int = DEFAULT_MAX_FILE_BYTES
    memory_bytes: int = 512 << 20
    max_files: int = 1000
    max_resident_bytes: int = 256 << 20


DEFAULT_LIMITS = IsolationLimits()


class IsolatedExtractor:
    """Extracts documents one at a time in a warm child; for any number of threads in turn.

    Use as a context manager, or call close. The child starts with the first file, LibreOffice
    with the first that must be converted. A converter that is given outlives the extractor.
    """

    def __init__(
        self,
        limits: IsolationLimits = DEFAULT_LIMITS,
        *,
        python: str = sys.executable,
        converter: Converter | None = None,
    ) -> None:
        self._limits = limits
        self._converter = converter or Converter()
        self._owns_converter = converter is None
        self._spec = WorkerSpec(
            argv=(python, "-m", str(__package__), *_arguments(limits)),
            extra_env=_CHILD_ENVIRONMENT,
            own_group=False,
            limits=WorkerLimits(cancel_grace_s=_CANCEL_GRACE_S),
        )
        self._lock = threading.Lock()
        self._child: WorkerProcess | None = None
        self._n_files = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def child_pid(self) -> int:
        """Return the process id of the child of the moment, 0 while there is none."""
        child = self._child
        return child.pid if child is not None and child.alive else 0

    def extract(self, path: Path, *, cancel: threading.Event | None = None) -> ExtractedDocument:
        """Return what a file has to give; a file that cannot be read gives its state and reason.

        Raises Interrupted once cancel is set, and WorkerStartFailed or PackageMissing where no
        child can be started: none says anything about the file.
        """
        refusal = self._refusal(path)
        if refusal is not None:
            return refusal
        with self._lock:
            try:
                return self._document(path, cancel)
            except ExtractionFailure as failure:
                return failure.to_document()
            except WorkerDied as error:
                return _after_death(error)
            except WorkerTimeout:
                return _failed(
                    FileState.TIMEOUT,
                    f"Reading the file took longer than {self._limits.deadline_s:g} s.",
                )
            except (Interrupted, PackageMissing, WorkerStartFailed):
                raise
            except EmbeddingsError as error:
                return _failed(FileState.CORRUPT, f"The file cannot be read: {error.message}")

    def close(self) -> None:
        """End the child, and LibreOffice unless it was given; the next file starts another."""
        with self._lock:
            self._stop()
        if self._owns_converter:
            self._converter.close()

    def _document(self, path: Path, cancel: threading.Event | None) -> ExtractedDocument:
        reading = self._read(ExtractRequest(str(path.absolute())), cancel)
        if reading.conversion is not None:
            reading = self._read_converted(path, reading.conversion, cancel)
        if reading.document is None:  # what LibreOffice wrote is said to need LibreOffice
            return _failed(FileState.CORRUPT, "LibreOffice cannot make a readable file of it.")
        return reading.document

    def _read_converted(
        self, path: Path, conversion: Conversion, cancel: threading.Event | None
    ) -> Reading:
        deadline_s = self._limits.deadline_s
        with self._converter.converted(
            path, conversion, deadline_s=deadline_s, cancel=cancel
        ) as odf:
            return self._read(ExtractRequest(str(odf), original=str(path.absolute())), cancel)

    def _read(self, request: ExtractRequest, cancel: threading.Event | None) -> Reading:
        child = self._ready_child()
        was_used = self._n_files > 0
        try:
            return self._call(child, request, cancel)
        except WorkerDied:
            # It may have died of what earlier files left behind, or been killed while idle:
            # only a fresh child that dies of the file tells something about the file.
            if not was_used:
                raise
            return self._call(self._ready_child(), request, cancel)

    def _call(
        self, child: WorkerProcess, request: ExtractRequest, cancel: threading.Event | None
    ) -> Reading:
        self._n_files += 1
        reply = child.call(EXTRACT, request, cancel=cancel, deadline_s=self._limits.deadline_s)
        return cast("Reading", reply)

    def _ready_child(self) -> WorkerProcess:
        child = self._child
        if child is not None and child.alive and not self._is_worn(child):
            return child
        self._stop()
        child = WorkerProcess(self._spec, EXTRACT_METHODS)
        child.start()
        self._child = child
        return child

    def _is_worn(self, child: WorkerProcess) -> bool:
        return (
            self._n_files >= self._limits.max_files
            or resident_bytes(child.pid) > self._limits.max_resident_bytes
        )

    def _stop(self) -> None:
        child, self._child = self._child, None
        self._n_files = 0
        if child is not None:
            child.stop()

    def _refusal(self, path: Path) -> ExtractedDocument | None:
        try:
            size_bytes = path.stat().st_size
        except OSError as error:
            words = error.strerror or type(error).__name__
            return _failed(FileState.DENIED, f"The file cannot be opened: {words}.")
        if size_bytes > self._limits.max_file_bytes:
            reason = too_big_reason(size_bytes, self._limits.max_file_bytes)
            return _failed(FileState.TOO_BIG, reason)
        return None


def _arguments(limits: IsolationLimits) -> tuple[str, ...]:
    return (str(limits.memory_bytes),) if limits.memory_bytes else ()


def _after_death(error: WorkerDied) -> ExtractedDocument:
    last_words = f"{error.message} {error.detail}".lower()
    if any(word in last_words for word in _MEMORY_WORDS):
        reason = "The file needs more memory to read than it is given."
        return _failed(FileState.TOO_BIG, reason)
    return _failed(FileState.CORRUPT, "The reader stopped while reading this file.")


def _failed(state: FileState, reason: str) -> ExtractedDocument:
    return ExtractedDocument(state=state, reason=reason)
