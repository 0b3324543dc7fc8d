"""A hit in the words of a list."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from plugin.contracts.search import AlsoIn, Hit, Leg, Span
from plugin.embeddings.search_window.result_rows import (
    marked_snippet,
    place_text,
    preview_of,
    reason_text,
    result_row,
)
from plugin.embeddings.texts import Texts, load_texts

TEXTS = Path(__file__).resolve().parents[4] / "dialogs" / "texts"
ENGLISH, GERMAN = load_texts(TEXTS, "en-US"), load_texts(TEXTS, "de")
HIT = Hit(
    doc_url="file:///docs/a/lease.odt",
    path="a/lease.odt",
    title="lease",
    score=1.0,
    snippet="The lease\nends soon.",
    para_index=4,
    matched_by=(Leg.LEXICAL,),
    location="para=4",
    location_text="paragraph 5",
    spans=(Span(4, 9), Span(10, 14)),
    passage="Before.\nThe lease\nends soon.",
    passage_spans=(Span(12, 17), Span(18, 22)),
    modified_at=86_400.0 * 365,
)


def test_a_row_has_every_column() -> None:
    row = result_row(HIT, ENGLISH, lambda at: f"day {at:.0f}")
    assert row.cells == (
        "lease.odt",
        "paragraph 5",
        "The »lease« »ends« soon.",
        "day 31536000",
        "words: lease, ends",
    )


def test_a_file_without_a_time_has_no_date() -> None:
    assert result_row(replace(HIT, modified_at=0.0), ENGLISH, str).date == ""


@pytest.mark.parametrize(
    ("location", "text", "english", "german"),
    [
        ("para=0", "paragraph 1", "paragraph 1", "Absatz 1"),
        ("slide=3", "slide 3", "slide 3", "Folie 3"),
        ("page=2", "page 2", "page 2", "Seite 2"),
        ("line=7", "line 7", "line 7", "Zeile 7"),
        ("sheet=Plan&cell=B7", "Plan!B7", "Plan!B7", "Plan!B7"),
        ("", "somewhere", "somewhere", "somewhere"),
        ("para=x", "somewhere", "somewhere", "somewhere"),
    ],
)
def test_places_are_told_in_the_language(
    location: str, text: str, english: str, german: str
) -> None:
    hit = replace(HIT, location=location, location_text=text)
    assert (place_text(hit, ENGLISH), place_text(hit, GERMAN)) == (english, german)


def test_marks_that_overlap_are_made_once() -> None:
    hit = replace(HIT, spans=(Span(10, 14), Span(4, 9), Span(6, 12)))
    assert marked_snippet(hit, ENGLISH) == "The »lease« »ends« soon."


def test_words_with_braces_are_marked_as_they_are() -> None:
    hit = replace(HIT, snippet="a {b} c", spans=(Span(2, 5),))
    assert marked_snippet(hit, ENGLISH) == "a »{b}« c"


def test_why_a_hit_is_there() -> None:
    both = replace(HIT, matched_by=(Leg.LEXICAL, Leg.DENSE))
    assert reason_text(both, ENGLISH) == "words: lease, ends; meaning"
    assert reason_text(replace(both, matched_by=(Leg.DENSE,)), GERMAN) == "Bedeutung"
    bare = replace(HIT, spans=(), passage_spans=())
    assert reason_text(bare, ENGLISH) == "words"


def test_the_same_word_is_named_once_and_few_are() -> None:
    text = "Lease lease one two three four five"
    spans = tuple(
        Span(at, at + len(word)) for word, at in zip(text.split(), starts(text), strict=True)
    )
    hit = replace(HIT, snippet=text, spans=spans, passage="", passage_spans=())
    assert reason_text(hit, ENGLISH) == "words: Lease, one, two, three"


def starts(text: str) -> list[int]:
    return [at for at in range(len(text)) if at == 0 or text[at - 1] == " "]


def test_a_preview_names_file_headings_and_what_is_to_be_known() -> None:
    hit = replace(HIT, heading_path=("Part\n1", "Ending"), n_more_in_file=2, stale=True)
    preview = preview_of(hit, ENGLISH)
    assert preview.heading == (
        "a/lease.odt › Part 1 › Ending – "  # noqa: RUF001 - as it is shown
        "2 more passages in this file – changed since it was indexed"  # noqa: RUF001
    )
    assert preview.text == HIT.passage
    assert preview.marks == HIT.passage_spans


def test_a_title_of_its_own_is_named() -> None:
    preview = preview_of(replace(HIT, title="Our contract"), ENGLISH)
    assert preview.heading == "Our contract (a/lease.odt)"


def test_a_hit_without_its_passage_shows_its_snippet() -> None:
    preview = preview_of(replace(HIT, passage="", passage_spans=()), ENGLISH)
    assert (preview.text, preview.marks) == (HIT.snippet, HIT.spans)


COPIES = tuple(
    AlsoIn(f"file:///docs/{path}", path, 0.0)
    for path in ("a/lease_v2.odt", "b/lease.pdf", "a/x.odt", "a/y.odt")
)


@pytest.mark.parametrize(
    ("n_copies", "texts", "said"),
    [
        (1, ENGLISH, "also in lease_v2.odt"),
        (2, ENGLISH, "also in 2 more files: lease_v2.odt, b/lease.pdf"),
        (4, ENGLISH, "also in lease_v2.odt, b/lease.pdf, x.odt and 1 more file"),
        (1, GERMAN, "auch in lease_v2.odt"),
        (2, GERMAN, "auch in 2 weiteren Dateien: lease_v2.odt, b/lease.pdf"),
        (4, GERMAN, "auch in lease_v2.odt, b/lease.pdf, x.odt und 1 weiteren Datei"),
    ],
)
def test_the_heading_names_the_copies_of_the_file(n_copies: int, texts: Texts, said: str) -> None:
    heading = preview_of(replace(HIT, also_in=COPIES[:n_copies]), texts).heading
    assert heading.endswith(f" \u2013 {said}")
