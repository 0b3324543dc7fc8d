"""What ODF styles say of a text's language and visibility.

Owns: following style names and their parents. Does not own: walking the text.
Source: ODF 1.3 part 3, sections 16 (styles) and 20.186 (fo:language) and following.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ..document import bcp47_tag
from . import names as n

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lxml.etree import _Element as XmlElement

_STYLE, _DEFAULT_STYLE, _TEXT_PROPERTIES, _NAME, _FAMILY, _PARENT = (
    n.style_name(local)
    for local in (
        "style",
        "default-style",
        "text-properties",
        "name",
        "family",
        "parent-style-name",
    )
)
_MAX_PARENTS = 20

# ODF keeps three languages a style, one for each group of scripts; the text's own letters choose.
_ASIAN = re.compile(
    r"[\u1100-\u11ff\u2e80-\u30ff\u3100-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uffdc]"
)
_COMPLEX = re.compile(
    r"[\u0590-\u08ff\u0900-\u0fff\u1000-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufefc]"
)


class Languages(NamedTuple):
    """The BCP-47 tags of Western, Asian and complex scripts; None where nothing is said."""

    western: str | None = None
    asian: str | None = None
    complex: str | None = None

    def of(self, text: str) -> str | None:
        """Return the tag for a piece of text, by its letters."""
        if text.isascii():
            return self.western
        if _ASIAN.search(text):
            return self.asian
        if _COMPLEX.search(text):
            return self.complex
        return self.western

    def over(self, other: Languages) -> Languages:
        """Return these languages, with the other's where these say nothing."""
        return Languages(*(mine or theirs for mine, theirs in zip(self, other, strict=True)))


_NO_LANGUAGES = Languages()


@dataclass(frozen=True)
class TextStyle:
    """What a style says of its text, parents included."""

    languages: Languages = _NO_LANGUAGES
    hidden: bool = False


class OdfStyles:
    """All styles of a document by family and name; automatic ones win over named ones."""

    def __init__(self, roots: Iterable[XmlElement], fallback_language: str | None) -> None:
        self._styles: dict[tuple[str, str], XmlElement] = {}
        self._resolved: dict[tuple[str, str], TextStyle] = {}
        self._applied: dict[tuple[str, str | None, Languages], TextStyle] = {}
        default = Languages()
        for root in roots:
            for style in root.iter(_STYLE):
                self._styles[style.get(_FAMILY, ""), style.get(_NAME, "")] = style
            for style in root.iter(_DEFAULT_STYLE):
                if style.get(_FAMILY) == "paragraph":
                    default = _own_style(style).languages.over(default)
        self.default = default.over(Languages(fallback_language, None, None))

    def of(self, family: str, name: str | None, inherited: Languages) -> TextStyle:
        """Return what holds under the style of this family ("paragraph", "text") and name.

        inherited is what holds around it; documents repeat few pairs of both, so they are kept.
        """
        key = (family, name, inherited)
        applied = self._applied.get(key)
        if applied is None:
            own = self._own(family, name)
            applied = TextStyle(own.languages.over(inherited), own.hidden)
            self._applied[key] = applied
        return applied

    def _own(self, family: str, name: str | None) -> TextStyle:
        if not name:
            return TextStyle()
        key = (family, name)
        if key not in self._resolved:
            self._resolved[key] = self._resolve(key)
        return self._resolved[key]

    def _resolve(self, key: tuple[str, str]) -> TextStyle:
        languages, hidden = Languages(), False
        for _ in range(_MAX_PARENTS):
            style = self._styles.get(key)
            if style is None:
                break
            own = _own_style(style)
            languages, hidden = languages.over(own.languages), hidden or own.hidden
            key = (key[0], style.get(_PARENT, ""))
        return TextStyle(languages, hidden)


def _own_style(style: XmlElement) -> TextStyle:
    properties = style.find(_TEXT_PROPERTIES)
    if properties is None:
        return TextStyle()
    languages = Languages(
        _tag(properties, n.fo_name, ""),
        _tag(properties, n.style_name, "-asian"),
        _tag(properties, n.style_name, "-complex"),
    )
    return TextStyle(languages, hidden=properties.get(n.TEXT_DISPLAY) == "none")


def _tag(properties: XmlElement, name: Callable[[str], str], suffix: str) -> str | None:
    exact = properties.get(n.style_name(f"rfc-language-tag{suffix}"))
    if exact:
        return bcp47_tag(exact)
    return bcp47_tag(
        properties.get(name(f"language{suffix}")), properties.get(name(f"country{suffix}"))
    )
