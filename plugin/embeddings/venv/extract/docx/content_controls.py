"""What stands in a content control (w:sdt), and when it is no text of the document.

Owns: placeholder prompts and tables of contents (ECMA-376-1, 17.5.2). Does not own: how its
content is read, which is as if the control were not there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ooxml.names import attribute, child, full_names, is_on

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

_TABLE_OF_CONTENTS = "Table of Contents"


def content_of(control: _Element) -> Iterable[_Element]:
    """Return the elements in a w:sdt; none where they are a prompt or a table of contents."""
    properties = child(control, "w:sdtPr")
    if is_on(child(properties, "w:showingPlcHdr")) or _is_contents(properties):
        return ()
    content = child(control, "w:sdtContent")
    return () if content is None else content


def _is_contents(properties: _Element | None) -> bool:
    """Return True for a table of contents: it repeats the headings, often those of yesterday."""
    if properties is None:
        return False
    galleries = properties.iter(*full_names("w:docPartGallery"))
    return any(attribute(gallery, "w:val") == _TABLE_OF_CONTENTS for gallery in galleries)
