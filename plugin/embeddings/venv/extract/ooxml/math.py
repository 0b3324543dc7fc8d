"""Office math as one line of text, readable and findable.

Owns: the linear form of OMML (ECMA-376-1, 22.1). Does not own: where an equation stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .names import attribute, child, children, name_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element

_MAX_DEPTH = 60
_DELETED = frozenset({"w:del", "w:moveFrom"})


def math_text(element: _Element, depth: int = 0) -> str:
    """Return the linear text of an equation or of any part of one: "(x-c)^2/n"."""
    name = name_of(element)
    # Everything that is set apart as properties ends so: dPr, ctrlPr, rPr.
    if depth > _MAX_DEPTH or name.endswith("Pr") or name in _DELETED:
        return ""
    if name in {"m:t", "w:t"}:
        return element.text or ""
    shape = _SHAPES.get(name)
    if shape is not None:
        return shape(element, depth)
    separator = " " if name == "m:mr" else ""
    return separator.join(math_text(part, depth + 1) for part in element)


def _part(element: _Element | None, depth: int) -> str:
    return "" if element is None else math_text(element, depth + 1)


def _grouped(element: _Element | None, depth: int) -> str:
    text = _part(element, depth)
    return text if len(text) <= 1 or text.isalnum() or text.startswith("(") else f"({text})"


def _delimited(element: _Element, depth: int) -> str:
    properties = child(element, "m:dPr")
    opening = _character(properties, "m:begChr", default="(")
    closing = _character(properties, "m:endChr", default=")")
    separator = _character(properties, "m:sepChr", default="|")
    inner = separator.join(_part(part, depth) for part in children(element, "m:e"))
    return f"{opening}{inner}{closing}"


def _character(properties: _Element | None, short_name: str, *, default: str) -> str:
    found = child(properties, short_name)
    if found is None:
        return default
    return attribute(found, "m:val") or ""


def _operator(element: _Element, depth: int) -> str:
    sign = _character(child(element, "m:naryPr"), "m:chr", default="∫")
    return sign + _scripts(element, depth)


def _fraction(element: _Element, depth: int) -> str:
    top, bottom = child(element, "m:num"), child(element, "m:den")
    return f"{_grouped(top, depth)}/{_grouped(bottom, depth)}"


def _root(element: _Element, depth: int) -> str:
    degree = _part(child(element, "m:deg"), depth)
    return f"√{degree}({_part(child(element, 'm:e'), depth)})"


def _scripts(element: _Element, depth: int) -> str:
    base = _part(child(element, "m:e"), depth)
    below = _grouped(child(element, "m:sub"), depth)
    above = _grouped(child(element, "m:sup"), depth)
    scripts = (f"_{below}" if below else "") + (f"^{above}" if above else "")
    return f"{scripts} {base}" if name_of(element) == "m:nary" else base + scripts


def _function(element: _Element, depth: int) -> str:
    return f"{_part(child(element, 'm:fName'), depth)} {_part(child(element, 'm:e'), depth)}"


def _limit(element: _Element, depth: int) -> str:
    sign = "_" if name_of(element) == "m:limLow" else "^"
    limit = _grouped(child(element, "m:lim"), depth)
    return f"{_part(child(element, 'm:e'), depth)}{sign}{limit}"


def _rows(element: _Element, depth: int) -> str:
    """Return the rows of a matrix or of an array of equations, one after the other."""
    rows = (math_text(row, depth + 1) for row in element)
    return "; ".join(row for row in rows if row)


_SHAPES: dict[str, Callable[[_Element, int], str]] = {
    "m:d": _delimited,
    "m:nary": _operator,
    "m:f": _fraction,
    "m:rad": _root,
    "m:sSup": _scripts,
    "m:sSub": _scripts,
    "m:sSubSup": _scripts,
    "m:sPre": _scripts,
    "m:func": _function,
    "m:limLow": _limit,
    "m:limUpp": _limit,
    "m:m": _rows,
    "m:eqArr": _rows,
}
