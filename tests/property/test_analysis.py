"""Index and query agree on every text, and SQLite agrees with both."""

import unicodedata

from hypothesis import example, given, settings
from hypothesis import strategies as st
from pysqlite3 import dbapi2 as sqlite

from plugin.embeddings.venv.analysis.folding import compose, fold, fold_with_offsets
from plugin.embeddings.venv.analysis.matches import find_spans
from plugin.embeddings.venv.analysis.terms import phrase_term, query_terms
from plugin.embeddings.venv.analysis.tokens import index_text, locate_pieces, unit_tokens

WORDS = st.sampled_from(
    [
        *("Remote", "WriterAgent", "DEC-0054", "1,250.00", "don't", "user@host", "i18n", "l'eau"),
        *("東京都庁", "がぎ", "か\u3099き", "ｶﾞﾗｽ", "サーバー", "서울에서", "한국어를"),
        *("สวัสดีครับ", "น้ำ", "हिन्दी", "क़लम", "العَرَبِيَّة", "שָׁלוֹם", "ΟΔΟΣ", "мой", "🐘👍🏽", "½", "™"),
        *("¼0", "㎡0", "5㎡", "1㍘", "⑳5"),
        *("co\u00adop", "Straße", "İı", "e\u0301te\u0301", "ﬁn", "Ⅳ", "٢٠٢٤", "\uf0b7", "𠮷野家"),
    ]
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=8).map(" ".join))


def contains(tokens: list[str], wanted: tuple[str, ...]) -> bool:
    return any(tuple(tokens[i : i + len(wanted)]) == wanted for i in range(len(tokens) + 1))


@given(TEXTS, st.data())
@settings(max_examples=400)
def test_terms_of_any_stretch_of_words_are_adjacent_in_the_index(
    text: str, data: st.DataObject
) -> None:
    pieces = locate_pieces(text)
    if not pieces:
        assert query_terms(text) == ()
        return
    first = data.draw(st.integers(0, len(pieces) - 1))
    last = data.draw(st.integers(first, len(pieces) - 1))
    stretch = text[pieces[first].start : pieces[last].end]
    tokens = index_text(text).split()
    terms = query_terms(stretch)
    assert terms
    for term in terms:
        assert contains(tokens, term.tokens), (stretch, term)
    phrase = phrase_term(stretch)
    assert phrase is not None
    assert contains(tokens, phrase.tokens)


@given(TEXTS)
@settings(max_examples=400)
@example("a\x00b\x1fc")
def test_located_tokens_are_the_index_tokens_in_place(text: str) -> None:
    located = [token.text for piece in locate_pieces(text) for token in unit_tokens(piece.units)]
    assert index_text(text).split()[: len(located)] == located


@given(st.lists(TEXTS, min_size=1, max_size=20))
@settings(max_examples=60)
def test_sqlite_splits_the_index_text_just_as_we_do(texts: list[str]) -> None:
    connection = sqlite.connect(":memory:")
    connection.executescript(
        """CREATE VIRTUAL TABLE f USING fts5 (body, tokenize = "unicode61 remove_diacritics 0");
        CREATE VIRTUAL TABLE v USING fts5vocab (f, instance);"""
    )
    for number, text in enumerate(texts):
        analysed = index_text(text)
        connection.execute("INSERT INTO f (rowid, body) VALUES (?, ?)", (number, analysed))
        query = "SELECT count(*), max(offset) FROM v WHERE doc = ?"
        n_tokens, last_offset = connection.execute(query, (number,)).fetchone()
        assert n_tokens == len(analysed.split())
        assert last_offset == (n_tokens - 1 if n_tokens else None)
    connection.close()


@given(st.text(st.characters(max_codepoint=127), max_size=200))
def test_ascii_text_takes_the_same_way_with_and_without_other_letters_beside_it(text: str) -> None:
    # A Greek word sends the whole text through composition and the full table.
    alone, beside = index_text(text), index_text(text + " \u03c9")
    in_place = [t.text for piece in locate_pieces(text) for t in unit_tokens(piece.units)]
    assert beside.split()[: len(in_place)] == alone.split()[: len(in_place)]
    assert sorted(beside.split()) == sorted([*alone.split(), "\u03c9"])


@given(TEXTS)
@settings(max_examples=300)
def test_folding_keeps_offsets_in_step_with_the_text(text: str) -> None:
    folded, offsets = fold_with_offsets(text)
    assert folded == fold(text)
    assert len(offsets) == len(folded)
    assert list(offsets) == sorted(offsets)
    assert all(0 <= offset < len(text) for offset in offsets)


@given(TEXTS)
def test_composed_and_decomposed_spellings_are_indexed_alike(text: str) -> None:
    nfc, nfd = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    assert index_text(nfc) == index_text(nfd)
    assert compose(nfd) == compose(nfc)


@given(TEXTS)
@settings(max_examples=200)
def test_spans_are_ordered_apart_and_inside_the_text_and_cover_each_word_asked(text: str) -> None:
    terms = query_terms(text)
    spans = find_spans(text, terms)
    flat = [offset for span in spans for offset in span]
    assert flat == sorted(set(flat))
    assert all(0 <= offset <= len(text) for offset in flat)
    for term in terms:
        assert any(start <= term.source_start and term.source_end <= end for start, end in spans)
