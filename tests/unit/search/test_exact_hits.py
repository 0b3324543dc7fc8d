"""Which hits are exact: identifiers, phrases, names, and the keyword leg's trusted first."""

from __future__ import annotations

import pytest

from plugin.embeddings.venv.search.exact_hits import MAX_TELLING, HitText, exact_hits, is_identifier
from plugin.embeddings.venv.search.query import parse_query

HITS = [
    HitText(1, "CWE-384 is session fixation", "security/notes.odt Notes"),
    HitText(2, "a call for data on session fixation", "owasp/call.docx Call"),
    HitText(3, "canvas of a business", "business-model-canvas.pdf Canvas"),
]


@pytest.mark.parametrize(
    ("query", "first", "exact"),
    [
        ("session fixation", (), {1, 2}),
        ("session fixation of a bank", (), set()),
        ("session fixation of a bank", (2,), {2}),
        ("CWE-384 session fixation", (), {1}),
        ("cwe-384", (), {1}),
        ('call "session fixation"', (), {1, 2}),
        ("business model canvas", (), {3}),
        ("business model", (), {3}),
        ("business models of a bank", (), set()),
        ("call.docx", (), {2}),
    ],
)
def test_exact_is_what_has_it_literally(
    query: str, first: tuple[int, ...], exact: set[int]
) -> None:
    assert exact_hits(parse_query(query), HITS, first) == exact


def test_what_many_have_tells_none_apart() -> None:
    hits = [HitText(n, "ISO 9001 audit", "file") for n in range(MAX_TELLING + 1)]
    assert exact_hits(parse_query("ISO 9001 audit"), hits, ()) == frozenset()
    assert exact_hits(parse_query("ISO 9001 audit"), hits[1:], ()) == {1, 2, 3}
    assert exact_hits(parse_query("audit"), [*hits, HitText(9, "x", "audit.odt")], ()) == {9}


@pytest.mark.parametrize(
    ("line", "identifiers"),
    [
        ("login.asp error 80040e14", ["login.asp", "80040e14"]),
        ("the GDPR and iBall", ["GDPR", "iBall"]),
        ("ALL IN CAPITALS", []),
        ("Garratt's well-known part-time Street", []),
        ("R&D id_token_hint a/b", ["R&D", "id_token_hint", "a/b"]),
    ],
)
def test_codes_names_and_addresses_are_identifiers(line: str, identifiers: list[str]) -> None:
    query = parse_query(line)
    found = [
        query.text[term.source_start : term.source_end]
        for term in query.terms
        if is_identifier(query, term)
    ]
    assert found == identifiers
