"""Plain texts: every encoding to real characters, wrapped lines to whole sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.extract import extract_document
from plugin.embeddings.venv.extract.document import ExtractionFailure
from plugin.embeddings.venv.extract.text.encoding import decode_text

if TYPE_CHECKING:
    from pathlib import Path

    from plugin.documents.passages import ExtractedDocument

_POLISH = "Naukowcy zauważyli, że żółw porusza się szybciej, gdy śnieg już stopniał w źródłach. "
_RUSSIAN = "Люди рождаются свободными и равными по достоинству и правам, ёжик тоже. "
_JAPANESE = "彼は背後にひそかな足音を聞いた。それはあまり良い意味を示すものではない。"


def _read(tmp_path: Path, data: bytes, name: str = "a.txt") -> ExtractedDocument:
    path = tmp_path / name
    path.write_bytes(data)
    return extract_document(path)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (_POLISH * 3, "utf-8"),
        (_POLISH * 3, "utf-8-sig"),
        (_POLISH * 3, "utf-16"),
        (_POLISH * 3, "utf-32"),
        (_POLISH * 3, "utf-16-le"),
        (_POLISH * 3, "cp1250"),
        (_RUSSIAN * 3, "cp1251"),
        (_RUSSIAN * 3, "koi8-r"),
        (_JAPANESE * 3, "shift_jis"),
        (_JAPANESE * 3, "euc_jp"),
        (_JAPANESE * 3, "utf-16-be"),
        ("Pantothensäure", "cp1252"),
        ("name;Größe\npremière;12 €\n", "cp1252"),
        ("plain ASCII", "ascii"),
    ],
)
def test_text_comes_back_as_written(text: str, encoding: str) -> None:
    assert decode_text(text.encode(encoding)).text == text


def test_a_mark_with_a_cut_character_keeps_the_rest() -> None:
    decoded = decode_text("grüße".encode("utf-16")[:-1])
    assert decoded.text == "grüß"
    assert decoded.damaged


def test_one_bad_byte_does_not_turn_utf8_into_noise(tmp_path: Path) -> None:
    data = (_POLISH * 20).encode() + b"\xff" + b"Ende"
    document = _read(tmp_path, data)
    assert document.state is FileState.PARTIAL
    assert "zauważyli" in document.passages[0].text
    assert "\ufffd" not in document.passages[0].text


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(ExtractionFailure):
        decode_text(bytes(range(32)) * 8)


def test_wrapped_lines_are_joined_and_short_ones_are_not(tmp_path: Path) -> None:
    wrapped = (
        b"This sentence was wrapped by an editor that breaks\nlines, but it is one sentence.\n"
        b"\n\nRoses are red\nViolets are blue\n"
    )
    document = _read(tmp_path, wrapped)
    assert [(p.location.line, p.text) for p in document.passages] == [
        (1, "This sentence was wrapped by an editor that breaks lines, but it is one sentence."),
        (5, "Roses are red\nViolets are blue"),
    ]


def test_lists_keep_their_lines(tmp_path: Path) -> None:
    data = b"- a first item that is longer than the narrowest wrap\n- a second item\n"
    (passage,) = _read(tmp_path, data).passages
    assert passage.text.split("\n")[1] == "- a second item"


def test_long_lines_are_paragraphs_of_their_own(tmp_path: Path) -> None:
    line = "word " * 60
    document = _read(tmp_path, f"{line}\r\n{line}\rshort".encode())
    assert [passage.location.line for passage in document.passages] == [1, 2, 3]


def test_chinese_lines_are_joined_without_a_space(tmp_path: Path) -> None:
    line = "盖" * 50
    (passage,) = _read(tmp_path, f"{line}\n{line}".encode()).passages
    assert passage.text == line * 2


def _found(tmp_path: Path, text: str) -> list[tuple[PassageKind, str]]:
    return [(p.kind, p.text) for p in _read(tmp_path, text.encode()).passages]


def test_a_word_broken_by_a_hyphen_is_whole_again(tmp_path: Path) -> None:
    text = (
        "The committee that was asked about the trans-\n"
        "lation of its report found a well-known mistake in the well-\n"
        "known first part, and in the long Haupt-\n"
    )
    ((_, found),) = _found(tmp_path, text)
    assert "translation of" in found
    assert "the well-known first part" in found


def test_a_hanging_hyphen_stays(tmp_path: Path) -> None:
    text = "Gesucht werden nun Fachleute für den Straßen-\nund Brückenbau im ganzen Land.\n"
    ((_, found),) = _found(tmp_path, text)
    assert "Straßen- und Brückenbau" in found


def test_underlined_lines_are_headings_in_the_order_of_their_underlines(tmp_path: Path) -> None:
    text = "=====\nTitle\n=====\n\nOne\n---\ntext\n\nTwo words\n---------\n\nmore\n"
    document = _read(tmp_path, text.encode())
    found = [(p.kind, p.heading_level, p.text, p.heading_path) for p in document.passages]
    assert found == [
        (PassageKind.HEADING, 1, "Title", ()),
        (PassageKind.HEADING, 2, "One", ("Title",)),
        (PassageKind.TEXT, 0, "text", ("Title", "One")),
        (PassageKind.HEADING, 2, "Two words", ("Title",)),
        (PassageKind.TEXT, 0, "more", ("Title", "Two words")),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "a line\n-- \nsignature\n",
        "some words that go on and on and on\n---\nmore\n",
        "1 + 1\n= 2\n",
    ],
)
def test_other_dashes_underline_nothing(tmp_path: Path, text: str) -> None:
    assert all(kind is PassageKind.TEXT for kind, _ in _found(tmp_path, text))


@pytest.mark.parametrize(
    "table",
    [
        "+------+-----+\n| Name | Sum |\n+------+-----+\n| Ann  | 12  |\n+------+-----+\n",
        "┌──────┬─────┐\n│ Name │ Sum │\n├──────┼─────┤\n│ Ann  │ 12  │\n└──────┴─────┘\n",
        "Name      Sum\n----      ---\nAnn       12\n",
        "Name\tSum\nAnn\t12\n",
    ],
)
def test_drawn_tables_are_rows_under_their_names(tmp_path: Path, table: str) -> None:
    assert _found(tmp_path, table) == [
        (PassageKind.TABLE, "Name | Sum"),
        (PassageKind.TABLE, "Name | Sum\nAnn | 12"),
    ]


def test_quoted_mail_is_read_without_its_marks(tmp_path: Path) -> None:
    text = "> > deep words\n> first line\n> second line\nmy answer\n"
    assert _found(tmp_path, text) == [
        (PassageKind.TEXT, "deep words"),
        (PassageKind.TEXT, "first line\nsecond line"),
        (PassageKind.TEXT, "my answer"),
    ]


def test_indented_code_keeps_its_layout_and_indented_text_is_text(tmp_path: Path) -> None:
    text = "Run this:\n\n    if x == 1:\n        print(x)\n\n    Just an indented remark.\n"
    assert _found(tmp_path, text) == [
        (PassageKind.TEXT, "Run this:"),
        (PassageKind.CODE, "    if x == 1:\n        print(x)"),
        (PassageKind.TEXT, "Just an indented remark."),
    ]


def test_a_logs_lines_stay_apart(tmp_path: Path) -> None:
    line = "2026-01-0{} 12:00:00 INFO the request was served within the time"
    lines = [line.format(day) + " given" * day for day in range(1, 6)]
    ((_, found),) = _found(tmp_path, "\n".join(lines))
    assert found.split("\n") == lines


def test_a_pages_end_ends_a_paragraph_and_counts_no_line(tmp_path: Path) -> None:
    document = _read(tmp_path, b"one\n\x0ctwo\nthree\n")
    assert [(p.location.line, p.text) for p in document.passages] == [(1, "one"), (2, "two\nthree")]


def test_short_lines_within_wide_ones_end_where_they_end(tmp_path: Path) -> None:
    text = (
        "This paragraph has been wrapped by an editor at about seventy letters,\n"
        "and its last line ends early, which a reader sees at once.\n"
        "The next one begins without a blank line, and so it has to stay apart\n"
        "from the first one.\n"
    )
    ((_, found),) = _found(tmp_path, text)
    assert [line.split()[0] for line in found.split("\n")] == ["This", "The"]
