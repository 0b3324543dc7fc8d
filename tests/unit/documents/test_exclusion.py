"""Which files patterns leave out."""

from __future__ import annotations

import unicodedata

import pytest

from plugin.documents.exclusion import Exclusion


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*.tmp", "a.tmp"),
        ("*.tmp", "deep/down/a.TMP"),
        ("notes.txt", "sub/notes.txt"),
        ("drafts/", "drafts/a.odt"),
        ("drafts/", "Old/Drafts/x/a.odt"),
        ("drafts", "drafts/a.odt"),
        ("old/*.doc", "old/a.doc"),
        ("old/", "old/sub/a.doc"),
        ("old\\*.doc", "old/a.doc"),
        ("/notes.txt", "notes.txt"),
        ("./old/a.doc", "old/a.doc"),
        ("**/b/*.md", "a/x/b/c.md"),
        ("a/**/c.md", "a/x/y/c.md"),
        ("a/**/c.md", "a/c.md"),
        ("a/**", "a/x/y/c.md"),
        ("letter?.odt", "letter1.odt"),
        ("draft[12].odt", "draft2.odt"),
        ("  *.tmp  ", "a.tmp"),
        ("STRASSE*", "straße.odt"),
        (unicodedata.normalize("NFC", "ä*.txt"), unicodedata.normalize("NFD", "Äb.txt")),
    ],
)
def test_a_pattern_leaves_out(pattern: str, path: str) -> None:
    assert Exclusion([pattern]).leaves_out(path)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*.tmp", "a.tmp.txt"),
        ("drafts/", "drafts"),  # a file of that name
        ("drafts/", "my drafts/a.odt"),
        ("old/*.doc", "old/sub/a.doc"),
        ("old/*.doc", "very/old/a.doc"),
        ("/notes.txt", "sub/notes.txt"),
        ("a*c.md", "a/c.md"),
        ("", "a.txt"),
        ("   ", "a.txt"),
        ("/", "a.txt"),
        ("[", "a.txt"),
    ],
)
def test_a_pattern_does_not_leave_out(pattern: str, path: str) -> None:
    assert not Exclusion([pattern]).leaves_out(path)


def test_any_of_several_patterns_is_enough() -> None:
    exclusion = Exclusion(["", "*.tmp", "old/"])
    assert [path for path in ("a.tmp", "old/b", "c") if exclusion.leaves_out(path)] == [
        "a.tmp",
        "old/b",
    ]
