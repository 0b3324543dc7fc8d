"""Tagged PDF: what the structure tree says, where it can be trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plugin.embeddings.venv.extract.pdf.reader import extract_pdf

from .fixtures_pdf import (
    Page,
    Pdf,
    Tag,
    artifact,
    lines,
    say,
    tagged,
)
from .fixtures_pdf_passages import read_pdf

if TYPE_CHECKING:
    from pathlib import Path

LEFT_COLUMN = [
    "The heron stands in shallow water",
    "and waits for small fish to come",
    "near enough to be caught at once.",
    "It is a patient bird, and many a",
    "walker has passed it unnoticed.",
]


def texts_of_tagged(operators: str, tags: list[Tag], tmp_path: Path) -> list[str]:
    return [text for _, text, _ in read_pdf(Pdf([Page(operators)], tags=tags), tmp_path)]


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
    def row(cells: tuple[str, ...], first_mark: int, page: int, role: str) -> Tag:
        return Tag("TR", [Tag(role, [(page, first_mark + i)]) for i in range(len(cells))])

    def drawn(cells: tuple[str, ...], first_mark: int, y: float) -> str:
        return "\n".join(
            tagged("TD", first_mark + i, say(cell, 50 + 100 * i, y)) for i, cell in enumerate(cells)
        )

    names, herons, ducks = ("Bird", "Count"), ("Heron", "12"), ("Duck", "40")
    pages = [Page(drawn(names, 0, 700) + drawn(herons, 2, 680)), Page(drawn(ducks, 0, 700))]
    table = Tag(
        "Table",
        [row(names, 0, 0, "TH"), row(herons, 2, 0, "TD"), row(ducks, 0, 1, "TD")],
    )
    assert read_pdf(Pdf(pages, tags=[Tag("Document", [table])]), tmp_path) == [
        ("table", "Bird | Count", 1),
        ("table", "Bird | Count\nHeron | 12", 1),
        ("table", "Bird | Count\nDuck | 40", 2),
    ]


def test_a_picture_says_its_alternative_text(tmp_path: Path) -> None:
    operators = tagged("P", 0, say("Before.", 50, 700)) + tagged("Figure", 1, say("x", 50, 600))
    tags = [Tag("P", [(0, 0)]), Tag("Figure", [(0, 1)], "/Alt (A heron in reeds)")]
    assert read_pdf(Pdf([Page(operators)], tags=tags), tmp_path) == [
        ("text", "Before.", 1),
        ("figure", "A heron in reeds", 1),
    ]


def test_replaced_text_stands_for_what_is_shown(tmp_path: Path) -> None:
    operators = tagged("P", 0, say("Great ", 50, 700)) + tagged("Span", 1, say("hcron", 80, 700))
    tags = [Tag("P", [(0, 0), Tag("Span", [(0, 1)], "/ActualText (heron)")])]
    assert [text for _, text, _ in read_pdf(Pdf([Page(operators)], tags=tags), tmp_path)] == [
        "Great heron"
    ]


def test_a_tree_without_most_of_a_pages_text_is_not_trusted(tmp_path: Path) -> None:
    operators = (
        tagged("P", 0, say("Only this is in it.", 50, 700)) + "\n" + lines(LEFT_COLUMN, 50, 600)
    )
    found = texts_of_tagged(operators, [Tag("P", [(0, 0)])], tmp_path)
    assert found == ["Only this is in it.", " ".join(LEFT_COLUMN)]
