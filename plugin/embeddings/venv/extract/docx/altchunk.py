"""Foreign documents that a Word document embeds whole (w:altChunk): pages, RTF, Word, text.

Owns: reading such a part as the file that it is (ECMA-376-1, 17.17.2.1), and how deep such
parts may lie in one another. Does not own: where it stands in the text.
"""

from __future__ import annotations

import posixpath
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from .....contracts.corpus import FileState
from .....documents.passages import PassageKind
from .. import extract_document
from ..styled_text import StyledText

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..document import PassageWriter

_MAX_DEPTH = 3
_open_parts: list[str] = []


def write_altchunk(
    data: bytes, part: str, writer: PassageWriter, kind: PassageKind | None = None
) -> None:
    """Write the passages of an embedded document; kind overrides that of plain paragraphs."""
    with _opened(part) as depth:
        if depth > _MAX_DEPTH:
            writer.mark_partial("Documents embedded in embedded ones are left out.")
            return
        with TemporaryDirectory(prefix="writeragent-embedded-") as folder:
            path = Path(folder) / (posixpath.basename(part) or "part")
            path.write_bytes(data)
            document = extract_document(path)
    if document.state is FileState.PARTIAL:
        writer.mark_partial(document.reason)
    elif document.state not in (FileState.OK, FileState.EMPTY):
        writer.mark_partial("A document that is embedded in this one cannot be read.")
    for passage in document.passages:
        text = StyledText(passage.text, passage.runs)
        if passage.kind is PassageKind.HEADING:
            writer.add_heading(passage.heading_level, text)
        elif passage.kind is not PassageKind.FRONTMATTER:
            own = kind if kind and passage.kind is PassageKind.TEXT else passage.kind
            writer.add(own, text, prose=passage.prose)


@contextmanager
def _opened(part: str) -> Iterator[int]:
    """Yield how many embedded documents are open, this one included."""
    _open_parts.append(part)
    try:
        yield len(_open_parts)
    finally:
        _open_parts.pop()
