"""Catalogues of texts: language, fallback, plurals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.embeddings.texts import load_texts, read_properties

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def catalogues(tmp_path: Path) -> Path:
    files = {
        "en-US/a.properties": "a = Apple\nb = Bread",
        "en-US/search.properties": "hits.one = {n} hit\nhits.other = {n} hits",
        "en-US/other.properties": "# a comment\n\nc = at {place}",
        "de/search.properties": "a = Apfel\nhits.one = {n} Treffer\nhits.other = {n} Treffer",
        "pt-BR/search.properties": "a = Maçã",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("language", "chosen", "apple"),
    [
        ("en-US", "en-US", "Apple"),
        ("de", "de", "Apfel"),
        ("de-AT", "de", "Apfel"),
        ("pt-BR", "pt-BR", "Maçã"),
        ("pt", "en-US", "Apple"),
        ("", "en-US", "Apple"),
        ("fr", "en-US", "Apple"),
    ],
)
def test_a_language_falls_back_to_its_general_form_and_to_english(
    catalogues: Path, language: str, chosen: str, apple: str
) -> None:
    texts = load_texts(catalogues, language)
    assert (texts.language, texts["a"]) == (chosen, apple)


def test_what_a_language_lacks_is_english(catalogues: Path) -> None:
    assert load_texts(catalogues, "de")["b"] == "Bread"


def test_places_and_plurals_are_filled(catalogues: Path) -> None:
    texts = load_texts(catalogues, "en-US")
    assert texts.format("c", place="home") == "at home"
    assert [texts.count("hits", n) for n in (0, 1, 2)] == ["0 hits", "1 hit", "2 hits"]


def test_a_key_that_no_catalogue_has_is_a_fault_of_ours(catalogues: Path) -> None:
    with pytest.raises(KeyError):
        load_texts(catalogues, "de")["nowhere"]


def test_lines_without_a_value_are_refused_and_line_ends_are_unescaped() -> None:
    assert read_properties("a = one\\ntwo = 2") == {"a": "one\ntwo = 2"}
    with pytest.raises(ValueError, match="just words"):
        read_properties("just words")
