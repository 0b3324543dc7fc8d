"""PowerPoint: slides in the order they are shown, each text once, notes and comments after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plugin.contracts.corpus import FileState
from plugin.embeddings.venv.extract.pptx.reader import extract_pptx

from .fixtures_ooxml import relationships, shape, slide_xml, write_pptx

if TYPE_CHECKING:
    from pathlib import Path


def line(text: str, language: str = "en-US") -> str:
    return f'<a:p><a:r><a:rPr lang="{language}"/><a:t>{text}</a:t></a:r></a:p>'


def read(path: Path) -> list[tuple[str, str, int | None]]:
    passages = extract_pptx(path).passages
    return [(each.kind.value, each.text, each.location.slide) for each in passages]


def test_slides_come_in_presentation_order_with_titles_as_headings(tmp_path: Path) -> None:
    slides = {
        "slide1": shape(line("shown second")),
        "slide2": shape(line("bullet one") + line("bullet two"))
        + shape(line("Ducks"), placeholder="ctrTitle")
        + shape(line("7"), placeholder="sldNum"),
    }
    path = write_pptx(tmp_path / "a.pptx", slides, order=("slide2", "slide1"))
    assert read(path) == [
        ("heading", "Ducks", 1),
        ("text", "bullet one\nbullet two", 1),
        ("text", "shown second", 2),
    ]
    document = extract_pptx(path)
    assert document.language == "en-US"
    assert [each.heading_path for each in document.passages] == [(), ("Ducks",), ()]
    assert [each.prose for each in document.passages] == [True, False, False]


def test_runs_never_split_words_and_breaks_never_glue_them(tmp_path: Path) -> None:
    runs = "<a:r><a:t>mal</a:t></a:r><a:r><a:t>lard</a:t></a:r><a:br/><a:r><a:t>x</a:t></a:r>"
    number = '<a:fld type="slidenum"><a:t>12</a:t></a:fld>'
    path = write_pptx(tmp_path / "a.pptx", {"s": shape(f"<a:p>{runs}{number}</a:p>")}, order=("s",))
    assert read(path) == [("text", "mallard\nx", 1)]


def test_groups_tables_and_alternatives_are_read_once(tmp_path: Path) -> None:
    def row(*texts: str) -> str:
        cells = "".join(f"<a:tc><a:txBody>{line(text)}</a:txBody></a:tc>" for text in texts)
        return f"<a:tr>{cells}</a:tr>"

    table = row("Food", "Share") + row("Grain", "40")
    frame = (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="3" name="t" descr="What they eat"/>'
        "</p:nvGraphicFramePr><a:graphic><a:graphicData>"
        f"<a:tbl>{table}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
    )
    alternate = (
        f'<mc:AlternateContent><mc:Choice Requires="x">{shape(line("new"))}</mc:Choice>'
        f"<mc:Fallback>{shape(line('old'))}</mc:Fallback></mc:AlternateContent>"
    )
    tree = f"<p:grpSp><p:grpSp>{shape(line('inner'))}</p:grpSp>{alternate}</p:grpSp>{frame}"
    assert read(write_pptx(tmp_path / "a.pptx", {"s": tree}, order=("s",))) == [
        ("text", "inner\nnew", 1),
        ("table", "Food | Share", 1),
        ("table", "Food | Share\nGrain | 40", 1),
        ("figure", "What they eat", 1),
    ]


def test_notes_comments_footers_and_master_text(tmp_path: Path) -> None:
    notes = shape(line("say hello"), placeholder="body") + shape(line("3"), placeholder="sldNum")
    layout = shape(line("Click to edit"), placeholder="title") + shape(line("ACME Ltd"))
    names = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
    comment = '<p:cm authorId="0"><p:text>Too long?</p:text></p:cm>'
    author = '<p:cmAuthor id="0" name="Ann"/>'
    links = {
        "r1": ("notesSlide", "../notesSlides/n1.xml"),
        "r2": ("comments", "../comments/c1.xml"),
        "r3": ("slideLayout", "../slideLayouts/l1.xml"),
    }
    presentation_links = {
        "rs1": ("slide", "slides/s1.xml"),
        "rs2": ("slide", "slides/s2.xml"),
        "rc": ("commentAuthors", "commentAuthors.xml"),
    }
    footer = shape(line("Confidential"), placeholder="ftr")
    path = write_pptx(
        tmp_path / "a.pptx",
        {"s1": shape(line("one")) + footer, "s2": shape(line("two")) + footer},
        order=("s1", "s2"),
        slide_links={"s1": links, "s2": {"r3": links["r3"]}},
        parts={
            "ppt/notesSlides/n1.xml": slide_xml(notes, root="p:notes"),
            "ppt/slideLayouts/l1.xml": slide_xml(layout, root="p:sldLayout"),
            "ppt/comments/c1.xml": f"<p:cmLst {names}>{comment}</p:cmLst>",
            "ppt/commentAuthors.xml": f"<p:cmAuthorLst {names}>{author}</p:cmAuthorLst>",
            "ppt/_rels/presentation.xml.rels": relationships(presentation_links),
        },
    )
    assert read(path) == [
        ("text", "one", 1),
        ("note", "say hello", 1),
        ("comment", "Ann: Too long?", 1),
        ("text", "two", 2),
        ("header", "Confidential", None),
        ("header", "ACME Ltd", None),
    ]


def test_missing_slide_leaves_numbers_of_the_others(tmp_path: Path) -> None:
    slides = {"a": shape(line("first")), "b": "<broken", "c": shape(line("third"))}
    path = write_pptx(tmp_path / "a.pptx", slides, order=("a", "b", "c"))
    assert read(path) == [("text", "first", 1), ("text", "third", 3)]
    assert extract_pptx(path).state is FileState.PARTIAL
