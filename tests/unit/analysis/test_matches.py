"""What is marked in the original text, however the query and the text are written."""

from __future__ import annotations

import pytest

from plugin.embeddings.venv.analysis.matches import find_spans
from plugin.embeddings.venv.analysis.terms import query_terms


@pytest.mark.parametrize(
    ("query", "text", "marked"),
    [
        ("don't panic", "\u201cDon\u2019t panic\u201d", ["Don\u2019t", "panic"]),
        ("office file", "The o\ufb03ce \ufb01le", ["o\ufb03ce", "\ufb01le"]),
        ("strasse muller", "Die Stra\u00dfe von M\u00fcller", ["Stra\u00dfe", "M\u00fcller"]),
        ("cafe", "Cafe\u0301, CAF\u00c9S", ["Cafe\u0301", "CAF\u00c9S"]),
        ("approach", "an ap\u00adproach", ["ap\u00adproach"]),
        ("running", "They run; she runs, running", ["run", "runs", "running"]),
        ("policies", "our policy, no police", ["policy"]),
        ("e-mail", "by e\u2011mail or e-mail", ["e\u2011mail", "e-mail"]),
        ("2026/13/x", "see 2026/13/x.", ["2026/13/x"]),
        (
            "\u6771\u4eac \u4f1a\u8b70",
            "\u6765\u6708\u306e\u6771\u4eac\u90fd\u306e\u4f1a\u8b70\u5ba4\u3067",
            ["\u6771\u4eac", "\u4f1a\u8b70"],
        ),
        ("\ud68c\uc758", "\ud68c\uc758\uc5d0\uc11c \uacb0\uc815", ["\ud68c\uc758"]),
        ("Kunde", "Kundenvertrag und Kunde", ["Kunde"]),
    ],
)
def test_words_are_marked_in_the_text_as_it_is(query: str, text: str, marked: list[str]) -> None:
    spans = find_spans(text, query_terms(query))
    assert [text[start:end] for start, end in spans] == marked
