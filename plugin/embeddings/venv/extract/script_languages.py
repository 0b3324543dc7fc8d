"""The three languages that office formats keep for a run, one for each group of scripts.

Owns: which of them a piece of text is in, by its letters. Does not own: where they are set.
Source: ODF 1.3 part 3, 20.186 (fo:language), 20.335 and 20.336 (style:language-asian, -complex);
ECMA-376-1, 17.3.2.20 (w:lang); RTF 1.9.1, "Associated Character Properties".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_ASIAN = (
    "\u1100-\u11ff\u2e80-\u30ff\u3100-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\uff66-\uffdc\U00020000-\U0003ffff"
)
_COMPLEX = "\u0590-\u08ff\u0900-\u0fff\u1000-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufefc"
_FOREIGN = re.compile(f"[{_ASIAN}{_COMPLEX}]")
_LETTERS = re.compile(
    f"(?P<asian>[{_ASIAN}]+)|(?P<complex>[{_COMPLEX}]+)"
    f"|(?P<western>(?:(?![{_ASIAN}{_COMPLEX}])[^\\W\\d_])+)"
)
_ASIAN_LANGUAGES = frozenset({"ja", "zh", "ko"})
_COMPLEX_LANGUAGES = frozenset(
    {"ar", "fa", "he", "ur", "yi", "ps", "hi", "mr", "ne", "bn", "pa", "gu", "ta", "te"}
    | {"kn", "ml", "si", "th", "lo", "my", "km", "bo", "sa"}
)


class Languages(NamedTuple):
    """The BCP-47 tags of Western, Asian and complex scripts; None where nothing is said."""

    western: str | None = None
    asian: str | None = None
    complex: str | None = None

    def pieces(self, text: str) -> Iterator[tuple[str, str | None]]:
        """Yield the text in pieces of one group of scripts, each with its language's tag.

        Digits, spaces and signs go with the letters before them, at the beginning with those
        after.
        """
        if text.isascii() or self.western == self.asian == self.complex:
            yield text, self.western
            return
        if not _FOREIGN.search(text):
            yield text, self.western
            return
        start, script = 0, ""
        for letters in _LETTERS.finditer(text):
            found = letters.lastgroup or "western"
            if script and found != script:
                yield text[start : letters.start()], self._tag(script)
                start = letters.start()
            script = found
        yield text[start:], self._tag(script)

    def over(self, other: Languages) -> Languages:
        """Return these languages, with the other's where these say nothing."""
        return Languages(
            self.western or other.western,
            self.asian or other.asian,
            self.complex or other.complex,
        )

    def _tag(self, script: str) -> str | None:
        if script == "asian":
            return self.asian
        return self.complex if script == "complex" else self.western


NO_LANGUAGES: Final = Languages()


def languages_of_tag(tag: str | None) -> Languages:
    """Return a language where it belongs among the three, by the script it is written in."""
    language = (tag or "").split("-")[0].lower()
    if language in _ASIAN_LANGUAGES:
        return Languages(asian=tag)
    if language in _COMPLEX_LANGUAGES:
        return Languages(complex=tag)
    return Languages(western=tag)
