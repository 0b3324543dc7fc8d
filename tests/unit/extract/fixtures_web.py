"""Web pages for tests: written under any name, read as the product reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plugin.documents.passages import ExtractedDocument, PassageKind
from plugin.embeddings.venv.extract import extract_document

if TYPE_CHECKING:
    from pathlib import Path


def read_page(folder: Path, markup: str | bytes, name: str = "page.html") -> ExtractedDocument:
    """Return what is read of a page."""
    path = folder / name
    path.write_bytes(markup if isinstance(markup, bytes) else markup.encode())
    return extract_document(path)


def texts_of(document: ExtractedDocument, kind: PassageKind = PassageKind.TEXT) -> list[str]:
    """Return the texts of the passages of one kind."""
    return [passage.text for passage in document.passages if passage.kind is kind]


def all_texts(document: ExtractedDocument) -> list[str]:
    """Return the texts of all passages."""
    return [passage.text for passage in document.passages]
