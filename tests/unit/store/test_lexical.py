"""The keyword leg: quoting, order, frequent terms, prefixes, and what lies inside words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.embeddings.venv.store import lexical as lexical_module
from plugin.embeddings.venv.store.lexical import (
    LexicalQuery,
    attainable_score,
    quoted,
    search_lexical,
    search_literal,
)
from plugin.embeddings.venv.store.scope import Scope
from plugin.embeddings.venv.store.vocabulary import phrase_frequency, stems_of
from tests.fixtures_search import CorpusFolder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from plugin.embeddings.venv.store.connection import CorpusConnection

TEXTS = (
    "the red fox and the dog",
    "the dog saw a fox that was red and big",
    "the dog slept",
    "a running shoe, and policies",
    "hauptkundenbetreuung im haus",
)


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[CorpusConnection]:
    made = CorpusFolder(tmp_path)
    made.write("texts.txt", "\n\n".join(TEXTS))
    with made.open_writer() as opened:
        yield opened


def found(connection: CorpusConnection, *words: str, prefix_last: bool = False) -> list[str]:
    asked = LexicalQuery(tuple((word,) for word in words), prefix_last=prefix_last)
    ranking = search_lexical(connection, asked, Scope(), limit=10)
    assert [score for _, score in ranking] == sorted((s for _, s in ranking), reverse=True)
    return [TEXTS[chunk_id - 1] for chunk_id, _ in ranking]


def test_all_terms_go_before_some_and_in_a_row_before_apart(connection: CorpusConnection) -> None:
    assert found(connection, "red", "fox")[:2] == [TEXTS[0], TEXTS[1]]
    assert found(connection, "fox", "big", "dog")[0] == TEXTS[1]


def test_any_term_fills_up(connection: CorpusConnection) -> None:
    assert set(found(connection, "slept", "running")) == {TEXTS[2], TEXTS[3]}


def test_stems_are_compared(connection: CorpusConnection) -> None:
    assert stems_of("policies") == stems_of("policy") == ("polici",)
    assert stems_of("...") == ()
    assert found(connection, "run", "policy") == [TEXTS[3]]
    assert phrase_frequency(connection, ("policy",)) == 1
    assert phrase_frequency(connection, ("policy", "unknown")) == 0


def test_the_last_word_may_be_unfinished(connection: CorpusConnection) -> None:
    assert found(connection, "dog", "sle", prefix_last=True)[0] == TEXTS[2]
    assert TEXTS[2] not in found(connection, "fox", "sle")


def test_a_word_inside_a_compound_is_found(connection: CorpusConnection) -> None:
    assert found(connection, "kunden") == [TEXTS[4]]


def test_frequent_terms_are_left_out_where_rarer_ones_remain(
    connection: CorpusConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(found(connection, "dog", "big", "slept")) == 3
    monkeypatch.setattr(lexical_module, "MIN_FREQUENT_CHUNKS", 2)
    assert set(found(connection, "dog", "big", "slept")) == {TEXTS[1], TEXTS[2]}
    assert len(found(connection, "dog")) == 3


def test_quotes_end_no_string() -> None:
    assert quoted(['a"b', "c"]) == '"a""b c"'


def test_literal_text_is_found_with_its_wildcards_as_they_are(
    connection: CorpusConnection,
) -> None:
    assert len(search_literal(connection, "OX AN", Scope(), limit=9)) == 1
    assert search_literal(connection, "f_x", Scope(), limit=9) == []
    assert search_literal(connection, "%", Scope(), limit=9) == []


def test_no_score_is_above_the_attainable(connection: CorpusConnection) -> None:
    asked = LexicalQuery((("slept",), ("unknownword",)))
    best = search_lexical(connection, asked, Scope(), limit=1)[0][1]
    assert 0 < best < attainable_score(connection, asked)
