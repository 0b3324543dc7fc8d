"""Word documents for tests, their body written as XML, and what is read of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plugin.embeddings.venv.extract.docx.reader import extract_docx

from .fixtures_ooxml import W, write_docx

if TYPE_CHECKING:
    from pathlib import Path

    from plugin.documents.passages import PassageKind


def run(text: str, properties: str = "") -> str:
    """Return a run of text with its properties."""
    r_pr = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{r_pr}<w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(content: str, properties: str = "") -> str:
    """Return a paragraph with its properties."""
    p_pr = f"<w:pPr>{properties}</w:pPr>" if properties else ""
    return f"<w:p>{p_pr}{content}</w:p>"


def cell(content: str, properties: str = "") -> str:
    """Return a table cell with its properties."""
    tc_pr = f"<w:tcPr>{properties}</w:tcPr>" if properties else ""
    return f"<w:tc>{tc_pr}{content}</w:tc>"


def control(content: str, properties: str = "") -> str:
    """Return a content control with its properties."""
    return f"<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>"


def styled(tmp_path: Path, body: str, styles: str) -> Path:
    """Write a Word document with these styles and return its path."""
    return write_docx(
        tmp_path / "a.docx",
        body,
        links={"rId1": ("styles", "styles.xml")},
        parts={"word/styles.xml": f"<w:styles {W}>{styles}</w:styles>"},
    )


def texts(path: Path, kind: PassageKind | None = None) -> list[str]:
    """Return the texts that are read of a Word document, of one kind or all."""
    passages = extract_docx(path).passages
    return [each.text for each in passages if kind is None or each.kind is kind]


def typed(path: Path) -> list[tuple[str, str]]:
    """Return the kind and text of each passage of a Word document."""
    return [(each.kind.value, each.text) for each in extract_docx(path).passages]


def body_texts(tmp_path: Path, body: str) -> list[str]:
    """Return the texts that are read of a document with this body."""
    return texts(write_docx(tmp_path / "a.docx", body))
