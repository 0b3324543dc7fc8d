"""Every request, reply and progress type of the table survives the pipe."""

from __future__ import annotations

import io
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plugin.contracts.errors import ERROR_CLASSES, ErrorKind, error_from_wire, error_to_wire
from plugin.contracts.methods import METHODS
from plugin.contracts.wire import from_plain, to_plain
from plugin.documents.passages import ExtractedDocument
from plugin.scripting.frames import FrameKind, FrameReader, FrameWriter, make_frame

TYPES = sorted(
    {
        cls
        for method in METHODS.values()
        for cls in (method.request, method.reply, method.progress)
        if cls is not None
    }
    | {ExtractedDocument},
    key=lambda cls: cls.__name__,
)


class MemoryPipe(io.BytesIO):
    """A pipe in memory that gives and takes a few bytes at a time, as a real one may."""

    def readinto(self, buffer: Any) -> int:
        return super().readinto(memoryview(buffer)[:7])

    def write(self, data: Any) -> int:
        return super().write(memoryview(data)[:5])


def through_the_pipe(plain: dict[str, Any]) -> Any:
    pipe = MemoryPipe()
    FrameWriter(pipe).write(make_frame(FrameKind.RESULT, 1, value=plain))
    pipe.seek(0)
    frame = FrameReader(pipe).read()
    assert frame is not None
    return frame["value"]


@pytest.mark.parametrize("cls", TYPES, ids=lambda cls: cls.__name__)
@settings(max_examples=40)
@given(data=st.data())
def test_a_contract_type_comes_back_equal(cls: type[Any], data: st.DataObject) -> None:
    st.register_type_strategy(float, st.floats(allow_nan=False))
    value = data.draw(st.from_type(cls))

    back = from_plain(cls, through_the_pipe(to_plain(value)))

    assert back == value
    assert repr(back) == repr(value)  # equal enums and strings differ here


@pytest.mark.parametrize("kind", list(ErrorKind))
def test_an_error_comes_back_as_its_class(kind: ErrorKind) -> None:
    error = ERROR_CLASSES[kind]("message", hint="hint", detail="détail")

    back = error_from_wire(through_the_pipe(dict(error_to_wire(error))))

    assert type(back) is ERROR_CLASSES[kind]
    assert (back.message, back.hint, back.detail) == ("message", "hint", "détail")
