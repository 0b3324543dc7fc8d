"""Arabic words are found whatever is written together with them."""

import pytest

from plugin.embeddings.venv.analysis.arabic import light_stem
from plugin.embeddings.venv.analysis.matches import find_spans
from plugin.embeddings.venv.analysis.terms import query_terms
from plugin.embeddings.venv.analysis.tokens import index_text


@pytest.mark.parametrize(
    "written",
    ["كتاب", "الكتاب", "والكتاب", "بالكتاب", "كالكتاب", "للكتاب", "كتابي", "كتابها", "وكتابه"],
)
def test_a_noun_is_one_word_in_all_its_company(written: str) -> None:
    assert light_stem(written) == "كتاب"


@pytest.mark.parametrize("written", ["مدرسة", "المدرسة", "مدرسات", "مدرسين"])
def test_endings_fall(written: str) -> None:
    assert light_stem(written) == "مدرس"


@pytest.mark.parametrize("written", ["ال", "من", "house", "дом", "2024", ""])
def test_short_words_and_other_scripts_stay(written: str) -> None:
    assert light_stem(written) == written


def test_a_question_finds_and_marks_another_form() -> None:
    text = "قرأت في المكتبة عن الكتابين."
    (term,) = query_terms("كتاب")
    assert set(term.tokens) <= set(index_text(text).split())
    assert [text[start:end] for start, end in find_spans(text, (term,))] == ["الكتابين"]
