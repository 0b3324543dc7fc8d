from __future__ import annotations

import hashlib
from dataclasses import replace

from plugin.contracts.corpus import FileState
from plugin.documents.listing import FolderListing, ListedFile, SkippedEntry
from plugin.documents.size_limit import too_big_reason
from plugin.embeddings.venv.ingest.plan import Plan, make_plan
from plugin.embeddings.venv.store.documents import FileStamp, StoredFile, Versions

NOW = Versions(1, 1)


def sha(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


class Disk:
    """A folder in memory that notes what was hashed."""

    def __init__(self, **texts: str) -> None:
        self.texts = texts
        self.mtimes = dict.fromkeys(texts, 1)
        self.unreadable: set[str] = set()
        self.placeholders: set[str] = set()
        self.skipped: list[str] = []
        self.hashed: list[str] = []
        self.exclude: tuple[str, ...] = ()

    def plan(
        self, *stored: StoredFile, versions: Versions = NOW, max_file_bytes: int = 1000
    ) -> Plan:
        files = tuple(
            ListedFile(name, len(text), self.mtimes[name], name in self.placeholders)
            for name, text in sorted(self.texts.items())
        )
        skipped = tuple(SkippedEntry(name, "refused") for name in self.skipped)
        listing = FolderListing(files, skipped, self.exclude)
        return make_plan(listing, stored, versions, self._hash, max_file_bytes=max_file_bytes)

    def _hash(self, listed: ListedFile) -> bytes | None:
        self.hashed.append(listed.path)
        return None if listed.path in self.unreadable else sha(self.texts[listed.path])


def stored(
    path: str, text: str, *, state: FileState = FileState.OK, versions: Versions = NOW
) -> StoredFile:
    digest = b"" if state in (FileState.DENIED, FileState.PLACEHOLDER) else sha(text)
    doc_id = int.from_bytes(sha(path)[:4], "big")
    return StoredFile(doc_id, FileStamp(path, len(text), 1, digest), state, "", versions, 1, 1)


def read_paths(plan: Plan) -> list[str]:
    return [file.listed.path for file in plan.to_read]


def test_equal_size_and_time_is_unchanged_and_not_hashed() -> None:
    disk = Disk(a="one", b="two")
    plan = disk.plan(stored("a", "one"), stored("b", "two"))
    assert plan.is_empty
    assert plan.n_unchanged == 2
    assert disk.hashed == []


def test_a_new_folder_is_read_without_hashing_first() -> None:
    disk = Disk(a="one", b="two")
    assert read_paths(disk.plan()) == ["a", "b"]
    assert disk.hashed == []


def test_an_older_time_is_a_change_too() -> None:
    disk = Disk(a="new")
    disk.mtimes["a"] = 0
    assert read_paths(disk.plan(stored("a", "old"))) == ["a"]


def test_the_same_content_with_another_time_is_only_touched() -> None:
    disk = Disk(a="one")
    disk.mtimes["a"] = 7
    plan = disk.plan(stored("a", "one"))
    assert plan.touched == [FileStamp("a", 3, 7, sha("one"))]
    assert not plan.to_read
    assert plan.n_unchanged == 1


def test_a_renamed_file_keeps_its_document() -> None:
    old = stored("a", "one")
    plan = Disk(sub="one").plan(old)
    assert [(move.doc_id, move.stamp.path) for move in plan.moved] == [(old.doc_id, "sub")]
    assert not plan.removed
    assert not plan.to_read


def test_a_file_moved_over_another_takes_its_document_along() -> None:
    old = stored("a", "one")
    disk = Disk(b="one")
    disk.mtimes["b"] = 2
    plan = disk.plan(old, stored("b", "two"))
    assert [(move.doc_id, move.stamp.path) for move in plan.moved] == [(old.doc_id, "b")]
    assert not plan.removed


def test_among_equal_vanished_files_the_one_of_the_same_name_moves() -> None:
    same_name = stored("x/report", "one")
    plan = Disk(**{"z/report": "one"}).plan(stored("a", "one"), same_name)
    assert [move.doc_id for move in plan.moved] == [same_name.doc_id]
    assert plan.removed == ["a"]


def test_a_copy_is_read_but_takes_nothing_from_the_original() -> None:
    plan = Disk(a="one", b="one").plan(stored("a", "one"))
    assert read_paths(plan) == ["b"]
    assert not plan.moved


def test_a_new_file_of_the_same_size_is_not_a_moved_one() -> None:
    plan = Disk(b="two").plan(stored("a", "one"))
    assert read_paths(plan) == ["b"]
    assert plan.removed == ["a"]
    assert not plan.moved


def test_a_vanished_file_is_removed() -> None:
    assert Disk().plan(stored("a", "one")).removed == ["a"]


def test_a_failed_file_is_left_alone_until_it_or_the_reader_changes() -> None:
    failed = stored("a", "one", state=FileState.CORRUPT)
    assert Disk(a="one").plan(failed).is_empty
    assert read_paths(Disk(a="three").plan(failed)) == ["a"]
    assert read_paths(Disk(a="one").plan(failed, versions=Versions(2, 1))) == ["a"]
    assert read_paths(Disk(a="one").plan(failed, versions=Versions(1, 2))) == ["a"]


def test_a_refused_file_is_read_as_soon_as_it_may_be() -> None:
    disk = Disk(a="one")
    denied = stored("a", "one", state=FileState.DENIED)
    assert read_paths(disk.plan(denied)) == ["a"]
    disk.unreadable.add("a")
    assert disk.plan(denied).is_empty


def test_a_placeholder_keeps_what_is_stored_and_is_read_when_it_comes_back() -> None:
    disk = Disk(a="one", b="two")
    disk.placeholders = {"a", "b"}
    plan = disk.plan(stored("a", "one"))
    assert [listed.path for listed in plan.placeholders] == ["b"]
    assert not plan.removed
    disk.placeholders = set()
    back = disk.plan(stored("a", "one"), stored("b", "two", state=FileState.PLACEHOLDER))
    assert read_paths(back) == ["b"]


def test_what_lies_in_a_folder_that_cannot_be_listed_is_not_taken_for_removed() -> None:
    disk = Disk()
    disk.skipped = ["share"]
    plan = disk.plan(stored("share/a", "one"), stored("shared", "two"))
    assert plan.removed == ["shared"]
    assert plan.n_unchanged == 1


def test_a_document_of_an_old_reader_is_not_moved_but_read() -> None:
    plan = Disk(b="one").plan(stored("a", "one", versions=Versions(0, 1)))
    assert read_paths(plan) == ["b"]
    assert plan.removed == ["a"]


def test_a_file_above_the_limit_is_noted_once_and_never_hashed() -> None:
    disk = Disk(big="much text", small="text")
    (noted,) = disk.plan(stored("small", "text"), max_file_bytes=5).too_big
    assert (noted.listed.path, noted.stored) == ("big", None)
    reason = too_big_reason(9, 5)
    known = replace(stored("big", "much text", state=FileState.TOO_BIG), reason=reason)
    unread = replace(known, stamp=replace(known.stamp, sha256=b""))
    assert disk.plan(unread, stored("small", "text"), max_file_bytes=5).is_empty
    assert [file.stored for file in disk.plan(unread, max_file_bytes=6).too_big] == [unread]
    assert disk.hashed == []


def test_a_higher_limit_reads_what_was_too_big_by_size_and_nothing_that_was_by_memory() -> None:
    disk = Disk(big="much text")
    by_memory = stored("big", "much text", state=FileState.TOO_BIG)
    by_size = replace(by_memory, stamp=replace(by_memory.stamp, sha256=b""))
    assert disk.plan(by_memory).is_empty
    assert read_paths(disk.plan(by_size)) == ["big"]


def test_an_excluded_document_goes_even_where_its_folder_cannot_be_listed() -> None:
    disk = Disk()
    disk.skipped = ["closed"]
    assert disk.plan(stored("closed/a.txt", "a")).is_empty
    disk.exclude = ("*.txt",)
    assert disk.plan(stored("closed/a.txt", "a")).removed == ["closed/a.txt"]
