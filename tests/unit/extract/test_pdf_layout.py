"""PDF without a structure tree: order, paragraphs, rows and headings by where the text stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.embeddings.venv.extract.pdf.reader import extract_pdf

from .fixtures_pdf import (
    ARABIC,
    BOLD,
    Bookmark,
    Page,
    Pdf,
    glyphs,
    lines,
    say,
)
from .fixtures_pdf_passages import page_texts, read_pdf

if TYPE_CHECKING:
    from pathlib import Path

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


def test_wrapped_lines_are_one_paragraph_and_a_gap_ends_it(tmp_path: Path) -> None:
    first = lines(["Herons wade through shallow water and", "eat what they find there."], 50, 700)
    second = lines(["Ducks swim on deeper water, but dive", "only seldom."], 50, 660)
    assert page_texts(f"{first}\n{second}", tmp_path) == [
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
    assert page_texts(poem, tmp_path) == [
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
    assert page_texts(lines([first, second], 50, 700), tmp_path) == [expected]


def test_columns_are_read_one_after_the_other_below_what_spans_them(tmp_path: Path) -> None:
    operators = [say("Birds of the park and of the river, a survey of forty years", 50, 740, 14)]
    # A line of the left and one of the right column in turn, as some programs write them.
    for index, (left, right) in enumerate(zip(LEFT_COLUMN, RIGHT_COLUMN, strict=True)):
        operators += [say(left, 50, 700 - 12 * index), say(right, 320, 700 - 12 * index)]
    assert page_texts("\n".join(operators), tmp_path) == [
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
    found = read_pdf(Pdf([Page("\n".join(operators))]), tmp_path)
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
    assert page_texts(operators, tmp_path) == [
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
    assert read_pdf(Pdf(pages), tmp_path) == [
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
    assert read_pdf(Pdf([Page(first), Page(second)]), tmp_path) == [
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
    assert read_pdf(Pdf([Page(sideways, rotate=90)]), tmp_path) == [
        ("text", " ".join(LEFT_COLUMN), 1)
    ]


def test_lines_below_a_cell_belong_to_its_row(tmp_path: Path) -> None:
    operators = "\n".join(
        [
            say("Apron", 50, 700) + "\n" + say("The area between the curtain", 200, 700),
            say("and the edge of the stage.", 200, 688),
            say("Aside", 50, 670) + "\n" + say("Words for the audience alone.", 200, 670),
            say("Cue", 50, 652) + "\n" + say("A sign to act.", 200, 652),
        ]
    )
    assert page_texts(operators, tmp_path) == [
        "Apron | The area between the curtain and the edge of the stage.",
        "Aside | Words for the audience alone.",
        "Cue | A sign to act.",
    ]


def test_arabic_is_in_the_order_of_writing_with_its_ligatures(tmp_path: Path) -> None:
    # On the page from the left: meem, lam-alef, seen; "slam" as it is spelt.
    assert page_texts(glyphs([3, 2, 4], 50, 700, ARABIC), tmp_path) == ["\u0633\u0644\u0627\u0645"]
