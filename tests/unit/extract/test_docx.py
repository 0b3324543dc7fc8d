"""Word: what a reader sees of runs, fields, changes, tables and boxes, once and in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import docx
import pytest

from plugin.contracts.corpus import FileState
from plugin.documents.passages import LocaleRun, PassageKind
from plugin.embeddings.venv.extract.docx.reader import extract_docx

from .fixtures_docx import body_texts, paragraph, run, texts
from .fixtures_ooxml import NAMESPACES, W, write_docx

if TYPE_CHECKING:
    from pathlib import Path


def test_document_of_python_docx_gives_headings_lists_and_table_rows(tmp_path: Path) -> None:
    made = docx.Document()
    made.core_properties.title = "Ducks of the North"
    made.add_heading("Mallards", level=1)
    made.add_paragraph("They swim.")
    made.add_heading("Food", level=2)
    made.add_paragraph("Duckweed", style="List Bullet")
    table = made.add_table(rows=3, cols=2)
    for row, cells in zip(
        table.rows, [("Food", "Share"), ("Grain", "40"), ("Snails", "60")], strict=True
    ):
        for cell, text in zip(row.cells, cells, strict=True):
            cell.text = text
    made.save(str(tmp_path / "ducks.docx"))

    document = extract_docx(tmp_path / "ducks.docx")

    assert document.state is FileState.OK
    assert document.title == "Ducks of the North"
    assert document.language == "en-US"
    assert [(each.kind, each.text, each.heading_path) for each in document.passages] == [
        (PassageKind.HEADING, "Mallards", ()),
        (PassageKind.TEXT, "They swim.", ("Mallards",)),
        (PassageKind.HEADING, "Food", ("Mallards",)),
        (PassageKind.TEXT, "Duckweed", ("Mallards", "Food")),
        (PassageKind.TABLE, "Food | Share", ("Mallards", "Food")),
        (PassageKind.TABLE, "Food | Share\nGrain | 40", ("Mallards", "Food")),
        (PassageKind.TABLE, "Food | Share\nSnails | 60", ("Mallards", "Food")),
    ]
    assert [each.prose for each in document.passages] == [True] * 4 + [False] * 3


def test_insertions_are_read_and_deletions_are_not(tmp_path: Path) -> None:
    body = paragraph(
        run("Ducks ")
        + f"<w:ins>{run('really ')}</w:ins>"
        + "<w:del><w:r><w:delText>hardly </w:delText></w:r></w:del>"
        + f"<w:moveFrom>{run('often ')}</w:moveFrom><w:moveTo>{run('swim')}</w:moveTo>"
    )
    assert body_texts(tmp_path, body) == ["Ducks really swim"]


def test_deleted_paragraph_mark_joins_two_paragraphs(tmp_path: Path) -> None:
    body = paragraph(run("Ducks "), "<w:rPr><w:del/></w:rPr>") + paragraph(run("swim."))
    assert body_texts(tmp_path, body) == ["Ducks swim."]


def test_deleted_mark_at_the_very_end_loses_nothing(tmp_path: Path) -> None:
    assert body_texts(tmp_path, paragraph(run("Ducks"), "<w:rPr><w:del/></w:rPr>")) == ["Ducks"]


@pytest.mark.parametrize("wrapper", ["w:smartTag", "w:hyperlink", "w:fldSimple", "w:customXml"])
def test_wrapped_runs_are_read(tmp_path: Path, wrapper: str) -> None:
    body = paragraph(run("a ") + f"<{wrapper}>{run('b')}</{wrapper}>" + run(" c"))
    assert body_texts(tmp_path, body) == ["a b c"]


def test_content_controls_are_read_at_every_level(tmp_path: Path) -> None:
    def sdt(content: str) -> str:
        alias = '<w:sdtPr><w:alias w:val="no text"/></w:sdtPr>'
        return f"<w:sdt>{alias}<w:sdtContent>{content}</w:sdtContent></w:sdt>"

    cell = sdt(f"<w:tc>{paragraph(run('in cell'))}</w:tc>")
    other = f"<w:tc>{paragraph(run('beside'))}</w:tc>"
    body = (
        sdt(sdt(paragraph(run("block"))))
        + paragraph(sdt(run("inline")))
        + f"<w:tbl>{sdt(f'<w:tr>{cell}{other}</w:tr>')}</w:tbl>"
    )
    assert body_texts(tmp_path, body) == ["block", "inline", "in cell | beside"]


def test_field_instructions_are_never_read_and_results_are(tmp_path: Path) -> None:
    def change(kind: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    nested = change("begin") + run("DATE") + change("separate") + run("1999") + change("end")
    body = paragraph(
        change("begin")
        + "<w:r><w:instrText>HYPERLINK eyIk</w:instrText></w:r>"
        + nested
        + change("separate")
        + run("Foundations")
        + change("end")
    )
    assert body_texts(tmp_path, body) == ["Foundations"]


def test_field_that_never_ends_hides_no_later_paragraph(tmp_path: Path) -> None:
    begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
    assert body_texts(tmp_path, paragraph(begin + run("x")) + paragraph(run("y"))) == ["y"]


def test_tabs_breaks_and_hyphens_do_not_glue_or_split_words(tmp_path: Path) -> None:
    body = paragraph(
        "<w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t></w:r>"
        "<w:r><w:t>-x</w:t><w:noBreakHyphen/><w:t>y op</w:t><w:softHyphen/><w:t>tional</w:t></w:r>"
    )
    assert body_texts(tmp_path, body) == ["one two\nthree-x-y optional"]


def test_hidden_runs_are_left_out_also_by_style(tmp_path: Path) -> None:
    styles = (
        f'<w:styles {W}><w:style w:type="character" w:styleId="Secret">'
        "<w:rPr><w:vanish/></w:rPr></w:style></w:styles>"
    )
    body = paragraph(
        run("seen ")
        + run("a", "<w:vanish/>")
        + run("b", '<w:rStyle w:val="Secret"/>')
        + run("also", '<w:rStyle w:val="Secret"/><w:vanish w:val="0"/>')
    )
    path = write_docx(
        tmp_path / "a.docx",
        body,
        links={"rId1": ("styles", "styles.xml")},
        parts={"word/styles.xml": styles},
    )
    assert texts(path) == ["seen also"]


def test_text_box_written_twice_is_read_once_after_its_paragraph(tmp_path: Path) -> None:
    box = f"<w:txbxContent>{paragraph(run('boxed'))}</w:txbxContent>"
    drawing = (
        '<w:drawing><wp:inline><wp:docPr id="1" name="n" descr="A duck on ice"/><a:graphic>'
        f"<a:graphicData><wps:wsp><wps:txbx>{box}</wps:txbx></wps:wsp></a:graphicData>"
        "</a:graphic></wp:inline></w:drawing>"
    )
    picture = f"<w:pict><v:shape><v:textbox>{box}</v:textbox></v:shape></w:pict>"
    alternate = (
        f'<mc:AlternateContent><mc:Choice Requires="wps">{drawing}</mc:Choice>'
        f"<mc:Fallback>{picture}</mc:Fallback></mc:AlternateContent>"
    )
    body = paragraph(run("before ") + f"<w:r>{alternate}</w:r>" + run("after"))
    assert body_texts(tmp_path, body) == ["before after", "A duck on ice", "boxed"]


def test_heading_levels_come_from_outline_inheritance_and_names(tmp_path: Path) -> None:
    styles = (
        f"<w:styles {W}>"
        '<w:style w:type="paragraph" w:styleId="A"><w:name w:val="Part"/>'
        '<w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="B"><w:basedOn w:val="A"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="C"><w:name w:val="heading 3"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="L1"><w:basedOn w:val="L2"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="L2"><w:basedOn w:val="L1"/></w:style>'
        "</w:styles>"
    )
    body = "".join(
        paragraph(run(style), f'<w:pStyle w:val="{style}"/>{extra}')
        for style, extra in [
            ("B", ""),
            ("C", ""),
            ("L1", ""),
            ("A", '<w:outlineLvl w:val="9"/>'),
            ("X", '<w:outlineLvl w:val="0"/>'),
        ]
    )
    path = write_docx(
        tmp_path / "a.docx",
        body,
        links={"rId1": ("styles", "styles.xml")},
        parts={"word/styles.xml": styles},
    )
    levels = {each.text: each.heading_level for each in extract_docx(path).passages}
    assert levels == {"B": 2, "C": 3, "L1": 0, "A": 0, "X": 1}


def test_notes_comments_and_headers_stand_apart_and_once(tmp_path: Path) -> None:
    note = f'<w:footnote w:id="2">{paragraph(run("a note"))}</w:footnote>'
    line = f'<w:footnote w:id="0" w:type="separator">{paragraph(run("-"))}</w:footnote>'
    comment = f'<w:comment w:id="5" w:author="Ann">{paragraph(run("really?"))}</w:comment>'
    parts = {
        "word/footnotes.xml": f"<w:footnotes {NAMESPACES}>{line}{note}</w:footnotes>",
        "word/comments.xml": f"<w:comments {NAMESPACES}>{comment}</w:comments>",
        "word/header1.xml": f"<w:hdr {NAMESPACES}>{paragraph(run('Letterhead'))}</w:hdr>",
    }
    reference = '<w:sectPr><w:headerReference w:type="default" r:id="rId3"/></w:sectPr>'
    body = (
        paragraph(run("du") + '<w:r><w:footnoteReference w:id="2"/></w:r>' + run("ck"), reference)
        + paragraph(run("end") + '<w:r><w:commentReference w:id="5"/></w:r>')
        + reference
    )
    path = write_docx(
        tmp_path / "a.docx",
        body,
        links={
            "rId1": ("footnotes", "footnotes.xml"),
            "rId2": ("comments", "comments.xml"),
            "rId3": ("header", "header1.xml"),
        },
        parts=parts,
    )
    assert [(each.kind.value, each.text) for each in extract_docx(path).passages] == [
        ("text", "duck"),
        ("note", "a note"),
        ("text", "end"),
        ("comment", "Ann: really?"),
        ("header", "Letterhead"),
    ]


def test_nested_table_follows_its_row_and_deleted_rows_are_gone(tmp_path: Path) -> None:
    def cell(content: str) -> str:
        return f"<w:tc>{content}</w:tc>"

    inner = f"<w:tbl><w:tr>{cell(paragraph(run('i1')))}{cell(paragraph(run('i2')))}</w:tr></w:tbl>"
    deleted = f"<w:tr><w:trPr><w:del/></w:trPr>{cell(paragraph(run('gone')))}</w:tr>"
    row = f"<w:tr>{cell(paragraph(run('a')) + inner)}{cell(paragraph(run('b')))}</w:tr>"
    assert body_texts(tmp_path, f"<w:tbl>{deleted}{row}</w:tbl>") == ["a | b", "i1 | i2"]


def test_layout_table_is_read_as_plain_paragraphs(tmp_path: Path) -> None:
    long = "".join(paragraph(run("word " * 60)) for _ in range(4))
    heading = paragraph(run("Skills"), '<w:outlineLvl w:val="0"/>')
    cells = f"<w:tc>{heading}{long}</w:tc><w:tc>{paragraph(run('x'))}</w:tc>"
    body = f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>"
    kinds = [each.kind for each in extract_docx(write_docx(tmp_path / "a.docx", body)).passages]
    assert kinds == [PassageKind.HEADING] + [PassageKind.TEXT] * 5


def test_languages_follow_run_style_and_script(tmp_path: Path) -> None:
    styles = (
        f"<w:styles {W}><w:docDefaults><w:rPrDefault><w:rPr>"
        '<w:lang w:val="en-GB" w:eastAsia="ja-JP" w:bidi="ar-SA"/>'
        "</w:rPr></w:rPrDefault></w:docDefaults></w:styles>"
    )
    body = paragraph(run("cat ") + run("Katze ", '<w:lang w:val="de-DE"/>') + run("猫"))
    path = write_docx(
        tmp_path / "a.docx",
        body + paragraph(run("plain")),
        links={"rId1": ("styles", "styles.xml")},
        parts={"word/styles.xml": styles},
    )
    document = extract_docx(path)
    assert document.language == "en-GB"
    assert document.passages[0].runs == (
        LocaleRun(0, 4, "en-GB"),
        LocaleRun(4, 10, "de-DE"),
        LocaleRun(10, 11, "ja-JP"),
    )
    assert document.passages[1].runs == ()


def test_math_is_a_line_of_text(tmp_path: Path) -> None:
    def e(text: str, tag: str = "m:e") -> str:
        return f"<{tag}><m:r><m:t>{text}</m:t></m:r></{tag}>"

    power = f"<m:sSup><m:e><m:d>{e('x-c')}</m:d></m:e>{e('2', 'm:sup')}</m:sSup>"
    fraction = f"<m:f><m:num>{power}</m:num>{e('n', 'm:den')}</m:f>"
    body = paragraph(run("see") + f"<m:oMath>{fraction}</m:oMath>")
    assert body_texts(tmp_path, body) == ["see (x-c)^2/n"]
