"""Plain texts: every encoding to real characters, wrapped lines to whole sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
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
