"""A zip file's own records, for what the standard library will not read.

Owns: the length of the directory before it is read, and a member's bytes whatever its checksum
and its directory entry say (APPNOTE.TXT 4.3.7, 4.3.16). Does not own: whole packages (package).
"""

from __future__ import annotations

import os
import struct
import zlib
from typing import TYPE_CHECKING, BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from zipfile import ZipInfo

_END_MARK = b"PK\x05\x06"
_END = struct.Struct("<4s4H2LH")
_END_64_MARK = b"PK\x06\x06"
_END_64 = struct.Struct("<4sQ2H2L4Q")
_LOCATOR_64_BYTES = 20
_SEE_64 = 0xFFFFFFFF
_MAX_COMMENT_BYTES = 0xFFFF
_LOCAL_MARK = b"PK\x03\x04"
_LOCAL = struct.Struct("<4s5H3L2H")
_STEP_BYTES = 1 << 16


def directory_bytes(path: Path) -> int | None:
    """Return how long a zip's directory says to be, None where the end of the zip is missing."""
    n_before = _END_64.size + _LOCATOR_64_BYTES
    with path.open("rb") as stream:
        end = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, end - n_before - _END.size - _MAX_COMMENT_BYTES))
        tail = stream.read()
    position = tail.rfind(_END_MARK)
    if position < 0 or position + _END.size > len(tail):
        return None
    n_bytes: int = _END.unpack_from(tail, position)[5]
    if n_bytes == _SEE_64 and tail[: position - n_before + 4].endswith(_END_64_MARK):
        n_bytes = _END_64.unpack_from(tail, position - n_before)[8]
    return n_bytes


def member_chunks(stream: BinaryIO, info: ZipInfo) -> Iterator[bytes]:
    """Yield a member's unpacked bytes up to its damage; nothing where it cannot be found.

    Neither checksum nor sizes nor the name in the member's own header are looked at.
    """
    stream.seek(info.header_offset)
    header = stream.read(_LOCAL.size)
    if len(header) < _LOCAL.size or not header.startswith(_LOCAL_MARK):
        return
    fields = _LOCAL.unpack(header)
    stream.seek(info.header_offset + _LOCAL.size + fields[9] + fields[10])
    stored = _limited(stream, info.compress_size)
    if info.compress_type == ZIP_STORED:
        yield from stored
    elif info.compress_type == ZIP_DEFLATED:
        yield from _inflated(stored)


def _limited(stream: BinaryIO, n_bytes: int) -> Iterator[bytes]:
    while n_bytes > 0 and (chunk := stream.read(min(_STEP_BYTES, n_bytes))):
        n_bytes -= len(chunk)
        yield chunk


def _inflated(chunks: Iterator[bytes]) -> Iterator[bytes]:
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    for chunk in chunks:
        packed = chunk
        while packed and not inflater.eof:
            try:
                unpacked = inflater.decompress(packed, _STEP_BYTES)
            except zlib.error:
                return
            yield unpacked
            packed = inflater.unconsumed_tail
