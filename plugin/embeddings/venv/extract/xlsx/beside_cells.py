"""What a sheet carries beside its cells: shapes, charts, form controls, page headers.

Owns: drawings (ECMA-376-1, 20.5; VML, 14) and header codes (18.3.1.39). Does not own: rows
(rows), comments (comments).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..cell_address import cell_address
from ..ooxml.alt_text import written_by_person
from ..ooxml.counts import whole_number
from ..ooxml.names import child, full_names, name_of
from ..ooxml.shapes import graphic_texts, shapes_in
from ..page_numbers import COUNT_MARK, PAGE_MARK, without_page_numbers
from ..styled_text import StyledText, normalise_text
from ..table_rows import joined

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from ..ooxml.package import OoxmlPackage

# &L &C &R begin a section, the others stand for fonts, colours, page numbers, dates and names.
_HEADER_SECTION = re.compile(r"&[LCR]")
_HEADER_CODE = re.compile(r'&"[^"]*"|&K[0-9A-Fa-f]{6}|&K[0-9]{2}[+-][0-9]{3}|&[0-9]+|&[A-Z]')
_NUMBER_MARKS = {"&P": PAGE_MARK, "&N": COUNT_MARK}
_PAGE_HEADERS = frozenset({"s:oddHeader", "s:oddFooter"})
_FIRST_PAGE = frozenset({"s:firstHeader", "s:firstFooter"})
_EVEN_PAGES = frozenset({"s:evenHeader", "s:evenFooter"})


def drawing_texts(package: OoxmlPackage, sheet_part: str) -> Iterator[tuple[str, StyledText]]:
    """Yield the texts of a sheet's shapes, charts, diagrams and pictures, each once.

    With each the address of the cell that its upper left corner is in, "" when unknown.
    """
    links = package.relationships(sheet_part)
    seen: set[str] = set()
    for part in links.targets("drawing"):
        for shape in shapes_in(package.optional_root(part)):
            cell = _anchor_cell(shape.element)
            texts = (joined(list(shape.text_lines()), "\n"), *graphic_texts(shape, package, part))
            for text in (*texts, StyledText(shape.description)):
                seen.add(text.text)
                yield cell, text
    # Form controls are written in both drawing languages.
    for part in links.targets("vmlDrawing"):
        for label in _vml_labels(package.quiet_root(part)):
            if label not in seen:
                yield "", StyledText(label)


def _anchor_cell(shape: _Element) -> str:
    for ancestor in shape.iterancestors():
        start = child(ancestor, "xdr:from")
        if start is not None:
            column, row = child(start, "xdr:col"), child(start, "xdr:row")
            numbers = [None if each is None else whole_number(each.text) for each in (column, row)]
            if numbers[0] is not None and numbers[1] is not None:
                return cell_address(numbers[0] + 1, numbers[1] + 1)
    return ""


def header_texts(header_footer: _Element) -> Iterator[str]:
    """Yield the texts of a sheet's printed headers and footers in use, without their codes."""
    shown = _PAGE_HEADERS
    if header_footer.get("differentFirst") in {"1", "true"}:
        shown |= _FIRST_PAGE
    if header_footer.get("differentOddEven") in {"1", "true"}:
        shown |= _EVEN_PAGES
    for part in header_footer:
        if name_of(part) not in shown:
            continue
        for section in _HEADER_SECTION.split(part.text or ""):
            text = _HEADER_CODE.sub(_mark, section.replace("&&", "\0"))
            text = without_page_numbers(text).replace("\0", "&")
            if any(character.isalpha() for character in text):
                yield text


def _mark(code: re.Match[str]) -> str:
    return _NUMBER_MARKS.get(code[0], "")


def _vml_labels(root: _Element | None) -> Iterator[str]:
    if root is None:
        return
    for shape in root.iter(*full_names("v:shape", "v:rect", "v:oval", "v:roundrect")):
        client = child(shape, "x:ClientData")
        # The box of a comment has its text in the comments' part.
        if client is not None and client.get("ObjectType") == "Note":
            continue
        box = child(shape, "v:textbox")
        label = "" if box is None else normalise_text(" ".join(box.itertext()))
        yield from (text for text in (label, written_by_person(shape.get("alt"))) if text)
