"""A zip file's own records, for what the standard library will not read.

Owns: the length of the directory before it is read, and a member's bytes whatever its checksum
and its directory entry say (APPNOTE.TXT 4.3.7, 4.3.16). Does not own: whole packages (package).
"""

from __future__ import annotations

import mmap
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
_UTF_8 = 0x800
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

    Neither checksum nor sizes in the member's own header are looked at. Where bytes were lost or
    came in between, the member is looked for by its name.
    """
    with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
        start = _content_start(data, info.header_offset)
        if start is None:
            start = _content_start(data, _displaced_header(data, info))
        if start is None:
            return
        stored = _steps(data, start, info.compress_size)
        if info.compress_type == ZIP_STORED:
            yield from stored
        elif info.compress_type == ZIP_DEFLATED:
            yield from _inflated(stored)


def _content_start(data: mmap.mmap, header: int) -> int | None:
    end = header + _LOCAL.size
    if header < 0 or end > len(data) or data[header : header + 4] != _LOCAL_MARK:
        return None
    fields = _LOCAL.unpack(data[header:end])
    start: int = end + fields[9] + fields[10]
    return start


def _displaced_header(data: mmap.mmap, info: ZipInfo) -> int:
    """Return where a header with the member's name is, -1 if nowhere."""
    name = info.orig_filename.encode("utf-8" if info.flag_bits & _UTF_8 else "cp437", "ignore")
    position = data.find(name)
    while position >= 0:
        header = position - _LOCAL.size
        if header >= 0 and data[header : header + 4] == _LOCAL_MARK:
            return header
        position = data.find(name, position + 1)
    return -1


def _steps(data: mmap.mmap, start: int, n_bytes: int) -> Iterator[bytes]:
    end = min(start + n_bytes, len(data))
    for position in range(start, end, _STEP_BYTES):
        yield data[position : min(position + _STEP_BYTES, end)]


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
