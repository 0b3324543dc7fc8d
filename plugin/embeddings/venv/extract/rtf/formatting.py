r"""Control words that change how the text after them is formatted, as steps from state to state.

Owns: character and paragraph properties that matter to reading: hidden, deleted, language, font,
style, outline level. Does not own: text and destinations.
Source: Rich Text Format Specification 1.9.1, "Document Area".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..script_languages import Languages, languages_of_tag
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
_NO_LANGUAGES = Languages()


@dataclass(frozen=True)
class Defaults:
    r"""What \plain goes back to."""

    font: int = 0
    languages: Languages = _NO_LANGUAGES


def formatted(state: State, token: Token, defaults: Defaults) -> State | None:
    """Return the state after a formatting control word, None for any other token."""
    if token.parameter is not None:
        changed = _by_number(state, token.word, token.parameter)
        if changed is not None:
            return changed
    return _by_toggle(state, token, defaults)


def defaults_after(defaults: Defaults, word: str, state: State) -> Defaults:
    r"""Return the defaults after a control word of the file's head that has changed the state."""
    if word == "deff":
        return replace(defaults, font=state.font)
    if word in ("deflang", "deflangfe", "adeflang"):
        return replace(defaults, languages=state.languages)
    return defaults


def _by_number(state: State, word: str, number: int) -> State | None:
    if word == "s":
        return replace(state, style=number)
    if word == "sbasedon":
        return replace(state, based_on=number)
    if word == "outlinelevel":
        return replace(state, outline_level=number)
    return _by_character_number(state, word, number)


def _by_character_number(state: State, word: str, number: int) -> State | None:
    if word in ("f", "deff"):
        return replace(state, font=number)
    if word == "uc":
        return replace(state, n_skip_after_unicode=max(0, number))
    if word in _LANGUAGE_WORDS:
        return replace(state, languages=_languages(state.languages, word, number))
    return None


def _by_toggle(state: State, token: Token, defaults: Defaults) -> State | None:
    word = token.word
    if word == "pard":
        return replace(state, in_row=False, outline_level=None, style=0)
    if word == "plain":
        return replace(
            state,
            hidden=False,
            deleted=False,
            font=defaults.font,
            languages=defaults.languages,
        )
    if word == "intbl":
        return replace(state, in_row=True)
    if word == "v":
        return replace(state, hidden=token.is_on)
    if word in _DELETING:
        return replace(state, deleted=token.is_on)
    return None


def _languages(languages: Languages, word: str, number: int) -> Languages:
    tag = language_of_number(number)
    which = _LANGUAGE_WORDS[word]
    if tag is None and word.endswith("np"):
        return languages
    if which == "western":
        # Old writers have one language for all scripts.
        return languages_of_tag(tag).over(languages._replace(western=tag))
    return languages._replace(**{which: tag})
