"""Word text that is written in other ways than runs: controls, fields, signs, figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.embeddings.venv.extract.docx.reader import extract_docx

from .fixtures_docx import body_texts, cell, control, paragraph, run, styled, typed
from .fixtures_ooxml import write_docx

if TYPE_CHECKING:
    from pathlib import Path


def test_prompts_of_empty_controls_are_no_text_at_any_level(tmp_path: Path) -> None:
    prompt = "<w:showingPlcHdr/>"
    row = f"<w:tr>{control(cell(paragraph(run('Pick'))), prompt)}{cell(paragraph(run('b')))}</w:tr>"
    body = (
        control(paragraph(run("Click here")), prompt)
        + paragraph(run("a ") + control(run("Enter text"), prompt) + run("c"))
        + f"<w:tbl>{row}</w:tbl>"
        + control(paragraph(run("kept")), '<w:showingPlcHdr w:val="0"/>')
    )
    assert body_texts(tmp_path, body) == ["a c", "b", "kept"]


def test_table_of_contents_is_left_out_as_control_and_by_its_styles(tmp_path: Path) -> None:
    gallery = '<w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj>'
    link = f'<w:hyperlink w:anchor="_Toc1">{run("Ducks 3")}</w:hyperlink>'
    styles = (
        '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="TOC Heading"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="V1"><w:name w:val="toc 1"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="V2"><w:basedOn w:val="V1"/></w:style>'
    )
    body = control(
        paragraph(run("Contents"), '<w:pStyle w:val="H"/>') + paragraph(link), gallery
    ) + paragraph(run("Geese 4"), '<w:pStyle w:val="V2"/>')
    heading = paragraph(run("Ducks"), '<w:outlineLvl w:val="0"/>')
    assert typed(styled(tmp_path, body + heading, styles)) == [("heading", "Ducks")]
    # Without a heading, nothing else says what the entries say.
    entries = ["Contents", "Ducks 3", "Geese 4"]
    assert [text for _, text in typed(styled(tmp_path, body, styles))] == entries


def test_text_that_strayed_into_a_table_of_contents_is_read(tmp_path: Path) -> None:
    gallery = '<w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj>'
    entry = paragraph(f'<w:hyperlink w:anchor="_Toc1">{run("Ducks 3")}</w:hyperlink>')
    heading = paragraph(run("Ducks"), '<w:outlineLvl w:val="0"/>')
    body = control(entry + paragraph(run("Ducks swim.")), gallery) + heading
    assert body_texts(tmp_path, body) == ["Ducks swim.", "Ducks"]


def test_prompt_that_was_filled_in_by_a_program_is_text(tmp_path: Path) -> None:
    left = (
        '<w:placeholder><w:docPart w:val="DefaultPlaceholder_1"/></w:placeholder><w:showingPlcHdr/>'
    )
    prompt = run("Click here", '<w:rStyle w:val="PlaceholderText"/>')
    body = paragraph(control(run("a duck"), left) + control(prompt, left))
    assert body_texts(tmp_path, body) == ["a duck"]


def test_drop_down_form_field_shows_its_choice(tmp_path: Path) -> None:
    entries = "".join(f'<w:listEntry w:val="{each}"/>' for each in ("duck", "goose", "swan"))
    data = f'<w:ffData><w:ddList><w:result w:val="1"/>{entries}</w:ddList></w:ffData>'
    field = (
        f'<w:r><w:fldChar w:fldCharType="begin">{data}</w:fldChar></w:r>'
        "<w:r><w:instrText>FORMDROPDOWN</w:instrText></w:r>"
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    assert body_texts(tmp_path, paragraph(run("a ") + field)) == ["a goose"]


@pytest.mark.parametrize(
    ("font", "code", "shown"),
    [
        ("Symbol", "F061", "\u03b1"),
        ("Symbol", "F0B3", "≥"),
        ("Wingdings", "F0E0", "→"),
        ("Wingdings 2", "F052", "☑"),
        ("Webdings", "F061", "✓"),
        ("Webdings", "F0FF", ""),
        ("Arial", "00E9", "é"),
        ("Symbol", "no", ""),
    ],
)
def test_signs_of_symbol_fonts(tmp_path: Path, font: str, code: str, shown: str) -> None:
    sign = f'<w:r><w:sym w:font="{font}" w:char="{code}"/></w:r>'
    assert body_texts(tmp_path, paragraph(run("x") + sign + run("y"))) == [f"x{shown}y"]


def test_signs_in_running_text_are_told_by_the_runs_font(tmp_path: Path) -> None:
    font = '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>'
    body = paragraph(run("a \uf0ae b", font) + run(" \uf0ae"))
    assert body_texts(tmp_path, body) == ["a → b \uf0ae"]


def test_guides_above_words_are_left_out(tmp_path: Path) -> None:
    ruby = (
        f"<w:r><w:ruby><w:rubyPr/><w:rt>{run('とうきょう')}</w:rt>"
        f"<w:rubyBase>{run('東京')}</w:rubyBase></w:ruby></w:r>"
    )
    assert body_texts(tmp_path, paragraph(ruby + run("へ"))) == ["東京へ"]


def test_toggle_set_by_both_styles_is_off(tmp_path: Path) -> None:
    styles = "".join(
        f'<w:style w:type="{kind}" w:styleId="{kind}"><w:rPr><w:vanish/></w:rPr></w:style>'
        for kind in ("paragraph", "character")
    )
    body = paragraph(
        run("seen", '<w:rStyle w:val="character"/>') + run("hidden"),
        '<w:pStyle w:val="paragraph"/>',
    )
    assert typed(styled(tmp_path, body, styles)) == [("text", "seen")]


def test_what_hangs_on_a_hidden_run_is_hidden(tmp_path: Path) -> None:
    box = f"<w:txbxContent>{paragraph(run('boxed'))}</w:txbxContent>"
    hidden = f"<w:r><w:rPr><w:vanish/></w:rPr><w:pict><v:shape>{box}</v:shape></w:pict></w:r>"
    assert body_texts(tmp_path, paragraph(run("a") + hidden)) == ["a"]


def test_moved_paragraph_leaves_no_empty_place_and_deleted_cells_are_gone(tmp_path: Path) -> None:
    moved = paragraph(
        f"<w:moveFrom>{run('gone')}</w:moveFrom>", "<w:rPr><w:moveFrom/></w:rPr>"
    ) + paragraph(run("stays"))
    split = paragraph(run("du"), "<w:rPr><w:del/></w:rPr>") + paragraph(run("ck"))
    row = (
        f"<w:tr>{cell(split)}{cell(paragraph(run('x')), '<w:cellDel/>')}{cell(paragraph(run('y')))}"
    )
    assert body_texts(tmp_path, f"{moved}<w:tbl>{row}</w:tr></w:tbl>") == ["stays", "duck | y"]


def test_deleted_math_is_left_out_and_math_alone_is_an_equation(tmp_path: Path) -> None:
    def math(text: str) -> str:
        return f"<m:r><m:t>{text}</m:t></m:r>"

    body = paragraph(
        f"<m:oMathPara><m:oMath>{math('a=')}<w:del>{math('b')}</w:del>{math('c')}</m:oMath></m:oMathPara>"
    ) + paragraph(run("with ") + f"<m:oMath>{math('x')}</m:oMath>")
    path = write_docx(tmp_path / "a.docx", body)
    assert typed(path) == [("equation", "a=c"), ("text", "with x")]


def test_descriptions_that_nobody_wrote_are_left_out(tmp_path: Path) -> None:
    decorative = (
        '<a:extLst><a:ext uri="x"><d:decorative val="1" xmlns:d='
        '"http://schemas.microsoft.com/office/drawing/2017/decorative"/></a:ext></a:extLst>'
    )

    def picture(description: str, inside: str = "") -> str:
        return (
            "<w:r><w:drawing><wp:inline>"
            f'<wp:docPr id="1" name="n" descr="{description}">{inside}</wp:docPr>'
            "</wp:inline></w:drawing></w:r>"
        )

    body = paragraph(
        picture("C:\\pictures\\duck.png")
        + picture("my duck.JPG")
        + picture("https://example.org/duck")
        + picture("a rule", decorative)
        + picture("A duck on ice&#10;&#10;Description automatically generated")
    )
    path = write_docx(tmp_path / "a.docx", body)
    assert typed(path) == [("figure", "A duck on ice")]


def test_text_box_keeps_its_table_typed_and_heads_nothing(tmp_path: Path) -> None:
    rows = f"<w:tr>{cell(paragraph(run('a')))}{cell(paragraph(run('b')))}</w:tr>"
    heading = paragraph(run("Boxed"), '<w:outlineLvl w:val="0"/>')
    box = f"<w:txbxContent>{heading}<w:tbl>{rows}</w:tbl></w:txbxContent>"
    body = paragraph(f"<w:r><w:pict><v:shape>{box}</v:shape></w:pict></w:r>")
    path = write_docx(tmp_path / "a.docx", body + paragraph(run("after")))
    assert typed(path) == [("text", "Boxed"), ("table", "a | b"), ("text", "after")]
    assert {each.heading_path for each in extract_docx(path).passages} == {()}


def test_locked_canvas_and_group_descriptions_are_read(tmp_path: Path) -> None:
    body = paragraph(
        "<w:r><w:drawing><a:graphic><a:graphicData><a:txBody><a:p><a:r><a:t>on canvas</a:t></a:r>"
        "</a:p></a:txBody></a:graphicData></a:graphic></w:drawing></w:r>"
        '<w:r><w:pict><v:group alt="a pond"/></w:pict></w:r>'
    )
    path = write_docx(tmp_path / "a.docx", body)
    assert typed(path) == [("figure", "on canvas"), ("figure", "a pond")]


def test_rows_of_one_cell_are_rows_but_a_box_is_plain_text(tmp_path: Path) -> None:
    def row(text: str, properties: str = "") -> str:
        return f"<w:tr>{cell(paragraph(run(text), properties))}</w:tr>"

    heading = row("Food", '<w:outlineLvl w:val="1"/>')
    body = f"<w:tbl>{row('boxed')}</w:tbl><w:tbl>{row('a')}{heading}{row('b')}</w:tbl>"
    path = write_docx(tmp_path / "a.docx", body)
    assert typed(path) == [
        ("text", "boxed"),
        ("table", "a"),
        ("heading", "Food"),
        ("table", "b"),
    ]
