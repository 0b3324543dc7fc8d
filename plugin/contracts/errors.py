"""The one error taxonomy of host and worker.

Owns: the kinds, one class per kind, and their wire form. Every error carries a message
fit for a user, a hint that names the next step, and a detail for the log. Exceptions
never cross the pipe; their wire form does.
"""

from enum import Enum
from typing import ClassVar, Dict, Type


class ErrorKind(str, Enum):
    """What went wrong, as a closed set; the value is the wire form."""

    VENV_MISSING = "venv_missing"
    SETUP_FAILED = "setup_failed"
    PACKAGE_MISSING = "package_missing"
    WORKER_START_FAILED = "worker_start_failed"
    WORKER_DIED = "worker_died"
    WORKER_TIMEOUT = "worker_timeout"
    FRAME = "frame"
    PROTOCOL_MISMATCH = "protocol_mismatch"
    BAD_REQUEST = "bad_request"
    UNKNOWN_METHOD = "unknown_method"
    INTERRUPTED = "interrupted"
    CORPUS_BUSY = "corpus_busy"
    CORPUS_CORRUPT = "corpus_corrupt"
    SCHEMA_TOO_NEW = "schema_too_new"
    UNREADABLE_DOCUMENT = "unreadable_document"
    MODEL_NOT_FOUND = "model_not_found"
    BAD_VECTORS = "bad_vectors"
    INTERNAL = "internal"


class EmbeddingsError(Exception):
    """Raised when folder search cannot do what was asked; the base of every error here."""

    kind: ClassVar[ErrorKind] = ErrorKind.INTERNAL

    def __init__(self, message: str, *, hint: str = "", detail: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class VenvMissing(EmbeddingsError):
    """Raised when no usable Python environment for the worker is configured or found."""

    kind = ErrorKind.VENV_MISSING


class SetupFailed(EmbeddingsError):
    """Raised when a step of setting up the environment fails; detail has its last lines."""

    kind = ErrorKind.SETUP_FAILED


class PackageMissing(EmbeddingsError):
    """Raised when a package the worker needs is not installed in its environment."""

    kind = ErrorKind.PACKAGE_MISSING


class WorkerStartFailed(EmbeddingsError):
    """Raised when the worker process cannot be started or does not greet in time."""

    kind = ErrorKind.WORKER_START_FAILED


class WorkerDied(EmbeddingsError):
    """Raised when the worker process ends in the middle of a call; detail has its last words."""

    kind = ErrorKind.WORKER_DIED


class WorkerTimeout(EmbeddingsError):
    """Raised when the worker misses its heartbeats or a call passes its deadline."""

    kind = ErrorKind.WORKER_TIMEOUT


class FrameError(EmbeddingsError):
    """Raised when bytes on the pipe are not a frame of this protocol."""

    kind = ErrorKind.FRAME


class ProtocolMismatch(EmbeddingsError):
    """Raised when host and worker speak different versions of the protocol."""

    kind = ErrorKind.PROTOCOL_MISMATCH


class BadRequest(EmbeddingsError):
    """Raised when a request holds a value that cannot be used."""

    kind = ErrorKind.BAD_REQUEST


class UnknownMethod(EmbeddingsError):
    """Raised when a method is called that the worker does not have."""

    kind = ErrorKind.UNKNOWN_METHOD


class Interrupted(EmbeddingsError):
    """Raised when the caller cancels a call."""

    kind = ErrorKind.INTERRUPTED


class CorpusBusy(EmbeddingsError):
    """Raised when another process is writing to the same corpus."""

    kind = ErrorKind.CORPUS_BUSY


class CorpusOutdated(CorpusBusy):
    """Raised when corpus.db is of an earlier version, which the next pass brings up to date.

    Over the wire it is a CorpusBusy: while a pass migrates the file it is in both states.
    """


class CorpusCorrupt(EmbeddingsError):
    """Raised when corpus.db fails its integrity check or cannot be read."""

    kind = ErrorKind.CORPUS_CORRUPT


class SchemaTooNew(EmbeddingsError):
    """Raised when corpus.db was written by a later version of this program."""

    kind = ErrorKind.SCHEMA_TOO_NEW


class UnreadableDocument(EmbeddingsError):
    """Raised when a document yields no text; the file's state says which kind of failure it was."""

    kind = ErrorKind.UNREADABLE_DOCUMENT


class ModelNotFound(EmbeddingsError):
    """Raised when no embedding model can be had without a download."""

    kind = ErrorKind.MODEL_NOT_FOUND


class BadVectors(EmbeddingsError):
    """Raised when an encoder returns the wrong count or width, or a vector without a direction."""

    kind = ErrorKind.BAD_VECTORS


ERROR_CLASSES: Dict[ErrorKind, Type[EmbeddingsError]] = {
    cls.kind: cls
    for cls in (
        EmbeddingsError,
        VenvMissing,
        SetupFailed,
        PackageMissing,
        WorkerStartFailed,
        WorkerDied,
        WorkerTimeout,
        FrameError,
        ProtocolMismatch,
        BadRequest,
        UnknownMethod,
        Interrupted,
        CorpusBusy,
        CorpusCorrupt,
        SchemaTooNew,
        UnreadableDocument,
        ModelNotFound,
        BadVectors,
    )
}


def error_to_wire(error: EmbeddingsError) -> Dict[str, str]:
    """Return the plain form of an error: kind, message, hint and detail."""
    return {
        "kind": error.kind.value,
        "message": error.message,
        "hint": error.hint,
        "detail": error.detail,
    }


def error_from_wire(plain: Dict[str, str]) -> EmbeddingsError:
    """Return the typed exception for a plain form; an unknown kind becomes the base class."""
    try:
        cls = ERROR_CLASSES[ErrorKind(plain.get("kind", ""))]
    except (KeyError, ValueError):
        cls = EmbeddingsError
    return cls(plain.get("message", ""), hint=plain.get("hint", ""), detail=plain.get("detail", ""))
