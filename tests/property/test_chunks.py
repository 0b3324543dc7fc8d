"""Chunks are exact, in order, within the model's window, and lose no text."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from plugin.documents.passages import LocaleRun, Passage, PassageKind
from plugin.embeddings.venv.chunk.chunker import MIN_CHUNK, chunk_passage
from plugin.embeddings.venv.chunk.sentences import sentence_spans
from plugin.embeddings.venv.chunk.windows import MAX_CHUNK_TOKENS, estimate_tokens, window_spans

BITS = st.sampled_from(
    [
        *(
            "Dr. Smith went home. ",
            "See Fig. 3 (p. 5). ",
            "A. B. ",
            "😀 Yes! ",
            "word ",
            "\n",
            "\n\n",
        ),
        *(
            "東京都は日本の首都です。",
            "สวัสดีครับ ",
            "यह हिन्दी है। ",
            "x" * 90,
            " ",
            "\ud800",
            "e\u0301",
        ),
        *(
            "The committee met on Tuesday and agreed on nothing at all, as it always does. ",
            "a,b;c ",
        ),
    ]
)
TEXTS = st.one_of(
    st.text(max_size=300),
    st.lists(BITS, max_size=60).map("".join),
    st.text(alphabet="ab \n", max_size=40).map(lambda text: text * 60),
)
LANGUAGES = st.sampled_from([None, "en", "de-DE", "ja", "th", "zz-Q"])


@st.composite
def passages(draw: st.DrawFn) -> Passage:
    text = draw(TEXTS)
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=4)) | {0, len(text)})
    runs = tuple(LocaleRun(start, end, draw(LANGUAGES)) for start, end in pairwise(cuts))
    prose = draw(st.booleans())
    tagged = draw(st.booleans())
    return Passage(3, PassageKind.TEXT, text, runs=runs if tagged else (), prose=prose)


@given(passages(), LANGUAGES)
@settings(max_examples=300)
def test_chunks_are_exact_in_order_bounded_and_lose_nothing(
    passage: Passage, language: str | None
) -> None:
    chunks = chunk_passage(passage, language)
    covered: set[int] = set()
    for chunk in chunks:
        assert chunk.para_index == 3
        assert passage.text[chunk.start : chunk.end] == chunk.text
        assert chunk.text == chunk.text.strip() != ""
        n_estimated = estimate_tokens(chunk.text)
        assert n_estimated <= MAX_CHUNK_TOKENS or len(chunk.text) <= MAX_CHUNK_TOKENS
        covered.update(range(chunk.start, chunk.end))
    assert [c.start for c in chunks] == sorted({c.start for c in chunks})
    assert all(i in covered for i, letter in enumerate(passage.text) if not letter.isspace())
    if passage.prose:
        assert all(a.end <= b.start for a, b in pairwise(chunks))


@given(TEXTS, LANGUAGES)
@settings(max_examples=200)
def test_sentences_tile_the_text(text: str, language: str | None) -> None:
    spans = sentence_spans(text, (language or "")[:2])
    assert "".join(text[start:end] for start, end in spans) == text


@given(TEXTS)
@settings(max_examples=200)
def test_windows_leave_no_gap_and_overlap_little(text: str) -> None:
    spans = window_spans(text)
    assert spans[0][0] == 0
    assert spans[-1][1] == len(text)
    for (start, end), (next_start, next_end) in pairwise(spans):
        assert start < next_start <= end < next_end <= next_start + 512
        assert end - next_start <= 64


@given(st.lists(BITS, max_size=12).map("".join))
@settings(max_examples=150)
def test_only_a_chunk_that_cannot_be_glued_is_short(text: str) -> None:
    chunks = chunk_passage(Passage(0, PassageKind.TEXT, text), "en")
    for left, right in pairwise(chunks):
        joined = text[left.start : right.end]
        if min(len(left.text), len(right.text)) < MIN_CHUNK:
            assert estimate_tokens(joined) > MAX_CHUNK_TOKENS - 2
