"""What is told of a section: its length, its keywords, and what plug-ins find in it.

Owns: counting words, choosing keywords, finding and running plug-ins. Does not own: where the
facts are kept (store.sections). Words are those of Unicode Standard Annex 29, by ICU, so Chinese
and Thai are counted by the word, too.
"""

from __future__ import annotations

import logging
from collections import Counter
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ....contracts.errors import BadRequest
from ..chunk.words import words_of
from ..store.sections import SectionFacts
from .stop_words import stop_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..store.sections import SectionSource

EXTRACTOR_GROUP = "writeragent.section_extractors"
N_KEYWORDS = 10
_MIN_KEYWORD_CHARS = 3
_MIN_UNSPACED_CHARS = 2
_UNSPACED_FROM = "\u0e00"  # Thai and what comes after it in Unicode: CJK, Lao, Khmer, Burmese
_log = logging.getLogger(__name__)


@runtime_checkable
class SectionExtractor(Protocol):
    """A plug-in that tells something of a section; made without arguments by its entry point."""

    name: str

    def extract(self, text: str, heading_path: tuple[str, ...], language: str | None) -> str:
        """Return what is to be kept of the section under the plug-in's name, "" for nothing."""


def find_extractors(names: Sequence[str]) -> tuple[SectionExtractor, ...]:
    """Return the plug-ins called names, in that order, each made once.

    Raises BadRequest for a name that nothing is installed under, and for what is no extractor.
    """
    installed = {entry.name: entry for entry in entry_points(group=EXTRACTOR_GROUP)}
    found = []
    for name in names:
        if name not in installed:
            known = ", ".join(sorted(installed)) or "none"
            raise BadRequest(
                f"There is no section extractor '{name}'.",
                hint=f"Installed in the worker's environment: {known}.",
            )
        made = installed[name].load()()
        if not isinstance(made, SectionExtractor):
            raise BadRequest(
                f"The section extractor '{name}' is a {type(made).__name__} without extract().",
                hint="It needs a name and extract(text, heading_path, language) -> str.",
            )
        found.append(made)
    return tuple(found)


def describe(source: SectionSource, extractors: Sequence[SectionExtractor] = ()) -> SectionFacts:
    """Return the facts of a section; a plug-in that fails is logged and tells nothing."""
    words = list(words_of(source.text))
    return SectionFacts(
        n_words=len(words),
        n_chars=len(source.text),
        keywords=keywords(words, source.language),
        extracted=dict(_extracted(source, extractors)),
    )


def keywords(words: Sequence[str], language: str | None) -> tuple[str, ...]:
    """Return the ten words that occur most, in lower case; of equals those that come first.

    Left out are stop words, words with digits, and words too short to tell something.
    """
    stopped = stop_words(language)
    counted = Counter(word.lower() for word in words if _may_tell(word))
    kept = {word: n for word, n in counted.items() if word not in stopped}
    return tuple(sorted(kept, key=lambda word: -kept[word])[:N_KEYWORDS])


def _may_tell(word: str) -> bool:
    if any(map(str.isdigit, word)):
        return False
    return len(word) >= (_MIN_UNSPACED_CHARS if word[0] >= _UNSPACED_FROM else _MIN_KEYWORD_CHARS)


def _extracted(
    source: SectionSource, extractors: Sequence[SectionExtractor]
) -> Iterator[tuple[str, str]]:
    for extractor in extractors:
        try:
            told = extractor.extract(source.text, source.heading_path, source.language)
        except Exception:  # noqa: BLE001 - foreign code: whatever it raises must not stop the folder
            _log.exception("The section extractor %s failed.", extractor.name)
            continue
        if isinstance(told, str) and told:
            yield extractor.name, told
