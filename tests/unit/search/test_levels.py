"""The levels of a search and what their hits stand for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import BadRequest
from plugin.contracts.search import (
    ReturnType,
    SearchLevel,
    SearchMode,
    SearchRequest,
    SearchResult,
)
from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.search.levels import return_type_of
from plugin.embeddings.venv.search.pipeline import run_search
from plugin.embeddings.venv.store.connection import atomic
from plugin.embeddings.venv.store.documents import publish_document
from plugin.embeddings.venv.store.section_builds import open_build
from plugin.embeddings.venv.store.section_vectors import (
    add_document_vectors,
    add_section_vectors,
    pending_texts,
)
from plugin.embeddings.venv.store.sections import (
    SectionFacts,
    describe_section,
    embedded_texts,
    sections_of_document,
)
from tests.fixtures_search import CorpusFolder, document_content, embed_pending

if TYPE_CHECKING:
    from pathlib import Path

LEVELS, RETURNS = tuple(SearchLevel), (None, *ReturnType)
REFUSED = {(SearchLevel.DOCUMENTS, ReturnType.SECTIONS)}
CHAPTERS = {
    "garden.txt": {
        "": "A word before all chapters.",
        "Roses": "Roses want sun.\n\nCut roses in spring.\n\nMulch keeps the roots of roses cool.",
        "Ponds": "A pond needs shade.\n\nFish eat the larvae in a pond.",
    },
    "kitchen.txt": {
        "Bread": "Bread needs time.\n\nA cool oven makes pale bread.",
        "Soup": "Soup of roots keeps the kitchen warm.",
    },
}


class Levels:
    """A folder of two documents with chapters, and the searches of it."""

    def __init__(self, path: Path) -> None:
        self.made = CorpusFolder(path)
        for name, chapters in CHAPTERS.items():
            self.publish(name, chapters)
        self.embed()

    def publish(self, name: str, chapters: dict[str, str]) -> None:
        parts = [
            (part, heading if number else "", heading)
            for heading, text in chapters.items()
            for number, part in enumerate(([heading] if heading else []) + text.split("\n\n"))
        ]
        (self.made.folder / name).write_text("\n\n".join(part for part, _, _ in parts))
        content = document_content(self.made.folder, name)
        passages = tuple(
            replace(
                passage,
                kind=PassageKind.HEADING if passage.text == heading else PassageKind.TEXT,
                heading_path=(heading,) if heading else (),
            )
            for passage, (_, _, heading) in zip(content.extracted.passages, parts, strict=True)
        )
        content = replace(content, extracted=replace(content.extracted, passages=passages))
        with self.made.open_writer() as connection, atomic(connection):
            doc_id = publish_document(connection, content)
            for source in sections_of_document(connection, doc_id):
                facts = SectionFacts(len(source.text.split()), len(source.text), ("word",))
                describe_section(connection, source, facts)

    def embed(self) -> None:
        encoder = self.made.provider.encoder
        assert encoder is not None
        with self.made.open_writer() as connection:
            generation = embed_pending(connection, encoder)
            build = open_build(connection, None)
            pending = pending_texts(connection, generation, build)
            texts = embedded_texts(connection, [p.section_id for p in pending])
            vectors = encoder.encode([texts[p.section_id] for p in pending])
            ids = [p.section_text_id for p in pending]
            add_section_vectors(connection, generation, build, ids, vectors)
            add_document_vectors(connection, generation, build)

    def search(self, query: str, **asked: object) -> SearchResult:
        request = SearchRequest(str(self.made.folder), query, **asked)  # type: ignore[arg-type]
        return run_search(
            request,
            corpora=self.made.corpora,
            encoders=self.made.provider,
            check=lambda: None,
        )


@pytest.fixture
def levels(tmp_path: Path) -> Levels:
    return Levels(tmp_path)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("wanted", RETURNS)
def test_a_level_returns_its_own_unit_or_what_fits_it(
    level: SearchLevel, wanted: ReturnType | None
) -> None:
    request = SearchRequest("/f", "q", level=level, return_type=wanted)
    if (level, wanted) in REFUSED:
        with pytest.raises(BadRequest, match="A search of documents returns documents, not sec"):
            return_type_of(request)
        return
    natural = ReturnType.SECTIONS if level is SearchLevel.SECTIONS else ReturnType.DOCUMENTS
    assert return_type_of(request) is (wanted or natural)


@pytest.mark.parametrize("weight", [-0.1, 1.1, float("nan"), float("inf")])
def test_a_section_weight_outside_0_to_1_is_refused(levels: Levels, weight: float) -> None:
    with pytest.raises(BadRequest, match="section weight must be 0 to 1"):
        levels.search("roses", section_weight=weight)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("wanted", RETURNS)
@pytest.mark.parametrize("mode", tuple(SearchMode))
def test_every_level_finds_the_roses(
    levels: Levels, level: SearchLevel, wanted: ReturnType | None, mode: SearchMode
) -> None:
    if (level, wanted) in REFUSED:
        return
    result = levels.search("roses in spring", level=level, return_type=wanted, mode=mode)
    first = result.hits[0]
    by_section = (
        return_type_of(SearchRequest("", "", level=level, return_type=wanted))
        is ReturnType.SECTIONS
    )
    assert first.path == "garden.txt"
    assert "roses" in first.snippet.lower()
    assert (first.type, first.section is None) == (
        ("section", False) if by_section else ("document", True)
    )
    if first.section is not None:
        assert first.section.heading == "Roses"
    units = [(hit.path, hit.section.index if hit.section else 0) for hit in result.hits]
    assert len(units) == len(set(units))
    if not by_section:
        assert len({hit.path for hit in result.hits}) == len(result.hits)


def test_a_section_hit_tells_where_it_begins_and_what_is_known_of_it(levels: Levels) -> None:
    (hit, *_) = levels.search("fish larvae", level=SearchLevel.SECTIONS).hits
    section = hit.section
    assert section is not None
    assert (section.heading, section.level, section.index) == ("Ponds", 1, 2)
    assert (section.location, section.location_text) == ("line=6", "line 6")
    assert (section.n_words, section.keywords) == (12, ("word",))
    assert hit.snippet.startswith("Fish eat")
    (before, *_) = levels.search("word before chapters", level=SearchLevel.SECTIONS).hits
    assert before.section is not None
    assert (before.section.heading, before.section.level) == ("(before first heading)", 0)


@pytest.mark.parametrize("level", LEVELS)
def test_filters_and_exclusions_count_at_every_level(levels: Levels, level: SearchLevel) -> None:
    for query in ("roots file:kitchen", "roots ext:txt -roses file:kitchen"):
        assert {hit.path for hit in levels.search(query, level=level).hits} == {"kitchen.txt"}
    only = levels.search("roots heading:roses", level=level, return_type=None).hits
    assert {hit.heading_path for hit in only} == {("Roses",)}
    assert not levels.search("roots file:nowhere", level=level).hits


def test_the_weight_moves_the_fusion_from_passages_to_sections(levels: Levels) -> None:
    def order(**asked: object) -> list[tuple[str, ...]]:
        hits = levels.search("roots keep cool", return_type=ReturnType.SECTIONS, **asked).hits
        return [hit.heading_path for hit in hits]

    by_chunks = order(level=SearchLevel.CHUNKS)
    by_sections = order(level=SearchLevel.SECTIONS)
    assert order(level=SearchLevel.FUSED, section_weight=0.0)[0] == by_chunks[0]
    assert order(level=SearchLevel.FUSED, section_weight=1.0)[0] == by_sections[0]


def test_the_level_left_to_the_search_is_chunks_for_documents_and_fused_for_sections(
    levels: Levels,
) -> None:
    def told(level: SearchLevel, wanted: ReturnType) -> list[tuple[str, float]]:
        hits = levels.search("cool roots", level=level, return_type=wanted).hits
        return [(hit.location, hit.score) for hit in hits]

    documents, sections = ReturnType.DOCUMENTS, ReturnType.SECTIONS
    auto, chunks, fused = SearchLevel.AUTO, SearchLevel.CHUNKS, SearchLevel.FUSED
    assert told(auto, documents) == told(chunks, documents) != told(fused, documents)
    assert told(auto, sections) == told(fused, sections) != told(chunks, sections)


def test_copies_of_a_section_make_one_hit_unless_all_are_wanted(levels: Levels) -> None:
    levels.publish("copy.txt", CHAPTERS["garden.txt"])
    levels.embed()

    def n_roses(**asked: object) -> int:
        hits = levels.search("roses", level=SearchLevel.SECTIONS, **asked).hits
        return sum(hit.heading_path == ("Roses",) for hit in hits)

    assert (n_roses(), n_roses(all_versions=True)) == (1, 2)


def test_without_vectors_of_sections_their_words_are_found(tmp_path: Path) -> None:
    made = CorpusFolder(tmp_path)
    made.write("a.txt", "Roses want sun.", heading="Roses")
    request = SearchRequest(str(tmp_path), "roses", level=SearchLevel.SECTIONS)
    result = run_search(request, corpora=made.corpora, encoders=made.provider, check=lambda: None)
    assert [hit.section.heading for hit in result.hits if hit.section] == ["Roses"]


@pytest.mark.parametrize("level", [SearchLevel.AUTO, SearchLevel.SECTIONS, SearchLevel.FUSED])
def test_several_sections_of_one_document_are_hits(levels: Levels, level: SearchLevel) -> None:
    hits = levels.search("cool shade", level=level, return_type=ReturnType.SECTIONS).hits
    headings = {hit.section.heading for hit in hits if hit.section and hit.path == "garden.txt"}
    assert {"Roses", "Ponds"} <= headings
