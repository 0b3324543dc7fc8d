from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.contracts.errors import Interrupted
from plugin.documents.passages import ExtractedDocument, Location, Passage, PassageKind
from plugin.embeddings.venv.store.connection import CorpusConnection, atomic, open_corpus
from plugin.embeddings.venv.store.coverage import file_reports, read_coverage
from plugin.embeddings.venv.store.documents import (
    DocumentContent,
    FileStamp,
    Versions,
    publish_document,
    remove_document,
    rename_document,
    stored_files,
)
from plugin.embeddings.venv.store.integrity import check_corpus
from plugin.embeddings.venv.types import Chunk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

VERSIONS = Versions(1, 1)


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[CorpusConnection]:
    with open_corpus(tmp_path / "corpus.db", read_only=False) as connection:
        yield connection


def content(path: str, *passages: Passage, title: str = "") -> DocumentContent:
    state = FileState.OK if passages else FileState.EMPTY
    chunks = [[Chunk(p.para_index, 0, len(p.text), p.text)] for p in passages]
    extracted = ExtractedDocument(state, title=title, language="en", passages=passages)
    return DocumentContent(FileStamp(path, 10, 20, b"sha"), VERSIONS, extracted, chunks)


def text_passage(index: int, text: str, *headings: str) -> Passage:
    return Passage(index, PassageKind.TEXT, text, heading_path=headings)


def matches(corpus: CorpusConnection, query: str) -> int:
    sql = "SELECT count(*) FROM chunks_fts WHERE chunks_fts MATCH ?"
    return int(corpus.fetch_all(sql, (query,))[0][0])


def test_title_name_headings_and_text_are_found_each_in_its_column(
    corpus: CorpusConnection,
) -> None:
    passage = text_passage(0, "the body text", "Chapter", "Section")
    publish_document(corpus, content("sub/Annual_report.odt", passage, title="Balance"))
    for query in ("title : balance", "title : annual", "heading : section", "body : body"):
        assert matches(corpus, query) == 1
    assert matches(corpus, "title : odt") == 0
    assert check_corpus(corpus) == []


def test_passages_under_one_heading_share_a_section_with_the_heading(
    corpus: CorpusConnection,
) -> None:
    publish_document(
        corpus,
        content(
            "a.odt",
            text_passage(0, "before"),
            Passage(1, PassageKind.HEADING, "One", heading_level=1),
            text_passage(2, "under one", "One"),
            text_passage(3, "under one too", "One"),
            Passage(4, PassageKind.HEADING, "Two", heading_level=1),
        ),
    )
    sections = corpus.fetch_all(
        "SELECT s.heading_path, count(*) FROM sections s JOIN passages USING (section_id)"
        " GROUP BY section_id ORDER BY ordinal"
    )
    assert sections == [("[]", 1), ('["One"]', 3), ('["Two"]', 1)]


def test_publishing_again_replaces_every_row(corpus: CorpusConnection) -> None:
    publish_document(corpus, content("a.odt", text_passage(0, "old words")))
    publish_document(corpus, content("a.odt", text_passage(0, "new words")))
    assert (matches(corpus, "old"), matches(corpus, "new")) == (0, 1)
    assert len(stored_files(corpus)) == 1
    assert check_corpus(corpus) == []


def test_equal_texts_are_one_text(corpus: CorpusConnection) -> None:
    publish_document(corpus, content("a.odt", text_passage(0, "same"), text_passage(1, "same")))
    publish_document(corpus, content("b.odt", text_passage(0, "same")))
    assert corpus.fetch_all("SELECT count(*), sum(n_chars) FROM texts") == [(1, 4)]


def test_a_removed_document_is_gone_from_the_index(corpus: CorpusConnection) -> None:
    publish_document(corpus, content("a.odt", text_passage(0, "words")))
    assert remove_document(corpus, "a.odt")
    assert not remove_document(corpus, "a.odt")
    assert matches(corpus, "words") == 0
    for table in ("documents", "sections", "passages", "chunks", "chunks_fts"):
        assert corpus.fetch_all(f"SELECT count(*) FROM {table}") == [(0,)]  # noqa: S608


def test_a_renamed_document_is_found_by_its_new_name_only(corpus: CorpusConnection) -> None:
    doc_id = publish_document(corpus, content("walnut.odt", text_passage(0, "words")))
    publish_document(corpus, content("pecan.odt", text_passage(0, "other")))
    with atomic(corpus):
        rename_document(corpus, doc_id, FileStamp("pecan.odt", 11, 21, b"sha"))
    assert [(f.doc_id, f.stamp.path, f.stamp.mtime_ns) for f in stored_files(corpus)] == [
        (doc_id, "pecan.odt", 21)
    ]
    assert (matches(corpus, "walnut"), matches(corpus, "pecan"), matches(corpus, "other")) == (
        0,
        1,
        0,
    )
    assert check_corpus(corpus) == []


def test_names_that_differ_in_case_or_dashes_are_different_files(corpus: CorpusConnection) -> None:
    for path in ("README.md", "readme.md", "a-b.md", "a_b.md", "a b.md"):
        publish_document(corpus, content(path, text_passage(0, path)))
    assert len(stored_files(corpus)) == 5


def test_nul_and_lone_surrogates_are_stored_at_the_same_length(corpus: CorpusConnection) -> None:
    publish_document(corpus, content("a.odt", text_passage(0, "a\0b\ud800c", "H\ud800")))
    assert corpus.fetch_all("SELECT text FROM passages") == [("a b?c",)]
    assert check_corpus(corpus) == []


def test_locations_are_stored_as_their_set_parts(corpus: CorpusConnection) -> None:
    passage = Passage(0, PassageKind.TABLE, "x", Location(sheet="Sheet1", cell="B7"))
    publish_document(corpus, content("a.ods", passage))
    assert corpus.fetch_all("SELECT location FROM passages") == [
        ('{"sheet": "Sheet1", "cell": "B7"}',)
    ]


def test_coverage_counts_files_with_and_without_text(corpus: CorpusConnection) -> None:
    publish_document(corpus, content("a.odt", text_passage(0, "x"), text_passage(1, "y")))
    publish_document(corpus, content("b.odt"))
    coverage = read_coverage(corpus, generation_id=None)
    assert (coverage.n_files, coverage.n_text, coverage.n_failed) == (2, 1, 1)
    assert (coverage.n_chunks, coverage.n_chunks_embedded) == (2, 0)
    assert [(f.path, f.state, f.n_chunks) for f in file_reports(corpus)] == [
        ("a.odt", FileState.OK, 2),
        ("b.odt", FileState.EMPTY, 0),
    ]


def test_publishing_a_long_document_can_be_stopped_and_leaves_nothing(
    corpus: CorpusConnection,
) -> None:
    made = content("a.odt", *(text_passage(number, f"word{number}") for number in range(10)))
    n_checks = 0

    def stop_late() -> None:
        nonlocal n_checks
        n_checks += 1
        if n_checks == 25:  # among the keyword-index entries
            raise Interrupted("Stopped.")

    with pytest.raises(Interrupted), atomic(corpus):
        publish_document(corpus, made, check=stop_late)
    assert stored_files(corpus) == []
    publish_document(corpus, made)
    assert check_corpus(corpus) == []
