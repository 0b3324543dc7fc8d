"""Names that are documents, and names that only look like them."""

from __future__ import annotations

import pytest

from plugin.documents.kinds import extension_of, is_document_name, is_listed_folder_name


@pytest.mark.parametrize(
    "name",
    ["a.odt", "Bericht 2024 (neu).DOCX", "# notes - 2.md", "🐘.txt", "x.fodp", "a.htm", "b.pdf"],
)
def test_documents_are_told_by_extension(name: str) -> None:
    assert is_document_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("~$report.docx", ".~lock.report.odt#", ".hidden.odt", "._mac.docx", "~WRL0001.docx"),
        *("a.png", "odt", ".odt", "a.docx.tmp", "a.odt~", ""),
    ],
)
def test_locks_hidden_and_temporary_files_are_not(name: str) -> None:
    assert not is_document_name(name)


def test_extension_is_lower_case_and_usual() -> None:
    assert extension_of("A.Markdown") == ".md"
    assert extension_of("archive.tar.ODS") == ".ods"
    assert extension_of("noextension") == ""


def test_cache_and_hidden_folders_are_not_looked_into() -> None:
    assert is_listed_folder_name("Reports")
    assert not is_listed_folder_name(".git")
    assert not is_listed_folder_name("writeragent_embeddings")


@pytest.mark.parametrize(
    "name", ["$RECYCLE.BIN", "System Volume Information", "@eaDir", "#recycle"]
)
def test_what_a_system_keeps_for_itself_is_not_looked_into(name: str) -> None:
    assert not is_listed_folder_name(name)
