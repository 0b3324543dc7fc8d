from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import IndexPlace
from plugin.embeddings.venv.store import location as location_module
from plugin.embeddings.venv.store.filesystem import (
    sync_client,
    type_from_mount_output,
    type_from_mountinfo,
)
from plugin.embeddings.venv.store.location import corpus_location, search_location

if TYPE_CHECKING:
    from pathlib import Path

MOUNTINFO = """\
22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/root rw
40 22 0:35 / /mnt/share rw shared:2 - nfs4 server:/x rw
41 22 0:36 / /mnt/my\\040disk rw - fuse.sshfs host: rw
42 40 0:37 / /mnt/share/local rw - ext4 /dev/sdb rw
"""
MOUNT_OUTPUT = """\
/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
//user@server/x on /Volumes/My Share (smbfs, nodev, nosuid, mounted by user)
"""


@pytest.fixture
def cache_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "cache-home"
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    return home


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    return folder


def refuse_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(location_module, "is_writable", lambda _folder: False)


def test_a_local_folder_keeps_its_index_beside_the_documents(
    documents: Path, cache_home: Path
) -> None:
    found = corpus_location(documents)
    assert found.db_path == documents / "writeragent_embeddings" / "corpus.db"
    assert found.meta_path == documents / "writeragent_embeddings" / "corpus_meta.json"
    assert list(documents.iterdir()) == []
    assert not cache_home.exists()


def test_a_folder_that_cannot_be_written_is_indexed_in_the_users_cache(
    documents: Path, cache_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_writing(monkeypatch)
    found = corpus_location(documents)
    assert found.db_path.is_relative_to(cache_home / "writeragent" / "embeddings")
    assert found.db_path.name == "corpus.db"
    assert "cannot be written" in found.reason
    assert not cache_home.exists()


def test_rights_are_what_decides(ordinary_user: Path, cache_home: Path) -> None:
    ordinary_user.chmod(0o500)
    assert corpus_location(ordinary_user).db_path.is_relative_to(cache_home)


def test_each_real_folder_has_its_own_place(
    documents: Path, cache_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_writing(monkeypatch)
    link = documents.parent / "link"
    link.symlink_to(documents)
    twin = documents.parent / "other" / "documents"
    twin.mkdir(parents=True)
    assert corpus_location(link) == corpus_location(documents)
    assert corpus_location(twin).db_path != corpus_location(documents).db_path


@pytest.mark.parametrize("name", ["Dropbox", "OneDrive - Company", "Dropbox (Personal)"])
def test_a_synced_folder_is_indexed_in_the_users_cache(
    tmp_path: Path, cache_home: Path, name: str
) -> None:
    folder = tmp_path / name / "letters"
    folder.mkdir(parents=True)
    found = corpus_location(folder)
    assert found.db_path.is_relative_to(cache_home)
    assert name in found.reason


def test_a_sync_clients_mark_is_seen_in_a_folder_above(tmp_path: Path) -> None:
    (tmp_path / ".stfolder").mkdir()
    assert sync_client(tmp_path / "a" / "b") == tmp_path.name


def test_a_network_share_is_indexed_in_the_users_cache(
    documents: Path, cache_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(location_module, "is_network", lambda _folder: True)
    found = corpus_location(documents)
    assert found.db_path.is_relative_to(cache_home)
    assert "network share" in found.reason


def test_a_search_reads_an_index_that_lies_in_a_read_only_folder(
    documents: Path, cache_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = corpus_location(documents).db_path
    beside.parent.mkdir()
    beside.write_bytes(b"x")
    refuse_writing(monkeypatch)
    assert search_location(documents).db_path == beside
    own = corpus_location(documents).db_path
    own.parent.mkdir(parents=True)
    own.write_bytes(b"x")
    assert search_location(documents).db_path == own


def test_a_search_without_any_index_points_to_where_it_would_lie(
    documents: Path, cache_home: Path
) -> None:
    assert search_location(documents) == corpus_location(documents)
    assert not cache_home.exists()


def test_the_user_may_want_no_index_beside_the_documents(documents: Path, cache_home: Path) -> None:
    found = corpus_location(documents, IndexPlace.CACHE)
    assert found.db_path.is_relative_to(cache_home / "writeragent" / "embeddings")
    assert "as the options say" in found.reason


@pytest.mark.parametrize("wanted", list(IndexPlace))
@pytest.mark.parametrize("used", list(IndexPlace))
def test_a_search_finds_the_index_in_the_only_place_that_has_one(
    documents: Path, cache_home: Path, wanted: IndexPlace, used: IndexPlace
) -> None:
    db_path = corpus_location(documents, used).db_path
    db_path.parent.mkdir(parents=True)
    db_path.write_bytes(b"x")
    found = search_location(documents, wanted)
    assert found.db_path == db_path
    assert ("as it was found" in found.reason) == (wanted is not used)


def test_of_two_indexes_a_search_takes_the_one_in_the_wanted_place(
    documents: Path, cache_home: Path
) -> None:
    for place in IndexPlace:
        path = corpus_location(documents, place).db_path
        path.parent.mkdir(parents=True)
        path.write_bytes(b"x")
    for place in IndexPlace:
        assert search_location(documents, place) == corpus_location(documents, place)


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/home/me", "ext4"),
        ("/mnt/share/x", "nfs4"),
        ("/mnt/share/local/x", "ext4"),
        ("/mnt/sharepoint", "ext4"),
        ("/mnt/my disk/x", "fuse.sshfs"),
    ],
)
def test_the_innermost_mount_of_mountinfo_counts(tmp_path: Path, folder: str, kind: str) -> None:
    assert type_from_mountinfo(MOUNTINFO, type(tmp_path)(folder)) == kind


def test_the_mount_command_of_macos_is_understood(tmp_path: Path) -> None:
    path = type(tmp_path)
    assert type_from_mount_output(MOUNT_OUTPUT, path("/Volumes/My Share/a")) == "smbfs"
    assert type_from_mount_output(MOUNT_OUTPUT, path("/Users/me")) == "apfs"
    assert type_from_mountinfo("", path("/x")) == ""


@pytest.mark.skipif(sys.platform == "win32", reason="rights are given by other means there")
def test_a_folder_that_may_not_be_entered_has_a_location(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "locked" / "documents"
    folder.mkdir(parents=True)
    folder.parent.chmod(0o000)
    was_root = os.geteuid() == 0
    if was_root:
        os.setresuid(65534, 65534, 0)  # root may enter everything
    try:
        assert "cannot be written" in corpus_location(folder).reason
        assert search_location(folder).folder == folder
    finally:
        if was_root:
            os.setresuid(0, 0, 0)
        folder.parent.chmod(0o700)
