"""Zip packages in memory: written and read back member by member, damaged ones too.

Owns: the way between bytes and members. Does not own: what is in them.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# The same bytes on every run: a seed's number must lead to the same file.
_DATE = (2024, 1, 1, 0, 0, 0)


def packed(members: Iterable[tuple[str, bytes]], *, stored: frozenset[str] = frozenset()) -> bytes:
    """Return a zip of these members in this order, those named in stored without compression."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in members:
            info = zipfile.ZipInfo(name, date_time=_DATE)
            info.compress_type = zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED
            package.writestr(info, content)
    return buffer.getvalue()


def unpacked(data: bytes) -> list[tuple[str, bytes]]:
    """Return the members of a zip in their order, none where it is no whole zip."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            return [(info.filename, package.read(info)) for info in package.infolist()]
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError):
        return []
