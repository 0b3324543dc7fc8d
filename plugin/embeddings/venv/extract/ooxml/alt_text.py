"""What a picture or a shape says of itself to those who cannot see it.

Owns: alternative texts (ECMA-376-1, 20.1.2.2.8 CT_NonVisualDrawingProps; MS-ODRAWXML 2.29
decorative), and which of them no person wrote. Does not own: where shapes stand.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .names import full_names

if TYPE_CHECKING:
    from lxml.etree import _Element

# Programs put the name or the address of the picture's file where its description belongs.
_FILE_NAME = re.compile(
    r"(?:(?:[A-Za-z]:)?[\\/]|https?://|file:|cid:)\S*"
    r"|[^\n]{0,200}\.(?:png|jpe?g|jpe|gif|bmp|tiff?|svg|emf|wmf|webp|ico|pct|pict|eps)",
    re.IGNORECASE,
)
# What Office calls a shape that nobody named.
_DEFAULT_NAME = re.compile(
    r"(?:picture|image|graphic|object|chart|diagram|shape|text ?box|rectangle|grafik|bild|imagen"
    r"|imagem|immagine|рисунок|图片|図) *\d+",
    re.IGNORECASE,
)
_GENERATED_LINE = re.compile(
    r"^[ \t]*(?:Description automatically generated.*|AI-generated content may be incorrect\.?)$"
    r"|,? *(?:Description )?automatically generated(?: with \w+ confidence)?$",
    re.IGNORECASE | re.MULTILINE,
)


def written_by_person(text: str | None) -> str:
    """Return a description without what programs add, "" where it is but a name or address."""
    if not text:
        return ""
    plain = _GENERATED_LINE.sub("", text).strip()
    return "" if _FILE_NAME.fullmatch(plain) or _DEFAULT_NAME.fullmatch(plain) else plain


def alternative_text(properties: _Element | None) -> str:
    """Return the title and description of a shape's non-visual properties, or "".

    Nothing for what is marked as mere decoration.
    """
    if properties is None or _is_decorative(properties):
        return ""
    texts = (written_by_person(properties.get(name)) for name in ("title", "descr"))
    return "\n".join(dict.fromkeys(text for text in texts if text))


def _is_decorative(properties: _Element) -> bool:
    marks = properties.iter(*full_names("adec:decorative"))
    return any(mark.get("val") in {"1", "true"} for mark in marks)
