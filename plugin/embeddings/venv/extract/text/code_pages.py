"""Which of the code pages of before Unicode a text is in, judged by what each makes of it.

Owns: the code pages tried, and how likely a decoding is as a text of some language: its letters'
frequencies, their case, and where signs stand. Does not own: the letters (letters), Unicode's
encodings (encoding).

A detector of encodings by the noise of their characters alone (charset-normalizer) tells scripts
apart, but not the pages of one script: half of its answers for Western texts of 10 kB were wrong.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from .letters import ALPHABETS, language_share, letter_shares

_SAMPLE_BYTES = 6_000
_N_SPREAD = 60  # places all over a long text
_N_FIRST = 3  # and of each byte beyond ASCII
_MAX_AROUND_BYTES = 200
_MAX_WORD_BYTES = 40
_DENSE_SHARE = 0.25  # of bytes beyond ASCII: such a text has them all soon
_ASCII = bytes(range(0x80))
_HIGH = re.compile(rb"[\x80-\xff]")

_LATIN = ("en", "de", "fr", "es", "it", "pt", "ca", "sv", "da", "no", "fi", "nl", "is")
_CENTRAL = ("pl", "cs", "sk", "hu", "ro", "hr", "sl", "de")
_BALTIC = ("lt", "lv", "et", "pl", "de")
_TURKISH = ("tr", "de", "fr", "en")
_CYRILLIC = ("ru", "uk", "bg", "sr", "be")
_RUSSIAN = ("ru", "bg", "be")


@dataclass(frozen=True)
class CodePage:
    """A codec's name, the languages written in it, and how rare it is (nats off its score)."""

    name: str
    languages: tuple[str, ...]
    rarity: float = 0.0


CODE_PAGES = (
    CodePage("cp1252", _LATIN),
    CodePage("iso8859-15", _LATIN, 3.0),
    CodePage("mac-roman", _LATIN, 4.0),
    CodePage("cp850", _LATIN, 4.0),
    CodePage("cp437", _LATIN, 5.0),
    CodePage("cp1250", _CENTRAL, 0.5),
    CodePage("iso8859-2", _CENTRAL, 1.0),
    CodePage("cp852", _CENTRAL, 4.5),
    CodePage("mac-latin2", _CENTRAL, 6.0),
    CodePage("cp1257", _BALTIC, 2.0),
    CodePage("iso8859-13", _BALTIC, 3.5),
    CodePage("iso8859-4", _BALTIC, 4.5),
    CodePage("cp775", _BALTIC, 5.5),
    CodePage("cp1254", _TURKISH, 2.0),
    CodePage("iso8859-9", _TURKISH, 2.5),
    CodePage("cp857", _TURKISH, 5.0),
    CodePage("cp1258", ("vi",), 4.0),
    CodePage("cp1251", _CYRILLIC),
    CodePage("koi8-r", _RUSSIAN, 1.5),
    CodePage("koi8-u", ("uk",), 2.0),
    CodePage("cp866", _RUSSIAN, 2.0),
    CodePage("cp1125", ("uk",), 4.0),
    CodePage("iso8859-5", _CYRILLIC, 3.0),
    CodePage("mac-cyrillic", _CYRILLIC, 3.5),
    CodePage("cp1253", ("el",)),
    CodePage("iso8859-7", ("el",), 0.5),
    CodePage("cp737", ("el",), 3.0),
    CodePage("cp1255", ("he",)),
    CodePage("iso8859-8", ("he",), 0.5),
    CodePage("cp862", ("he",), 3.0),
    CodePage("cp1256", ("ar",)),
    CodePage("iso8859-6", ("ar",), 1.0),
    CodePage("cp874", ("th",)),
    CodePage("gb18030", ("zh",)),
    CodePage("big5hkscs", ("zh-Hant",)),
    CodePage("cp932", ("ja",)),
    CodePage("euc_jp", ("ja",), 0.5),
    CodePage("cp949", ("ko",)),
)

_QUOTES = dict.fromkeys("\u2019\u201c\u201d\u201e\u2018\u2013\u2014\u2026\u00ab\u00bb", 3e-3)
_SIGNS = dict.fromkeys("\u20ac\u00a3\u00a7\u00b0\u00a9\u00ae\u2122\u2022\u00b7\u00bf\u00a1", 6e-4)
_RARE_SIGNS = dict.fromkeys(
    "\u00b1\u00d7\u00b2\u00b3\u00b5\u00bd\u00bc\u00be\u00ba\u00aa\u00b9\u2116\u2030\u2020\u00a5"
    "\u00a2\u00b4\u00a8\u00b6\u00f7\u201a\u2039\u203a\u05be\u061b\u0640",
    1e-4,
)
_WIDE_SIGNS = dict.fromkeys("\u3001\u3002\uff0c\uff1a\uff1b\uff01\uff1f\u300c\u300d\u3000", 1.5e-2)
_KNOWN_SIGNS = {"\u00a0": 2e-3, **_RARE_SIGNS, **_SIGNS, **_QUOTES, **_WIDE_SIGNS}
_OPENING = frozenset("\u201c\u201e\u2018\u00ab\u00bf\u00a1\u201a\u2039\u00a3\u00a7")
_CLOSING = frozenset(
    "\u201d\u2019\u00bb\u2026\u203a\u2122\u00ae\u00b2\u00b3\u00b9\u00ba\u00aa\u00b0"
)
_INSIDE = frozenset("\u2019\u00b7\u2013\u2014\u00ad\u05be\u0640\u00b7")
_FINAL = frozenset("\u05dd\u05df\u05da\u05e3\u05e5\u03c2")  # forms at the end of a word
_NEVER_FINAL = frozenset("\u05de\u05e0\u05db\u05e6\u03c3")
_LOG_MISPLACED = math.log(2e-3)
_LOG_MIXED = math.log(1e-3)
_LOG_INNER_CAPITAL = math.log(3e-3)
_LOG_CAPITAL = math.log(0.06)
_LOG_OTHER_LETTER = math.log(2e-6)
_LOG_OTHER_SIGN = math.log(1e-6)
_LOG_BOX = math.log(3e-3)
_LOG_LONE_BOX = math.log(0.03)
_LOG_LONE = math.log(0.15)
_LOG_IN_LATIN = -2.0
_LOG_STRAY_APOSTROPHE = math.log(0.02)
_MAX_ASCII_PER_LETTER = {True: 10, False: 2}
_MAX_LATIN_SHARE = 0.5
_SCRIPT_SHARE = 0.8
_LOG_NOTHING = math.log(1e-9)
_LOG_LEVEL_1 = math.log(1e-4)
_HANJA_SHARE = 3e-6
_LOG_HANGUL = math.log(2e-4)
_WORD_BONUS = 1.5
_MAX_BONUS_SHARE = 12.0
_MIN_PLAUSIBLE = -8.0  # nats a byte beyond ASCII; noise has less in every page
_CONVINCING = -10.0
_MIN_BYTES_TO_REFUSE = 64


@dataclass(frozen=True)
class Judged:
    """A page with its score, in nats, for so many bytes beyond ASCII."""

    page: str
    score: float
    n_high_bytes: int

    @property
    def plausible(self) -> bool:
        """Return True when someone may have written what the page makes of the bytes."""
        if self.n_high_bytes < _MIN_BYTES_TO_REFUSE:
            return True
        return self.score >= _MIN_PLAUSIBLE * self.n_high_bytes

    @property
    def convincing(self) -> bool:
        """Return True when the page makes so usual a text of even a few bytes that it must be."""
        return self.score >= _CONVINCING * self.n_high_bytes


def ranked_pages(data: bytes) -> list[Judged]:
    """Return the code pages that can hold a sample of data, the likeliest first.

    The sample is taken around bytes beyond ASCII all over the data; there must be some.
    """
    sample = high_sample(data)
    n_high_bytes = len(sample.translate(None, _ASCII))
    judged = [
        Judged(page.name, _score(text, page), n_high_bytes) for page, text in _decodings(sample)
    ]
    return sorted(judged, key=lambda one: -one.score)


def high_sample(data: bytes) -> bytes:
    """Return lines or parts of lines around bytes beyond ASCII, from all over the data.

    Each such byte is there with its first places, as one rare letter may tell two pages apart.
    """
    if len(data) <= _SAMPLE_BYTES:
        return data
    head = data[:_SAMPLE_BYTES]
    if len(head.translate(None, _ASCII)) > _DENSE_SHARE * len(head):
        return head
    places = _spread_places(data)
    for code in set(data) - set(range(0x80)):
        places += _first_places(data, code)
    spans = sorted(_around(data, place) for place in places)
    pieces: list[bytes] = []
    covered = 0
    for start, end in spans:
        if end > covered:
            pieces.append(data[max(start, covered) : end])
            covered = end
    return b"\n".join(pieces)


def _spread_places(data: bytes) -> list[int]:
    stride = max(1, len(data) // _N_SPREAD)
    places: list[int] = []
    position = 0
    while found := _HIGH.search(data, position):
        places.append(found.start())
        position = found.start() + stride
    return places


def _first_places(data: bytes, code: int) -> list[int]:
    places: list[int] = []
    position = data.find(code)
    while position >= 0 and len(places) < _N_FIRST:
        places.append(position)
        position = data.find(code, position + 1)
    return places


def _around(data: bytes, place: int) -> tuple[int, int]:
    """Return the span of whole words around a place, on its line; blanks are in no character."""
    earliest, latest = max(0, place - _MAX_AROUND_BYTES), place + _MAX_AROUND_BYTES
    before = data[earliest:place]
    after = data[place:latest]
    start = max(before.rfind(b"\n"), before.rfind(b"\r"), before[:-_MAX_WORD_BYTES].rfind(b" "))
    ends = [found for mark in (b"\n", b"\r") if (found := after.find(mark)) >= 0]
    blank = after.find(b" ", _MAX_WORD_BYTES)
    end = min([*ends, *([blank] if blank >= 0 else []), len(after)])
    return earliest + start + 1, place + end


def _decodings(sample: bytes) -> list[tuple[CodePage, str]]:
    found = []
    for page in CODE_PAGES:
        try:
            text = sample.decode(page.name)
        except UnicodeDecodeError as error:
            # The sample may end within a character.
            if error.start < len(sample) - 3 or error.start == 0:
                continue
            text = sample[: error.start].decode(page.name)
        found.append((page, text))
    return found


def _score(text: str, page: CodePage) -> float:
    """Return how likely text is as what a page's languages write, in nats."""
    contexts = Counter(_contexts(text))
    n_high = sum(contexts.values())
    placed = sum(n * _log_place(context) for context, n in contexts.items())
    letters: Counter[str] = Counter()
    for (_, character, _), n in contexts.items():
        letters[character] += n
    words = Counter(_WORD.findall(text.lower()))
    n_ascii = len(_ASCII_LETTER.findall(text))
    best = max(
        _log_letters(letters, words, language) + _log_ascii(n_ascii, n_high, language)
        for language in page.languages
    )
    return placed + best - page.rarity


_ASCII_LETTER = re.compile("[A-Za-z]")
_WORD = re.compile(r"[^\W\d_]+")
_Context = tuple[str, str, str]


def _contexts(text: str) -> list[_Context]:
    kinds = [_kind(character) for character in text]
    padded = [" ", *kinds, " "]
    return [
        (padded[index], character, padded[index + 2])
        for index, character in enumerate(text)
        if character > "\x7f"
    ]


@lru_cache(maxsize=4096)
def _kind(character: str) -> str:
    """Return a character's kind: its script's initial, upper case for capitals, or 0, #, blank, dot."""
    if character.isalpha() or unicodedata.category(character)[0] == "M":
        script = _script(character)
        return script if not character.isupper() else script.upper()
    if character.isdigit():
        return "0"
    if "\u2500" <= character <= "\u259f":
        return "#"
    return " " if character.isspace() else "."


def _script(character: str) -> str:
    if (
        character <= "\u024f"
        or "\u1e00" <= character <= "\u1eff"
        or "\u0300" <= character <= "\u036f"
    ):
        return "l"
    name = unicodedata.name(character, "")[:5]
    return {"GREEK": "g", "CYRIL": "c", "HEBRE": "h", "ARABI": "a", "THAI ": "t"}.get(name, "j")


def _log_place(context: _Context) -> float:
    before, character, after = context
    own = _kind(character)
    if own.isalpha():
        log = 0.0
        # Chinese and the like stand beside Latin without a blank.
        if (
            character in _FINAL
            and after.isalpha()
            or character in _NEVER_FINAL
            and not after.isalpha()
        ):
            log += _LOG_MISPLACED
        if own not in "lLj" and not before.isalpha() and not after.isalpha():
            log += _LOG_LONE
        if own == "j":
            log += _LOG_IN_LATIN * ((before in "lL") + (after in "lL"))
        elif "j" not in before + after:
            log += _LOG_MIXED * sum(
                other.isalpha() and other.lower() != own.lower() for other in (before, after)
            )
        if own.isupper():
            log += (
                _LOG_INNER_CAPITAL
                if before.islower() and before.isalpha()
                else _LOG_CAPITAL * (0.1 if before.isupper() or after.isupper() else 1.0)
            )
        return log
    if "\u2500" <= character <= "\u259f":
        return 0.0 if "#" in (before, after) else _LOG_LONE_BOX
    if character == "\u2019" and after.isalpha() and not before.isalpha():
        return _LOG_STRAY_APOSTROPHE
    if character in _INSIDE or not character.isprintable():
        return 0.0
    is_letter_before, is_letter_after = before.isalpha(), after.isalpha()
    if "j" in (before.lower(), after.lower()):
        return 0.0
    if is_letter_before and is_letter_after:
        return _LOG_MISPLACED
    if (character in _OPENING and is_letter_before) or (character in _CLOSING and is_letter_after):
        return _LOG_MISPLACED / 2
    return 0.0


def _log_ascii(n_ascii: int, n_high: int, language: str) -> float:
    """Return how likely so many letters of ASCII are beside so many others.

    Bounded, as a text of one language has quotes, names and code of another.
    """
    share = language_share(language)
    is_latin = share < _MAX_LATIN_SHARE
    n_counted = min(n_ascii, n_high * _MAX_ASCII_PER_LETTER[is_latin])
    return n_counted * math.log(1 - min(share, _SCRIPT_SHARE))


def _log_letters(letters: Counter[str], words: Counter[str], language: str) -> float:
    shares = letter_shares()[language]
    log = 0.0
    for character, n in letters.items():
        share = shares.get(character)
        if language == "ko" and "\u4e00" <= character <= "\u9fff":
            share = _HANJA_SHARE
        log += n * (math.log(share) if share else _log_other(character))
    n_known = sum(words[word] for word in _function_words()[language])
    return log + min(n_known * _WORD_BONUS, _MAX_BONUS_SHARE)


@lru_cache(maxsize=1)
def _function_words() -> dict[str, tuple[str, ...]]:
    known = {alphabet.language: tuple(alphabet.words.split()) for alphabet in ALPHABETS}
    return {**dict.fromkeys(letter_shares(), ()), **known}


@lru_cache(maxsize=8192)
def _log_other(character: str) -> float:
    known = _KNOWN_SIGNS.get(character)
    if known is not None:
        return math.log(known)
    if "\u2500" <= character <= "\u259f":
        return _LOG_BOX
    if "\u4e00" <= character <= "\u9fff":
        return _LOG_LEVEL_1 if _is_common_han(character) else _LOG_OTHER_LETTER
    if "\uac00" <= character <= "\ud7a3":
        return _LOG_HANGUL if _fits(character, "euc_kr") else _LOG_OTHER_LETTER
    if character.isalpha():
        return _LOG_OTHER_LETTER
    category = unicodedata.category(character)
    return _LOG_NOTHING if category in ("Cc", "Cn", "Co", "Cs") else _LOG_OTHER_SIGN


def _is_common_han(character: str) -> bool:
    """Return True for the characters that the Chinese, Taiwanese or Japanese standard puts first."""
    for codec, last in (("gb2312", 0xD7), ("big5", 0xC6), ("euc_jp", 0xCF)):
        if _fits(character, codec):
            code = character.encode(codec)
            if len(code) == 2 and code[0] <= last:  # noqa: PLR2004
                return True
    return False


def _fits(character: str, codec: str) -> bool:
    try:
        character.encode(codec)
    except UnicodeEncodeError:
        return False
    return True
