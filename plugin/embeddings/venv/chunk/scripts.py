"""Scripts of texts, and which languages are written in them.

Owns: the script most letters of a text are in, and what letters alone say about the language.
Does not own: guessing among languages of one script (language).
Source: Unicode's Scripts.txt, by block; the languages by the letters that only they have.
"""

from __future__ import annotations

import re
from collections import Counter

_SCRIPTS = {
    "Kana": "\u3041-\u30ff",
    "Hang": "\u1100-\u11ff\u3131-\u318e\uac00-\ud7ff",
    "Hani": "\u3400-\u9fff",
    "Cyrl": "\u0400-\u052f",
    "Arab": "\u0620-\u06d3\u06fa-\u077f\ufb50-\ufdff\ufe70-\ufefc",
    "Deva": "\u0900-\u097f",
    "Thai": "\u0e01-\u0e5b",
    "Laoo": "\u0e81-\u0edf",
    "Khmr": "\u1780-\u17ff",
    "Mymr": "\u1000-\u109f",
    "Tibt": "\u0f00-\u0fff",
    "Grek": "\u0370-\u03ff\u1f00-\u1fff",
    "Hebr": "\u0590-\u05ff",
    "Armn": "\u0530-\u058f",
    "Geor": "\u10a0-\u10ff",
    "Ethi": "\u1200-\u139f",
    "Beng": "\u0980-\u09ff",
    "Guru": "\u0a00-\u0a7f",
    "Gujr": "\u0a80-\u0aff",
    "Orya": "\u0b00-\u0b7f",
    "Taml": "\u0b80-\u0bff",
    "Telu": "\u0c00-\u0c7f",
    "Knda": "\u0c80-\u0cff",
    "Mlym": "\u0d00-\u0d7f",
    "Sinh": "\u0d80-\u0dff",
}
_SCRIPT_LETTER = re.compile("|".join(f"([{ranges}])" for ranges in _SCRIPTS.values()))
_NAMES = tuple(_SCRIPTS)
LATIN = "Latn"
_MIN_SHARE = 0.5
# Japanese has far more Han than this, but Chinese has no kana at all.
_MIN_KANA_SHARE = 0.05

_ONLY_LANGUAGE = dict(
    pair.split(":")
    for pair in (
        "Kana:ja Hang:ko Hani:zh Thai:th Laoo:lo Khmr:km Mymr:my Tibt:bo Grek:el Hebr:he Armn:hy "
        "Geor:ka Ethi:am Beng:bn Guru:pa Gujr:gu Orya:or Taml:ta Telu:te Knda:kn Mlym:ml Sinh:si"
    ).split()
)
# Letters that of a script's languages only one has; a few words hold some of them.
_TELLING_LETTERS = (
    ("Arab", "ur", "\u0679\u0688\u0691\u06ba\u06d2"),
    ("Arab", "fa", "\u067e\u0686\u0698\u06af"),
    ("Cyrl", "be", "\u045e"),
    ("Cyrl", "sr", "\u0452\u045b"),
    ("Cyrl", "mk", "\u0453\u045c"),
    ("Cyrl", "kk", "\u049b\u04a3\u0493\u04b1"),
    ("Cyrl", "mn", "\u04e9\u04af"),
    ("Cyrl", "uk", "\u0454\u0457\u0491"),
)
_MIN_TELLING_SHARE = 0.004

_LATIN_LANGUAGES = (
    "en de fr es it pt nl sv da nb nn no fi is pl cs sk hu ro hr sl lt lv et tr vi id ca gl eu "
    "ga cy sq af sw tl eo la mt"
).split()
_SCRIPTS_OF_LANGUAGES = {
    **{language: (script,) for script, language in _ONLY_LANGUAGE.items()},
    "ja": ("Kana", "Hani"),
    "ko": ("Hang", "Hani"),
    "yue": ("Hani",),
    "yi": ("Hebr",),
    "pa": ("Guru", "Arab"),
    **dict.fromkeys(("ru", "uk", "bg", "be", "mk", "ky"), ("Cyrl",)),
    **dict.fromkeys(("ar", "fa", "ur", "ps", "sd", "ckb"), ("Arab",)),
    **dict.fromkeys(("hi", "mr", "ne", "sa"), ("Deva",)),
    **dict.fromkeys(_LATIN_LANGUAGES, (LATIN,)),
}


def dominant_script(text: str) -> str | None:
    """Return the script (ISO 15924) of most of a text's letters; None where there is none.

    Japanese, which mixes scripts, is "Kana".
    """
    if text.isascii():
        return LATIN if any(map(str.isalpha, text)) else None
    counts = Counter(
        _NAMES[match.lastindex - 1] for match in _SCRIPT_LETTER.finditer(text) if match.lastindex
    )
    n_letters = sum(map(str.isalpha, text))
    n_japanese = counts["Kana"] + counts["Hani"]
    if counts["Kana"] >= _MIN_KANA_SHARE * n_japanese and n_japanese > _MIN_SHARE * n_letters:
        return "Kana"
    del counts["Kana"]
    script, n_most = counts.most_common(1)[0] if counts else ("", 0)
    if n_most > _MIN_SHARE * n_letters:
        return script
    return LATIN if n_letters - sum(counts.values()) > _MIN_SHARE * n_letters else None


def language_of_script(text: str, script: str) -> str | None:
    """Return the language that a text in a script must be in; None where there are several."""
    if script in _ONLY_LANGUAGE:
        return _ONLY_LANGUAGE[script]
    for own_script, language, letters in _TELLING_LETTERS:
        if script == own_script:
            n_telling = sum(map(text.lower().count, letters))
            if n_telling and n_telling >= _MIN_TELLING_SHARE * len(text):
                return language
    return None


def can_be_in(language: str, script: str) -> bool:
    """Return False for a language (primary subtag) that is never written in a script."""
    scripts = _SCRIPTS_OF_LANGUAGES.get(language)
    return scripts is None or script in scripts
