"""What a hit carries of its passage when the whole of it is asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.search import SearchMode, SearchRequest, SearchResult
from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.search.pipeline import run_search
from plugin.embeddings.venv.store.connection import atomic
from plugin.embeddings.venv.store.documents import publish_document
from tests.fixtures_search import CorpusFolder, document_content

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def corpus(tmp_path: Path) -> CorpusFolder:
    return CorpusFolder(tmp_path)


def run(corpus: CorpusFolder, request: SearchRequest) -> SearchResult:
    return run_search(request, corpora=corpus.corpora, encoders=corpus.provider, check=lambda: None)


def test_a_whole_passage_has_all_its_matches_and_says_what_it_is(corpus: CorpusFolder) -> None:
    corpus.write("long.txt", f"{'filler ' * 600}quokka {'filler ' * 600}quokka")
    request = SearchRequest(
        str(corpus.folder), "quokka", mode=SearchMode.LEXICAL, with_passage=True
    )
    hit = run(corpus, request).hits[0]
    assert hit.passage == (corpus.folder / "long.txt").read_text()
    assert [hit.passage[span.start : span.end] for span in hit.passage_spans] == ["quokka"] * 2
    assert (hit.kind, hit.heading_level) == ("text", 0)
    lean = run(corpus, replace(request, with_passage=False)).hits[0]
    assert (lean.passage, lean.passage_spans, lean.kind) == ("", (), "")
    assert lean == replace(hit, passage="", passage_spans=(), kind="")


def test_a_headings_passage_goes_on_with_the_text_below_and_knows_its_depth(
    corpus: CorpusFolder,
) -> None:
    path = corpus.folder / "guide.txt"
    path.write_text("Feeding quokkas\n\nThey eat leaves.")
    content = document_content(corpus.folder, "guide.txt")
    heading, text = content.extracted.passages
    heading = replace(heading, kind=PassageKind.HEADING, heading_path=("Animals",))
    below = replace(text, heading_path=("Animals",))
    extracted = replace(content.extracted, passages=(heading, below))
    with corpus.open_writer() as connection, atomic(connection):
        publish_document(connection, replace(content, extracted=extracted))
    request = SearchRequest(
        str(corpus.folder), "feeding quokkas", mode=SearchMode.LEXICAL, with_passage=True
    )
    hit = run(corpus, request).hits[0]
    assert (hit.kind, hit.heading_level) == ("heading", 2)
    assert hit.passage == hit.snippet == "Feeding quokkas\nThey eat leaves."
    assert hit.passage_spans == hit.spans
