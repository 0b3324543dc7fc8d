"""Frames: what passes, and what bytes are refused."""

from __future__ import annotations

import array
import collections
import io
import os
import pickle
import struct
import zlib
from enum import Enum
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plugin.contracts.errors import FrameError
from plugin.scripting.frames import (
    MAX_FRAME_BYTES,
    FrameKind,
    FrameReader,
    FrameWriter,
    decode_body,
    encode_frame,
    make_frame,
)

if TYPE_CHECKING:
    from collections.abc import Callable

PING = make_frame(FrameKind.PING, 1)


def checked(rest: bytes) -> bytes:
    """Return a body of these bytes whose checksum is right."""
    return struct.pack("!I", zlib.crc32(rest)) + rest


def body_of(value: object) -> bytes:
    return checked(struct.pack("!I", 0) + pickle.dumps(value, protocol=5))


def read_all(data: bytes) -> list[Any]:
    reader = FrameReader(io.BytesIO(data))
    return list(iter(reader.read, None))


def test_frames_come_out_as_they_went_in() -> None:
    sent = [
        PING,
        make_frame(FrameKind.REQUEST, 2, method="m", params={"a": [1, 2.5, None, b"x", "ü", True]}),
        make_frame(FrameKind.PROGRESS, 2, value={}),
        make_frame(FrameKind.HELLO, 0, protocol=1, pid=2, python="3"),
    ]
    pipe = io.BytesIO()
    writer = FrameWriter(pipe)
    for frame in sent:
        writer.write(frame)

    assert read_all(pipe.getvalue()) == sent


def test_buffers_travel_out_of_band() -> None:
    numbers = array.array("f", [1.0, -2.0, 3.5])
    params = {"v": pickle.PickleBuffer(numbers), "w": pickle.PickleBuffer(b"tail"), "e": b"in"}
    parts = encode_frame(make_frame(FrameKind.REQUEST, 1, method="m", params=params))

    assert parts[1:] == [numbers.tobytes(), b"tail"]
    assert numbers.tobytes() not in parts[0]
    (frame,) = read_all(b"".join(parts))
    assert memoryview(frame["params"]["v"]).cast("f").tolist() == [1.0, -2.0, 3.5]
    assert bytes(frame["params"]["w"]) == b"tail"
    assert frame["params"]["e"] == b"in"


def test_an_end_between_frames_is_an_end_and_one_inside_is_a_fault() -> None:
    whole = b"".join(encode_frame(PING))

    assert read_all(b"") == []
    for n_bytes in range(1, len(whole)):
        with pytest.raises(FrameError, match="ended in the middle"):
            read_all(whole[:n_bytes])


def test_a_claim_over_the_cap_is_refused_before_a_byte_is_read() -> None:
    source = io.BytesIO(struct.pack("!I", MAX_FRAME_BYTES + 1) + b"x")

    with pytest.raises(FrameError, match=f"claims {MAX_FRAME_BYTES + 1} bytes"):
        FrameReader(source).read()
    assert source.read() == b"x"


def test_a_frame_over_the_cap_is_not_sent() -> None:
    pipe = io.BytesIO()
    frame = make_frame(FrameKind.RESULT, 1, value={"x": b"x" * MAX_FRAME_BYTES})

    with pytest.raises(FrameError, match="too big to send"):
        FrameWriter(pipe).write(frame)
    assert pipe.getvalue() == b""


class Colour(str, Enum):  # noqa: UP042 - the form that Python 3.9 has
    RED = "red"


@pytest.mark.parametrize(
    "value",
    [
        Colour.RED,
        collections.OrderedDict(a=1),
        len,
        FrameKind,
        object(),
        io.BytesIO(),
        (i for i in ""),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_sender_refuses_what_would_need_a_class(value: object) -> None:
    with pytest.raises(FrameError, match="cannot be packed"):
        encode_frame(make_frame(FrameKind.RESULT, 1, value={"deep": [value]}))


class Bomb:
    """Its pickle runs a command where find_class lets it."""

    def __init__(self, marker: str) -> None:
        self._marker = marker

    def __reduce__(self) -> tuple[Callable[..., object], tuple[str]]:
        return os.system, (f"touch {self._marker}",)


def test_the_receiver_looks_up_no_name(tmp_path: Any) -> None:
    marker = tmp_path / "ran"

    with pytest.raises(FrameError, match="asks for code") as caught:
        decode_body(memoryview(body_of({**PING, "x": Bomb(str(marker))})))

    assert caught.value.detail.endswith(".system")
    assert not marker.exists()


@pytest.mark.parametrize("name", ["dict", "print", "getattr"])
def test_not_even_a_builtin_name(name: str) -> None:
    for pickled in (f"cbuiltins\n{name}\n.".encode(), pickle.dumps(getattr(__builtins__, name, 0))):
        if b"builtins" in pickled:
            with pytest.raises(FrameError, match="asks for code"):
                decode_body(memoryview(checked(struct.pack("!I", 0) + pickled)))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\0\0\0",
        checked(struct.pack("!I", 0)),
        checked(struct.pack("!I", 2) + b"\0\0\0\1"),
        checked(struct.pack("!II", 1, 999) + pickle.dumps(PING)),
        checked(struct.pack("!I", 2**31)),
        checked(body_of(PING)[4:-1]),
        checked(body_of(PING)[4:] + b"more"),
        body_of(PING)[:-1],
        body_of(PING) + b"more",
        body_of([PING]),
        body_of({}),
        body_of({**PING, "kind": "shout"}),
        body_of({**PING, "kind": ["ping"]}),
        body_of({**PING, "id": "1"}),
        body_of({**PING, "id": True}),
        body_of({**PING, "id": -1}),
        body_of({**PING, "extra": 1}),
        body_of({"kind": "request", "id": 1, "method": "m"}),
        body_of({"kind": "request", "id": 1, "method": "m", "params": []}),
        checked(struct.pack("!I", 0) + b"\x80\x05\x97."),  # a buffer that was never sent
        checked(struct.pack("!I", 0) + b"P1\n."),  # a persistent id
        checked(struct.pack("!I", 0) + b"\x82\x01."),  # a registered extension
    ],
)
def test_bytes_that_are_no_frame_are_refused(body: bytes) -> None:
    with pytest.raises(FrameError) as caught:
        decode_body(memoryview(body))
    assert caught.value.message


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_but_a_frame_error(data: bytes) -> None:
    try:
        decode_body(memoryview(data))
    except FrameError:
        return
    raise AssertionError("random bytes passed as a frame")


@given(st.data())
def test_a_changed_byte_is_refused(data: st.DataObject) -> None:
    good = body_of(make_frame(FrameKind.REQUEST, 7, method="search", params={"k": [1, "a"]}))
    bad = bytearray(good)
    bad[data.draw(st.integers(0, len(good) - 1))] ^= data.draw(st.integers(1, 255))

    with pytest.raises(FrameError, match="damaged"):
        decode_body(memoryview(bytes(bad)))


def test_noise_before_the_mark_is_returned_and_too_much_of_it_refused() -> None:
    reader = FrameReader(io.BytesIO(b"hello\n--mark--" + b"".join(encode_frame(PING))))

    assert reader.skip_to_mark(b"--mark--", limit_bytes=100) == b"hello\n"
    assert reader.read() == PING
    with pytest.raises(FrameError, match="did not greet"):
        FrameReader(io.BytesIO(b"x" * 1000)).skip_to_mark(b"--mark--", limit_bytes=100)


def test_a_closed_writer_is_a_broken_pipe_and_closes_once() -> None:
    writer = FrameWriter(io.BytesIO())

    assert writer.close(timeout_s=1)
    assert writer.close(timeout_s=1)
    with pytest.raises(BrokenPipeError):
        writer.write(PING)
