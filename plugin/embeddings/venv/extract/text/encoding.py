"""Plain text from bytes of unknown encoding, without one replacement character.

Owns: the ladder byte order mark, ISO 2022, UTF-8, UTF-16 and UTF-32 without a mark, code pages;
lines of another encoding within UTF-8; and what is no text. Does not own: telling code pages
apart (code_pages), what the text means.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass

from .....contracts.corpus import FileState
from ..document import ExtractionFailure
from .code_pages import Judged, ranked_pages

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE_CHARS = 20_000
_MIN_UTF16_BYTES = 4
_MIN_UTF32_BYTES = 8
_MAX_SPARE_SHIFT_BYTES = 8  # shifts may be written twice
_MIN_VALID_PER_BAD = 20
_MIN_BYTES_TO_REFUSE = 64
_MAX_CONTROL_SHARE = 0.02
_MAX_CONTROLS = 3  # in a short text
_HAN_BLOCKS = range(0x4E, 0xA0)  # of 256 characters each
_HANGUL_BLOCKS = range(0xAC, 0xD8)
_HIGH_BYTES = bytes(range(0x80, 0x100))
_LOOKED_AT_BYTES = 200_000
_MANY_BAD_BYTES = 1_000
_MAX_BAD_SHARE = 0.2
_HIGH_BYTE = re.compile(rb"[\x80-\xff]")
_PADDING = re.compile(rb"\0{16,}")  # what a crash or a rotated log leaves; UTF-32 has 7 at most
_ISO_2022_SHIFT = re.compile(rb"\x1b(?:\$[@AB]|\$\)[AC]|\([BJI])")
_TERMINAL_CODE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][0AB])")
_ENDS_OF_LINES = re.compile(rb"(?<=[\r\n])")
_CONTROL = re.compile("[\\x00-\\x08\\x0e-\\x1a]")
_SEPARATORS = dict.fromkeys(range(0x1C, 0x20), " ")
_SEPARATOR = re.compile("[\\x1c-\\x1f]")
_MIN_UTF32_ZEROS_PER_CHARACTER = 2


@dataclass(frozen=True)
class DecodedText:
    """Text with the encoding it was read in; damaged says that some bytes had to be left out."""

    text: str
    encoding: str
    damaged: bool = False


def decode_text(data: bytes) -> DecodedText:
    """Return the text of a file's bytes, without zero padding and terminal colours.

    Separators of records and fields (FS, GS, RS, US) become spaces.
    Raises ExtractionFailure (corrupt) for bytes that are no text in any encoding.
    """
    decoded = _decode(data)
    text = decoded.text
    if "\x1b" in text:
        text = _TERMINAL_CODE.sub("", text)
    if _has_controls(text):
        raise _no_text()
    text = text.translate(_SEPARATORS) if _SEPARATOR.search(text) else text
    return DecodedText(text, decoded.encoding, decoded.damaged)


def _decode(data: bytes) -> DecodedText:
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark) and (decoded := _decode_marked(data[len(mark) :], encoding)):
            return decoded
    if data.find(b"\0") >= 0:
        data = _PADDING.sub(b"", data)
        if unmarked := _as_unmarked_utf32(data):
            return unmarked
    return _as_iso_2022(data) or _as_utf8(data) or _as_unmarked_utf16(data) or _as_code_page(data)


def _decode_marked(data: bytes, encoding: str) -> DecodedText | None:
    """Return what follows a mark; None where it is so wrong that the mark is an accident."""
    # A mark is a promise; what does not keep it is a cut or a slip, and the rest is good.
    if encoding == "utf-8":
        return _as_utf8(_PADDING.sub(b"", data) if b"\0" in data else data)
    text = data.decode(encoding, errors="ignore")
    kept = text.encode(encoding, "surrogatepass")
    if len(data) - len(kept) > max(4, len(data) // _MIN_VALID_PER_BAD):
        return None
    return DecodedText(text, encoding, damaged=kept != data)


def _as_iso_2022(data: bytes) -> DecodedText | None:
    shift = _ISO_2022_SHIFT.search(data)
    if shift is None or _HIGH_BYTE.search(data):
        return None
    encoding = "iso2022_kr" if shift[0] == b"\x1b$)C" else "iso2022_jp_2"
    text = data.decode(encoding, errors="ignore")
    if text.isascii():  # a terminal's way to say "back to ASCII"
        return None
    damaged = len(text.encode(encoding, "ignore")) < len(data) - _MAX_SPARE_SHIFT_BYTES
    return DecodedText(text, encoding, damaged)


def _as_utf8(data: bytes) -> DecodedText | None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _as_damaged_utf8(data, error)
    # UTF-16 of texts without high bytes is valid UTF-8 too, full of controls.
    n_controls = len(_CONTROL.findall(text[:_SAMPLE_CHARS]))
    if n_controls * 10 > min(len(text), _SAMPLE_CHARS):
        return None
    return DecodedText(text, "utf-8")


def _as_damaged_utf8(data: bytes, error: UnicodeDecodeError) -> DecodedText | None:
    """Return UTF-8 in spite of bytes that are not, when so much else is that it must be.

    Bytes of a code page, as of lines pasted from another file, are read in it.
    """
    around = data[max(0, error.start - _LOOKED_AT_BYTES) : error.start + _LOOKED_AT_BYTES]
    if _is_full_of_bad_bytes(around):
        return None  # leaving bytes out is slow where they are many
    text = data.decode("utf-8", errors="ignore")
    n_valid = len(text) - sum(map(text.count, map(chr, range(0x80))))
    n_bad = len(data) - len(text.encode("utf-8"))
    is_cut = error.start >= len(data) - 3
    if is_cut and n_valid >= n_bad:
        return DecodedText(text, "utf-8", damaged=True)
    # A code page's letters hardly ever make the patterns of UTF-8, so a few are proof.
    if n_valid * 2 < n_bad or not n_valid:
        return None
    lines = _ENDS_OF_LINES.split(data)
    foreign = [line for line in lines if not _is_utf8(line)]
    page = _page_of_lines(foreign)
    if page is None:
        if n_valid < n_bad * _MIN_VALID_PER_BAD:
            return None
        return DecodedText(text, "utf-8", damaged=True)
    pieces = [line.decode("utf-8" if _is_utf8(line) else page) for line in lines]
    return DecodedText("".join(pieces), f"utf-8 and {page}")


def _is_full_of_bad_bytes(data: bytes) -> bool:
    text = data.decode("utf-8", errors="ignore")
    n_bad = len(data) - len(text.encode("utf-8"))
    n_valid = len(text) - sum(map(text.count, map(chr, range(0x80))))
    return n_bad > max(_MANY_BAD_BYTES, n_valid * 2)


def _page_of_lines(lines: list[bytes]) -> str | None:
    """Return the code page of lines within UTF-8, None where they are UTF-8 with bad bytes."""
    joined = b"".join(lines)
    if joined.decode("utf-8", errors="ignore").isascii():
        ranked = [one for one in ranked_pages(joined) if _strictly(joined, one.page) is not None]
        if ranked and ranked[0].convincing:
            return ranked[0].page
    return None


def _is_utf8(data: bytes) -> bool:
    return _strictly(data, "utf-8") is not None


def _as_unmarked_utf32(data: bytes) -> DecodedText | None:
    even = data[: len(data) // 4 * 4]
    if (
        len(even) < _MIN_UTF32_BYTES
        or even.count(0) < len(even) // 4 * _MIN_UTF32_ZEROS_PER_CHARACTER - 1
    ):
        return None
    for encoding in ("utf-32-le", "utf-32-be"):
        text = _strictly(even, encoding)
        if text is not None and "\0" not in text.rstrip("\0"):
            return DecodedText(text, encoding, damaged=len(even) != len(data))
    return None


def _as_unmarked_utf16(data: bytes) -> DecodedText | None:
    if len(data) < _MIN_UTF16_BYTES:
        return None
    even = data[: len(data) // 2 * 2]
    candidates: list[tuple[float, DecodedText]] = []
    for encoding in ("utf-16-le", "utf-16-be"):
        text = even.decode(encoding, errors="ignore")
        damaged = len(even) != len(data) or text.encode(encoding, "surrogatepass") != even
        share = _utf16_likelihood(text[:_SAMPLE_CHARS])
        candidates.append((share, DecodedText(text, encoding, damaged)))
    share, best = max(candidates, key=lambda candidate: candidate[0])
    needed = 0.97 if best.damaged else 0.9
    return best if share >= needed else None


def _utf16_likelihood(text: str) -> float:
    """Return how much text looks like UTF-16 read in the right byte order, 0 to 1.

    Any pair of bytes is some character, mostly a Chinese one. Real text has spaces or line
    ends or the punctuation of its script, and few blocks of Unicode.
    """
    blocks = Counter(ord(character) >> 8 for character in text)
    if text and blocks[0] == len(text) and "\0" not in text:
        return 1.0  # every other byte is zero: no code page does that
    if not text or not re.search(r"[ \n\r\t\u3000-\u3002]", text):
        return 0.0
    n_han = sum(n for block, n in blocks.items() if block in _HAN_BLOCKS)
    n_hangul = sum(n for block, n in blocks.items() if block in _HANGUL_BLOCKS)
    if n_hangul > n_han:
        return (n_hangul + blocks[0x00] + blocks[0x20] + blocks[0x30]) / len(text)
    top = sum(n for _, n in blocks.most_common(4) if n)
    n_odd = sum(unicodedata.category(character) in ("Cn", "Co", "Cs") for character in text)
    n_kana_or_ascii = blocks[0x30] + blocks[0x00]
    plausible = top if n_han == 0 else n_han + n_kana_or_ascii + blocks[0xFF]
    if n_han and n_kana_or_ascii * 20 < len(text):
        return 0.0
    return max(0.0, (plausible - 3 * n_odd) / len(text))


def _as_code_page(data: bytes) -> DecodedText:
    """Return the text in the likeliest code page that can hold all of it."""
    if not _HIGH_BYTE.search(data):  # zeros that are neither padding nor of UTF-16
        return DecodedText(data.decode("ascii"), "ascii")
    ranked = ranked_pages(data)
    for judged in ranked:
        if judged.plausible and (text := _strictly(data, judged.page)) is not None:
            return DecodedText(text, judged.page)
    return _with_bad_bytes(data, ranked)


def _with_bad_bytes(data: bytes, ranked: list[Judged]) -> DecodedText:
    """Return the text in the likeliest page, the few bytes it has no characters for left out."""
    best = next((judged for judged in ranked if judged.plausible), None)
    if best is None and len(data) >= _MIN_BYTES_TO_REFUSE:
        return _without_bad_bytes(data)
    page = best.page if best else "cp1252"
    text = data.decode(page, errors="ignore")
    n_lost = len(data) - len(text.encode(page, "ignore"))
    if n_lost * _MIN_VALID_PER_BAD > len(data):
        raise _no_text()
    return DecodedText(text, page, damaged=True)


def _without_bad_bytes(data: bytes) -> DecodedText:
    """Return the rest of a text with a lot of bytes that are none, as long as most is ASCII."""
    n_high = len(data) - len(data.translate(None, _HIGH_BYTES))
    if n_high > _MAX_BAD_SHARE * len(data):
        raise _no_text()
    return DecodedText(data.decode("utf-8", errors="ignore"), "utf-8", damaged=True)


def _no_text() -> ExtractionFailure:
    return ExtractionFailure(FileState.CORRUPT, "The content is not text.")


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _has_controls(text: str) -> bool:
    """Return True for more control characters than stray into a text."""
    n_controls = len(_CONTROL.findall(text[:_SAMPLE_CHARS]))
    return n_controls > max(_MAX_CONTROLS, _MAX_CONTROL_SHARE * min(len(text), _SAMPLE_CHARS))
