"""Operators, phrases and extensions: they filter inside the legs, not on a cut list."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.search import AnswerStatus, SearchMode
from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.store.connection import atomic
from plugin.embeddings.venv.store.documents import publish_document
from tests.fixtures_search import CorpusFolder, document_content

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("policy", ["notes/garden.md", "policy.txt"]),
        ("policy ext:md", ["notes/garden.md"]),
        ("policy ext:md,txt", ["notes/garden.md", "policy.txt"]),
        ("policy file:NOTES/", ["notes/garden.md"]),
        ("policy heading:remote", ["policy.txt"]),
        ("policy after:2001", ["notes/garden.md", "policy.txt"]),
        ("policy before:2001", []),
        ("policy -garden", ["policy.txt"]),
        ("policy -handbook", ["notes/garden.md"]),
        ('"remote work"', ["policy.txt"]),
        ('policy "garden club"', ["notes/garden.md"]),
        ("ext:odt policy", []),
        ("ext:md", ["notes/garden.md"]),
        ("polic", ["notes/garden.md", "policy.txt"]),
        ("policies", ["notes/garden.md", "policy.txt"]),
    ],
)
@pytest.mark.parametrize("mode", [SearchMode.LEXICAL, SearchMode.HYBRID])
def test_operators(corpus: CorpusFolder, query: str, paths: list[str], mode: SearchMode) -> None:
    assert sorted(corpus.paths(query, mode=mode)) == paths


@pytest.mark.parametrize(
    ("query", "extensions", "paths"),
    [
        ("policy", (".md",), ["notes/garden.md"]),
        ("policy", (".MD", ".odt"), ["notes/garden.md"]),
        ("policy", (".md", ".txt"), ["notes/garden.md", "policy.txt"]),
        ("policy ext:txt", (".md",), []),
        ("policy", (".odt",), []),
    ],
)
@pytest.mark.parametrize("mode", [SearchMode.LEXICAL, SearchMode.HYBRID])
def test_a_search_keeps_to_the_extensions_it_is_given(
    corpus: CorpusFolder,
    query: str,
    extensions: tuple[str, ...],
    paths: list[str],
    mode: SearchMode,
) -> None:
    hits = corpus.search(query, mode=mode, extensions=extensions).hits
    assert sorted(hit.path for hit in hits) == paths


def test_filters_work_inside_the_legs_not_on_a_cut_list(corpus: CorpusFolder) -> None:
    for number in range(60):
        corpus.write(f"many{number}.txt", "apples " * 5)
    corpus.write("one.csv", "apples and a long text about many other things besides")
    corpus.embed()
    for mode in SearchMode:
        assert corpus.paths("apples ext:csv", mode=mode) == ["one.csv"]


def test_a_phrase_that_stands_nowhere_counts_as_words_and_is_noted(corpus: CorpusFolder) -> None:
    result = corpus.search('"work remote"', mode=SearchMode.LEXICAL)
    assert [hit.path for hit in result.hits] == ["policy.txt"]
    assert "quoted phrase" in result.notes[0]


def test_text_below_a_heading_is_not_shown_when_it_is_excluded(tmp_path: Path) -> None:
    made = CorpusFolder(tmp_path)
    made.write("a.txt", "Remote work\n\nThe gardens need water.")
    with made.open_writer() as connection, atomic(connection):
        content = document_content(made.folder, "a.txt")
        first, *rest = content.extracted.passages
        heading = replace(first, kind=PassageKind.HEADING)
        extracted = replace(content.extracted, passages=(heading, *rest))
        publish_document(connection, replace(content, extracted=extracted))
    (shown,) = made.search("remote", mode=SearchMode.LEXICAL).hits
    assert "gardens" in shown.snippet
    (hidden,) = made.search("remote -garden", mode=SearchMode.LEXICAL).hits
    assert hidden.snippet == "Remote work"


def test_a_filter_that_no_file_passes_is_told(corpus: CorpusFolder) -> None:
    for query in ("ext:zzz policy", "heading:nowhere policy"):
        result = corpus.search(query)
        assert result.status is AnswerStatus.NO_MATCH
        assert "passes the query's filter" in result.message
