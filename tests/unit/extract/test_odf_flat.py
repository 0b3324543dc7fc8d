"""Flat ODF files: any encoding, pictures of any size left out before they cost memory."""

from __future__ import annotations

import base64
import tracemalloc
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.embeddings.venv.extract import extract_document

from .fixtures_odf import write_flat

if TYPE_CHECKING:
    from pathlib import Path

_BODY = (
    "<text:p>naïve before</text:p><draw:frame><draw:image><office:binary-data>{}"
    "</office:binary-data></draw:image></draw:frame><text:p>after</text:p>"
)


def _texts(path: Path) -> list[str]:
    document = extract_document(path)
    assert document.state is FileState.OK, document.reason
    return [passage.text for passage in document.passages]


@pytest.mark.parametrize(
    ("declared", "encoding"),
    [
        ("UTF-8", "utf-8"),
        ("UTF-16", "utf-16"),
        ("UTF-16", "utf-8"),
        ("UTF-8", "utf-16"),
        ("ISO-8859-1", "latin-1"),
        ("windows-1252", "cp1252"),
    ],
)
def test_any_encoding_is_read(tmp_path: Path, declared: str, encoding: str) -> None:
    path = write_flat(tmp_path / "a.fodt", "text", _BODY.format("QUJD"))
    text = path.read_text(encoding="utf-8").replace('"UTF-8"', f'"{declared}"')
    path.write_bytes(text.encode(encoding))
    assert _texts(path) == ["naïve before", "after"]


def test_a_huge_picture_costs_neither_text_nor_memory(tmp_path: Path) -> None:
    picture = base64.b64encode(bytes(range(256)) * (120 << 10)).decode()  # 40 MB
    path = write_flat(tmp_path / "a.fodt", "text", _BODY.format(picture))
    del picture
    tracemalloc.start()
    try:
        assert _texts(path) == ["naïve before", "after"]
        assert tracemalloc.get_traced_memory()[1] < 12 << 20
    finally:
        tracemalloc.stop()


def test_a_file_cut_inside_a_picture_keeps_what_stands_before(tmp_path: Path) -> None:
    path = write_flat(tmp_path / "a.fodt", "text", _BODY.format("QUJD" * 10_000))
    path.write_bytes(path.read_bytes()[:20_000])
    document = extract_document(path)
    assert document.state is FileState.PARTIAL
    assert [passage.text for passage in document.passages] == ["naïve before"]
