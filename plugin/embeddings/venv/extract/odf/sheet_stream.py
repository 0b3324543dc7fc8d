"""The rows of an ODF spreadsheet one at a time, so that a large sheet never is a tree in memory.

Owns: parsing the content as it is read, telling sheets from tables inside shapes, freeing rows.
Does not own: what a row says.
Source: ODF 1.3 part 3, 9.1 (table:table) and 3.7 (office:spreadsheet).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from ..xml_tree import SAFE_PARSING, parse_xml
from . import names as n

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import XMLPullParser
    from lxml.etree import _Element as XmlElement

    from .package import OdfFile

_STEP_BYTES = 1 << 18
_SEARCHED_FOR_ENTITIES_BYTES = 100_000


class SheetPart(Enum):
    """What a step of reading a spreadsheet brings."""

    BEGIN = "begin"
    ROW = "row"
    END = "end"


@dataclass(frozen=True)
class SheetStep:
    """The begin of a sheet, one of its rows, or its end, when all but the rows is there."""

    part: SheetPart
    element: XmlElement


def sheet_steps(odf: OdfFile) -> Iterator[SheetStep]:
    """Yield a spreadsheet's sheets row by row; a row is emptied when the next is asked for.

    With the first step the content is known as far as the first sheet: its styles and metadata.
    Raises ExtractionFailure as parse_xml.
    """
    data = odf.content_bytes()
    if b"<!ENTITY" in data[:_SEARCHED_FOR_ENTITIES_BYTES]:
        parse_xml(data, name="content.xml")  # refuses those that are used
    parser = _parser()
    depth = 0
    for event, element in _events(parser, data):
        if "content" not in odf.__dict__:
            odf.content = element.getroottree().getroot()
        if element.tag == n.TABLE:
            depth += 1 if event == "start" else -1
            is_outermost = depth == (1 if event == "start" else 0)
            if is_outermost and _is_sheet(element):
                yield SheetStep(SheetPart.BEGIN if event == "start" else SheetPart.END, element)
        elif event == "end" and element.tag == n.TABLE_TRACKED_CHANGES:
            element.clear()
        elif event == "end" and depth == 1:
            yield SheetStep(SheetPart.ROW, element)
            _free(element)
    if "content" not in odf.__dict__:
        odf.content, _ = parse_xml(data, name="content.xml")
    if _is_damaged(parser):
        odf.note_damage()


def _events(parser: XMLPullParser, data: bytes) -> Iterator[tuple[str, XmlElement]]:
    for start in range(0, len(data), _STEP_BYTES):
        parser.feed(data[start : start + _STEP_BYTES])
        yield from parser.read_events()


def _parser() -> XMLPullParser:
    from lxml import etree

    return etree.XMLPullParser(
        events=("start", "end"),
        tag=(n.TABLE, n.ROW, n.TABLE_TRACKED_CHANGES),
        recover=True,
        **SAFE_PARSING,
    )


def _is_damaged(parser: XMLPullParser) -> bool:
    from lxml import etree

    try:
        parser.close()
    except etree.XMLSyntaxError:
        return True
    errors = parser.feed_error_log.filter_from_errors()
    return any(entry.domain != etree.ErrorDomains.NAMESPACE for entry in errors)


def _is_sheet(table: XmlElement) -> bool:
    parent = table.getparent()
    return parent is not None and parent.tag == n.BODY_SPREADSHEET


def _free(row: XmlElement) -> None:
    """Empty a row and take out the one before it; the parser still holds on to the row itself."""
    row.clear()
    previous = row.getprevious()
    parent = row.getparent()
    if parent is not None and previous is not None and previous.tag == n.ROW:
        parent.remove(previous)
