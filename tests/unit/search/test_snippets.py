from __future__ import annotations

from plugin.contracts.search import Span
from plugin.embeddings.venv.search.snippets import make_snippet

LONG = " ".join(f"word{number}" for number in range(400))


def test_a_short_passage_is_shown_whole() -> None:
    snippet = make_snippet("the red fox", [(4, 7)], (0, 11))
    assert snippet.text == "the red fox"
    assert snippet.spans == (Span(4, 7),)


def test_a_long_passage_is_cut_around_the_match_at_blanks() -> None:
    start = LONG.index("word200")
    snippet = make_snippet(LONG, [(start, start + 7)], (0, 50), max_chars=100)
    assert len(snippet.text) <= 100
    assert snippet.text in f" {LONG} "
    assert all(part in LONG.split() for part in snippet.text.split())
    (span,) = snippet.spans
    assert snippet.text[span.start : span.end] == "word200"


def test_without_a_literal_match_the_found_chunk_is_shown() -> None:
    start = LONG.index("word300")
    snippet = make_snippet(LONG, [], (start, start + 20), max_chars=100)
    assert "word300" in snippet.text


def test_the_window_with_most_matches_wins() -> None:
    once = LONG.index("word10 ")
    near = [LONG.index("word300"), LONG.index("word302")]
    spans = [(place, place + 6) for place in (once, *near)]
    snippet = make_snippet(LONG, spans, (0, 10), max_chars=100)
    assert "word300 word301 word302" in snippet.text
    # A match in the found chunk counts double, so an even race goes to it.
    inside = make_snippet(LONG, spans[:2], (once, once + 6), max_chars=100)
    assert "word10 " in inside.text


def test_a_text_without_blanks_is_cut_all_the_same() -> None:
    snippet = make_snippet("京" * 5000, [(2500, 2502)], (0, 5000))
    assert len(snippet.text) == 700
    assert snippet.spans[0].start < 700
