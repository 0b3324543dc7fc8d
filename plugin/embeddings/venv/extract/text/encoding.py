"""Plain text from bytes of unknown encoding, without one replacement character.

Owns: the ladder byte order mark, UTF-8, UTF-16 without a mark, detector, Windows-1252, and
judging whether a decoding looks like a text. Does not own: what the text means.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass

from .....contracts.corpus import FileState
from ..document import ExtractionFailure

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE_CHARS = 20_000
_MIN_UTF16_BYTES = 8
_MIN_VALID_PER_BAD = 20
_MAX_CONTROL_SHARE = 0.02
_DETECTOR_BYTES = 4 << 20
_HAN_BLOCKS = range(0x4E, 0xA0)  # of 256 characters each
_C1_CONTROLS = frozenset(map(chr, range(0x80, 0xA0)))
_MIN_LETTERS_TO_DETECT = 24  # high bytes; below this a detector guesses
_WORD_WITH_FOREIGN_LETTERS = re.compile(
    r"[A-Za-z][^\W\d_A-Za-z\u00c0-\u024f]|[\u0400-\u04ff][A-Za-z]"
)
_ODD_IN_WORD = re.compile(r"[a-z][\u00a1-\u00bf\u2010-\u2bff][a-z]|[a-z][\u00c0-\u00de][a-z]")


@dataclass(frozen=True)
class DecodedText:
    """Text with the encoding it was read in; damaged says that some bytes had to be left out."""

    text: str
    encoding: str
    damaged: bool = False


def decode_text(data: bytes) -> DecodedText:
    """Return the text of a file's bytes.

    Raises ExtractionFailure (corrupt) for bytes that are no text in any encoding.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decode_marked(data[len(mark) :], encoding)
    decoded = _as_utf8(data) or _as_unmarked_utf16(data) or _as_detected(data)
    if _control_share(decoded.text) > _MAX_CONTROL_SHARE:
        raise ExtractionFailure(FileState.CORRUPT, "The content is not text.")
    return decoded


def _decode_marked(data: bytes, encoding: str) -> DecodedText:
    # A mark is a promise; what does not keep it is a cut or a slip, and the rest is good.
    text = data.decode(encoding, errors="ignore")
    return DecodedText(text, encoding, damaged=text.encode(encoding, "ignore") != data)


def _as_utf8(data: bytes) -> DecodedText | None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _as_damaged_utf8(data)
    # UTF-16 of Western text is valid UTF-8 too, full of zero bytes.
    return None if text.count("\0") * 10 > len(text) else DecodedText(text, "utf-8")


def _as_damaged_utf8(data: bytes) -> DecodedText | None:
    """Return UTF-8 with its few bad bytes left out, when so much else is UTF-8 that it must be."""
    text = data.decode("utf-8", errors="ignore")
    n_bad = len(data) - len(text.encode("utf-8"))
    n_valid = len(text) - sum(map(text.count, map(chr, range(0x80))))
    if n_valid < n_bad * _MIN_VALID_PER_BAD:
        return None
    return DecodedText(text, "utf-8", damaged=True)


def _as_unmarked_utf16(data: bytes) -> DecodedText | None:
    if len(data) < _MIN_UTF16_BYTES:
        return None
    even = data[: len(data) // 2 * 2]
    candidates: list[tuple[float, DecodedText]] = []
    for encoding in ("utf-16-le", "utf-16-be"):
        text = even.decode(encoding, errors="ignore")
        damaged = len(even) != len(data) or text.encode(encoding) != even
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
    if not text or not re.search(r"[ \n\r\t\u3000-\u3002]", text):
        return 0.0
    blocks = Counter(ord(character) >> 8 for character in text)
    n_han = sum(n for block, n in blocks.items() if block in _HAN_BLOCKS)
    top = sum(n for _, n in blocks.most_common(4) if n)
    n_odd = sum(unicodedata.category(character) in ("Cn", "Co", "Cs") for character in text)
    n_kana_or_ascii = blocks[0x30] + blocks[0x00]
    plausible = top if n_han == 0 else n_han + n_kana_or_ascii + blocks[0xFF]
    if n_han and n_kana_or_ascii * 20 < len(text):
        return 0.0
    return max(0.0, (plausible - 3 * n_odd) / len(text))


def _as_detected(data: bytes) -> DecodedText:
    n_high = len(data) - len(data.translate(None, bytes(range(0x80, 0x100))))
    if n_high < _MIN_LETTERS_TO_DETECT:
        western = _strictly(data, "cp1252")
        if western is not None and _oddness(western) == 0:
            return DecodedText(western, "cp1252")
    candidates = [(name, _strictly(data, name)) for name in (*_detected_names(data), "cp1252")]
    texts = [(name, text) for name, text in candidates if text is not None]
    if not texts:
        return DecodedText(data.decode("latin-1"), "latin-1")
    # The detector's own order decides between equals: min keeps the first.
    name, text = min(texts, key=lambda pair: round(_oddness(pair[1]), 3))
    return DecodedText(text, name)


def _detected_names(data: bytes) -> list[str]:
    from charset_normalizer import from_bytes

    matches = from_bytes(data[:_DETECTOR_BYTES])
    return [_windows_superset(match.encoding) for match in matches]


def _windows_superset(encoding: str) -> str:
    """Return the Windows code page that holds an ISO one: real files use its extra signs."""
    return {"latin_1": "cp1252", "iso8859_1": "cp1252", "gb2312": "gb18030", "gbk": "gb18030"}.get(
        encoding, encoding
    )


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def _oddness(text: str) -> float:
    """Return what share of a text no one would write: signs inside words, mixed scripts."""
    sample = text[:_SAMPLE_CHARS]
    n_odd = len(_ODD_IN_WORD.findall(sample)) + len(_WORD_WITH_FOREIGN_LETTERS.findall(sample))
    n_odd += sum(
        character in _C1_CONTROLS or unicodedata.category(character) in ("Cn", "Co")
        for character in sample
        if not character.isascii()
    )
    return n_odd / max(1, len(sample))


def _control_share(text: str) -> float:
    sample = text[:_SAMPLE_CHARS]
    n_control = sum(character < " " and character not in "\t\n\r\f\v" for character in sample)
    return n_control / max(1, len(sample))
