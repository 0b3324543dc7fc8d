"""How LibreOffice has to be told to read a delimited text, so that it asks nothing.

Owns: the delimiter, the encoding and the filter options made of them. Does not own: opening.
Source of the options: LibreOffice Help, "Filter Options for CSV Filter", tokens 1 to 8.
"""

from __future__ import annotations

import csv
import io
from typing import Final, List, Tuple

SAMPLE_BYTES: Final = 64_000

_DELIMITERS: Final = (",", "\t", ";", "|")
_MAX_ROWS: Final = 100
_UTF8, _WESTERN, _UTF16 = "76", "1", "65535"
_BOMS: Final[Tuple[Tuple[bytes, str, str], ...]] = (
    (b"\xef\xbb\xbf", "utf-8-sig", _UTF8),
    (b"\xff\xfe", "utf-16", _UTF16),
    (b"\xfe\xff", "utf-16", _UTF16),
)


def filter_options(sample: bytes) -> str:
    """Return LibreOffice's CSV filter options for a file that begins with sample.

    Rows from the first, language of the user interface, quoted fields as they are, and no
    guessing of dates: "3-4" stays what it is.
    """
    text, charset = _decoded(sample)
    return f"{ord(find_delimiter(text))},34,{charset},1,,0,false,false"


def find_delimiter(text: str) -> str:
    """Return the delimiter that gives the most even rows of more than one cell; else a comma."""
    return max(_DELIMITERS, key=lambda delimiter: _evenness(text, delimiter))


def _evenness(text: str, delimiter: str) -> float:
    lines = io.StringIO(text, newline="")
    widths: List[int] = []
    try:
        for row in csv.reader(lines, delimiter=delimiter):
            widths.append(len(row))
            if len(widths) >= _MAX_ROWS:
                break
    except csv.Error:
        return 0.0
    if len(widths) > 1:
        widths.pop()  # the sample may end in the middle of it
    usual = max(set(widths), key=widths.count, default=1)
    if usual == 1:
        return 0.0
    return widths.count(usual) / len(widths) + min(usual, 50) / 1000


def _decoded(sample: bytes) -> Tuple[str, str]:
    for mark, encoding, charset in _BOMS:
        if sample.startswith(mark):
            return sample.decode(encoding, errors="replace"), charset
    try:
        # A letter of several bytes may be cut at the sample's end.
        return sample[:-4].decode() if len(sample) == SAMPLE_BYTES else sample.decode(), _UTF8
    except UnicodeDecodeError as error:
        if len(sample) == SAMPLE_BYTES and error.start >= len(sample) - 8:
            return sample[: error.start].decode(), _UTF8
        return sample.decode("cp1252", errors="replace"), _WESTERN
