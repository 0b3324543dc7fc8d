"""The language of a text that carries no tag, or a wrong one.

Owns one answer for a stretch of text. Does not own scripts (scripts), a document's languages
(document_languages), nor the tags that formats have (extract).
"""

from __future__ import annotations

import gc
from functools import lru_cache
from typing import TYPE_CHECKING

from .scripts import LATIN, dominant_script, language_of_script

if TYPE_CHECKING:
    from langdetect.detector_factory import DetectorFactory
    from langdetect.language import Language

_MIN_LETTERS = 40
_MAX_SAMPLE_CHARS = 2_000
_MIN_PROBABILITY = 0.8
# langdetect's names that are no BCP-47 tags as they stand.
_TAGS = {"zh-cn": "zh-CN", "zh-tw": "zh-TW", "no": "nb"}


def document_language(sample: str) -> str | None:
    """Return the BCP-47 tag of the language most of sample is in, or None when that is unclear.

    Only the first 2,000 characters are read. Scripts that one language has are told by their
    letters; the rest by langdetect, which is slow (milliseconds) and so asked once a document.
    Fewer than 40 letters are too few to tell. The same sample always gives the same answer.
    """
    text = sample[:_MAX_SAMPLE_CHARS]
    if sum(map(str.isalpha, text)) < _MIN_LETTERS:
        return None
    script = dominant_script(text)
    if script is not None and script != LATIN:
        by_script = language_of_script(text, script)
        if by_script is not None:
            return by_script
    return _detect(text)


@lru_cache(maxsize=16)
def english_probability(text: str) -> float:
    """Return how likely a short text is English, 0 to 1, by langdetect; 1 where it has no letters.

    Only the first 2,000 characters are read. The last answers are kept: a search asks again.
    Below some 40 letters it mixes up languages that are alike; that a text is not English it sees
    from four words on.
    """
    guesses = _guesses(text[:_MAX_SAMPLE_CHARS])
    return next((each.prob for each in guesses if each.lang == "en"), 0.0) if guesses else 1.0


def _detect(text: str) -> str | None:
    guesses = _guesses(text)
    if not guesses or guesses[0].prob < _MIN_PROBABILITY:
        return None
    name: str = guesses[0].lang
    return _TAGS.get(name, name)


def _guesses(text: str) -> list[Language]:
    """Return the likely languages of a text, the likeliest first."""
    from langdetect.lang_detect_exception import LangDetectException

    detector = _detectors().create()
    detector.append(text)
    try:
        guesses: list[Language] = detector.get_probabilities()
    except LangDetectException:  # nothing it has letters for
        return []
    return guesses


@lru_cache(maxsize=1)
def _detectors() -> DetectorFactory:
    # Loads its 55 profiles once: a quarter of a second, more on a busy machine.
    from langdetect.detector_factory import PROFILES_DIRECTORY, DetectorFactory

    factory = DetectorFactory()
    factory.load_profile(PROFILES_DIRECTORY)
    factory.set_seed(0)
    # Lists by the hundred thousand that live for good: looking through them for garbage held up
    # a query in twenty (p95 80 to 111 ms).
    gc.collect()
    gc.freeze()
    return factory
