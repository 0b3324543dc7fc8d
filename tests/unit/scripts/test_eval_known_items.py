"""Known items are taken from passages by chance, the same each time; who has the words is right."""

from __future__ import annotations

import pytest
from cli import Failure
from evaluation.known_items import SIX_WORDS, TWO_CHARACTERS, files_of, known_items

LONG = "one two three | four five six seven eight nine ten eleven"
TEXTS = [
    ("b.odt", LONG),
    ("a.odt", f"Before. {LONG.upper()} after"),
    ("c.odt", "one two three four five, six seven eight nine ten eleven"),
    ("short.odt", "only nine words are in this one passage here"),
    ("zh.odt", "图书馆 opens at 9。"),
    ("ja.odt", "この図書館"),
]


def test_six_words_are_asked_of_every_file_that_has_them() -> None:
    files = files_of(TEXTS)
    assert [file.path for file in files] == [
        "a.odt",
        "b.odt",
        "c.odt",
        "ja.odt",
        "short.odt",
        "zh.odt",
    ]
    items = [item for item in known_items(files, 40) if item.kind == SIX_WORDS]
    assert items
    for item in items:
        words = item.text.split()
        assert len(words) == 6
        assert "|" not in words  # nobody types a mark that stands alone
        folded = [" ".join(w for w in text.casefold().split() if w != "|") for _, text in TEXTS]
        having = {
            path
            for (path, _), text in zip(TEXTS, folded, strict=False)
            if f" {item.text.casefold()} " in f" {text} "
        }
        assert set(item.grades) == having
        assert "short.odt" not in having
    assert {"a.odt", "b.odt"} in [set(item.grades) for item in items]


def test_part_of_a_word_is_not_the_word() -> None:
    files = files_of([("a", LONG), ("b", LONG.replace("one", "stone"))])
    item = next(i for i in known_items(files, 100) if i.text.startswith("one two"))
    assert list(item.grades) == ["a"]


def test_two_characters_come_from_one_run_of_letters() -> None:
    items = {
        item.text: set(item.grades)
        for item in known_items(files_of(TEXTS), 50)
        if item.kind == TWO_CHARACTERS
    }
    assert items == {
        "图书": {"zh.odt"},
        "书馆": {"zh.odt"},
        "この": {"ja.odt"},
        "の図": {"ja.odt"},
        "図書": {"ja.odt"},
        "書館": {"ja.odt"},
    }


def test_the_same_files_give_the_same_items_and_each_once() -> None:
    files = files_of(TEXTS)
    first = known_items(files, 10)
    assert first == known_items(files, 10)
    assert (
        len({item.text for item in first}) == len({item.query_id for item in first}) == len(first)
    )
    assert {item.text for item in known_items(files, 3, seed=1)} != {
        i.text for i in known_items(files, 3)
    }


def test_a_long_table_is_not_all_that_is_asked_for() -> None:
    table = [("table.csv", f"{LONG} row {number}") for number in range(500)]
    other = [("letter.odt", "ten words stand here so that six can be taken now")]
    items = known_items(files_of([*table, *other]), 20)
    n_letter = sum("letter.odt" in item.grades for item in items)
    assert n_letter >= 4


def test_a_folder_without_text_is_told() -> None:
    with pytest.raises(Failure, match="No file has a passage of 10 words"):
        known_items(files_of([("a", "short")]), 5)
