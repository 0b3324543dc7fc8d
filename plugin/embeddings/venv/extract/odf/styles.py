"""What ODF styles say of a text: its language, whether it is shown, its outline level.

Owns: following style names and their parents, telling fonts of symbols. Does not own: walking
the text.
Source: ODF 1.3 part 3, sections 16 (styles), 19.474 (style:default-outline-level),
20.186 (fo:language) and following.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..ooxml.symbols import is_symbol_font
from ..script_languages import NO_LANGUAGES, Languages, languages_of_tag
from ..styled_text import bcp47_tag
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
_FONT_FACE = n.style_name("font-face")
_FACE_FAMILY = n.SVG_FONT_FAMILY
_FONT_NAME = n.style_name("font-name")
_FONT_FAMILY = n.fo_name("font-family")
_MASTER_PAGE_NAME = n.style_name("master-page-name")
_DEFAULT_OUTLINE_LEVEL = n.style_name("default-outline-level")
_MAX_PARENTS = 20
# The one that a text is under where several families have defaults: sheets have only the
# cells', slides only the shapes'.
_DEFAULT_FAMILIES = ("paragraph", "table-cell", "graphic")
# Style names are stored in English whatever language the styles are shown in.
_HEADING_STYLE = re.compile(r"Heading(?:_20_|[ _])?(\d{1,2})$")
_TITLE_STYLE = "Title"


@dataclass(frozen=True, eq=False)
class TextStyle:
    """What a style says of its text, parents included; one object for each, compared as such.

    hidden and symbol_font are None where nothing is said, symbol_font is "" for a font of letters;
    outline_level is 0 for all but headings; master_page is the page style that begins with it,
    None where none does.
    """

    languages: Languages = NO_LANGUAGES
    hidden: bool | None = None
    outline_level: int = 0
    is_title: bool = False
    master_page: str | None = None
    symbol_font: str | None = None


class OdfStyles:
    """All styles of a document by family and name; automatic ones win over named ones."""

    def __init__(self, roots: Iterable[XmlElement], fallback_language: str | None) -> None:
        self._styles: dict[tuple[str, str], XmlElement] = {}
        self._resolved: dict[tuple[str, str], TextStyle] = {}
        self._applied: dict[tuple[str, str | None, TextStyle], TextStyle] = {}
        self._symbol_fonts: dict[str, str] = {}
        defaults = dict.fromkeys(_DEFAULT_FAMILIES, NO_LANGUAGES)
        for root in roots:
            for style in root.iter(_STYLE):
                self._styles[style.get(_FAMILY, ""), style.get(_NAME, "")] = style
            for face in root.iter(_FONT_FACE):
                self._learn_font(face)
            for style in root.iter(_DEFAULT_STYLE):
                family = style.get(_FAMILY, "")
                if family in defaults:
                    defaults[family] = _own_languages(style).over(defaults[family])
        languages = NO_LANGUAGES
        for family in _DEFAULT_FAMILIES:
            languages = languages.over(defaults[family])
        fallback = languages_of_tag(bcp47_tag(fallback_language))
        self.default = TextStyle(languages.over(fallback))

    def of(self, family: str, name: str | None, around: TextStyle) -> TextStyle:
        """Return what holds under the style of this family ("paragraph", "text") and name.

        around is what holds around it; documents repeat few pairs of both, so they are kept.
        """
        key = (family, name, around)
        applied = self._applied.get(key)
        if applied is None:
            own = self.own(family, name)
            applied = TextStyle(
                own.languages.over(around.languages),
                around.hidden if own.hidden is None else own.hidden,
                own.outline_level,
                own.is_title,
                own.master_page,
                around.symbol_font if own.symbol_font is None else own.symbol_font,
            )
            self._applied[key] = applied
        return applied

    def own(self, family: str, name: str | None) -> TextStyle:
        """Return what a style and its parents say, nothing around it taken in."""
        if not name:
            return TextStyle()
        key = (family, name)
        if key not in self._resolved:
            self._resolved[key] = self._resolve(key)
        return self._resolved[key]

    def _resolve(self, key: tuple[str, str]) -> TextStyle:
        languages, hidden, symbol_font = NO_LANGUAGES, None, None
        outline_level: int | None = None
        is_title = False
        master_page: str | None = None
        for _ in range(_MAX_PARENTS):
            if outline_level is None:
                outline_level = _level_of_name(key)
            is_title = is_title or key == ("paragraph", _TITLE_STYLE)
            style = self._styles.get(key)
            if style is None:
                break
            languages = languages.over(_own_languages(style))
            hidden = _own_hidden(style) if hidden is None else hidden
            symbol_font = self._own_symbol_font(style) if symbol_font is None else symbol_font
            outline_level = _own_level(style) if outline_level is None else outline_level
            if master_page is None:
                master_page = style.get(_MASTER_PAGE_NAME)
            key = (key[0], style.get(_PARENT, ""))
        level = outline_level or 0
        return TextStyle(languages, hidden, level, is_title, master_page or None, symbol_font)

    def _learn_font(self, face: XmlElement) -> None:
        family = (face.get(_FACE_FAMILY) or "").strip("'\"")
        self._symbol_fonts[face.get(_NAME, "")] = family if is_symbol_font(family) else ""

    def _own_symbol_font(self, style: XmlElement) -> str | None:
        properties = style.find(_TEXT_PROPERTIES)
        if properties is None:
            return None
        named = properties.get(_FONT_NAME)
        if named is not None and named in self._symbol_fonts:
            return self._symbol_fonts[named]
        font = named or (properties.get(_FONT_FAMILY) or "").strip("'\"")
        return None if not font else font if is_symbol_font(font) else ""


def _level_of_name(key: tuple[str, str]) -> int | None:
    found = _HEADING_STYLE.match(key[1]) if key[0] == "paragraph" else None
    return int(found[1]) if found else None


def _own_level(style: XmlElement) -> int | None:
    """Return a style's outline level, 0 where it takes its parent's away, None for no word."""
    level = style.get(_DEFAULT_OUTLINE_LEVEL)
    if level is None:
        return None
    return int(level) if level.isdecimal() else 0


def _own_hidden(style: XmlElement) -> bool | None:
    properties = style.find(_TEXT_PROPERTIES)
    display = None if properties is None else properties.get(n.TEXT_DISPLAY)
    return {"none": True, "true": False}.get(display or "")


def _own_languages(style: XmlElement) -> Languages:
    properties = style.find(_TEXT_PROPERTIES)
    if properties is None:
        return NO_LANGUAGES
    # Some programs name one language for all scripts; Latin letters are not Thai for that.
    named = languages_of_tag(_tag(properties, n.fo_name, ""))
    return Languages(
        named.western,
        _tag(properties, n.style_name, "-asian") or named.asian,
        _tag(properties, n.style_name, "-complex") or named.complex,
    )


def _tag(properties: XmlElement, name: Callable[[str], str], suffix: str) -> str | None:
    exact = properties.get(n.style_name(f"rfc-language-tag{suffix}"))
    if exact:
        return bcp47_tag(exact)
    return bcp47_tag(
        properties.get(name(f"language{suffix}")), properties.get(name(f"country{suffix}"))
    )
