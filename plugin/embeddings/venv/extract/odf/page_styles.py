"""Which page styles (master pages) a document uses, and their headers and footers.

Owns: finding them. Does not own: reading what is in them.
Source: ODF 1.3 part 3, 16.9 (style:master-page), 16.10 to 16.12 (headers and footers), 19.498
(style:master-page-name), 19.501 (style:next-style-name).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..page_numbers import COUNT_MARK, PAGE_MARK, without_page_numbers
from . import names as n

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml.etree import _Element as XmlElement

    from .package import OdfFile
    from .styles import OdfStyles

_HEADERS_AND_FOOTERS = frozenset(
    name(f"{place}{which}")
    for name in (n.style_name, n.extension_name)
    for which in ("", "-left", "-first")
    for place in ("header", "footer")
)
_MASTER_PAGE = n.style_name("master-page")
_NAME = n.style_name("name")
_NEXT = n.style_name("next-style-name")
_DISPLAY = n.style_name("display")
_FIELD_MARKS = {
    n.text_name("page-number"): PAGE_MARK,
    n.text_name("page-count"): COUNT_MARK,
    n.text_name("sheet-name"): "",
}
_FAMILIES = {n.P: "paragraph", n.H: "paragraph", n.TABLE: "table"}


def master_pages(odf: OdfFile) -> dict[str, XmlElement]:
    """Return the document's master pages by name, in order."""
    return {
        master.get(_NAME, ""): master
        for root in odf.style_roots
        for master in root.iterfind(f"{n.MASTER_STYLES}/{_MASTER_PAGE}")
    }


def pages_in_use(odf: OdfFile, styles: OdfStyles, default: str) -> list[XmlElement]:
    """Return the master pages of a text: the first one, those that a break names, their next."""
    names = dict.fromkeys(_named_by_styles(odf.body, styles))
    first = next(iter(names), None)
    if first is None or not _begins_with_page_style(odf.body, styles):
        names = dict.fromkeys((default, *names))
    return chosen_pages(odf, names)


def chosen_pages(odf: OdfFile, names: Iterable[str]) -> list[XmlElement]:
    """Return the master pages of these names and those that follow them, each once.

    The first of all where none has such a name, as the applications do.
    """
    pages = master_pages(odf)
    waiting = [name for name in names if name in pages] or list(pages)[:1]
    found: dict[str, XmlElement] = {}
    while waiting:
        name = waiting.pop(0)
        if name in found or name not in pages:
            continue
        found[name] = pages[name]
        following = pages[name].get(_NEXT)
        if following:
            waiting.insert(0, following)
    return list(found.values())


def headers_and_footers(master: XmlElement) -> Iterator[XmlElement]:
    """Yield the headers and footers of a master page that are switched on."""
    for element in master:
        if element.tag in _HEADERS_AND_FOOTERS and element.get(_DISPLAY) != "false":
            yield element


def only_numbers_pages(header: XmlElement) -> bool:
    """Return whether a header says no more than "Page 1" or the sheet's name, by fields.

    Every new spreadsheet has such ones.
    """
    is_numbered = any(True for _ in header.iter(*_FIELD_MARKS))
    said = " ".join("".join(_said(part)) for part in header.iter(n.P))
    return is_numbered and not any(map(str.isalnum, without_page_numbers(said)))


def _said(element: XmlElement) -> Iterator[str]:
    """Yield what an element says, with marks where page numbers are."""
    mark = _FIELD_MARKS.get(element.tag)
    if mark is not None:
        yield mark
        return
    yield element.text or ""
    for child in element:
        yield from _said(child)
        yield child.tail or ""


def _named_by_styles(body: XmlElement, styles: OdfStyles) -> Iterator[str]:
    seen: set[tuple[str, str]] = set()
    for element in body.iter(*_FAMILIES):
        key = _style_key(element)
        if key not in seen:
            seen.add(key)
            master = styles.own(*key).master_page
            if master:
                yield master


def _begins_with_page_style(body: XmlElement, styles: OdfStyles) -> bool:
    first = next(body.iter(*_FAMILIES), None)
    return first is not None and bool(styles.own(*_style_key(first)).master_page)


def _style_key(element: XmlElement) -> tuple[str, str]:
    is_table = element.tag == n.TABLE
    name = element.get(n.TABLE_STYLE_NAME if is_table else n.TEXT_STYLE_NAME) or ""
    return _FAMILIES[element.tag], name
