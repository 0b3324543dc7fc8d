"""How likely a decoding is as a text that people write in one of some languages.

Owns: a score of letters by their frequency, of their case, of scripts mixed in a word, and of
signs by where they stand. Does not own: the frequencies (letters), code pages (code_pages).
A score is a logarithm (nats); only differences between decodings of the same bytes mean anything.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from functools import lru_cache

from .letters import ALPHABETS, UNUSED_LETTERS, language_share, letter_shares

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
_ALL_CAPITALS = 0.1  # of the cost of a capital, among others
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
_LOG_UNUSED = math.log(0.02)
_WORD_BONUS = 1.5
_MAX_BONUS_SHARE = 12.0


def log_likelihood(text: str, languages: tuple[str, ...]) -> float:
    """Return how likely text is in the likeliest of these languages, in nats."""
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
        for language in languages
    )
    return placed + best


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
    """Return a character's kind: its script's initial (or its capital), 0, #, blank or dot."""
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
        return _log_letter_place(context, own)
    if own == "#":
        return 0.0 if "#" in (before, after) else _LOG_LONE_BOX
    if character == "\u2019" and after.isalpha() and not before.isalpha():
        return _LOG_STRAY_APOSTROPHE
    is_free = character in _INSIDE or not character.isprintable()
    if is_free or "j" in (before.lower(), after.lower()):
        return 0.0
    if before.isalpha() and after.isalpha():
        return _LOG_MISPLACED
    opens_after_letter = character in _OPENING and before.isalpha()
    closes_before_letter = character in _CLOSING and after.isalpha()
    return _LOG_MISPLACED / 2 if opens_after_letter or closes_before_letter else 0.0


def _log_letter_place(context: _Context, own: str) -> float:
    before, character, after = context
    log = 0.0
    if (character in _FINAL and after.isalpha()) or (
        character in _NEVER_FINAL and not after.isalpha()
    ):
        log += _LOG_MISPLACED
    if own == "j":  # Chinese and the like stand beside Latin without a blank
        log += _LOG_IN_LATIN * ((before in "lL") + (after in "lL"))
    elif "j" not in (before, after):
        others = [other for other in (before, after) if other.isalpha()]
        log += _LOG_MIXED * sum(other.lower() != own.lower() for other in others)
        if not others and own not in "lL":
            log += _LOG_LONE
    return log + _log_case(before, own, after)


def _log_case(before: str, own: str, after: str) -> float:
    if not own.isupper():
        return 0.0
    if before.isalpha() and before.islower():
        return _LOG_INNER_CAPITAL
    return _LOG_CAPITAL * (_ALL_CAPITALS if before.isupper() or after.isupper() else 1.0)


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
    unused = UNUSED_LETTERS.get(language, "")
    # Only in words with other letters of the language: those around may be in another one.
    n_unused = sum(
        n * sum(map(word.count, unused)) for word, n in words.items() if not word.isascii()
    )
    log += n_unused * _LOG_UNUSED
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
    """Return True for the characters that a Chinese or Japanese standard puts first."""
    for codec, last in (("gb2312", 0xD7), ("big5", 0xC6), ("euc_jp", 0xCF)):
        if _fits(character, codec):
            code = character.encode(codec)
            if len(code) == 2 and code[0] <= last:  # noqa: PLR2004 - row and cell
                return True
    return False


def _fits(character: str, codec: str) -> bool:
    try:
        character.encode(codec)
    except UnicodeEncodeError:
        return False
    return True
