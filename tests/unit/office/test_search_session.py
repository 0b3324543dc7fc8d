"""The questions of a session: the latest first, each once, not for ever."""

from __future__ import annotations

from plugin.office.search_dialog.session import N_QUERIES, Session


def test_the_latest_question_comes_first_and_once() -> None:
    session = Session()
    for query in ("lease", "rent", " lease ", "", "  "):
        session.remember(query)
    assert session.queries == ["lease", "rent"]


def test_old_questions_are_forgotten() -> None:
    session = Session()
    for number in range(N_QUERIES + 5):
        session.remember(f"question {number}")
    assert len(session.queries) == N_QUERIES
    assert session.queries[0] == f"question {N_QUERIES + 4}"
