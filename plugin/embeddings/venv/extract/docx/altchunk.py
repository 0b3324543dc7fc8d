"""Foreign content that a Word document embeds whole (w:altChunk): web pages and plain text.

Owns: the lines of such a part (ECMA-376-1, 17.17.2.1). Does not own: where it stands, or
embedded documents of other kinds, which give no lines.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

_TEXT_LEVEL = frozenset(
    [
        "a",
        "abbr",
        "b",
        "bdi",
        "bdo",
        "cite",
        "code",
        "data",
        "dfn",
        "em",
        "font",
        "i",
        "ins",
        "kbd",
        "label",
        "mark",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
    ]
)
_NEVER_SHOWN = frozenset({"script", "style", "head", "title", "template", "del", "noscript"})
_SPACES = re.compile(r"\s+")
_MAX_DEPTH = 100


def altchunk_lines(data: bytes, part: str) -> list[str]:
    """Return the lines of an embedded web page or plain text, none for any other content."""
    if part.lower().endswith(".txt"):
        return data.decode("utf-8", "replace").splitlines()
    if b"<" not in data[:200] or b"\0" in data[:200]:
        return []
    from lxml import etree
    from lxml.html import HTMLParser, document_fromstring

    try:
        root = document_fromstring(data, parser=HTMLParser(no_network=True))
    except (etree.ParserError, ValueError):
        return []
    return "".join(_pieces(root, 0)).split("\n")


def _pieces(element: HtmlElement, depth: int) -> Iterator[str]:
    """Yield the text in an element; what is no text-level element stands on lines of its own."""
    name = element.tag if isinstance(element.tag, str) else "script"
    if name not in _NEVER_SHOWN and depth < _MAX_DEPTH:
        edge = "" if name in _TEXT_LEVEL else "\n"
        yield edge
        # A line end in the source is a space on the page.
        yield _SPACES.sub(" ", element.text or "")
        for child in element:
            yield from _pieces(child, depth + 1)
        yield edge
    yield _SPACES.sub(" ", element.tail or "")
