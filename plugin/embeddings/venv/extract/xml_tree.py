"""Parsing XML safely: no entities, nothing fetched, and what is left of damaged XML.

Owns: the parser's settings, what is refused, and the ways to what libxml2 gives up on (text
nodes above 10 MB, elements nested more than 256 deep, wrong encodings, references to half
characters). Does not own: where the bytes come from (package), or what the elements mean.
"""

from __future__ import annotations

import re
import sys
from html.entities import html5
from typing import TYPE_CHECKING, Final

from ....contracts.corpus import FileState
from .document import ExtractionFailure

if TYPE_CHECKING:
    from lxml.etree import XMLParser
    from lxml.etree import _Element as XmlElement

SAFE_PARSING: Final = {
    "resolve_entities": False,
    "no_network": True,
    "load_dtd": False,
    "remove_comments": True,
    "remove_pis": True,
}
"""What every parser of lxml's is given, also those that read an element at a time."""

_HEAD_BYTES = 100_000
# Readers walk the tree by recursion, several frames a level.
_MAX_DEPTH = 200
_DECLARED_ENCODING = re.compile(rb"<\?xml[^>]{0,100}?encoding\s*=\s*['\"]([A-Za-z0-9._-]+)['\"]")
# Encodings in which a document type could not be missed, as its letters are those of ASCII.
_ASCII_LIKE = re.compile(
    rb"(utf-?(8|16|16le|16be)|us-ascii|iso-8859-\d+|windows-125\d)$", re.IGNORECASE
)
_CHARACTER_REFERENCES = re.compile(rb"(?:&#(?:[xX][0-9a-fA-F]{1,6}|[0-9]{1,7});)+")
_REFERENCE = re.compile(rb"&#([xX]?)([0-9a-fA-F]+);")


def parse_xml(data: bytes, *, name: str) -> tuple[XmlElement, bool]:
    """Return the root of an XML document and whether it is well-formed to its end.

    Damaged XML gives the tree up to the damage. A document type is allowed; entities that it
    declares are refused when used. Nothing is fetched, nothing expanded.
    Raises ExtractionFailure (corrupt) when there is no element or a declared entity is used,
    and MemoryError.
    """
    from lxml import etree

    try:
        return without_entities(etree.fromstring(data, strict_parser()), name)
    except (etree.XMLSyntaxError, ValueError) as error:
        code = getattr(error, "code", None)
        if code == etree.ErrorTypes.ERR_NO_MEMORY:
            raise MemoryError from error  # libxml2 tells it so; the file is not to blame
        if _declares_entities(data):
            raise _entity_failure(name) from error
        if code == etree.ErrorTypes.ERR_RESOURCE_LIMIT and _declares_nothing(data):
            root, whole = _without_bounds(data)
        else:
            root, whole = _recovered(data), False
        if root is None:
            raise ExtractionFailure(
                FileState.CORRUPT,
                f"The file is damaged: its part {name} is not XML.",
                detail=str(error),
            ) from error
        return without_entities(root, name)[0], whole


def strict_parser() -> XMLParser:
    """Return a parser that takes well-formed XML alone, within libxml2's bounds."""
    return _parser()


def without_entities(root: XmlElement, name: str) -> tuple[XmlElement, bool]:
    """Return the root and True, or False where names that nothing declares had to be replaced.

    Raises ExtractionFailure (corrupt) where the document uses entities of its own.
    """
    from lxml import etree

    if next(root.iter(etree.Entity), None) is None:
        return root, True
    if _has_own_entities(root):
        raise _entity_failure(name)
    for entity in list(root.iter(etree.Entity)):
        _replace_by_text(entity, html5.get(f"{entity.name};", ""))
    return root, False


def _parser(*, recover: bool = False, huge: bool = False, encoding: str | None = None) -> XMLParser:
    from lxml import etree

    return etree.XMLParser(
        **SAFE_PARSING,
        recover=recover,
        huge_tree=huge,
        encoding=encoding,
    )


def _without_bounds(data: bytes) -> tuple[XmlElement | None, bool]:
    """Return the root of XML with very long texts or very deep elements, and whether it is whole.

    libxml2's bounds hold back the growth of entities and default attributes, of which the
    caller has made sure that there are none; the package's limits hold back the rest.
    """
    from lxml import etree

    try:
        root, whole = etree.fromstring(data, _parser(huge=True)), True
    except (etree.XMLSyntaxError, ValueError):
        root, whole = _recovered(data, huge=True), False
    if root is not None:
        _make_shallow(root)
    return root, whole


def _recovered(data: bytes, *, huge: bool = False) -> XmlElement | None:
    from lxml import etree

    cleaned = _CHARACTER_REFERENCES.sub(_whole_characters, data)
    for encoding in (None, *_likely_encodings(data)):
        try:
            root = etree.fromstring(cleaned, _parser(recover=True, huge=huge, encoding=encoding))
        except (etree.XMLSyntaxError, ValueError):
            continue
        if root is not None:
            return root
    return None


def _likely_encodings(data: bytes) -> tuple[str, ...]:
    """Return what to try where the declared encoding gives no element."""
    head = data[:200]
    if head.count(0) * 3 < len(head):
        return ("utf-8",)
    return ("utf-16le", "utf-16be") if head[1::2].count(0) else ("utf-16be", "utf-16le")


def _whole_characters(references: re.Match[bytes]) -> bytes:
    """Return a run of character references with halves of characters joined, or left out."""
    numbers = [
        int(digits, 16 if prefix else 10)
        for prefix, digits in _REFERENCE.findall(references.group())
        if prefix or digits.isdigit()
    ]
    units = "".join(chr(number) for number in numbers if number <= sys.maxunicode)
    text = units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    return b"".join(b"&#%d;" % ord(character) for character in text)


def _make_shallow(root: XmlElement) -> None:
    """Hang what is nested too deeply beside the ancestor at the deepest level that is read.

    The text keeps its order; elements become siblings of those that they were in.
    """
    level = list(root)
    depth = 1
    while level:
        if depth < _MAX_DEPTH:
            level = [inner for element in level for inner in element]
            depth += 1
            continue
        level = [inner for element in level for inner in _hoisted(element)]


def _hoisted(element: XmlElement) -> list[XmlElement]:
    inner = list(element)
    for child in reversed(inner):
        element.addnext(child)  # takes its tail along, and comes before the element's own
    return inner


def _replace_by_text(entity: XmlElement, text: str) -> None:
    parent, before = entity.getparent(), entity.getprevious()
    if parent is None:
        return
    text += entity.tail or ""
    entity.tail = None
    if before is not None:
        before.tail = (before.tail or "") + text
    else:
        parent.text = (parent.text or "") + text
    parent.remove(entity)


def _has_own_entities(root: XmlElement) -> bool:
    dtd = root.getroottree().docinfo.internalDTD
    return dtd is not None and next(iter(dtd.iterentities()), None) is not None


def _declares_entities(data: bytes) -> bool:
    return b"<!ENTITY" in data[:_HEAD_BYTES].replace(b"\0", b"")


def _declares_nothing(data: bytes) -> bool:
    head = data[:_HEAD_BYTES].replace(b"\0", b"")
    declared = _DECLARED_ENCODING.search(head[:200])
    return b"<!DOCTYPE" not in head and (declared is None or bool(_ASCII_LIKE.match(declared[1])))


def _entity_failure(name: str) -> ExtractionFailure:
    return ExtractionFailure(
        FileState.CORRUPT, f"The file's part {name} uses XML entities, which are not read."
    )
