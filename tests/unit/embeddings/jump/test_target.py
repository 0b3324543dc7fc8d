"""A hit becomes what a jump looks for: its place, its own text, the part that was asked for."""

from __future__ import annotations

from typing import Any

import pytest

from plugin.contracts.search import Hit, Span
from plugin.documents.passages import Location
from plugin.embeddings.jump.target import JumpPlace, JumpTarget


def hit(**values: Any) -> Hit:
    """Return a hit in a file, with what a test says of it."""
    given = {
        "doc_url": "file:///d/a.odt",
        "path": "a.odt",
        "title": "A",
        "score": 1.0,
        "snippet": "short",
        "para_index": 4,
        "matched_by": (),
        "location": "para=4",
        "location_text": "paragraph 5",
    }
    return Hit(**{**given, **values})


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        (Location(sheet="Plan", cell="A6"), JumpPlace(sheet="Plan", column=0, row=5)),
        (Location(sheet="a=b & 50%.x", cell="AB12"), JumpPlace("a=b & 50%.x", 27, 11)),
        (Location(sheet="Nur Blatt"), JumpPlace(sheet="Nur Blatt")),
        (Location(slide=3), JumpPlace(slide=3)),
        (Location(page=2), JumpPlace(slide=2)),
        (Location(line=7), JumpPlace(line=7)),
        (Location(), JumpPlace()),
    ],
)
def test_a_place_is_read_back_from_its_key(location: Location, expected: JumpPlace) -> None:
    assert JumpPlace.parse(location.to_key(4)) == expected


@pytest.mark.parametrize("key", ["", "&&", "slide=x", "slide=0", "cell=6A", "sheet", "line=-1"])
def test_a_key_that_says_nothing_gives_no_place(key: str) -> None:
    place = JumpPlace.parse(key)
    assert (place.slide, place.line, place.row) == (None, None, None)


def test_the_passage_is_looked_for_and_the_snippet_only_without_one() -> None:
    whole = hit(passage="the whole passage", passage_spans=(Span(4, 9),), spans=(Span(0, 5),))
    assert JumpTarget.from_hit(whole).text == "the whole passage"
    assert JumpTarget.from_hit(whole).spans == (Span(4, 9),)
    assert JumpTarget.from_hit(hit(spans=(Span(0, 5),))).spans == (Span(0, 5),)
    assert JumpTarget.from_hit(hit()).text == "short"


def test_a_row_is_looked_for_without_the_column_names_before_it() -> None:
    target = JumpTarget.from_hit(hit(passage="Item | Price\nStove | 300", kind="table"))
    assert target.text == "Stove | 300"
    assert target.cells == ["Stove", "300"]


def test_a_cell_with_a_line_break_is_no_row_of_names() -> None:
    target = JumpTarget.from_hit(hit(passage="Stove\nblue | 300", kind="table"))
    assert target.text == "Stove\nblue | 300"


def test_of_a_long_text_the_sentence_that_was_asked_for_is_shown() -> None:
    filler = "This sentence has nothing to do with it at all. " * 20
    wanted = "The boiler is serviced in October."
    start = len(filler) + 4
    target = JumpTarget.from_hit(
        hit(passage=f"{filler}{wanted} {filler}", passage_spans=(Span(start, start + 6),))
    )
    assert target.shown == wanted
    assert JumpTarget.from_hit(hit(passage=wanted)).shown == wanted


def test_spans_count_from_the_column_names_on() -> None:
    passage = "Item | Price\nStove | Table | Chair"
    at = passage.index("Table")
    target = JumpTarget.from_hit(
        hit(passage=passage, passage_spans=(Span(at, at + 5),), kind="table")
    )
    assert target.asked_for == "Table"
