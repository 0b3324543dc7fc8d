"""Streaming the large parts of a workbook: strings and rows, one element at a time.

Owns: bounded, entity-free iteration and what to do at damage. Does not own: what rows mean.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from ..ooxml.names import full_names
from ..xml_tree import SAFE_PARSING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from ..ooxml.package import OoxmlPackage

_SEARCHED_FOR_ENTITIES_BYTES = 100_000


def elements(
    package: OoxmlPackage, part: str, *short_names: str, data: bytes | None = None
) -> Iterator[_Element]:
    """Yield a part's elements of these names as they close; each is emptied after its turn.

    data is the part's bytes where they are at hand.
    At damage the iteration ends and the damage is recorded, as are entities of the part's own
    and a part that is missing or cannot be read at all.
    Raises ExtractionFailure where reading must stop (too_big, encrypted), and MemoryError.
    """
    from lxml import etree

    data = package.optional_bytes(part) if data is None else data
    if not data:
        return
    # Never expanded: a reference stays a node of its own, which no reader looks into.
    if b"<!ENTITY" in data[:_SEARCHED_FOR_ENTITIES_BYTES]:
        package.note_damage(f"The file's part {part} uses XML entities, which are left out.")
    try:
        for _, element in etree.iterparse(
            io.BytesIO(data), tag=full_names(*short_names), **SAFE_PARSING
        ):
            yield element
            _forget(element)
    except etree.XMLSyntaxError as error:
        # libxml2 tells of lacking memory by a syntax error: the file is not to blame for it.
        if error.code == etree.ErrorTypes.ERR_NO_MEMORY:
            raise MemoryError from error
        package.note_damage(f"The file is damaged: its part {part} was read up to the damage.")


def _forget(element: _Element) -> None:
    element.clear(keep_tail=False)
    # Emptied elements still take memory while their parent holds them.
    while element.getprevious() is not None:
        parent = element.getparent()
        if parent is None:
            return
        del parent[0]
