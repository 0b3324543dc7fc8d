"""How passages are cut."""

from itertools import pairwise

import pytest

from plugin.documents.passages import LocaleRun, Passage, PassageKind
from plugin.embeddings.venv.chunk.chunker import MIN_CHUNK, chunk_passage
from plugin.embeddings.venv.chunk.language import document_language
from plugin.embeddings.venv.chunk.sentences import sentence_spans
from plugin.embeddings.venv.chunk.windows import MAX_CHUNK_TOKENS, estimate_tokens

LONG = (
    "The committee met on Tuesday and, after a long debate about the budget of the coming year, "
    "it agreed that nothing should be decided before autumn. "
)


def prose(text: str, runs: tuple[LocaleRun, ...] = ()) -> Passage:
    return Passage(7, PassageKind.TEXT, text, runs=runs)


def texts(passage: Passage, language: str | None = "en") -> list[str]:
    return [chunk.text for chunk in chunk_passage(passage, language)]


def test_blank_passages_have_no_chunks() -> None:
    assert texts(prose("")) == texts(prose(" \n\t")) == []


def test_each_long_sentence_is_a_chunk() -> None:
    assert texts(prose(LONG * 3)) == [LONG.strip()] * 3


def test_short_sentences_are_glued_and_a_short_rest_joins_the_chunk_before() -> None:
    chunks = texts(prose("One. Two. " + LONG + LONG + "Three."))
    assert chunks == [("One. Two. " + LONG).strip(), LONG + "Three."]


def test_glue_stops_where_the_language_changes() -> None:
    text = "Hello there. Bonjour à tous. "
    runs = (LocaleRun(0, 13, "en-US"), LocaleRun(13, len(text), "fr"))
    assert texts(prose(text, runs)) == ["Hello there.", "Bonjour à tous."]


def test_a_foreign_word_inside_a_sentence_does_not_cut_it() -> None:
    text = "The raison d'être of it."
    runs = (LocaleRun(0, 4, "en"), LocaleRun(4, 17, "fr"), LocaleRun(17, 24, "en"))
    assert texts(prose(text, runs)) == [text]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Dr. Smith saw Fig. 3 (p. 5) with J. R. Tolkien.", "en"),
        ("Er kam am 3. Mai z. B. mit Dr. Müller und Frau Dr. Huber.", "de"),
        ("M. Dupont est parti.", "fr"),
        ("a line that was\nbroken in the middle", "en"),
    ],
)
def test_these_stops_end_no_sentence(text: str, language: str) -> None:
    assert sentence_spans(text, language) == [(0, len(text))]


@pytest.mark.parametrize(
    ("text", "language", "n_sentences"),
    [
        ("He said no. Nobody asked.", "en", 2),
        ("😀 Well. Yes.", "en", 2),
        ("東京は首都です。人口が多い。", "ja", 2),
        ("Title\n\nlower start", "en", 3),
        ("Ended here.\nnew line", "en", 2),
        ("ประโยคหนึ่ง ประโยคสอง", "th", 2),
    ],
)
def test_these_end_sentences(text: str, language: str, n_sentences: int) -> None:
    found = [text[start:end] for start, end in sentence_spans(text, language)]
    assert len(found) == n_sentences, found


@pytest.mark.parametrize("text", ["word, " * 900, "東京都庁" * 300, "ก" * 3_000, "x" * 5_000])
def test_run_ons_are_cut_evenly_to_fit_the_model(text: str) -> None:
    chunks = texts(prose(text), None)
    assert all(
        MAX_CHUNK_TOKENS / 4 < estimate_tokens(chunk) <= MAX_CHUNK_TOKENS for chunk in chunks
    )
    assert "".join("".join(chunks).split()) == "".join(text.split())


def test_rows_are_windows_that_overlap() -> None:
    row = " | ".join(f"cell {number}" for number in range(200))
    chunks = chunk_passage(Passage(0, PassageKind.TABLE, row, prose=False), "en")
    assert len(chunks) > 3
    assert all(len(chunk.text) <= 512 for chunk in chunks)
    for left, right in pairwise(chunks):
        assert 0 < left.end - right.start <= 64
    short = Passage(0, PassageKind.TABLE, "Name | 1. Second. ", prose=False)
    assert texts(short) == ["Name | 1. Second."]


def test_a_heading_is_one_chunk_and_far_below_the_floor() -> None:
    heading = Passage(2, PassageKind.HEADING, " 1. Aims. Scope ", heading_level=1)
    assert texts(heading) == ["1. Aims. Scope"]
    assert len("1. Aims. Scope") < MIN_CHUNK


@pytest.mark.parametrize(
    ("sample", "language"),
    [
        ("", None),
        ("12345 67890 " * 20, None),
        ("Too short to tell", None),
        (
            "東京都は日本の首都であり、世界でも最大級の都市のひとつである。人口はおよそ千四百万人。",
            "ja",
        ),
        (
            "大韓民國" * 2
            + "회의는 서울에서 열리며 모든 직원이 참석해야 합니다. 자세한 내용은 공지를 보십시오.",
            "ko",
        ),
        (
            "北京是中华人民共和国的首都也是全国的政治文化中心人口众多历史悠久是世界著名的古都之一每年有很多人",
            "zh",
        ),
        ("นโยบายการทำงานจากที่บ้านมีผลบังคับใช้กับพนักงานทุกคนตั้งแต่วันที่หนึ่ง", "th"),
        (LONG, "en"),
        (
            "Der Ausschuss trat am Dienstag zusammen und beschloss nach langer Beratung nichts.",
            "de",
        ),
        ("Комитет собрался во вторник и после долгих споров ничего не решил.", "ru"),
    ],
)
def test_language_of_plain_text(sample: str, language: str | None) -> None:
    assert document_language(sample) == language
    assert document_language(sample) == language
