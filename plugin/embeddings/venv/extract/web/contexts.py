"""What holds for the text inside an element: seen or not, which kind, which language.

Owns: reading an element's attributes. Does not own: the text (walker, paragraphs).
Source: HTML Living Standard, 3.2.6 (global attributes); WAI-ARIA 1.2 and DPUB-ARIA 1.1 (roles);
EPUB Structural Semantics 1.1 (epub:type); what Word and LibreOffice write (mso-*, sdfootnote).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from .....documents.passages import PassageKind
from ..styled_text import bcp47_tag
from . import names

if TYPE_CHECKING:
    from collections.abc import Mapping

_MAX_HEADING_LEVEL = 9
_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all"
    # The number or bullet before an item, which Word and LibreOffice write out as text.
    r"|mso-list\s*:\s*ignore|display\s*:\s*block\s*;\s*float\s*:\s*left\s*;\s*min-width",
    re.IGNORECASE,
)
_BLOCK_STYLE = re.compile(r"display\s*:\s*(?:block|flex|grid|table|list-item)\b", re.IGNORECASE)
_OUTLINE = re.compile(r"mso-outline-level\s*:\s*([1-9])\b", re.IGNORECASE)
_OFFICE_ELEMENT = re.compile(
    r"mso-element\s*:\s*(footnote|endnote|comment|header|footer)\b(?!-)", re.IGNORECASE
)
_NOTE_TYPES = frozenset(
    "doc-footnote doc-endnote doc-endnotes footnote endnote rearnote footnotes endnotes"
    " rearnotes".split()
)
_NOTE_LISTS = frozenset({"doc-endnotes", "footnotes", "endnotes", "rearnotes"})
_MARKER_TYPES = frozenset(
    "noteref doc-noteref backlink doc-backlink pagebreak doc-pagebreak".split()
)
_MARKER_CLASSES = frozenset(
    "sdfootnoteanc sdendnoteanc sdfootnotesym sdendnotesym msocomanchor msocommentreference"
    " footnote_20_anchor endnote_20_anchor footnodenumber footnotenumber endnotenumber".split()
)
_MARKER_LINKS = (
    *("#_ftn", "#_edn", "#_msocom", "#sdfootnote", "#sdendnote"),
    *("#ftnt", "#cmnt"),  # Google Docs
)
_NOTE_CLASSES = frozenset({"footnote", "endnote", "msofootnotetext", "msoendnotetext"})
_TITLE_CLASSES = frozenset({"msotitle", "title"})
# KaTeX and MediaWiki draw a formula a second time beside its MathML.
_DRAWN_AGAIN = frozenset({"katex-html", "mwe-math-fallback-image-inline"})
_OFFICE_NOTE = re.compile(r"sd(?:foot|end)note\d+$")
_KIND_OF_ELEMENT = {
    "nav": PassageKind.HEADER,
    "aside": PassageKind.NOTE,
    "figcaption": PassageKind.FIGURE,
}
_KIND_OF_OFFICE_ELEMENT = {
    "footnote": PassageKind.NOTE,
    "endnote": PassageKind.NOTE,
    "comment": PassageKind.COMMENT,
    "header": PassageKind.HEADER,
    "footer": PassageKind.HEADER,
}


class Context(NamedTuple):
    """What holds inside an element; level is that of the heading it is in, 0 outside."""

    hidden: bool = False
    language: str | None = None
    kind: PassageKind = PassageKind.TEXT
    level: int = 0
    keeps_layout: bool = False
    keeps_headings: bool = False


def context_of(name: str, attributes: Mapping[str, str], around: Context) -> Context:
    """Return what holds inside an element of this name, within what holds around it."""
    if around.hidden:
        return around
    context = _by_name(name, around)
    if not attributes or context.hidden:
        return context
    if _is_hidden(name, attributes):
        return around._replace(hidden=True)
    return _with_language(_by_role(name, attributes, context), attributes)


def is_block(name: str, attributes: Mapping[str, str]) -> bool:
    """Return whether an element stands on lines of its own."""
    return name in names.BLOCKS or bool(_BLOCK_STYLE.search(attributes.get("style") or ""))


def types_of(attributes: Mapping[str, str]) -> frozenset[str]:
    """Return the words of role and epub:type."""
    both = f"{attributes.get('role') or ''} {attributes.get('epub:type') or ''}"
    return frozenset(both.lower().split())


def _by_name(name: str, around: Context) -> Context:
    if name in names.NEVER_SHOWN:
        return around._replace(hidden=True)
    level = names.HEADING_LEVELS.get(name)
    if level is not None:
        return _heading(around, level)
    if name in names.LAYOUT_KEPT:
        return around._replace(keeps_layout=True)
    kind = _KIND_OF_ELEMENT.get(name)
    return around if kind is None else _of_kind(around, kind)


def _heading(around: Context, level: int) -> Context:
    in_text = around.kind is PassageKind.TEXT or around.keeps_headings
    return around._replace(level=level, kind=PassageKind.TEXT) if in_text else around


def _of_kind(around: Context, kind: PassageKind) -> Context:
    return around._replace(kind=kind) if around.kind is PassageKind.TEXT else around


def _is_hidden(name: str, attributes: Mapping[str, str]) -> bool:
    if "hidden" in attributes:
        return True
    style = attributes.get("style")
    if style and _HIDING.search(style):
        return True
    classes = attributes.get("class")
    if classes and not _MARKER_CLASSES.isdisjoint(classes.lower().split()):
        return True
    if classes and not _DRAWN_AGAIN.isdisjoint(classes.lower().split()):
        return True
    if name == "jump" and attributes.get("href", "").startswith(_MARKER_LINKS):
        return True
    return not _MARKER_TYPES.isdisjoint(types_of(attributes))


def _by_role(name: str, attributes: Mapping[str, str], context: Context) -> Context:
    types = types_of(attributes)
    if "heading" in types:
        return _heading(context, _number(attributes.get("aria-level"), default=2))
    if "navigation" in types:
        return _of_kind(context, PassageKind.HEADER)
    if not types.isdisjoint(_NOTE_TYPES):
        noted = _of_kind(context, PassageKind.NOTE)
        return noted._replace(keeps_headings=not types.isdisjoint(_NOTE_LISTS))
    return _by_office(name, attributes, context)


def _by_office(name: str, attributes: Mapping[str, str], context: Context) -> Context:
    if name == "div":
        return _office_part(attributes, context)
    if name == "p":
        return _office_paragraph(attributes, context)
    return context


def _office_part(attributes: Mapping[str, str], context: Context) -> Context:
    element = _OFFICE_ELEMENT.search(attributes.get("style") or "")
    if element:
        return _of_kind(context, _KIND_OF_OFFICE_ELEMENT[element[1].lower()])
    own_id = attributes.get("id") or ""
    if _OFFICE_NOTE.match(own_id):
        return _of_kind(context, PassageKind.NOTE)
    if attributes.get("title") in ("header", "footer"):
        return _of_kind(context, PassageKind.HEADER)
    if own_id.startswith("Table of Contents"):
        return context._replace(hidden=True)  # repeats the headings, found where they stand
    return context


def _office_paragraph(attributes: Mapping[str, str], context: Context) -> Context:
    outline = _OUTLINE.search(attributes.get("style") or "")
    if outline:
        return _heading(context, int(outline[1]))
    own_class = (attributes.get("class") or "").lower().removeprefix("paragraph-")
    if own_class in _TITLE_CLASSES:
        return _heading(context, 1)
    return _of_kind(context, PassageKind.NOTE) if own_class in _NOTE_CLASSES else context


def _with_language(context: Context, attributes: Mapping[str, str]) -> Context:
    declared = attributes.get("lang", attributes.get("xml:lang"))
    if declared is None:
        return context
    return context._replace(language=language_tag(declared))


def language_tag(declared: str) -> str | None:
    """Return a declared language in usual spelling: "EN-us" is en-US; None for none."""
    return bcp47_tag(declared.strip())


def _number(text: str | None, *, default: int) -> int:
    if text and text.strip().isdecimal():
        return min(max(1, int(text.strip()[:3])), _MAX_HEADING_LEVEL)
    return default
