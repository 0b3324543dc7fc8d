"""Encodings: real characters whatever the bytes, and never a replacement character."""

# ruff: noqa: RUF001 - texts in many scripts

from __future__ import annotations

import codecs
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plugin.embeddings.venv.extract.document import ExtractionFailure
from plugin.embeddings.venv.extract.text.encoding import decode_text

_SENTENCES = {
    "de": "Größere Mängel an der Straßenbrücke müssen künftig früher gemeldet werden. ",
    "fr": "L’été dernier, la façade de l’hôtel a été rénovée à grands frais. ",
    "es": "El año pasado la señora Núñez viajó a Cádiz en otoño. ",
    "it": "È più facile di così, perché la città è già piena di novità. ",
    "pt": "A informação não está disponível até à próxima reunião. ",
    "sv": "På måndag åker vi över ön för att köpa ägg och bröd. ",
    "da": "Børnene læste på øen, mens færgen sejlede frem og tilbage over åen. ",
    "pl": "Naukowcy zauważyli, że żółw porusza się szybciej, gdy śnieg już stopniał. ",
    "cs": "Příliš žluťoučký kůň úpěl ďábelské ódy a šel spát do stáje. ",
    "hu": "Az őszi esők után a tűzoltók újra kijöttek a faluból, és segítettek. ",
    "hr": "Šumska je cesta bila zatvorena, pa smo išli uz rijeku, što je češće ljepše. ",
    "lt": "Žąsys išskrido į šiltus kraštus, o ežere liko tik gulbės ir antys. ",
    "tr": "İstanbul'da yağmur yağıyor, çocuklar evde oturup kitap okuyorlardı; ağaçlar ıslaktı. ",
    "ru": "Все люди рождаются свободными и равными, а ёжик идёт домой по дороге. ",
    "uk": "Усі люди народжуються вільними і рівними, її пісня лунає в полі. ",
    "el": "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια. ",
    "he": "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. ",
    "ar": "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. ",
    "th": "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ",
    "ja": "彼は背後にひそかな足音を聞いた。それはあまり良い意味を示すものではない。",
    "ko": "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. ",
    "zh": "人人生而自由，在尊严和权利上一律平等。他们有理性和良心。",
    "zh-Hant": "人人生而自由，在尊嚴和權利上一律平等。他們有理性和良心。",
}
_WESTERN = ("cp1252", "iso8859-1", "iso8859-15", "cp850", "cp437", "mac-roman")
_CENTRAL = ("cp1250", "iso8859-2", "cp852", "mac-latin2")
_CYRILLIC = ("cp1251", "koi8-r", "cp866", "iso8859-5", "mac-cyrillic")
_PAGES = {
    **dict.fromkeys(("de", "fr", "es", "it", "pt", "sv", "da"), _WESTERN),
    **dict.fromkeys(("pl", "cs", "hu", "hr"), _CENTRAL),
    "lt": ("cp1257", "iso8859-13", "iso8859-4", "cp775"),
    "tr": ("cp1254", "iso8859-9", "cp857", "mac-turkish"),
    "ru": _CYRILLIC,
    "uk": ("cp1251", "koi8-u", "iso8859-5", "mac-cyrillic"),
    "el": ("cp1253", "iso8859-7", "cp737", "cp869", "mac-greek"),
    "he": ("cp1255", "iso8859-8", "cp862"),
    "ar": ("cp1256", "iso8859-6", "cp720"),
    "th": ("cp874", "tis-620"),
    "ja": ("shift_jis", "cp932", "euc_jp", "iso2022_jp"),
    "ko": ("euc_kr", "cp949", "johab", "iso2022_kr"),
    "zh": ("gb18030", "gb2312"),
    "zh-Hant": ("big5", "gb18030"),
}
_CASES = [(language, page) for language, pages in _PAGES.items() for page in pages]


@pytest.mark.parametrize(("language", "page"), _CASES)
@pytest.mark.parametrize("n_times", [1, 40])
def test_a_text_in_a_page_of_its_language(language: str, page: str, n_times: int) -> None:
    text = "".join(c for c in _SENTENCES[language] if c.encode(page, "ignore")) * n_times
    assert decode_text(text.encode(page)).text == text


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("language", _SENTENCES)
def test_unicode_without_a_mark(language: str, encoding: str) -> None:
    text = _SENTENCES[language] + "\r\n" + _SENTENCES[language]
    assert decode_text(text.encode(encoding)).text == text


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("Pantothensäure", "cp1252"),
        ("name;Größe\npremière;12 €\n", "cp1252"),
        ("It’s “quoted” – and it costs 5 € or £4…", "cp1252"),
        ("Temperature: 21 °C, area 14 m², § 5, ½ cup, 3 × 4", "cp1252"),
        ("Résumé of José Muñoz, São Paulo", "cp1252"),
        ("première,second,troisième\r\nQuatrième,cinquième,sixième\r\n", "cp1252"),
        ("name,city\nAnn,Zürich\nBob,Genève\n", "cp1252"),
        ("┌──────┐\r\n│Größe │\r\n└──────┘\r\nÜbersicht der Preise\r\n", "cp437"),
        ("╔═════╗\r\n║ Цена ║\r\n╚═════╝\r\nПрайс-лист на товары\r\n", "cp866"),
        ("Only one café in ten thousand words. " + "word " * 10_000, "cp1252"),
        ("The museum in Łódź. " + "Plain words go on and on. " * 500 + "Żyrardów śpi", "cp1250"),
        ("ПРОДАЖА КВАРТИР В ЦЕНТРЕ ГОРОДА", "cp1251"),
        ("ПРОДАЖА КВАРТИР В ЦЕНТРЕ ГОРОДА", "koi8-r"),
        ("error at line 5: файл не найден\n" * 3, "cp1251"),
    ],
)
def test_signs_names_and_drawings(text: str, page: str) -> None:
    assert decode_text(text.encode(page)).text == text


def test_one_rare_letter_far_inside_decides_between_pages() -> None:
    text = ("Die Größe der Fläche ist über alles wichtig.\n" * 400) + "Preis: 5 €\n"
    text += "Die Höhe ist klein.\n" * 400
    assert decode_text(text.encode("cp1252")).text == text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
@given(text=st.text())
@settings(max_examples=150, deadline=None)
def test_marked_text_decodes_to_itself(encoding: str, text: str) -> None:
    text = "".join(c for c in text if c >= " " or c in "\n\t")
    assert decode_text(text.encode(encoding)).text == text


@given(text=st.text(min_size=1))
@settings(max_examples=300, deadline=None)
def test_utf8_decodes_to_itself(text: str) -> None:
    text = "".join(c for c in text if c >= " " or c in "\n\t").lstrip("\ufeff")
    assert decode_text(text.encode()).text == text


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8"])
@pytest.mark.parametrize("language", ["de", "ja", "ru"])
def test_a_text_cut_within_a_character_keeps_the_rest(language: str, encoding: str) -> None:
    text = (_SENTENCES[language] + "\n") * 4 + "Ж"
    decoded = decode_text(text.encode(encoding)[:-1])
    assert decoded.text == text[:-1]
    assert decoded.damaged


def test_a_few_bad_bytes_in_utf8_are_left_out() -> None:
    text = _SENTENCES["pl"] * 20
    decoded = decode_text(text.encode() + b"\xff\x81" + b"Ende")
    assert decoded.text == text + "Ende"
    assert decoded.damaged


def test_a_bad_byte_far_from_any_letter_of_utf8_is_only_left_out() -> None:
    text = "plain words " * 50_000
    decoded = decode_text(text.encode() + b"\x81\n" + (text + "Größe").encode())
    assert decoded.text.endswith("Größe")


def test_lines_of_a_code_page_within_utf8_are_read_in_it() -> None:
    utf8 = ("Größe in UTF-8\n" * 5).encode()
    decoded = decode_text(
        utf8 + "Später angehängt: Müller & Söhne, Fußgängerübergänge\n".encode("cp1252")
    )
    assert decoded.text.endswith("Später angehängt: Müller & Söhne, Fußgängerübergänge\n")
    assert decoded.text.startswith("Größe in UTF-8\n")
    assert not decoded.damaged


@pytest.mark.parametrize("padded", [b"\0" * 4096 + b"text", b"text" + b"\0" * 4096])
def test_zeros_of_a_crash_or_a_rotated_log_are_no_text(padded: bytes) -> None:
    assert decode_text(padded).text == "text"


def test_terminal_colours_are_no_text() -> None:
    coloured = "\x1b[1;31merror\x1b[0m: \x1b]0;title\x07disk full\n" * 50
    assert decode_text(coloured.encode()).text == "error: disk full\n" * 50


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("lowest", [0, 32])
def test_noise_is_refused(seed: int, lowest: int) -> None:
    random_bytes = random.Random(seed)
    noise = bytes(random_bytes.randrange(lowest, 256) for _ in range(3000))
    with pytest.raises(ExtractionFailure):
        decode_text(noise)


def test_a_text_about_bad_bytes_is_read_without_them() -> None:
    lines = b"".join(
        b"Line %d has the bytes \xfe\xff\x81\xc0 of no encoding\n" % n for n in range(50)
    )
    decoded = decode_text(lines)
    assert decoded.damaged
    assert decoded.text.startswith("Line 0 has the bytes  of no encoding")


def test_a_picture_under_a_texts_name_is_refused() -> None:
    with pytest.raises(ExtractionFailure):
        decode_text(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0\x1f\xf3\xffa")


@given(data=st.binary(max_size=400))
@settings(max_examples=400, deadline=None)
def test_any_bytes_give_text_or_are_refused(data: bytes) -> None:
    try:
        decoded = decode_text(data)
    except ExtractionFailure:
        return
    assert (
        "\ufffd" not in decoded.text
        or "\ufffd".encode() in data
        or b"\xfd\xff" in data
        or b"\xff\xfd" in data
    )


@pytest.mark.parametrize("prefix", [b"", codecs.BOM_UTF8])
def test_long_texts_are_judged_by_a_sample(prefix: bytes) -> None:
    page = "utf-8" if prefix else "cp1252"
    data = prefix + ("2026-01-01 12:00:00 INFO request served in 12 ms, größer\n" * 200_000).encode(
        page
    )
    started = time.monotonic()
    assert decode_text(data).text.endswith("größer\n")
    assert time.monotonic() - started < 2


def test_separators_of_records_and_fields_part_words() -> None:
    data = b"First\x1ename\x1cfield\x1fvalue\x1dend\n" * 20
    assert decode_text(data).text == "First name field value end\n" * 20
