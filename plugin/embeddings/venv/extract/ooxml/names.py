"""One short name for each OOXML element, whichever of the two editions wrote it.

Owns: the namespaces of ECMA-376 transitional and ISO/IEC 29500 strict, and their short
prefixes. Does not own: what any element means (the readers do).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element

_OPEN = "http://schemas.openxmlformats.org"
_STRICT = "http://purl.oclc.org/ooxml"
_MICROSOFT = "http://schemas.microsoft.com/office"

_PREFIXES: dict[str, str] = {
    f"{_OPEN}/wordprocessingml/2006/main": "w",
    f"{_STRICT}/wordprocessingml/main": "w",
    f"{_OPEN}/spreadsheetml/2006/main": "s",
    f"{_STRICT}/spreadsheetml/main": "s",
    f"{_OPEN}/presentationml/2006/main": "p",
    f"{_STRICT}/presentationml/main": "p",
    f"{_OPEN}/drawingml/2006/main": "a",
    f"{_STRICT}/drawingml/main": "a",
    f"{_OPEN}/drawingml/2006/chart": "c",
    f"{_STRICT}/drawingml/chart": "c",
    f"{_OPEN}/drawingml/2006/diagram": "dgm",
    f"{_STRICT}/drawingml/diagram": "dgm",
    f"{_OPEN}/drawingml/2006/picture": "pic",
    f"{_STRICT}/drawingml/picture": "pic",
    f"{_OPEN}/drawingml/2006/wordprocessingDrawing": "wp",
    f"{_STRICT}/drawingml/wordprocessingDrawing": "wp",
    f"{_OPEN}/drawingml/2006/spreadsheetDrawing": "xdr",
    f"{_STRICT}/drawingml/spreadsheetDrawing": "xdr",
    f"{_OPEN}/officeDocument/2006/relationships": "r",
    f"{_STRICT}/officeDocument/relationships": "r",
    f"{_OPEN}/officeDocument/2006/math": "m",
    f"{_STRICT}/officeDocument/math": "m",
    f"{_OPEN}/package/2006/relationships": "rel",
    f"{_OPEN}/markup-compatibility/2006": "mc",
    f"{_OPEN}/package/2006/metadata/core-properties": "cp",
    f"{_MICROSOFT}/word/2010/wordprocessingShape": "wps",
    f"{_MICROSOFT}/word/2010/wordprocessingGroup": "wpg",
    f"{_MICROSOFT}/word/2010/wordml": "w14",
    f"{_MICROSOFT}/drawing/2010/main": "a14",
    f"{_MICROSOFT}/drawing/2014/chartex": "cx",
    f"{_MICROSOFT}/drawing/2017/decorative": "adec",
    f"{_MICROSOFT}/powerpoint/2010/main": "p14",
    f"{_MICROSOFT}/powerpoint/2018/8/main": "p188",
    f"{_MICROSOFT}/spreadsheetml/2018/threadedcomments": "tc",
    "urn:schemas-microsoft-com:vml": "v",
    "urn:schemas-microsoft-com:office:excel": "x",
    "http://www.w3.org/XML/1998/namespace": "xml",
    "http://purl.org/dc/elements/1.1/": "dc",
}

_NAMESPACES: dict[str, tuple[str, ...]] = {}
for _namespace, _prefix in _PREFIXES.items():
    _NAMESPACES[_prefix] = (*_NAMESPACES.get(_prefix, ()), _namespace)


class _ShortNames(dict[str, str]):
    """Maps "{namespace}local" to "prefix:local", worked out once a name."""

    def __missing__(self, tag: str) -> str:
        namespace, _, local = tag.rpartition("}")
        prefix = _PREFIXES.get(namespace[1:], "?")
        short = f"{prefix}:{local}" if namespace else local
        self[tag] = short
        return short


class _FullNames(dict[str, tuple[str, ...]]):
    """Maps "prefix:local" to every "{namespace}local" that stands for it."""

    def __missing__(self, short: str) -> tuple[str, ...]:
        prefix, _, local = short.partition(":")
        full = tuple(f"{{{namespace}}}{local}" for namespace in _NAMESPACES[prefix])
        self[short] = full
        return full


_SHORT = _ShortNames()
_FULL = _FullNames()


def name_of(element: _Element) -> str:
    """Return an element's short name, "w:p"; "?:x" in a foreign namespace, "" for a comment."""
    tag = element.tag
    return _SHORT[tag] if isinstance(tag, str) else ""


def full_names(*short_names: str) -> tuple[str, ...]:
    """Return the "{namespace}local" forms of short names in both editions, for lxml's filters."""
    return tuple(full for short in short_names for full in _FULL[short])


def attribute(element: _Element, short_name: str) -> str | None:
    """Return a namespaced attribute ("w:val") in either edition, or None when it is not there."""
    for full in _FULL[short_name]:
        value = element.get(full)
        if value is not None:
            return str(value)
    return None


def child(element: _Element | None, short_name: str) -> _Element | None:
    """Return the first child of that name, or None; None in gives None, so that calls chain."""
    if element is None:
        return None
    # Once a name, not with all names: a filter of one name is several times as fast.
    for full in _FULL[short_name]:
        for found in element.iterchildren(full):
            return found
    return None


def children(element: _Element | None, short_name: str) -> list[_Element]:
    """Return all children of that name; none for None."""
    if element is None:
        return []
    return list(element.iterchildren(*_FULL[short_name]))


def is_on(element: _Element | None) -> bool:
    """Return True for a switch that is there and not turned off (ST_OnOff, 22.9.2.7)."""
    if element is None:
        return False
    value = attribute(element, "w:val")
    return value is None or value.lower() not in {"0", "false", "off"}


def chosen(alternate: _Element) -> list[_Element]:
    """Return the content to read of an mc:AlternateContent: one branch, never two.

    A text box is written there twice, once for each drawing language. The first Choice
    with text or a picture is read; a Fallback only where no Choice has either.
    """
    branches = [*children(alternate, "mc:Choice"), *children(alternate, "mc:Fallback")]
    graphics = _FULL["a:graphicData"]
    for branch in branches:
        has_text = any(text.strip() for text in branch.itertext())
        if has_text or next(branch.iter(*graphics), None) is not None:
            return list(branch)
    return list(branches[0]) if branches else []
