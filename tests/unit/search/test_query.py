"""What a line of the query language means."""

from __future__ import annotations

from datetime import datetime

import pytest

from plugin.contracts.errors import BadRequest
from plugin.embeddings.venv.search.query import MAX_QUERY_CHARS, MAX_TERMS, Filters, parse_query


def tokens(query: str) -> list[tuple[str, ...]]:
    return [term.tokens for term in parse_query(query).terms]


def test_plain_words_are_terms_and_the_encoders_text() -> None:
    parsed = parse_query("what is our policy?")
    assert parsed.text == "what is our policy?"
    assert tokens("what is our policy?") == [("what",), ("is",), ("our",), ("policy",)]
    assert not parsed.filters.any


@pytest.mark.parametrize("query", ['"two words" more', "“two words” more", "«two words» more"])
def test_quoted_words_are_a_phrase_and_terms(query: str) -> None:
    parsed = parse_query(query)
    assert [phrase.tokens for phrase in parsed.phrases] == [("two", "words")]
    assert parsed.text == "two words more"


def test_a_minus_before_a_word_or_phrase_excludes_it() -> None:
    parsed = parse_query('keep -drop -"not this"')
    assert parsed.text == "keep"
    assert [term.tokens for term in parsed.excluded] == [("drop",), ("not", "this")]


@pytest.mark.parametrize("query", ["gpt-4", "Book - Some Book", "--option x", "-5 degrees", "-rf"])
def test_other_minuses_are_words(query: str) -> None:
    parsed = parse_query(query)
    assert parsed.excluded == ()
    assert parsed.text == query


def test_filters_leave_the_text() -> None:
    parsed = parse_query('ext:.ODT,docx file:report file:"q 3" heading:intro budget')
    assert parsed.text == "budget"
    assert parsed.filters == Filters(
        extensions=("odt", "docx"), file_names=("report", "q 3"), headings=("intro",)
    )


def test_dates_are_local_starts_of_year_month_and_day() -> None:
    filters = parse_query("after:2024-05 before:2025 x").filters
    assert filters.after_ns == int(datetime(2024, 5, 1).astimezone().timestamp()) * 10**9
    assert filters.before_ns == int(datetime(2025, 1, 1).astimezone().timestamp()) * 10**9


@pytest.mark.parametrize(
    "query", ["note: gateway", "after:noon", "before:2024-13", "ext: odt", "-ext:odt x", "file:"]
)
def test_what_is_no_filter_is_words(query: str) -> None:
    parsed = parse_query(query)
    assert not parsed.filters.any
    assert parsed.text == query


@pytest.mark.parametrize("query", ['"unbalanced words', 'un"balanced', '"a" "b'])
def test_an_unbalanced_quote_never_loses_words(query: str) -> None:
    assert "".join(query.split('"')).split() == parse_query(query).text.replace('"', "").split()


def test_only_a_last_word_may_be_unfinished() -> None:
    assert parse_query("annual rep").prefix_last
    assert not parse_query('annual "report"').prefix_last
    assert not parse_query("really?").prefix_last
    assert not parse_query("report ").prefix_last


@pytest.mark.parametrize("query", ["", "  ", "\0\0", "\n"])
def test_a_blank_line_is_refused(query: str) -> None:
    with pytest.raises(BadRequest):
        parse_query(query)


def test_a_very_long_line_is_cut_not_refused() -> None:
    assert len(parse_query("word " * 10_000).terms) == MAX_TERMS


def test_filters_alone_are_a_query() -> None:
    assert parse_query("ext:odt").text == ""


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("after:yesterday travel", "after:yesterday has no date"),
        ("before:2026-13-45 travel", "before:2026-13-45 has no date"),
        ("x" * (MAX_QUERY_CHARS + 1), "4,000 characters"),
        (" ".join(f"w{n}" for n in range(MAX_TERMS + 1)), "48 words"),
    ],
)
def test_what_was_not_taken_as_meant_is_noted(query: str, told: str) -> None:
    (note,) = parse_query(query).notes
    assert told in note


@pytest.mark.parametrize("query", ["after:2026 travel", "Before: the war", "-after:x y"])
def test_what_was_taken_as_meant_has_no_note(query: str) -> None:
    assert parse_query(query).notes == ()


def test_quotes_and_hyphens_of_a_pasted_paragraph_are_no_operators() -> None:
    text = (
        'What has been written on the so-called "information explosion" - and on how libraries '
        "-large and small- keep up with the growth of what is printed in the sciences?"
    )
    parsed = parse_query(f"{text} ext:odt")
    assert (parsed.phrases, parsed.excluded) == ((), ())
    assert parsed.text == text
    assert parsed.filters.extensions == ("odt",)
    short = parse_query('"information explosion" in libraries -large')
    assert len(short.phrases) == len(short.excluded) == 1
