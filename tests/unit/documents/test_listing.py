"""Listing a real folder: order, names, links, depth, and what cannot be read."""

from __future__ import annotations

import os
import unicodedata
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import BadRequest
from plugin.documents.listing import (
    MAX_FOLDER_DEPTH,
    is_placeholder,
    list_documents,
    scan_folder,
)

if TYPE_CHECKING:
    from pathlib import Path


def _write(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("text", encoding="utf-8")


def _paths(folder: Path) -> list[str]:
    return [file.path for file in list_documents(str(folder))]


def test_documents_of_sub_folders_are_listed_in_path_order(tmp_path: Path) -> None:
    _write(tmp_path, "b.txt", "a.odt", "sub/deep/c.md", "sub/z.csv", "image.png", "~$a.docx")
    assert _paths(tmp_path) == ["a.odt", "b.txt", "sub/deep/c.md", "sub/z.csv"]


def test_cache_and_hidden_folders_are_left_out(tmp_path: Path) -> None:
    _write(tmp_path, "writeragent_embeddings/x.txt", ".git/y.txt", "ok.txt")
    assert _paths(tmp_path) == ["ok.txt"]


def test_stat_of_each_file_is_given(tmp_path: Path) -> None:
    _write(tmp_path, "a.txt")
    os.utime(tmp_path / "a.txt", ns=(5, 1_234_567_890_123_456_700))
    (file,) = list_documents(str(tmp_path))
    assert file.size_bytes == 4
    assert file.mtime_ns == (tmp_path / "a.txt").stat().st_mtime_ns
    assert not file.is_placeholder


def test_decomposed_names_stay_as_they_are(tmp_path: Path) -> None:
    name = unicodedata.normalize("NFD", "Überblick.txt")
    _write(tmp_path, name)
    assert _paths(tmp_path) == [entry.name for entry in tmp_path.iterdir()]


def test_links_that_leave_the_folder_or_loop_are_not_followed(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    _write(outside, "secret.txt")
    _write(inside, "a.txt", "sub/b.txt")
    (inside / "leak.txt").symlink_to(outside / "secret.txt")
    (inside / "leakdir").symlink_to(outside)
    (inside / "sub" / "loop").symlink_to(inside)
    (inside / "gone.txt").symlink_to(inside / "nothing.txt")
    (inside / "alias.txt").symlink_to(inside / "a.txt")
    assert _paths(inside) == ["a.txt", "alias.txt", "sub/b.txt"]


def test_a_folder_reached_by_a_link_is_listed(tmp_path: Path) -> None:
    _write(tmp_path / "real", "a.txt")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert _paths(tmp_path / "link") == ["a.txt"]


def test_too_deep_folders_are_reported(tmp_path: Path) -> None:
    deep = "/".join("d" for _ in range(MAX_FOLDER_DEPTH + 1))
    _write(tmp_path, f"{deep}/lost.txt", "a.txt")
    listing = scan_folder(str(tmp_path))
    assert [file.path for file in listing.files] == ["a.txt"]
    assert "levels deep" in listing.skipped[0].reason


def test_names_that_are_not_text_are_reported(tmp_path: Path) -> None:
    try:
        (tmp_path / os.fsdecode(b"bad\xff.txt")).write_text("x")
    except (OSError, UnicodeError):
        pytest.skip("this file system refuses such names")
    listing = scan_folder(str(tmp_path))
    assert listing.files == ()
    assert "not valid text" in listing.skipped[0].reason


def test_unreadable_sub_folder_is_reported_not_fatal(ordinary_user: Path) -> None:
    _write(ordinary_user, "a.txt", "closed/b.txt")
    (ordinary_user / "closed").chmod(0)
    try:
        listing = scan_folder(str(ordinary_user))
    finally:
        (ordinary_user / "closed").chmod(0o700)
    assert [file.path for file in listing.files] == ["a.txt"]
    assert listing.skipped[0].path == "closed"
    assert "permission is denied" in listing.skipped[0].reason


def test_a_folder_that_may_not_be_read_is_refused_in_one_sentence(ordinary_user: Path) -> None:
    closed = ordinary_user / "closed"
    closed.mkdir(mode=0)
    with pytest.raises(BadRequest, match="permission"):
        list_documents(str(closed))


def test_missing_folder_and_file_are_refused_in_one_sentence(tmp_path: Path) -> None:
    _write(tmp_path, "a.txt")
    with pytest.raises(BadRequest, match="There is no folder"):
        list_documents(str(tmp_path / "nothing"))
    with pytest.raises(BadRequest, match="is a file, not a folder") as caught:
        list_documents(str(tmp_path / "a.txt"))
    assert caught.value.hint


def test_what_is_excluded_is_neither_listed_nor_entered(tmp_path: Path) -> None:
    _write(tmp_path, "a.txt", "~draft.txt", "old/b.txt", "old/c.md", "sub/Old/d.txt")
    too_deep = "/".join("d" for _ in range(MAX_FOLDER_DEPTH + 1))
    _write(tmp_path / "old", f"{too_deep}/lost.txt")
    listing = scan_folder(str(tmp_path), exclude=("*draft*", "OLD/"))
    assert [file.path for file in listing.files] == ["a.txt"]
    assert listing.skipped == ()
    assert listing.leaves_out("old/c.md")
    assert not listing.leaves_out("a.txt")


def test_the_folders_own_ignore_file_is_heeded(tmp_path: Path) -> None:
    _write(tmp_path, "a.txt", "old/b.txt", "sub/draft 1.md", "c.md")
    patterns = "\ufeff# not for the index\r\nold/\r\n\r\n  draft*  \r\n"
    (tmp_path / ".corpusignore").write_text(patterns, encoding="utf-8")
    listing = scan_folder(str(tmp_path), exclude=("c.md",))
    assert [file.path for file in listing.files] == ["a.txt"]
    assert listing.exclude == ("c.md", "old/", "draft*")
    assert listing.leaves_out("old/b.txt")
    (tmp_path / ".corpusignore").unlink()
    assert _paths(tmp_path) == ["a.txt", "c.md", "old/b.txt", "sub/draft 1.md"]


def test_an_ignore_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    _write(tmp_path, "a.txt")
    (tmp_path / ".corpusignore").mkdir()
    listing = scan_folder(str(tmp_path))
    assert [file.path for file in listing.files] == ["a.txt"]
    assert [(entry.path, "cannot be read" in entry.reason) for entry in listing.skipped] == [
        (".corpusignore", True)
    ]


def test_an_ignore_file_of_junk_leaves_nothing_out(tmp_path: Path) -> None:
    _write(tmp_path, "a.txt")
    (tmp_path / ".corpusignore").write_bytes(bytes(range(256)) * 400)
    assert _paths(tmp_path) == ["a.txt"]


@pytest.mark.skipif(not hasattr(os.stat_result, "st_blocks"), reason="needs block counts")
def test_a_file_without_blocks_is_a_placeholder(tmp_path: Path) -> None:
    sparse = tmp_path / "cloud.docx"
    with sparse.open("wb") as stream:
        stream.truncate(1 << 20)
    if sparse.stat().st_blocks:
        pytest.skip("this file system gives blocks to holes")
    assert is_placeholder(sparse.stat())
    _write(tmp_path, "real.txt")
    assert [file.is_placeholder for file in list_documents(str(tmp_path))] == [True, False]
