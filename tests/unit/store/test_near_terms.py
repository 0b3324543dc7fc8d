"""Words one slip of the keyboard away from an unknown one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.embeddings.venv.store.lexical import LexicalQuery, near_words, search_lexical
from plugin.embeddings.venv.store.scope import Scope
from tests.fixtures_search import CorpusFolder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from plugin.embeddings.venv.store.connection import CorpusConnection

TEXTS = (
    "the received letters",
    "a Kündigung and more",
    "договор аренды",
    "may read the form, board",
    "code 12345",
    "the warehouse, die Mittagspause",
)


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[CorpusConnection]:
    made = CorpusFolder(tmp_path)
    made.write("texts.txt", "\n\n".join(TEXTS))
    with made.open_writer() as opened:
        yield opened


def found(connection: CorpusConnection, *words: str) -> list[str]:
    asked = LexicalQuery(tuple((word,) for word in words))
    ranking = search_lexical(connection, asked, Scope(), limit=10)
    return [TEXTS[chunk_id - 1] for chunk_id, _ in ranking]


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("recieved", TEXTS[0]),  # swapped
        ("lettters", TEXTS[0]),  # one too many
        ("leters", TEXTS[0]),  # one missing
        ("kundigumg", TEXTS[1]),  # one wrong
        ("xeceived", TEXTS[0]),  # the first one, too
        ("догвоор", TEXTS[2]),
        ("boerd", TEXTS[3]),
        ("wharehouse", TEXTS[5]),  # the stem of warehouse has another stem
    ],
)
def test_a_slip_finds_the_word(connection: CorpusConnection, typed: str, text: str) -> None:
    assert found(connection, typed) == [text]


@pytest.mark.parametrize("typed", ["firm", "many", "bread", "12346", "recxxved", "x" * 40])
def test_short_words_numbers_and_other_words_have_none(
    connection: CorpusConnection, typed: str
) -> None:
    assert near_words(connection, (typed,)) == []


def test_a_part_of_a_word_finds_it_whatever_its_stem_is(connection: CorpusConnection) -> None:
    assert found(connection, "mittag") == [TEXTS[5]]


def test_a_word_that_is_there_is_never_respelled(connection: CorpusConnection) -> None:
    assert found(connection, "more") == [TEXTS[1]]


def test_joined_words_are_not_respelled(connection: CorpusConnection) -> None:
    assert near_words(connection, ("code", "12346")) == []
