"""The language of plain text, which carries no tags.

Owns one answer for a document. Does not own the runs of tagged documents (extract).
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from langdetect.detector_factory import DetectorFactory

_MIN_LETTERS = 40
_MAX_SAMPLE_CHARS = 2_000
_MIN_PROBABILITY = 0.8
_MIN_SHARE = 0.5
# Japanese has far more Han than this, but Chinese has no kana at all.
_MIN_KANA_SHARE = 0.05
_SCRIPTS = {
    "kana": "\u3041-\u30ff",
    "ko": "\u1100-\u11ff\u3131-\u318e\uac00-\ud7ff",
    "zh": "\u3400-\u9fff",
    "th": "\u0e01-\u0e5b",
    "lo": "\u0e81-\u0edf",
    "km": "\u1780-\u17ff",
    "my": "\u1000-\u109f",
    "el": "\u0370-\u03ff\u1f00-\u1fff",
    "he": "\u0590-\u05ff",
    "hy": "\u0530-\u058f",
    "ka": "\u10a0-\u10ff",
    "bn": "\u0980-\u09ff",
    "pa": "\u0a00-\u0a7f",
    "gu": "\u0a80-\u0aff",
    "ta": "\u0b80-\u0bff",
    "te": "\u0c00-\u0c7f",
    "kn": "\u0c80-\u0cff",
    "ml": "\u0d00-\u0d7f",
    "si": "\u0d80-\u0dff",
}
_SCRIPT_LETTER = re.compile("|".join(f"([{ranges}])" for ranges in _SCRIPTS.values()))
_NAMES = tuple(_SCRIPTS)
# langdetect's names that are no BCP-47 tags as they stand.
_TAGS = {"zh-cn": "zh-CN", "zh-tw": "zh-TW", "no": "nb"}


def document_language(sample: str) -> str | None:
    """Return the BCP-47 tag of the language most of sample is in, or None when that is unclear.

    Only the first 2,000 characters are read. Scripts that one language has are told by their
    letters; the rest by langdetect, which is slow (milliseconds) and so asked once a document.
    Fewer than 40 letters are too few to tell. The same sample always gives the same answer.
    """
    text = sample[:_MAX_SAMPLE_CHARS]
    n_letters = sum(map(str.isalpha, text))
    if n_letters < _MIN_LETTERS:
        return None
    if not text.isascii():
        by_script = _language_of_script(text, n_letters)
        if by_script is not None:
            return by_script
    return _detect(text)


def _language_of_script(text: str, n_letters: int) -> str | None:
    counts = Counter(
        _NAMES[match.lastindex - 1] for match in _SCRIPT_LETTER.finditer(text) if match.lastindex
    )
    n_japanese = counts["kana"] + counts["zh"]
    if counts["kana"] >= _MIN_KANA_SHARE * n_japanese and n_japanese > _MIN_SHARE * n_letters:
        return "ja"
    del counts["kana"]
    language, n_most = counts.most_common(1)[0] if counts else ("", 0)
    return language if n_most > _MIN_SHARE * n_letters else None


def _detect(text: str) -> str | None:
    from langdetect.lang_detect_exception import LangDetectException

    detector = _detectors().create()
    detector.append(text)
    try:
        guesses = detector.get_probabilities()
    except LangDetectException:  # nothing it has letters for
        return None
    if not guesses or guesses[0].prob < _MIN_PROBABILITY:
        return None
    name: str = guesses[0].lang
    return _TAGS.get(name, name)


@lru_cache(maxsize=1)
def _detectors() -> DetectorFactory:
    # Loads its 55 profiles once, about a second.
    from langdetect.detector_factory import PROFILES_DIRECTORY, DetectorFactory

    factory = DetectorFactory()
    factory.load_profile(PROFILES_DIRECTORY)
    factory.set_seed(0)
    return factory
