"""What a file says of itself: its title, subject and keywords (ISO 32000-2, 14.3).

Owns: which titles are worth showing. Does not own: reading them from the file (library).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .....documents.passages import PassageKind
from ..styled_text import bcp47_tag, normalise_text

if TYPE_CHECKING:
    from ..document import PassageWriter
    from .library import PdfFile

# What programs write where the author has written nothing.
_PROGRAM = re.compile(
    r"^(?:microsoft\s+(?:word|excel|powerpoint)|\S+\.tmp)\s*[-\u2013]\s*", re.IGNORECASE
)
_USELESS = re.compile(
    r"\(?(?:untitled|anonymous|unspecified|unbenannt|sans titre|sin t[ií]tulo|document|"
    r"dokument|slide|presentation|"
    r"powerpoint presentation|title|none|null|unknown|scan|scanned document|print|layout)"
    r"[ _-]*\d*\)?(?:\.\w{2,5})?",
    re.IGNORECASE,
)
_FILE_NAME = re.compile(
    r"\S*[\\/]\S*|.*\.(?:docx?|odt|rtf|xlsx?|pptx?|pdf|tex|dvi|ps|indd|qxd|pmd|tmp|txt|html?|cdr|"
    r"fm|wpd|p65)",
    re.IGNORECASE,
)
_MAX_TITLE_CHARS = 400


def add_properties(pdf: PdfFile, writer: PassageWriter) -> None:
    """Set the writer's title and language, and add subject and keywords as frontmatter."""
    writer.title = useful_title(pdf.information("Title"))
    writer.language = bcp47_tag(pdf.language.strip())
    about = [normalise_text(pdf.information(key)) for key in ("Subject", "Keywords")]
    writer.add(
        PassageKind.FRONTMATTER,
        "\n".join(dict.fromkeys(text for text in about if text and not _USELESS.fullmatch(text))),
    )


def useful_title(title: str) -> str:
    """Return a title that an author wrote, "" for a program's: a file's name, "untitled"."""
    title = normalise_text(title)[:_MAX_TITLE_CHARS].replace("\n", " ")
    title = _PROGRAM.sub("", title).strip()
    if _USELESS.fullmatch(title) or _FILE_NAME.fullmatch(title):
        return ""
    return title if any(char.isalpha() for char in title) else ""
