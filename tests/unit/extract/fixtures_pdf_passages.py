"""What is read of the PDF files of the tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plugin.embeddings.venv.extract.pdf.reader import extract_pdf

from .fixtures_pdf import Page, Pdf

if TYPE_CHECKING:
    from pathlib import Path


def read_pdf(pdf: Pdf, folder: Path) -> list[tuple[str, str, int | None]]:
    """Return the kind, text and page of each passage that is read of a file."""
    passages = extract_pdf(pdf.save(folder / "a.pdf")).passages
    return [(each.kind.value, each.text, each.location.page) for each in passages]


def page_texts(operators: str, tmp_path: Path) -> list[str]:
    """Return the texts that are read of a page."""
    return [text for _, text, _ in read_pdf(Pdf([Page(operators)]), tmp_path)]
