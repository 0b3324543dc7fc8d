"""The title in an OLE file's properties ([MS-OLEPS] 2.21, property set of the summary).

Owns: that one property. Does not own: the others, which LibreOffice converts. olefile reads them
all, and over a damaged list of them for hours.
"""

from __future__ import annotations

import struct

STREAM = "\x05SummaryInformation"
MAX_BYTES = 1 << 16
"""How much of the stream is looked at: the title is among its first properties."""

_CODE_PAGE, _TITLE = 1, 2  # property identifiers
_SHORT, _STRING, _WIDE_STRING = 0x02, 0x1E, 0x1F  # types
_SET_AT = 44  # where the first property set's place is told
_MAX_PROPERTIES = 64
_ENCODINGS = {65001: "utf-8", 1200: "utf-16-le", 10000: "mac_roman"}


def title_in(stream: bytes) -> str:
    """Return the title in a summary's stream, "" where there is none to read."""
    try:
        return _title(stream)
    except struct.error:  # it ends too soon
        return ""


def _title(stream: bytes) -> str:
    (begin,) = struct.unpack_from("<I", stream, _SET_AT)
    _, n_properties = struct.unpack_from("<II", stream, begin)
    places: dict[int, int] = {}
    for index in range(min(n_properties, _MAX_PROPERTIES)):
        number, offset = struct.unpack_from("<II", stream, begin + 8 + index * 8)
        places.setdefault(number, begin + offset)
    if _TITLE not in places:
        return ""
    kind, n_units = struct.unpack_from("<II", stream, places[_TITLE])
    value = stream[places[_TITLE] + 8 :]
    if kind == _WIDE_STRING:
        return _plain(value[: n_units * 2].decode("utf-16-le", "replace"))
    if kind != _STRING:
        return ""
    return _plain(_decoded(value[:n_units], _code_page(stream, places)))


def _code_page(stream: bytes, places: dict[int, int]) -> int:
    if _CODE_PAGE not in places:
        return 1252
    kind, number = struct.unpack_from("<IH", stream, places[_CODE_PAGE])
    return int(number) if kind == _SHORT else 1252


def _decoded(raw: bytes, code_page: int) -> str:
    try:
        return raw.decode(_ENCODINGS.get(code_page, f"cp{code_page}"), "replace")
    except LookupError:
        return raw.decode("cp1252", "replace")


def _plain(text: str) -> str:
    return text.split("\0", 1)[0].strip()
