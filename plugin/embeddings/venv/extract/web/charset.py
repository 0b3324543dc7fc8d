"""Which encoding a page is in, and its text in bounded pieces.

Owns: the order byte order mark, UTF-8, declaration, detection, and checking what is declared.
Does not own: detection without a declaration (text.encoding).
Source: HTML Living Standard, 13.2.3 (the input byte stream); WHATWG Encoding, 4.2 (labels).
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..document import ExtractionFailure
from ..text.encoding import BYTE_ORDER_MARKS, decode_text

if TYPE_CHECKING:
    from collections.abc import Iterator

_PIECE_BYTES = 1 << 18
_DECLARATION_BYTES = 4096
_DETECTED_BYTES = 1 << 16
_STRIPPED_BYTES = 1 << 20
_MAX_MIXED_BYTES = 4 << 20
_DECLARED = re.compile(
    rb"<meta[^>]{0,300}?charset\s*=\s*[\"']?\s*([\w.:-]+)|^\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]+)",
    re.IGNORECASE,
)
# Browsers read these labels as the larger set, as do the programs that write them.
_SUPERSETS = {
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "iso8859-9": "cp1254",
    "tis-620": "cp874",
    "iso8859-11": "cp874",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
}
_ESCAPED = frozenset({"iso2022_jp", "iso2022_jp_1", "iso2022_jp_2", "iso2022_kr", "hz"})
_UNBELIEVED = ("utf-16", "utf-32", "utf-7", "unicode", "raw", "idna", "punycode")
_MAX_BAD_SHARE = 0.002
_MIN_VALID_PER_BAD = 20
# Cyrillic or Greek read as a Western code page: no Western word has four such letters in a row.
_FOREIGN_RUN = re.compile(r"[\u00c0-\u00ff]{4,}")
_MAX_FOREIGN_SHARE = 0.3


@dataclass(frozen=True)
class PageEncoding:
    """The codec a page is read with; damaged says that some bytes are left out.

    is_mixed tells of UTF-8 with lines in another encoding, as pasted pieces are.
    """

    codec: str
    damaged: bool = False
    mark_bytes: int = 0
    is_mixed: bool = False


def encoding_of(data: bytes, claimed: str = "") -> PageEncoding:
    """Return the encoding of a page; claimed is what its envelope says, if it has one.

    Raises ExtractionFailure (corrupt) for bytes that are no text.
    """
    for mark, codec in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return PageEncoding(codec, mark_bytes=len(mark))
    if b"\0" in data[:_DECLARATION_BYTES]:
        return _detected(data[:_DETECTED_BYTES])
    declared = _codec_of(claimed) or _codec_of(_declaration(data))
    if data.isascii():
        return PageEncoding(declared if declared in _ESCAPED else _escaped_codec(data))
    n_bad, n_valid = _utf8_counts(data)
    if n_valid and n_bad * _MIN_VALID_PER_BAD <= n_valid:
        return PageEncoding("utf-8", damaged=n_bad > 0)
    return _of_code_page(data, "" if declared == "utf-8" else declared)


def _of_code_page(data: bytes, declared: str) -> PageEncoding:
    """Return the declared encoding where the text bears it out, else what it looks like."""
    if declared and _is_plausible(data, declared):
        return PageEncoding(declared)
    try:
        return _detected(_sample(_without_tags(data[:_STRIPPED_BYTES])))
    except ExtractionFailure:
        if declared:
            return PageEncoding(declared, damaged=True)
        raise


def utf8_pieces(data: bytes, encoding: PageEncoding) -> Iterator[bytes]:
    """Yield a page as UTF-8 in pieces, without zero bytes and what cannot be decoded."""
    if encoding.is_mixed and len(data) <= _MAX_MIXED_BYTES:
        yield decode_text(data).text.encode("utf-8", "ignore")
        return
    for text in _decoded(data[encoding.mark_bytes :], encoding.codec):
        yield text.replace("\0", "").encode("utf-8", "ignore")


def _decoded(data: bytes, codec: str) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(codec)(errors="ignore")
    for start in range(0, len(data), _PIECE_BYTES):
        yield decoder.decode(data[start : start + _PIECE_BYTES])
    yield decoder.decode(b"", True)  # noqa: FBT003 - the codec's own interface


def _declaration(data: bytes) -> str:
    found = _DECLARED.search(data[:_DECLARATION_BYTES])
    return (found[1] or found[2]).decode("ascii", "ignore") if found else ""


def _codec_of(label: str) -> str:
    """Return the codec of a label, "" for one that is unknown or says nothing about bytes."""
    if not label or label.lower().startswith(_UNBELIEVED):
        return ""
    try:
        codec = codecs.lookup(label.lower().removeprefix("x-"))
    except (LookupError, ValueError):
        return ""
    is_text = codec._is_text_encoding  # noqa: SLF001 - "base64" and "rot13" are codecs, too
    return _SUPERSETS.get(codec.name, codec.name) if is_text else ""


def _utf8_counts(data: bytes) -> tuple[int, int]:
    """Return how many bytes are no UTF-8, and how many follow the first of a character."""
    n_kept = n_chars = 0
    for text in _decoded(data, "utf-8"):
        n_kept += len(text.encode("utf-8"))
        n_chars += len(text)
    return len(data) - n_kept, n_kept - n_chars


def _is_plausible(data: bytes, codec: str) -> bool:
    sample = data[:_STRIPPED_BYTES]
    try:
        text = sample.decode(codec, errors="ignore")
    except (LookupError, UnicodeError):
        return False
    n_bad = len(sample) - len(text.encode(codec, errors="ignore"))
    if n_bad > max(2, len(sample) * _MAX_BAD_SHARE):
        return False
    if codec not in ("cp1252", "iso8859-15", "cp1254"):
        return True
    n_high = sum(map(text.count, {character for character in text if character > "\x7f"}))
    n_foreign = sum(map(len, _FOREIGN_RUN.findall(text)))
    return n_foreign <= n_high * _MAX_FOREIGN_SHARE


def _without_tags(data: bytes) -> bytes:
    return b" ".join(part.partition(b">")[2] or part for part in data.split(b"<"))


def _sample(words: bytes) -> bytes:
    """Return the beginning, cut between words: half a character tells against its encoding."""
    if len(words) <= _DETECTED_BYTES:
        return words
    end = max(words.rfind(b" ", 0, _DETECTED_BYTES), words.rfind(b"\n", 0, _DETECTED_BYTES))
    return words[: end if end > 0 else _DETECTED_BYTES]


def _escaped_codec(data: bytes) -> str:
    """Return the encoding that ASCII with escape sequences is (ISO 2022), else UTF-8."""
    if b"\x1b$)C" in data:
        return "iso2022_kr"
    return "iso2022_jp" if b"\x1b$B" in data or b"\x1b$@" in data else "utf-8"


def _detected(sample: bytes) -> PageEncoding:
    decoded = decode_text(sample)
    codec, _, other = decoded.encoding.partition(" ")
    return PageEncoding(codec, damaged=decoded.damaged, is_mixed=bool(other))
