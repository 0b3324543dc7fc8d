from __future__ import annotations

import json
import os
import threading
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import BadRequest, EmbeddingsError
from plugin.embeddings.venv.store.meta import CorpusMeta, read_meta, write_meta

if TYPE_CHECKING:
    from pathlib import Path

META = CorpusMeta(
    schema_version=3,
    folder="/home/me/Pläne",
    embedding_model="m",
    dim=384,
    n_files=3,
    n_text=2,
    n_failed=1,
    chunk_count=40,
    n_chunks_embedded=40,
    updated_at=1.5,
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "corpus_meta.json"
    write_meta(path, META)
    assert read_meta(path) == META
    assert [file.name for file in tmp_path.iterdir()] == ["corpus_meta.json"]


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"dim": 1}', "\x00\xff", "[" * 100_000])
def test_garbage_is_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "corpus_meta.json"
    path.write_text(text, encoding="latin-1")
    assert read_meta(path) is None


def test_absence_is_none_and_a_wrong_type_too(tmp_path: Path) -> None:
    path = tmp_path / "corpus_meta.json"
    assert read_meta(path) is None
    path.write_text(json.dumps({**asdict(META), "dim": "384"}))
    assert read_meta(path) is None


def test_fields_of_a_later_version_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "corpus_meta.json"
    path.write_text(json.dumps({**asdict(META), "later": 1}))
    assert read_meta(path) == META


def test_no_reader_ever_sees_half_a_file(tmp_path: Path) -> None:
    path = tmp_path / "corpus_meta.json"
    write_meta(path, META)
    seen: list[CorpusMeta | None] = []
    stop = threading.Event()

    def read_on() -> None:
        while not stop.is_set():
            seen.append(read_meta(path))

    reader = threading.Thread(target=read_on)
    reader.start()
    for _ in range(200):
        write_meta(path, META)
    stop.set()
    reader.join()
    assert seen
    assert set(seen) == {META}


def test_a_folder_whose_name_is_not_utf8_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "corpus_meta.json"
    meta = replace(META, folder=os.fsdecode(b"/home/me/bad\xff\xfe"))
    write_meta(path, meta)
    assert read_meta(path) == meta


def test_the_file_may_be_read_by_whoever_may_read_other_new_files(tmp_path: Path) -> None:
    path, other = tmp_path / "corpus_meta.json", tmp_path / "other"
    write_meta(path, META)
    other.touch()
    assert path.stat().st_mode == other.stat().st_mode


def test_a_folder_that_went_away_is_told_and_not_made_again(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="went away") as caught:
        write_meta(tmp_path / "gone" / "corpus_meta.json", META)
    assert caught.value.hint
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_told_and_left_clean(tmp_path: Path) -> None:
    path = tmp_path / "corpus_meta.json"
    path.mkdir()
    with pytest.raises(EmbeddingsError, match="cannot be written") as caught:
        write_meta(path, META)
    assert caught.value.hint
    assert list(tmp_path.iterdir()) == [path]
