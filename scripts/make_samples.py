#!/usr/bin/env python3
"""Write the sample folder: a small library's files, in several formats and languages."""

import argparse
import csv
import sys
from pathlib import Path
from typing import List, Optional

from cli import EXIT_OK, UsageParser, run_cli
from sample_texts import (
    BUDGET_ROWS,
    FRENCH_MINUTES,
    GERMAN_HOUSE_RULES,
    HANDBOOK,
    JAPANESE_NOTES,
    LAUNCH_SLIDES,
    MEMBER_ROWS,
    README_LINES,
    REMOTE_WORK_POLICY,
    SPANISH_LETTER,
    SUPPLIER_ROWS,
    Block,
)

Rows = List[List[object]]


def main(argv: Optional[List[str]] = None) -> int:
    """Return 0 after writing every sample into the given folder."""
    options = _parser().parse_args(argv)
    folder = Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    write_odt(folder / "Remote work policy.odt", REMOTE_WORK_POLICY, "en", "GB")
    write_odt(folder / "Hausordnung.odt", GERMAN_HOUSE_RULES, "de", "DE")
    write_docx(folder / "Volunteer handbook.docx", HANDBOOK, "en-GB")
    write_docx(folder / "Compte rendu 12 mars.docx", FRENCH_MINUTES, "fr-FR")
    write_ods(folder / "Budget 2026.ods", "Plan", BUDGET_ROWS)
    write_xlsx(folder / "Suppliers.xlsx", "Contacts", SUPPLIER_ROWS)
    write_pptx(folder / "Summer reading launch.pptx", LAUNCH_SLIDES)
    write_rtf(folder / "Carta donacion.rtf", SPANISH_LETTER)
    write_csv(folder / "members.csv", MEMBER_ROWS)
    (folder / "読書会.txt").write_text(JAPANESE_NOTES, encoding="utf-8")
    (folder / "README.md").write_text("\n".join(README_LINES) + "\n", encoding="utf-8")
    return EXIT_OK


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(description=__doc__)
    parser.add_argument("folder", help="where the samples go; made when missing")
    return parser


def write_odt(path: Path, blocks: List[Block], language: str, country: str) -> None:
    """Write a Writer document of headings (level > 0) and paragraphs in one language."""
    from odf.opendocument import OpenDocumentText
    from odf.style import DefaultStyle, TextProperties
    from odf.text import H, P

    document = OpenDocumentText()
    default = DefaultStyle(family="paragraph")
    default.addElement(TextProperties(language=language, country=country))
    document.styles.addElement(default)
    for level, text in blocks:
        element = H(outlinelevel=level, text=text) if level else P(text=text)
        document.text.addElement(element)
    document.save(str(path))


def write_docx(path: Path, blocks: List[Block], language: str) -> None:
    """Write a Word document of headings (level > 0) and paragraphs in one language."""
    import docx
    from docx.oxml.ns import qn

    document = docx.Document()
    for properties in document.styles.element.iter(qn("w:lang")):
        properties.set(qn("w:val"), language)
    document.core_properties.title = path.stem
    for level, text in blocks:
        if level:
            document.add_heading(text, level)
        else:
            document.add_paragraph(text)
    document.save(str(path))


def write_ods(path: Path, sheet: str, rows: Rows) -> None:
    """Write a Calc document of one sheet; numbers stay numbers."""
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.table import Table, TableCell, TableRow
    from odf.text import P

    document = OpenDocumentSpreadsheet()
    table = Table(name=sheet)
    for row in rows:
        table_row = TableRow()
        for value in row:
            number = {"valuetype": "float", "value": value} if isinstance(value, int) else {}
            cell = TableCell(**(number or {"valuetype": "string"}))
            cell.addElement(P(text=str(value)))
            table_row.addElement(cell)
        table.addElement(table_row)
    document.spreadsheet.addElement(table)
    document.save(str(path))


def write_xlsx(path: Path, sheet: str, rows: Rows) -> None:
    """Write an Excel workbook of one sheet."""
    import openpyxl

    workbook = openpyxl.Workbook()
    worksheet = workbook.active
    worksheet.title = sheet
    for row in rows:
        worksheet.append(row)
    workbook.save(path)


def write_pptx(path: Path, slides: List[List[str]]) -> None:
    """Write a presentation; each slide is its title, its points and, last, its notes."""
    import pptx

    presentation = pptx.Presentation()
    for title, *points, notes in slides:
        slide = presentation.slides.add_slide(presentation.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = "\n".join(points)
        slide.notes_slide.notes_text_frame.text = notes
    presentation.save(str(path))


def write_rtf(path: Path, paragraphs: List[str]) -> None:
    """Write an RTF letter; characters beyond ASCII go as Unicode escapes."""
    body = "\\par\n".join("".join(map(_rtf_character, paragraph)) for paragraph in paragraphs)
    path.write_text(
        "{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Liberation Serif;}}\\lang3082\n" + body + "\\par}\n",
        encoding="ascii",
    )


def _rtf_character(character: str) -> str:
    return character if ord(character) < 128 else f"\\u{ord(character)}?"  # noqa: PLR2004 - ASCII


def write_csv(path: Path, rows: Rows) -> None:
    """Write a semicolon-separated file, as office programs in much of Europe do."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter=";").writerows(rows)


if __name__ == "__main__":
    sys.exit(run_cli(main))
