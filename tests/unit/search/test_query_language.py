"""What a query's few words tell of its language."""

from __future__ import annotations

import pytest

from plugin.embeddings.venv.search.query_language import is_english, reads_as_other_latin


@pytest.mark.parametrize(
    "query",
    [
        "bu evin bedelini kim öder",
        "gelen mektuplar kime verilir",
        "ai là người trả tiền thuê nhà",
        "chi paga le chiavi perse dopo la festa",
        "Wer hatte in dieser Saison die meisten Ausleihen?",
        "Was wurde mit den alten Karten gemacht?",
        "kas moka už pamestus raktus per šventę",
        "hoeveel sleutels krijgt de nieuwe huurder",
        "cine plătește pentru cheile pierdute",
    ],
)
def test_a_sentence_of_another_language_is_told_by_its_letters(query: str) -> None:
    assert reads_as_other_latin(query)
    assert is_english(query) is False


@pytest.mark.parametrize(
    "query",
    [
        "who pays for the lost keys",
        "how many distance learners does the school have",
        "is de facto control of the board enough",
        "Claude Gillot Watteau Pierrot",
        "Mt Rushmore ranger Achtenburg",
        "ODBC error 80040e14 login.asp",
        "f775b625b497b4fa6731bddd433916dde52fbb2e",
        "0-333-76657-1",
        "lost keys",
        "mascarpone quantity for tiramisu",
        "",
    ],
)
def test_english_names_and_codes_are_no_other_language(query: str) -> None:
    assert not reads_as_other_latin(query)


def test_whether_a_question_is_english_may_stay_open() -> None:
    assert is_english("how do I renew a loan") is True
    assert is_english("wie verlängere ich die Ausleihe") is False
    assert is_english("какой срок") is False
    assert is_english("DEC-0054") is None
