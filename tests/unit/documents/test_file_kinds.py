"""Every listed file is of one kind, and a kind knows its files in every spelling."""

from __future__ import annotations

from plugin.documents.kinds import LISTED_EXTENSIONS, FileKind, extension_of, extensions_of_kind

KINDS = [kind for kind in FileKind if kind is not FileKind.ALL]


def test_kinds_share_out_what_is_listed() -> None:
    found = [extension_of("x" + each) for kind in KINDS for each in set(extensions_of_kind(kind))]
    assert set(found) == LISTED_EXTENSIONS
    by_kind = [{extension_of("x" + each) for each in extensions_of_kind(kind)} for kind in KINDS]
    assert sum(map(len, by_kind)) == len(LISTED_EXTENSIONS)


def test_all_leaves_nothing_out() -> None:
    assert extensions_of_kind(FileKind.ALL) == ()


def test_other_spellings_belong_to_their_kind() -> None:
    assert ".markdown" in extensions_of_kind(FileKind.TEXT)
    assert ".htm" in extensions_of_kind(FileKind.OTHER)
    assert ".tab" in extensions_of_kind(FileKind.SHEET)
