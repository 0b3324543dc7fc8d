"""Languages: scripts before guesses, mixed texts by their parts, wrong tags put right."""

# ruff: noqa: RUF001 - texts in many scripts

from __future__ import annotations

import pytest

from plugin.contracts.corpus import FileState
from plugin.documents.passages import ExtractedDocument, LocaleRun, Passage, PassageKind
from plugin.embeddings.venv.chunk.chunker import chunk_passage
from plugin.embeddings.venv.chunk.document_languages import with_languages
from plugin.embeddings.venv.chunk.language import document_language, english_probability
from plugin.embeddings.venv.chunk.scripts import dominant_script

_GERMAN = (
    "Die Straße wurde im letzten Jahr erneuert, weil sie nach dem Winter viele Löcher hatte. "
    "Am 3. Mai kamen die Arbeiter mit schwerem Gerät und begannen früh am Morgen mit der Arbeit. "
    "Danach durften die Kinder wieder mit dem Fahrrad zur Schule fahren, was alle sehr freute. "
)
_ENGLISH = (
    "The bridge was closed for most of the year because its pillars had to be repaired at last. "
    "Every morning the people of the village walked a long way around the lake to get to work. "
    "When it was opened again there was a party with music, and everyone came to see the place. "
)
_THAI = "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม "
_RUSSIAN = (
    "Все люди рождаются свободными и равными в своём достоинстве и правах. Они наделены разумом. "
)


def _document(
    texts: list[str], language: str | None = None, tag: str | None = None
) -> ExtractedDocument:
    passages = tuple(
        Passage(index, PassageKind.TEXT, text, runs=(LocaleRun(0, len(text), tag),) if tag else ())
        for index, text in enumerate(texts)
    )
    return ExtractedDocument(FileState.OK, language=language, passages=passages)


def _languages(document: ExtractedDocument) -> list[str | None]:
    return [
        passage.runs[0].tag if passage.runs else document.language for passage in document.passages
    ]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια", "el"),
        ("כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם כולם", "he"),
        ("ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებით", "ka"),
        ("Բոլոր մարդիկ ծնվում են ազատ ու հավասար իրենց արժանապատվությամբ", "hy"),
        (_THAI, "th"),
        ("모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다 " * 2, "ko"),
        (
            "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。人人有资格享有",
            "zh",
        ),
        (
            "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は理性",
            "ja",
        ),
        ("تمام افراد بشر آزاد به دنیا می‌آیند و از لحاظ حیثیت و حقوق با هم برابرند و گفته‌اند", "fa"),
        (
            "تمام انسان آزاد اور حقوق و عزت کے اعتبار سے برابر پیدا ہوئے ہیں۔ انہیں ضمیر اور عقل",
            "ur",
        ),
        ("يولد جميع الناس أحرارا متساوين في الكرامة والحقوق وقد وهبوا عقلا وضميرا", "ar"),
        ("Усі люди народжуються вільними і рівними у своїй гідності та правах. Її пісня", "uk"),
        ("Усе людзі нараджаюцца свабоднымі і роўнымі ў сваёй годнасці і правах. Яны ў", "be"),
        ("Хүн бүр төрж мэндлэхдээ эрх чөлөөтэй, адилхан нэр төртэй, ижил эрхтэй байдаг", "mn"),
        (_RUSSIAN, "ru"),
        (_GERMAN, "de"),
        (_ENGLISH, "en"),
    ],
)
def test_the_language_of_a_text(text: str, language: str) -> None:
    assert document_language(text) == language


@pytest.mark.parametrize("text", ["", "1 2 3", "Hallo Welt", "+++ --- +++"])
def test_too_little_is_not_told(text: str) -> None:
    assert document_language(text) is None


def test_dominant_script_needs_most_letters() -> None:
    assert dominant_script("The word слово is Russian") == "Latn"
    assert dominant_script("東京タワーに行きました") == "Kana"
    assert dominant_script("123") is None


def test_a_text_in_one_language_is_guessed_once_for_all() -> None:
    document = with_languages(_document([_GERMAN, "Ja.", "OK", _GERMAN]))
    assert document.language == "de"
    assert all(not passage.runs for passage in document.passages)


def test_the_parts_of_a_bilingual_text_are_in_their_languages() -> None:
    texts = [*[_GERMAN] * 12, "Ende.", *[_ENGLISH] * 8, "The end."]
    document = with_languages(_document(texts))
    assert document.language == "de"
    assert _languages(document) == ["de"] * 13 + ["en"] * 9


def test_two_long_paragraphs_are_two_languages() -> None:
    document = with_languages(_document([_GERMAN * 6, _ENGLISH * 5]))
    assert _languages(document) == ["de", "en"]


def test_a_last_paragraph_in_another_language_is_seen() -> None:
    document = with_languages(_document([*[_ENGLISH] * 9, _GERMAN]))
    assert _languages(document) == ["en"] * 9 + ["de"]


def test_languages_in_turn_are_told_by_paragraph() -> None:
    document = with_languages(_document([_GERMAN, _ENGLISH] * 12))
    assert _languages(document) == ["de", "en"] * 12


def test_each_part_is_cut_by_its_own_rules() -> None:
    texts = [*[_GERMAN] * 12, *[_ENGLISH] * 12]
    document = with_languages(_document(texts))
    german = chunk_passage(document.passages[0], document.language)
    assert not any(chunk.text.endswith("3.") for chunk in german)


def test_a_tag_of_another_script_is_wrong() -> None:
    document = with_languages(_document([_THAI * 3, _THAI], language="en-US"))
    assert document.language == "th"
    assert _languages(document) == ["th", "th"]


def test_only_the_passages_of_another_script_are_corrected() -> None:
    document = with_languages(_document([_ENGLISH, _ENGLISH, _RUSSIAN * 2], language="en-US"))
    assert document.language == "en-US"
    assert _languages(document) == ["en-US", "en-US", "ru"]


def test_a_latin_text_tagged_thai_is_not_cut_at_blanks() -> None:
    document = with_languages(_document([_ENGLISH], language="th-TH"))
    assert document.language == "en"


def test_a_long_text_plainly_in_another_language_than_its_tag() -> None:
    document = with_languages(_document([_GERMAN] * 8, language="en-US"))
    assert document.language == "de"
    tagged = with_languages(_document([_GERMAN] * 8, language="en-US", tag="en-US"))
    assert _languages(tagged) == ["de"] * 8


def test_a_short_text_keeps_its_tag() -> None:
    assert (
        with_languages(_document(["Hallo Welt, wie geht es?"], language="en-US")).language
        == "en-US"
    )


def test_a_tag_that_is_right_for_half_the_text_stays() -> None:
    document = _document([_GERMAN, _ENGLISH], language="de-AT", tag="de-AT")
    assert with_languages(document) is document


def test_right_tags_are_left_as_they_are() -> None:
    document = _document([_GERMAN, _GERMAN], language="de-AT", tag="de-AT")
    assert with_languages(document) is document


def test_tables_are_no_evidence() -> None:
    table = Passage(0, PassageKind.TABLE, _GERMAN, prose=False)
    document = ExtractedDocument(FileState.OK, passages=(table,))
    assert with_languages(document) is document


def test_how_likely_a_short_text_is_english() -> None:
    assert english_probability("who pays for the keys that were lost") > 0.9
    assert english_probability("wer zahlt für die verlorenen Schlüssel") < 0.1
    assert english_probability("20-17 / 4") == 1
    assert english_probability(_GERMAN * 10_000) < 0.1
