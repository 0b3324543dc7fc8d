"""The styles of a Word document: what makes a paragraph a heading, hidden, or of a language.

Owns: inheritance through basedOn and the document's defaults (ECMA-376-1, 17.7).
Does not own: direct formatting on runs and paragraphs (properties).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from ..ooxml.counts import whole_number
from ..ooxml.names import attribute, child, children, is_on
from ..script_languages import NO_LANGUAGES, Languages
from ..styled_text import bcp47_tag

if TYPE_CHECKING:
    from lxml.etree import _Element

MAX_HEADING_LEVEL = 9
_MAX_BASED_ON = 32
# Word writes the English name whatever its language; other writers localise it.
_HEADING_NAME = re.compile(
    r"(?:heading|ü?berschrift|titre|t[ií]?tulo|títol|titolo|titlu|kop|rubrik|overskrift|otsikko"
    r"|nagłówek|nagwek|nadpis|naslov|címsor|cmsor|ba.l.k|balk|judul|fyrirsögn|tiêu đề|επικεφαλίδα"
    r"|заголовок|заглавие|наслов|כותרת|عنوان|หัวเรื่อง|標題|标题|見出し|제목)"
    r" *([1-9])",
    re.IGNORECASE,
)
# The entries of tables of contents and of indexes repeat what stands elsewhere.
_LISTING_NAME = re.compile(
    r"(?:toc|contents|index) *[1-9]|(?:toc|contents) heading|table of figures",
    re.IGNORECASE,
)
_CODE_NAMES = frozenset({"html preformatted", "preformatted text", "source code", "macro"})


@dataclass(frozen=True)
class Style:
    """One style with everything inherited; heading_level 0 is body text.

    is_listing is set for the entries of a table of contents or an index.
    """

    heading_level: int = 0
    hidden: bool = False
    languages: Languages = NO_LANGUAGES
    is_title: bool = False
    is_listing: bool = False
    is_code: bool = False


PLAIN = Style()


class StyleTable:
    """Every style of a document, resolved on first use.

    The settings' theme languages stand in where the styles name no language (17.15.1.88).
    """

    def __init__(self, root: _Element | None, settings: _Element | None = None) -> None:
        self._elements: dict[str, _Element] = {}
        self._resolved: dict[str, Style] = {}
        self._default_ids: dict[str, str] = {}
        for element in children(root, "w:style"):
            self._remember(element)
        defaults = child(child(child(root, "w:docDefaults"), "w:rPrDefault"), "w:rPr")
        theme = child(settings, "w:themeFontLang")
        theme_languages = NO_LANGUAGES if theme is None else tags_of(theme)
        self.default_languages = languages_of(defaults).over(theme_languages)

    def _remember(self, element: _Element) -> None:
        style_id = attribute(element, "w:styleId")
        if style_id is None:
            return
        self._elements.setdefault(style_id, element)
        kind = attribute(element, "w:type") or "paragraph"
        if attribute(element, "w:default") in {"1", "true", "on"}:
            self._default_ids[kind] = style_id

    def paragraph_style(self, style_id: str | None) -> Style:
        """Return a paragraph's style; without an id or with an unknown one, the default's.

        A document without styles has but the ids: small writers name headings by them alone.
        """
        if not self._elements and style_id is not None:
            return Style(heading_level=_level_of_name(style_id) or 0)
        if style_id is None or style_id not in self._elements:
            style_id = self._default_ids.get("paragraph")
        return self.style(style_id)

    def style(self, style_id: str | None) -> Style:
        """Return a style with what it inherits; plain for None or an unknown id."""
        if style_id is None:
            return PLAIN
        if style_id not in self._resolved:
            self._resolved[style_id] = self._resolve(style_id)
        return self._resolved[style_id]

    def _resolve(self, style_id: str) -> Style:
        heading_level: int | None = None
        hidden: bool | None = None
        languages = NO_LANGUAGES
        names: list[str] = []
        # A circle of basedOn occurs in damaged files: the count ends it.
        for _ in range(_MAX_BASED_ON):
            element = self._elements.get(style_id)
            if element is None:
                break
            names.append((attribute_of_child(element, "w:name") or "").lower())
            r_pr = child(element, "w:rPr")
            languages = languages.over(languages_of(r_pr))
            if hidden is None:
                hidden = vanish_of(r_pr)
            if heading_level is None:
                heading_level = _style_level(element, style_id)
            style_id = attribute_of_child(element, "w:basedOn") or ""
        return Style(
            heading_level=heading_level or 0,
            hidden=hidden or False,
            languages=languages,
            is_title="title" in names,
            is_listing=any(_LISTING_NAME.fullmatch(name) for name in names),
            is_code=not _CODE_NAMES.isdisjoint(names),
        )


def _style_level(element: _Element, style_id: str) -> int | None:
    outline_level = child(child(element, "w:pPr"), "w:outlineLvl")
    level = None if outline_level is None else level_of(outline_level)
    if level is not None:
        return level
    if attribute(element, "w:type") == "character":
        return None
    name = attribute_of_child(element, "w:name") or ""
    if name.lower() == "title":
        return 1
    return _level_of_name(name) or _level_of_name(style_id)


def _level_of_name(name: str) -> int | None:
    match = _HEADING_NAME.fullmatch(name)
    return int(match[1]) if match else None


def level_of(outline_level: _Element) -> int | None:
    """Return the heading level 1..9 of a w:outlineLvl, 0 for body text, None for no number."""
    value = whole_number(attribute(outline_level, "w:val"))
    if value is None:
        return None
    level = value + 1
    # 9 is "body text" (17.3.1.20): it takes the level away that a style gave.
    return level if level <= MAX_HEADING_LEVEL else 0


def languages_of(r_pr: _Element | None) -> Languages:
    """Return the languages that run properties set; all None when they set none."""
    lang = child(r_pr, "w:lang")
    return NO_LANGUAGES if lang is None else tags_of(lang)


@cache
def _languages(western: str | None, asian: str | None, complex_: str | None) -> Languages:
    return Languages(bcp47_tag(western), bcp47_tag(asian), bcp47_tag(complex_))


def tags_of(lang: _Element) -> Languages:
    """Return the languages of a w:lang as BCP-47 tags."""
    return _languages(
        attribute(lang, "w:val"), attribute(lang, "w:eastAsia"), attribute(lang, "w:bidi")
    )


def vanish_of(r_pr: _Element | None) -> bool | None:
    """Return whether run properties hide text (w:vanish), None when they do not say."""
    vanish = child(r_pr, "w:vanish")
    return None if vanish is None else is_on(vanish)


def attribute_of_child(element: _Element | None, short_name: str) -> str | None:
    """Return w:val of the child of that name, or None."""
    found = child(element, short_name)
    return None if found is None else attribute(found, "w:val")
