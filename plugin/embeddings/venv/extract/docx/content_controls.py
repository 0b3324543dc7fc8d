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
_DEFAULT_PROMPT = "DefaultPlaceholder"
_CONTENTS_FIELDS = ("TOC ", "PAGEREF ", "HYPERLINK \\l")


def content_of(control: _Element) -> Iterable[_Element]:
    """Return the elements in a w:sdt; none where they are a prompt to the author."""
    content = child(control, "w:sdtContent")
    if content is None or _is_prompt(child(control, "w:sdtPr"), content):
        return ()
    return list(content)


def is_contents(control: _Element) -> bool:
    """Return True for a control that holds a table of contents, and perhaps other text too."""
    properties = child(control, "w:sdtPr")
    if properties is None:
        return False
    galleries = properties.iter(*full_names("w:docPartGallery"))
    return any(attribute(gallery, "w:val") == _TABLE_OF_CONTENTS for gallery in galleries)


def points_elsewhere(paragraph: _Element) -> bool:
    """Return True for a paragraph of a table of contents that links to a place in the text."""
    links = paragraph.iter(*full_names("w:hyperlink"))
    if any(attribute(link, "w:anchor") for link in links):
        return True
    fields = paragraph.iter(*full_names("w:instrText"))
    return any((each.text or "").strip().startswith(_CONTENTS_FIELDS) for each in fields)


def _is_prompt(properties: _Element | None, content: _Element) -> bool:
    if not is_on(child(properties, "w:showingPlcHdr")):
        return False
    part = child(child(properties, "w:placeholder"), "w:docPart")
    prompt = "" if part is None else attribute(part, "w:val") or ""
    # Word's own prompt has a style of its own; without it, a program filled in text and left
    # the mark behind.
    is_styled = next(content.iter(*full_names("w:rStyle")), None) is not None
    return is_styled or not prompt.startswith(_DEFAULT_PROMPT)
