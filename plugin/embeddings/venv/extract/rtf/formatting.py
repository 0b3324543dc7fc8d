r"""Control words that change how the text after them is formatted.

Owns: character and paragraph properties that matter to reading: hidden, deleted, language, font,
style, outline level. Does not own: text and destinations.
Source: Rich Text Format Specification 1.9.1, "Document Area".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from ..script_languages import NO_LANGUAGES, Languages, languages_of_tag
from .tokens import Token, language_of_number

if TYPE_CHECKING:
    from .state import State

_DELETING = frozenset({"deleted", "mvf"})  # moved text stands where it was moved to, too
# By what they set: the language of Western, East Asian or right-to-left text.
_LANGUAGE_WORDS = {
    **dict.fromkeys(("lang", "langnp", "deflang"), "western"),
    **dict.fromkeys(("langfe", "langfenp", "deflangfe"), "asian"),
    **dict.fromkeys(("alang", "adeflang"), "complex"),
}
_NUMBERED = frozenset(
    {"f", "deff", "s", "sbasedon", "outlinelevel", "itap", "uc", *_LANGUAGE_WORDS}
)
_TOGGLES = frozenset({"pard", "plain", "intbl", "v", *_DELETING})
FORMATTING = _NUMBERED | _TOGGLES


@dataclass(frozen=True)
class Defaults:
    r"""What \plain goes back to."""

    font: int = 0
    languages: Languages = NO_LANGUAGES


def apply_formatting(state: State, token: Token, defaults: Defaults) -> bool:
    """Change the state by a formatting control word; return False for any other token."""
    number = token.parameter
    if number is not None and token.word in _NUMBERED:
        _apply_number(state, token.word, number)
        return True
    if token.word not in _TOGGLES:
        return False
    _apply_toggle(state, token, defaults)
    return True


def defaults_after(defaults: Defaults, word: str, state: State) -> Defaults:
    r"""Return the defaults after a control word of the file's head that has changed the state."""
    if word == "deff":
        return replace(defaults, font=state.font)
    if word in ("deflang", "deflangfe", "adeflang"):
        return replace(defaults, languages=state.languages)
    return defaults


def _apply_number(state: State, word: str, number: int) -> None:
    if word in _LANGUAGE_WORDS:
        state.languages = _languages(state.languages, word, number)
    elif word == "s":
        state.style = number
    elif word == "outlinelevel":
        state.outline_level = number
    elif word == "itap":
        state.in_row = number > 0
    elif word == "sbasedon":
        state.based_on = number
    elif word == "uc":
        state.n_skip_after_unicode = max(0, number)
    else:
        state.font = number


def _apply_toggle(state: State, token: Token, defaults: Defaults) -> None:
    word = token.word
    if word == "pard":
        state.in_row, state.outline_level, state.style = False, None, 0
    elif word == "plain":
        state.hidden = state.deleted = False
        state.font, state.languages = defaults.font, defaults.languages
    elif word == "intbl":
        state.in_row = True
    elif word == "v":
        state.hidden = token.is_on
    else:
        state.deleted = token.is_on


@lru_cache(maxsize=256)
def _languages(languages: Languages, word: str, number: int) -> Languages:
    tag = language_of_number(number)
    which = _LANGUAGE_WORDS[word]
    if tag is None and word.endswith("np"):
        return languages
    if which == "western":
        # Old writers have one language for all scripts; Latin letters are not Thai for that.
        return languages_of_tag(tag).over(languages) if tag else languages._replace(western=None)
    return languages._replace(**{which: tag})
