"""Small OLE files ([MS-CFB]) with streams in the root storage, and what is in them."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from .fixtures_rc4 import md5, rc4

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SECTOR_BYTES = 512
_END, _FREE, _FAT = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
_NONE = 0xFFFFFFFF
_EXCEL_97 = 0x0600
_BLOCK_BYTES = 1024


def write_ole(path: Path, streams: Mapping[str, bytes]) -> Path:
    """Write an OLE file of version 3; streams are padded so that none is a short one."""
    sectors: list[bytes] = [b""]  # the first is for the table of sectors
    table = [_FAT]
    entries = [_entry("Root Entry", kind=5, child=1 if streams else _NONE)]
    for number, (name, data) in enumerate(streams.items(), 1):
        padded = data.ljust(4096, b"\0")
        right = number + 1 if number < len(streams) else _NONE
        entries.append(
            _entry(name, kind=2, right=right, begin=len(sectors), n_bytes=max(len(data), 4096))
        )
        _append(sectors, table, padded)
    directory = len(sectors)
    _append(sectors, table, b"".join(entries))
    sectors[0] = struct.pack("<128I", *table, *[_FREE] * (128 - len(table)))
    path.write_bytes(_header(directory) + b"".join(sectors))
    return path


def word_streams(
    *, flags: int = 0x0200, magic: int = 0xA5EC, clx_bytes: int = 100
) -> dict[str, bytes]:
    """Return the streams of a Word document that has the beginning of one."""
    fib = bytearray(0x400)
    struct.pack_into("<HH", fib, 0, magic, 0xC1)
    struct.pack_into("<H", fib, 10, flags)
    struct.pack_into("<II", fib, 0x1A2, 50, clx_bytes)
    return {"WordDocument": bytes(fib), "1Table": bytes(4096)}


def workbook(*, after_bof: bytes = b"") -> bytes:
    """Return a workbook of Excel 97, A1 of whose only sheet says "Hello", as Excel's records."""
    strings = _record(0x00FC, struct.pack("<II", 1, 1) + b"\x05\x00\x00Hello")
    used = _record(0x0200, struct.pack("<IIHHH", 0, 1, 0, 1, 0))
    cell = used + _record(0x00FD, struct.pack("<HHHI", 0, 0, 0, 0))
    return _book(0x0600, after_bof, strings, cell)


def workbook_95() -> bytes:
    """Return the same as a workbook of Excel 95."""
    cell = _record(0x0204, struct.pack("<HHH", 0, 0, 0) + b"\x05\x00Hello")
    return _book(0x0500, b"", b"", cell)


def protected_workbook(password: str) -> bytes:
    """Return the workbook of Excel 97 encrypted by RC4 ([MS-OFFCRYPTO] 2.3.6)."""
    salt, verifier = bytes(range(16)), b"any sixteen byte"
    stream = _key_stream(password, salt, n_bytes=1024)
    proof = _xor(verifier + md5(verifier), stream)
    plain = workbook(after_bof=_record(0x002F, struct.pack("<HHH", 1, 1, 1) + salt + proof))
    stream = _key_stream(password, salt, n_bytes=len(plain))
    encrypted, offset = bytearray(plain), 0
    while offset < len(plain):
        number, n_bytes = struct.unpack_from("<HH", plain, offset)
        # The beginning, the record that tells of the encryption and a sheet's place stay plain.
        n_plain = {0x0809: n_bytes, 0x002F: n_bytes, 0x0085: 4}.get(number, 0)
        begin, end = offset + 4 + n_plain, offset + 4 + n_bytes
        encrypted[begin:end] = _xor(plain[begin:end], stream[begin:end])
        offset = end
    return bytes(encrypted)


def bare_workbook() -> bytes:
    """Return a workbook of Excel 2: one sheet without OLE around, A1 of which says "Hello"."""
    opening = _record(0x0009, struct.pack("<HH", 2, 0x0010))
    cell = _record(0x0004, struct.pack("<HH3s", 0, 0, bytes(3)) + b"\x05Hello")
    return opening + cell + _record(0x000A)


def filepass() -> bytes:
    """Return the record that says that what follows is encrypted."""
    return _record(0x002F, bytes(54))


def summary(kind: int, raw: bytes, *, n_units: int, code_page: int, n_said: int = 2) -> bytes:
    """Return the stream of properties ([MS-OLEPS] 2.21) with a code page and a title."""
    places = struct.pack("<IIII", 1, 24, 2, 32)
    values = struct.pack("<IHH", 2, code_page, 0) + struct.pack("<II", kind, n_units) + raw
    head = struct.pack("<HHI16sI16sI", 0xFFFE, 0, 0, bytes(16), 1, bytes(16), 48)
    return head + struct.pack("<II", 8 + len(places) + len(values), n_said) + places + values


def current_user(token: int) -> bytes:
    """Return PowerPoint's stream that says whether the presentation is encrypted."""
    return struct.pack("<HHIII", 0, 0x0FF6, 28, 20, token)


def _book(version: int, after_bof: bytes, strings: bytes, cell: bytes) -> bytes:
    name = b"\x06\x00Sheet1" if version == _EXCEL_97 else b"\x06Sheet1"
    opening = _opening(version, 0x0005) + after_bof
    end = _record(0x000A)
    begin = len(opening) + 4 + 6 + len(name) + len(strings) + len(end)
    bound = _record(0x0085, struct.pack("<IH", begin, 0) + name)
    return opening + bound + strings + end + _opening(version, 0x0010) + cell + end


def _opening(version: int, kind: int) -> bytes:
    return _record(0x0809, struct.pack("<HHHHII", version, kind, 0x0DBB, 0x07CC, 0, 6))


def _key_stream(password: str, salt: bytes, *, n_bytes: int) -> bytes:
    first = md5(password.encode("utf-16-le"))[:5]
    base = md5((first + salt) * 16)[:5]
    keys = (md5(base + struct.pack("<I", block)) for block in range(n_bytes // _BLOCK_BYTES + 1))
    return b"".join(rc4(key, bytes(_BLOCK_BYTES)) for key in keys)


def _xor(data: bytes, stream: bytes) -> bytes:
    return bytes(left ^ right for left, right in zip(data, stream, strict=False))


def _record(number: int, data: bytes = b"") -> bytes:
    return struct.pack("<HH", number, len(data)) + data


def _append(sectors: list[bytes], table: list[int], data: bytes) -> None:
    for begin in range(0, len(data), SECTOR_BYTES):
        sectors.append(data[begin : begin + SECTOR_BYTES].ljust(SECTOR_BYTES, b"\0"))
        table.append(len(sectors))
    table[-1] = _END


def _entry(
    name: str,
    *,
    kind: int,
    right: int = _NONE,
    child: int = _NONE,
    begin: int = 0,
    n_bytes: int = 0,
) -> bytes:
    encoded = name.encode("utf-16-le") + b"\0\0"
    return (
        encoded.ljust(64, b"\0")
        + struct.pack("<HBB", len(encoded), kind, 1)
        + struct.pack("<III", _NONE, right, child)
        + bytes(36)
        + struct.pack("<IQ", begin if kind == 2 else _END, n_bytes)
    )


def _header(directory: int) -> bytes:
    opening = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    sizes = struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    places = struct.pack("<IIIIIIIII", 0, 1, directory, 0, 4096, _END, 0, _END, 0)
    return opening + sizes + places + struct.pack("<109I", 0, *[_FREE] * 108)
