"""Word text that is written in other ways than runs: controls, fields, signs, figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.extract.docx.reader import extract_docx

from .fixtures_ooxml import NAMESPACES, W, relationships, write_docx

if TYPE_CHECKING:
    from pathlib import Path


def run(text: str, properties: str = "") -> str:
    r_pr = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{r_pr}<w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(content: str, properties: str = "") -> str:
    p_pr = f"<w:pPr>{properties}</w:pPr>" if properties else ""
    return f"<w:p>{p_pr}{content}</w:p>"


def control(content: str, properties: str = "") -> str:
    return f"<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>"


def cell(content: str, properties: str = "") -> str:
    tc_pr = f"<w:tcPr>{properties}</w:tcPr>" if properties else ""
    return f"<w:tc>{tc_pr}{content}</w:tc>"


def typed(path: Path) -> list[tuple[str, str]]:
    return [(each.kind.value, each.text) for each in extract_docx(path).passages]


def body_texts(tmp_path: Path, body: str) -> list[str]:
    return [text for _, text in typed(write_docx(tmp_path / "a.docx", body))]


def styled(tmp_path: Path, body: str, styles: str) -> Path:
    return write_docx(
        tmp_path / "a.docx",
        body,
        links={"rId1": ("styles", "styles.xml")},
        parts={"word/styles.xml": f"<w:styles {W}>{styles}</w:styles>"},
    )


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
    body = (
        control(paragraph(run("Contents"), '<w:pStyle w:val="H"/>') + paragraph(link), gallery)
        + paragraph(run("Geese 4"), '<w:pStyle w:val="V2"/>')
        + paragraph(run("Ducks"))
    )
    assert typed(styled(tmp_path, body, styles)) == [("text", "Ducks")]


def test_text_that_strayed_into_a_table_of_contents_is_read(tmp_path: Path) -> None:
    gallery = '<w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj>'
    entry = paragraph(f'<w:hyperlink w:anchor="_Toc1">{run("Ducks 3")}</w:hyperlink>')
    body = control(entry + paragraph(run("Ducks swim.")), gallery)
    assert body_texts(tmp_path, body) == ["Ducks swim."]


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
        ("Webdings", "F061", ""),
        ("Arial", "00E9", "é"),
        ("Symbol", "no", ""),
    ],
)
def test_signs_of_symbol_fonts(tmp_path: Path, font: str, code: str, shown: str) -> None:
    sign = f'<w:r><w:sym w:font="{font}" w:char="{code}"/></w:r>'
    assert body_texts(tmp_path, paragraph(run("x") + sign + run("y"))) == [f"x{shown}y"]


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


def test_escapes_in_properties_are_characters(tmp_path: Path) -> None:
    core = '<c xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A_x000D_B</dc:title></c>'
    links = {"r1": ("officeDocument", "word/document.xml"), "r2": ("core-properties", "core.xml")}
    parts = {"_rels/.rels": relationships(links), "core.xml": core}
    path = write_docx(tmp_path / "a.docx", paragraph(run("text")), parts=parts)
    assert extract_docx(path).title == "A B"


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


def test_title_style_names_the_document_and_code_is_code(tmp_path: Path) -> None:
    styles = (
        '<w:style w:type="paragraph" w:styleId="T"><w:name w:val="Title"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="C"><w:name w:val="Source Code"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="N"><w:name w:val="Nadpis 2"/></w:style>'
    )
    body = (
        paragraph(run("On Ducks"), '<w:pStyle w:val="T"/>')
        + paragraph(run("Food"), '<w:pStyle w:val="N"/>')
        + paragraph(run("quack()"), '<w:pStyle w:val="C"/>')
    )
    path = styled(tmp_path, body, styles)
    assert extract_docx(path).title == "On Ducks"
    assert [(each.kind, each.heading_level) for each in extract_docx(path).passages] == [
        (PassageKind.HEADING, 1),
        (PassageKind.HEADING, 2),
        (PassageKind.CODE, 0),
    ]


def test_properties_come_first_and_what_programs_put_there_is_left_out(tmp_path: Path) -> None:
    core = (
        '<cp:coreProperties xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:cp='
        '"http://schemas.openxmlformats.org/package/2006/metadata/core-properties">'
        "<dc:title>PowerPoint Presentation</dc:title><dc:subject>Birds</dc:subject>"
        "<cp:keywords>duck, goose</cp:keywords><cp:category>Nature</cp:category>"
        "<dc:description>generated by python-docx</dc:description></cp:coreProperties>"
    )
    links = {"r1": ("officeDocument", "word/document.xml"), "r2": ("core-properties", "core.xml")}
    path = write_docx(
        tmp_path / "a.docx",
        paragraph(run("text")),
        parts={"_rels/.rels": relationships(links), "core.xml": core},
    )
    assert typed(path) == [("frontmatter", "Birds\nduck, goose\nNature"), ("text", "text")]
    assert extract_docx(path).title == ""


HEADERS = {
    "rId1": ("header", "default.xml"),
    "rId2": ("header", "first.xml"),
    "rId3": ("header", "even.xml"),
    "rId4": ("footer", "footer.xml"),
    "rId9": ("settings", "settings.xml"),
}


@pytest.mark.parametrize(
    ("section", "settings", "shown"),
    [
        ("", "", ["Letterhead"]),
        ("<w:titlePg/>", "", ["Cover", "Letterhead"]),
        ("", "<w:evenAndOddHeaders/>", ["Letterhead", "Verso"]),
        ('<w:titlePg w:val="0"/>', '<w:evenAndOddHeaders w:val="false"/>', ["Letterhead"]),
    ],
)
def test_headers_count_where_they_are_shown(
    tmp_path: Path, section: str, settings: str, shown: list[str]
) -> None:
    def part(name: str, *texts: str) -> str:
        inner = "".join(paragraph(run(text)) for text in texts)
        return f"<w:{name} {NAMESPACES}>{inner}</w:{name}>"

    references = (
        '<w:headerReference w:type="default" r:id="rId1"/>'
        '<w:headerReference w:type="first" r:id="rId2"/>'
        '<w:headerReference w:type="even" r:id="rId3"/>'
        '<w:footerReference w:type="default" r:id="rId4"/>'
    )
    first = paragraph(run("text"), f"<w:sectPr>{references}</w:sectPr>")
    path = write_docx(
        tmp_path / "a.docx",
        f"{first}<w:sectPr>{section}</w:sectPr>",
        links=HEADERS,
        parts={
            "word/default.xml": part("hdr", "Letterhead"),
            "word/first.xml": part("hdr", "Cover"),
            "word/even.xml": part("hdr", "Verso"),
            "word/footer.xml": part("ftr", "Letterhead", "12"),
            "word/settings.xml": f"<w:settings {W}>{settings}</w:settings>",
        },
    )
    headers = [text for kind, text in typed(path) if kind == "header"]
    assert sorted(headers) == sorted(shown)


def test_language_of_the_theme_stands_in(tmp_path: Path) -> None:
    path = write_docx(
        tmp_path / "a.docx",
        paragraph(run("text")),
        links={"rId1": ("settings", "settings.xml")},
        parts={
            "word/settings.xml": f'<w:settings {W}><w:themeFontLang w:val="sv-SE"/></w:settings>'
        },
    )
    assert extract_docx(path).language == "sv-SE"
