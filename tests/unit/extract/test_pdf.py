from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.embeddings.venv.extract import extract_document
from plugin.embeddings.venv.extract.document import ExtractionFailure
from plugin.embeddings.venv.extract.pdf.properties import useful_title
from plugin.embeddings.venv.extract.pdf.reader import PdfLimits, extract_pdf

from .fixtures_pdf import (
    ARABIC,
    BOLD,
    UNKNOWN,
    Bookmark,
    Page,
    Pdf,
    Tag,
    artifact,
    glyphs,
    lines,
    say,
    tagged,
)

if TYPE_CHECKING:
    from pathlib import Path

WORD = "sesame"
LEFT_COLUMN = [
    "The heron stands in shallow water",
    "and waits for small fish to come",
    "near enough to be caught at once.",
    "It is a patient bird, and many a",
    "walker has passed it unnoticed.",
]
RIGHT_COLUMN = [
    "Ducks are less patient than that",
    "and feed wherever plants grow on",
    "the bottom of a pond or a stream.",
    "They are seen in every town that",
    "has a park with open water in it.",
]


def read(pdf: Pdf, tmp_path: Path) -> list[tuple[str, str, int | None]]:
    passages = extract_pdf(pdf.save(tmp_path / "a.pdf")).passages
    return [(each.kind.value, each.text, each.location.page) for each in passages]


def texts(operators: str, tmp_path: Path) -> list[str]:
    return [text for _, text, _ in read(Pdf([Page(operators)]), tmp_path)]


def test_wrapped_lines_are_one_paragraph_and_a_gap_ends_it(tmp_path: Path) -> None:
    first = lines(["Herons wade through shallow water and", "eat what they find there."], 50, 700)
    second = lines(["Ducks swim on deeper water, but dive", "only seldom."], 50, 660)
    assert texts(f"{first}\n{second}", tmp_path) == [
        "Herons wade through shallow water and eat what they find there.",
        "Ducks swim on deeper water, but dive only seldom.",
    ]


def test_a_line_that_ends_early_ends_its_paragraph(tmp_path: Path) -> None:
    poem = lines(
        [
            "The river had been rising ever since the morning of that day.",
            "Nobody spoke.",
            "Then the first of the bridges gave way with a great noise,",
            "and the mill was gone.",
        ],
        50,
        700,
    )
    assert texts(poem, tmp_path) == [
        "The river had been rising ever since the morning of that day. Nobody spoke.",
        "Then the first of the bridges gave way with a great noise, and the mill was gone.",
    ]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("They wrote of the docu-", "ments found", "They wrote of the documents found"),
        ("They wrote of the docu\xad", "ments found", "They wrote of the documents found"),
        ("The firm of Smith-", "Jones closed", "The firm of Smith-Jones closed"),
        ("From 1990-", "1995 it grew", "From 1990-1995 it grew"),
        ("A well-known and well-", "known man", "A well-known and well-known man"),
        ("see https://example.org/a/", "b.html there", "see https://example.org/a/b.html there"),
    ],
)
def test_words_cut_at_a_line_end_are_whole_again(
    first: str, second: str, expected: str, tmp_path: Path
) -> None:
    assert texts(lines([first, second], 50, 700), tmp_path) == [expected]


def test_columns_are_read_one_after_the_other_below_what_spans_them(tmp_path: Path) -> None:
    operators = [say("Birds of the park and of the river, a survey of forty years", 50, 740, 14)]
    # A line of the left and one of the right column in turn, as some programs write them.
    for index, (left, right) in enumerate(zip(LEFT_COLUMN, RIGHT_COLUMN, strict=True)):
        operators += [say(left, 50, 700 - 12 * index), say(right, 320, 700 - 12 * index)]
    assert texts("\n".join(operators), tmp_path) == [
        "Birds of the park and of the river, a survey of forty years",
        " ".join(LEFT_COLUMN),
        " ".join(RIGHT_COLUMN),
    ]


def test_rows_of_a_table_are_read_row_by_row_after_its_bold_names(tmp_path: Path) -> None:
    rows = [("Heron", "12", "grey"), ("Duck", "40", "green"), ("Swan", "3", "white")]
    operators = [
        say(name, x, 700, font=BOLD)
        for name, x in zip(("Bird", "Count", "Colour"), (50, 200, 350), strict=True)
    ]
    for index, row in enumerate(rows, start=1):
        operators += [
            say(cell, x, 700 - 14 * index) for cell, x in zip(row, (50, 200, 350), strict=True)
        ]
    found = read(Pdf([Page("\n".join(operators))]), tmp_path)
    assert found == [
        ("table", "Bird | Count | Colour", 1),
        ("table", "Bird | Count | Colour\nHeron | 12 | grey", 1),
        ("table", "Bird | Count | Colour\nDuck | 40 | green", 1),
        ("table", "Bird | Count | Colour\nSwan | 3 | white", 1),
    ]


def test_items_are_apart_without_their_bullets_and_with_their_numbers(tmp_path: Path) -> None:
    operators = lines(
        ["\x95 herons and other waders", "\x95 ducks", "1. count them", "2. go"], 50, 700
    )
    assert texts(operators, tmp_path) == [
        "herons and other waders",
        "ducks",
        "1. count them",
        "2. go",
    ]


def test_larger_and_bold_lines_are_headings_by_size(tmp_path: Path) -> None:
    body = lines(LEFT_COLUMN, 50, 650)
    operators = "\n".join(
        [
            say("Birds", 50, 730, 20),
            say("Waders", 50, 700, 14),
            say("Herons", 50, 675, 10, BOLD),
            body,
        ]
    )
    document = extract_pdf(Pdf([Page(operators)]).save(tmp_path / "a.pdf"))
    assert [(each.text, each.heading_level) for each in document.passages[:3]] == [
        ("Birds", 1),
        ("Waders", 2),
        ("Herons", 3),
    ]
    assert document.passages[3].heading_path == ("Birds", "Waders", "Herons")


def test_bookmarks_name_the_headings_of_an_untagged_file(tmp_path: Path) -> None:
    first = say("1 Birds", 50, 730) + lines(LEFT_COLUMN, 50, 700)
    second = say("Waders", 50, 730) + lines(RIGHT_COLUMN, 50, 700)
    outline = [Bookmark("Birds", 0, [Bookmark("Waders", 1)])]
    pdf = Pdf([Page(first), Page(second)], outline=outline)
    document = extract_pdf(pdf.save(tmp_path / "a.pdf"))
    headings = [(each.text, each.heading_level) for each in document.passages if each.heading_level]
    assert headings == [("1 Birds", 1), ("Waders", 2)]


def test_running_headers_are_read_once_and_page_numbers_not_at_all(tmp_path: Path) -> None:
    pages = [
        Page(
            "\n".join(
                [
                    say("Report on birds", 50, 780),
                    say(f"Page {number} of 3", 500, 780),
                    lines([f"Text of sheet {'abc'[number - 1]}."], 50, 600),
                    say(str(number), 300, 20),
                ]
            )
        )
        for number in (1, 2, 3)
    ]
    assert read(Pdf(pages), tmp_path) == [
        ("text", "Text of sheet a.", 1),
        ("text", "Text of sheet b.", 2),
        ("text", "Text of sheet c.", 3),
        ("header", "Report on birds", 1),
    ]


def test_a_paragraph_goes_on_over_the_end_of_a_page(tmp_path: Path) -> None:
    first = lines(
        ["A sentence cut by the end of", "the page goes on in the docu-"],
        50,
        200,
    )
    second = lines(["ments of the next."], 50, 700)
    assert read(Pdf([Page(first), Page(second)]), tmp_path) == [
        (
            "text",
            "A sentence cut by the end of the page goes on in the documents of the next.",
            1,
        )
    ]


def test_turned_pages_and_turned_text_are_read(tmp_path: Path) -> None:
    sideways = "\n".join(
        f"BT /F1 10 Tf 0 1 -1 0 {100 + 12 * index} 100 Tm ({line}) Tj ET"
        for index, line in enumerate(LEFT_COLUMN)
    )
    assert read(Pdf([Page(sideways, rotate=90)]), tmp_path) == [("text", " ".join(LEFT_COLUMN), 1)]


def test_the_structure_tree_is_the_authors_word(tmp_path: Path) -> None:
    operators = "\n".join(
        [
            artifact(say("Report 2024", 50, 780)),
            # Drawn from the bottom to the top and all of one size: only the tree knows.
            tagged("P", 1, lines(["It lives by the wa-", "ter."], 50, 500)),
            tagged("H2", 0, say("Herons", 50, 600)),
            tagged("Lbl", 2, say("1.", 50, 400)),
            tagged("LBody", 3, say("Count them.", 80, 400)),
            tagged("P", 4, say("Le canard", 50, 380)),
            tagged("Note", 5, say("Seen in May.", 50, 60, 7)),
        ]
    )
    tags = [
        Tag(
            "Document",
            [
                Tag("H2", [(0, 0)]),
                Tag("P", [(0, 1), Tag("Note", [(0, 5)])]),
                Tag("Figure", attributes="/Alt (A heron in reeds)"),
                Tag("L", [Tag("LI", [Tag("Lbl", [(0, 2)]), Tag("LBody", [(0, 3)])])]),
                Tag("P", [(0, 4)], "/Lang (fr-FR)"),
            ],
        )
    ]
    pdf = Pdf([Page(operators)], tags=tags, language="en-GB")
    document = extract_pdf(pdf.save(tmp_path / "a.pdf"))
    assert [(each.kind.value, each.text) for each in document.passages] == [
        ("heading", "Herons"),
        ("text", "It lives by the water."),
        ("note", "Seen in May."),
        ("text", "1. Count them."),
        ("text", "Le canard"),
        ("header", "Report 2024"),
    ]
    assert document.language == "en-GB"
    assert document.passages[0].heading_level == 2
    assert [run.tag for run in document.passages[4].runs] == ["fr-FR"]


def test_tables_of_the_tree_repeat_their_header_also_on_the_next_page(tmp_path: Path) -> None:
    def row(number: int, cells: tuple[str, ...], first_mark: int, page: int, role: str) -> Tag:
        del number
        return Tag("TR", [Tag(role, [(page, first_mark + i)]) for i in range(len(cells))])

    def drawn(cells: tuple[str, ...], first_mark: int, y: float) -> str:
        return "\n".join(
            tagged("TD", first_mark + i, say(cell, 50 + 100 * i, y)) for i, cell in enumerate(cells)
        )

    names, herons, ducks = ("Bird", "Count"), ("Heron", "12"), ("Duck", "40")
    pages = [Page(drawn(names, 0, 700) + drawn(herons, 2, 680)), Page(drawn(ducks, 0, 700))]
    table = Tag(
        "Table",
        [row(0, names, 0, 0, "TH"), row(1, herons, 2, 0, "TD"), row(2, ducks, 0, 1, "TD")],
    )
    assert read(Pdf(pages, tags=[Tag("Document", [table])]), tmp_path) == [
        ("table", "Bird | Count", 1),
        ("table", "Bird | Count\nHeron | 12", 1),
        ("table", "Bird | Count\nDuck | 40", 2),
    ]


def test_a_picture_says_its_alternative_text(tmp_path: Path) -> None:
    operators = tagged("P", 0, say("Before.", 50, 700)) + tagged("Figure", 1, say("x", 50, 600))
    tags = [Tag("P", [(0, 0)]), Tag("Figure", [(0, 1)], "/Alt (A heron in reeds)")]
    assert read(Pdf([Page(operators)], tags=tags), tmp_path) == [
        ("text", "Before.", 1),
        ("figure", "A heron in reeds", 1),
    ]


def test_replaced_text_stands_for_what_is_shown(tmp_path: Path) -> None:
    operators = tagged("P", 0, say("Great ", 50, 700)) + tagged("Span", 1, say("hcron", 80, 700))
    tags = [Tag("P", [(0, 0), Tag("Span", [(0, 1)], "/ActualText (heron)")])]
    assert [text for _, text, _ in read(Pdf([Page(operators)], tags=tags), tmp_path)] == [
        "Great heron"
    ]


def test_a_tree_without_most_of_a_pages_text_is_not_trusted(tmp_path: Path) -> None:
    operators = (
        tagged("P", 0, say("Only this is in it.", 50, 700)) + "\n" + lines(LEFT_COLUMN, 50, 600)
    )
    found = texts_of_tagged(operators, [Tag("P", [(0, 0)])], tmp_path)
    assert found == ["Only this is in it.", " ".join(LEFT_COLUMN)]


def texts_of_tagged(operators: str, tags: list[Tag], tmp_path: Path) -> list[str]:
    return [text for _, text, _ in read(Pdf([Page(operators)], tags=tags), tmp_path)]


def test_properties_are_frontmatter_and_the_title_is_the_documents(tmp_path: Path) -> None:
    info = "/Title (Birds of the park) /Subject (Herons) /Keywords (wader, pond)"
    pdf = Pdf([Page(say("Text.", 50, 700))], info=info)
    document = extract_pdf(pdf.save(tmp_path / "a.pdf"))
    assert document.title == "Birds of the park"
    assert document.passages[0].text == "Herons\nwader, pond"


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Microsoft Word - report final.doc", ""),
        ("Microsoft Word - Report on birds", "Report on birds"),
        ("untitled", ""),
        ("Document1", ""),
        ("(anonymous)", ""),
        ("C:\\work\\a.indd", ""),
        ("Birds", "Birds"),
        ("12345", ""),
    ],
)
def test_titles_that_programs_make_up_are_no_titles(title: str, expected: str) -> None:
    assert useful_title(title) == expected


def test_comments_have_their_author_and_fields_their_label(tmp_path: Path) -> None:
    annotations = (
        "/Subtype /Text /Contents (Check this) /T (Ada)",
        "/Subtype /Highlight /Contents (Nice)",
        "/Subtype /Link /Contents (not a comment)",
        "/Subtype /Widget /FT /Tx /T (f1) /TU (Your name) /V (Bob)",
        "/Subtype /Widget /FT /Tx /Ff 8192 /T (f2) /V (secret)",
    )
    page = Page(say("Text.", 50, 700), annotations)
    assert read(Pdf([page]), tmp_path) == [
        ("text", "Text.", 1),
        ("comment", "Ada: Check this", 1),
        ("comment", "Nice", 1),
        ("text", "Your name: Bob", 1),
    ]


def test_pages_of_pictures_need_text_recognition(tmp_path: Path) -> None:
    scan = extract_pdf(Pdf([Page(has_image=True)] * 2).save(tmp_path / "a.pdf"))
    assert scan.state is FileState.NEEDS_OCR
    assert scan.reason == (
        "All 2 pages hold pictures only; text recognition (OCR) would make it searchable."
    )
    pages = [Page(say("Text.", 50, 700)), Page(has_image=True), Page()]
    mixed = extract_pdf(Pdf(pages).save(tmp_path / "b.pdf"))
    assert mixed.state is FileState.PARTIAL
    assert mixed.reason == "1 of 3 pages hold pictures only, without text."


def test_the_invisible_text_of_a_scan_is_its_text(tmp_path: Path) -> None:
    page = Page(f"3 Tr {say('Read by a machine.', 50, 700)}", has_image=True)
    document = extract_pdf(Pdf([page]).save(tmp_path / "a.pdf"))
    assert (document.state, document.passages[0].text) == (FileState.OK, "Read by a machine.")


def test_letters_that_the_file_does_not_explain_are_no_text(tmp_path: Path) -> None:
    page = Page(glyphs(range(40, 90), 50, 700, UNKNOWN))
    document = extract_pdf(Pdf([page]).save(tmp_path / "a.pdf"))
    assert (document.state, document.passages) == (FileState.NEEDS_OCR, ())


def test_arabic_is_in_the_order_of_writing_with_its_ligatures(tmp_path: Path) -> None:
    # On the page from the left: meem, lam-alef, seen; "slam" as it is spelt.
    assert texts(glyphs([3, 2, 4], 50, 700, ARABIC), tmp_path) == ["\u0633\u0644\u0627\u0645"]


def test_a_blank_file_is_empty(tmp_path: Path) -> None:
    assert extract_pdf(Pdf([Page()]).save(tmp_path / "a.pdf")).state is FileState.EMPTY


def test_a_password_to_open_is_told_at_once(tmp_path: Path) -> None:
    path = Pdf([Page(say("Secret.", 50, 700))], user_password=WORD).save(tmp_path / "a.pdf")
    document = extract_document(path)
    assert document.state is FileState.ENCRYPTED
    assert document.reason == "The file is protected by a password."


def test_a_password_for_the_owner_alone_keeps_nobody_from_reading(tmp_path: Path) -> None:
    path = Pdf([Page(say("Not secret.", 50, 700))], user_password="").save(tmp_path / "a.pdf")
    assert b"Not secret" not in path.read_bytes()
    assert extract_document(path).passages[0].text == "Not secret."


def test_what_only_begins_like_a_pdf_is_corrupt(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"%PDF-1.4\nnothing of the kind")
    with pytest.raises(ExtractionFailure) as caught:
        extract_pdf(path)
    assert caught.value.state is FileState.CORRUPT


def test_a_file_without_its_end_gives_what_is_there(tmp_path: Path) -> None:
    whole = Pdf([Page(say("Text.", 50, 700))]).to_bytes()
    path = tmp_path / "a.pdf"
    path.write_bytes(whole[: whole.index(b"xref")])
    document = extract_pdf(path)
    assert document.state is FileState.PARTIAL
    assert [each.text for each in document.passages] == ["Text."]


def test_a_damaged_page_loses_that_page_only(tmp_path: Path) -> None:
    pages = [Page(say(f"Text {letter}.", 50, 700)) for letter in "abc"]
    whole = Pdf(pages).to_bytes()
    path = tmp_path / "a.pdf"
    path.write_bytes(whole.replace(b"4 0 obj\n<<", b"4 0 obj\n[["))
    document = extract_pdf(path)
    assert [each.text for each in document.passages] == ["Text a.", "Text c."]
    assert document.reason == "1 of 3 pages are damaged and could not be read."


def test_pages_beyond_the_limit_are_left_out_and_said(tmp_path: Path) -> None:
    path = Pdf([Page(say(f"Text {letter}.", 50, 700)) for letter in "abc"]).save(tmp_path / "a.pdf")
    document = extract_pdf(path, PdfLimits(max_pages=2))
    assert (document.state, document.reason) == (
        FileState.PARTIAL,
        "Only the first 2 of 3 pages were read.",
    )
    assert [each.text for each in document.passages] == ["Text a.", "Text b."]


def test_lines_below_a_cell_belong_to_its_row(tmp_path: Path) -> None:
    operators = "\n".join(
        [
            say("Apron", 50, 700) + "\n" + say("The area between the curtain", 200, 700),
            say("and the edge of the stage.", 200, 688),
            say("Aside", 50, 670) + "\n" + say("Words for the audience alone.", 200, 670),
            say("Cue", 50, 652) + "\n" + say("A sign to act.", 200, 652),
        ]
    )
    assert texts(operators, tmp_path) == [
        "Apron | The area between the curtain and the edge of the stage.",
        "Aside | Words for the audience alone.",
        "Cue | A sign to act.",
    ]
