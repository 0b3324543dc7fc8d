"""Frames: what travels on the pipe between a host and its worker, and nothing else does.

Layout, integers big-endian:

    u32  n_body_bytes   everything after these four bytes, at most MAX_FRAME_BYTES
    u32  CRC-32 of the rest of the body
    u32  n_buffers
    u32  n_bytes of each buffer, n_buffers times
    pickle (protocol 5) of one dict, with its buffers out of band
    the buffers, one after another

A buffer is whatever the sender wrapped in pickle.PickleBuffer (a NumPy array's memory, a long
bytes object); the receiver finds a memoryview of the received bytes in its place, uncopied.
Everything else in the dict is a plain value. The sender refuses anything that would need a
class; the receiver refuses every name a pickle asks for, so no class is ever looked up. The
checksum is looked at before the pickle: one changed byte can make the unpickler ask for gigabytes.

Owns: the layout, the closed set of kinds with the fields of each, the size cap.
Does not own: processes, deadlines, what a request means. No guard against a peer that means to
use up memory: both ends are our own processes, and the cap is there for accidents.
Source: PEP 574 (pickle protocol 5 with out-of-band data).
"""

from __future__ import annotations

import io
import pickle
import struct
import threading
import zlib
from enum import Enum
from typing import TYPE_CHECKING, Any, Dict, Final, List, NoReturn, Optional, Protocol

from ..contracts.errors import FrameError

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_FRAME_BYTES: Final = 64 * 1024 * 1024
"""Largest body of one frame: far above any honest message, far below what memory can take."""

READY_MARK: Final = b"\0writeragent frames\n"
"""Comes before the worker's first frame; what the interpreter printed before it is skipped."""

_LENGTH = struct.Struct("!I")
_PREFIX = struct.Struct("!II")
_MAX_BUFFERS = 1024
_HINT = "The worker is restarted on the next call; report this if it comes back."

Frame = Dict[str, Any]


class FrameKind(str, Enum):
    """What a frame is; the value is the wire form."""

    HELLO = "hello"
    REQUEST = "request"
    PROGRESS = "progress"
    HEARTBEAT = "heartbeat"
    RESULT = "result"
    ERROR = "error"
    CANCEL = "cancel"
    PING = "ping"
    PONG = "pong"


_FIELDS: Dict[str, Dict[str, type]] = {
    FrameKind.HELLO.value: {"protocol": int, "pid": int, "python": str},
    FrameKind.REQUEST.value: {"method": str, "params": dict},
    FrameKind.PROGRESS.value: {"value": dict},
    FrameKind.HEARTBEAT.value: {},
    FrameKind.RESULT.value: {"value": dict},
    FrameKind.ERROR.value: {"error": dict},
    FrameKind.CANCEL.value: {},
    FrameKind.PING.value: {},
    FrameKind.PONG.value: {},
}

# All that a damaged pickle is known to raise in the interpreters from 3.9 on.
_UNPICKLE_ERRORS = (
    pickle.UnpicklingError,
    EOFError,
    ValueError,
    TypeError,
    AttributeError,
    IndexError,
    KeyError,
    OverflowError,
    MemoryError,
    struct.error,
)


class RawPipe(Protocol):
    """An unbuffered end of a pipe, as io.FileIO is."""

    def readinto(self, buffer: memoryview, /) -> Optional[int]:
        """Fill a part of the buffer; return how many bytes, 0 at the end."""

    def write(self, data: bytes, /) -> Optional[int]:
        """Write a part of the data; return how many bytes."""

    def close(self) -> None:
        """Close this end."""


def make_frame(kind: FrameKind, call_id: int, **fields: object) -> Frame:
    """Return a frame of a kind for a call; id 0 speaks of the connection itself."""
    return {"kind": kind.value, "id": call_id, **fields}


def encode_frame(frame: Frame) -> List[bytes]:
    """Return a frame as byte strings to be written one after another.

    Raises FrameError, before a byte is sent, when a value is not plain or the frame too big.
    """
    buffers: List[pickle.PickleBuffer] = []
    pickled = io.BytesIO()
    try:
        _PlainPickler(pickled, protocol=5, buffer_callback=buffers.append).dump(frame)
        raws = [buffer.raw() for buffer in buffers]
    except (pickle.PicklingError, RecursionError, BufferError) as exc:
        raise FrameError("A message cannot be packed.", hint=_HINT, detail=str(exc)) from exc
    table = struct.pack(f"!{len(raws) + 1}I", len(raws), *(raw.nbytes for raw in raws))
    head = table + pickled.getvalue()
    checksum = zlib.crc32(head)
    for raw in raws:
        checksum = zlib.crc32(raw, checksum)
    n_body_bytes = _LENGTH.size + len(head) + sum(raw.nbytes for raw in raws)
    if n_body_bytes > MAX_FRAME_BYTES or len(raws) > _MAX_BUFFERS:
        raise FrameError(
            f"A message of {n_body_bytes} bytes is too big to send.",
            hint="Ask for less at once.",
        )
    return [_PREFIX.pack(n_body_bytes, checksum) + head, *(bytes(raw) for raw in raws)]


def decode_body(body: memoryview) -> Frame:
    """Return the checked frame in a body; raises FrameError for anything else."""
    try:
        checksum, n_buffers = _PREFIX.unpack_from(body, 0)
        if zlib.crc32(body[_LENGTH.size :]) != checksum:
            raise FrameError("A message was damaged on its way.", hint=_HINT)
        if n_buffers > _MAX_BUFFERS:
            raise FrameError("A message has too many buffers.", hint=_HINT)
        sizes = struct.unpack_from(f"!{n_buffers}I", body, _PREFIX.size)
    except struct.error as exc:
        raise FrameError("A message is cut short.", hint=_HINT) from exc
    start = _PREFIX.size + _LENGTH.size * n_buffers
    end = len(body) - sum(sizes)
    if end < start:
        raise FrameError("A message is cut short.", hint=_HINT)
    return _checked(_unpickle(body[start:end], _cut(body[end:], sizes)))


class FrameReader:
    """Reads frames from one end of a pipe; for one thread."""

    def __init__(self, pipe: RawPipe) -> None:
        self._pipe = pipe

    def read(self) -> Optional[Frame]:
        """Return the next frame, or None where the stream ends between two frames.

        Raises FrameError for an end in mid-frame, a body over the cap, or a body that is no frame.
        """
        head = self._read_exactly(_LENGTH.size, may_end=True)
        if head is None:
            return None
        (n_body_bytes,) = _LENGTH.unpack(head)
        if n_body_bytes > MAX_FRAME_BYTES:
            raise FrameError(f"A message claims {n_body_bytes} bytes.", hint=_HINT)
        body = self._read_exactly(n_body_bytes, may_end=False)
        return decode_body(memoryview(body or b""))

    def skip_to_mark(self, mark: bytes, *, limit_bytes: int) -> bytes:
        """Return the bytes before the mark, standing behind it; FrameError past the limit."""
        seen = bytearray()
        while not seen.endswith(mark):
            step = self._read_exactly(1, may_end=True)
            if step is None or len(seen) > limit_bytes:
                raise FrameError(
                    "The worker did not greet.", hint=_HINT, detail=repr(bytes(seen[-2000:]))
                )
            seen += step
        return bytes(seen[: -len(mark)])

    def _read_exactly(self, n_bytes: int, *, may_end: bool) -> Optional[bytearray]:
        data = bytearray(n_bytes)
        view = memoryview(data)
        n_done = 0
        while n_done < n_bytes:
            n_read = self._pipe.readinto(view[n_done:])
            if not n_read:
                if may_end and n_done == 0:
                    return None
                raise FrameError("The stream ended in the middle of a message.", hint=_HINT)
            n_done += n_read
        return data


class FrameWriter:
    """Writes frames to one end of a pipe, whole and one at a time; for any thread."""

    def __init__(self, pipe: RawPipe) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()
        self._closed = False

    def write(self, frame: Frame) -> None:
        """Write one frame; FrameError when it cannot be packed, OSError when the reader is gone."""
        self._write_all(encode_frame(frame))

    def write_mark(self, mark: bytes) -> None:
        """Write the bytes that come before the first frame; OSError when the reader is gone."""
        self._write_all([mark])

    def close(self, *, timeout_s: float) -> bool:
        """Close the pipe; return False when a write that does not end keeps it open."""
        if not self._lock.acquire(timeout=timeout_s):
            return False
        try:
            if not self._closed:
                self._closed = True
                self._pipe.close()
        finally:
            self._lock.release()
        return True

    def _write_all(self, parts: Sequence[bytes]) -> None:
        with self._lock:
            if self._closed:
                raise BrokenPipeError("the pipe is closed")
            for part in parts:
                view = memoryview(part)
                while view:
                    view = view[self._pipe.write(view) or 0 :]  # type: ignore[arg-type]


class _PlainPickler(pickle.Pickler):
    """Packs built-in values and PickleBuffers; refuses whatever would name a class."""

    def reducer_override(self, obj: object) -> NoReturn:
        """Refuse: only asked for values that are not plain."""
        raise pickle.PicklingError(f"{type(obj).__name__} is no plain value")


class _PlainUnpickler(pickle.Unpickler):
    """Unpacks built-in values; looks up no class, function or module, whatever it is asked."""

    def find_class(self, module_name: str, global_name: str, /) -> NoReturn:
        """Refuse the name."""
        raise FrameError(
            "A message asks for code, which is never loaded.",
            hint=_HINT,
            detail=f"{module_name}.{global_name}",
        )


def _unpickle(pickled: memoryview, buffers: List[memoryview]) -> object:
    source = io.BytesIO(pickled)
    try:
        value = _PlainUnpickler(source, buffers=buffers).load()
    except _UNPICKLE_ERRORS as exc:
        raise FrameError("A message cannot be read.", hint=_HINT, detail=repr(exc)) from exc
    if source.read(1):
        raise FrameError("A message has bytes left over.", hint=_HINT)
    return value


def _cut(body: memoryview, sizes: Sequence[int]) -> List[memoryview]:
    starts = [sum(sizes[:index]) for index in range(len(sizes))]
    return [body[start : start + size] for start, size in zip(starts, sizes)]


def _checked(value: object) -> Frame:
    if not isinstance(value, dict):
        raise FrameError("A message is no frame.", hint=_HINT, detail=f"{value!r:.200}")
    kind = value.get("kind")
    wanted = _FIELDS.get(kind) if isinstance(kind, str) else None
    call_id = value.get("id")
    if wanted is None or type(call_id) is not int or call_id < 0:
        raise FrameError("A message is of no known kind.", hint=_HINT, detail=f"{value!r:.200}")
    if value.keys() != {"kind", "id", *wanted}:
        raise FrameError(f"A {kind} message has the wrong fields.", hint=_HINT)
    for name, cls in wanted.items():
        if type(value[name]) is not cls:
            raise FrameError(f"A {kind} message has a wrong {name}.", hint=_HINT)
    return value
