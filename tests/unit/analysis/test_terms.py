"""What a query's words become, and what is highlighted for them."""

import pytest

from plugin.embeddings.venv.analysis.folding import fold, fold_with_offsets
from plugin.embeddings.venv.analysis.matches import find_spans
from plugin.embeddings.venv.analysis.terms import phrase_term, query_terms
from plugin.embeddings.venv.analysis.tokens import index_text


@pytest.mark.parametrize(
    ("query", "tokens"),
    [
        ("What is our policy?", [("what",), ("is",), ("our",), ("policy",)]),
        ("DEC-0054", [("dec", "0054")]),
        ("a,b", [("a", "b")]),
        ("yes — no", [("yes",), ("no",)]),
        ("Breeder's", [("breeder",)]),
        ("l'eau", [("eau",)]),
        ("東京", [("東京",)]),
        ("東", [("東",)]),
        ("iPhone手机", [("iphone",), ("手机",)]),
        ("일정은", [("일정",)]),
        ("", []),
        ('"" -- ?! \x00', []),
    ],
)
def test_words_of_a_query(query: str, tokens: list[tuple[str, ...]]) -> None:
    assert [term.tokens for term in query_terms(query)] == tokens


def test_terms_know_their_place_in_the_query() -> None:
    query = "  cafe\u0301 (DEC-0054)"
    places = [query[term.source_start : term.source_end] for term in query_terms(query)]
    assert places == ["cafe\u0301", "DEC-0054"]


def test_index_text_shows_pairs_and_puts_extras_last() -> None:
    assert index_text("東京都") == "東 東京 京 京都 都"
    assert index_text("WriterAgent 1,250 end") == "writeragent 1 250 end writer agent 1250"
    assert index_text(" \n") == ""


def test_a_phrase_without_words_is_none() -> None:
    assert phrase_term("?!") is None


def test_fold_and_offsets() -> None:
    assert fold("\u201cStra\u00dfe\u201d \u2013 \u0141\u00f3d\u017a") == '"strasse" - lodz'
    folded, offsets = fold_with_offsets("e\u0301\u00df!")
    assert (folded, offsets) == ("ess!", (0, 2, 2, 3))


@pytest.mark.parametrize(
    ("text", "query", "shown"),
    [
        ("The policies of Châtelier", "policy chatelier", ["policies", "Châtelier"]),
        ("See DEC-0054, not DEC 0055", "dec-0054", ["DEC-0054"]),
        ("العَرَبِيَّة لغة", "العربية", ["العَرَبِيَّة"]),
        ("日本の東京都庁です", "東京都", ["東京都"]),
        ("\U0001f600 planning ahead", "plan", ["planning"]),
        ("cafe\u0301!", "cafe", ["cafe\u0301"]),
        ("nothing here", "else", []),
    ],
)
def test_spans_are_in_the_original_text(text: str, query: str, shown: list[str]) -> None:
    assert [text[start:end] for start, end in find_spans(text, query_terms(query))] == shown


def test_only_the_last_term_matches_as_a_prefix_and_only_when_asked() -> None:
    text, terms = "reporting on remoteness", query_terms("rep remo")
    assert find_spans(text, terms) == ()
    assert find_spans(text, terms, prefix_last=True) == ((13, 23),)


@pytest.mark.parametrize("typed", ["高可", "的东", "がぎ", "한국"])
def test_two_characters_without_a_blank_are_looked_up_together(typed: str) -> None:
    assert [term.tokens for term in query_terms(typed)] == [(typed,)]
