"""RTF: words as shown, never fonts, colours, field codes, deleted or hidden text."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from plugin.contracts.corpus import FileState
from plugin.documents.passages import ExtractedDocument, PassageKind
from plugin.embeddings.venv.extract import extract_document

if TYPE_CHECKING:
    from pathlib import Path

_HEAD = (
    r"{\rtf1\ansi\ansicpg1252\deff0\deflang1033{\fonttbl{\f0\fswiss Arial;}"
    r"{\f1\fcharset238 Times CE;}{\f2\fcharset128 MS Mincho;}}{\colortbl;\red255\green0\blue0;}"
    r"{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}}{\info{\author Nobody}}"
    r"{\*\generator Secret;}\lang1033 "
)


def _read(tmp_path: Path, body: str) -> ExtractedDocument:
    path = tmp_path / "a.rtf"
    path.write_bytes((_HEAD + body + "}").encode("latin-1"))
    return extract_document(path)


def _found(tmp_path: Path, body: str) -> list[tuple[PassageKind, str]]:
    return [(passage.kind, passage.text) for passage in _read(tmp_path, body).passages]


def test_only_words_are_text(tmp_path: Path) -> None:
    body = (
        r"\pard One \b two\b0 .\par {\field{\*\fldinst HYPERLINK x}{\fldrslt link}}"
        r"{\pict\wmetafile8 0102}{\v hidden}{\deleted gone}{\*\unknown no} end\par"
    )
    assert _found(tmp_path, body) == [
        (PassageKind.TEXT, "One two."),
        (PassageKind.TEXT, "link end"),
    ]


def test_code_pages_and_unicode(tmp_path: Path) -> None:
    body = r"{\f1 za\'bf\'f3\'b3\'e6} {\f2 \'93\'fa\'96\'7b} \u8364?5 \u-10179?\u-8704? caf\'e9\par"
    assert _found(tmp_path, body) == [(PassageKind.TEXT, "zażółć 日本 €5 😀 café")]


def test_unicode_skips_as_many_characters_as_were_set(tmp_path: Path) -> None:
    assert _found(tmp_path, r"\uc2\u233\'c3\'a9x {\uc0\u233 y}\par") == [
        (PassageKind.TEXT, "éx éy"),
    ]


def test_headings_rows_notes_and_comments(tmp_path: Path) -> None:
    body = (
        r"\pard\s1 Title\par \pard Text{\footnote Note} on{\*\annotation Remark}.\par "
        r"\trowd\pard\intbl a\cell b\par c\cell\row \pard after\par"
        r"{\header Top\par}"
    )
    assert _found(tmp_path, body) == [
        (PassageKind.HEADING, "Title"),
        (PassageKind.TEXT, "Text on."),
        (PassageKind.NOTE, "Note"),
        (PassageKind.COMMENT, "Remark"),
        (PassageKind.TABLE, "a | b\nc"),
        (PassageKind.TEXT, "after"),
        (PassageKind.HEADER, "Top"),
    ]


def test_languages_become_runs(tmp_path: Path) -> None:
    document = _read(tmp_path, r"English words here {\lang1031 deutsch}\par")
    assert document.language == "en-US"
    (passage,) = document.passages
    assert [(passage.text[r.start : r.end], r.tag) for r in passage.runs] == [
        ("English words here ", "en-US"),
        ("deutsch", "de-DE"),
    ]


def test_binary_data_is_jumped_over(tmp_path: Path) -> None:
    assert _found(tmp_path, "a {\\pict\\bin5 {{{}\\} b\\par") == [(PassageKind.TEXT, "a b")]


def test_broken_groups_never_raise(tmp_path: Path) -> None:
    assert _found(tmp_path, r"}} text {{{ more") == [(PassageKind.TEXT, "text more")]
    path = tmp_path / "deep.rtf"
    path.write_bytes(b"{\\rtf1 " + b"{" * 100_000)
    assert extract_document(path).state is FileState.CORRUPT


def test_many_hexadecimal_bytes_cost_no_time(tmp_path: Path) -> None:
    started = time.monotonic()
    document = _read(tmp_path, r"\'e9" * 200_000)
    assert sum(len(passage.text) for passage in document.passages) == 200_000
    assert time.monotonic() - started < 3
