"""Sections' texts, builds and vectors in the store."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
import pytest

from plugin.contracts.errors import BadVectors
from plugin.contracts.maintain import SectionStrategy
from plugin.documents.passages import Passage, PassageKind
from plugin.documents.sections import detect_sections
from plugin.embeddings.venv.store.connection import CorpusConnection, open_corpus
from plugin.embeddings.venv.store.documents import publish_document, remove_document
from plugin.embeddings.venv.store.generations import Generation, open_generation
from plugin.embeddings.venv.store.scope import Scope
from plugin.embeddings.venv.store.section_builds import (
    SectionBuild,
    begin_rebuild,
    current_build,
    finish_rebuild,
    open_build,
    rebuild_under_way,
    resolve_strategy,
)
from plugin.embeddings.venv.store.section_vectors import (
    add_document_vectors,
    add_section_vectors,
    chunk_centroid,
    has_pending,
    pending_texts,
)
from plugin.embeddings.venv.store.sections import (
    SectionFacts,
    describe_section,
    embedded_text,
    embedded_texts,
    has_orphaned_texts,
    has_undescribed,
    read_sections,
    remove_orphaned_texts,
    sections_of_document,
)
from plugin.embeddings.venv.store.settings import read_setting, write_setting
from plugin.embeddings.venv.store.unit_matrix import (
    Unit,
    UnitMatrix,
    UnitSource,
    load_units,
    nearest_units,
    refresh_units,
    section_leg,
)
from plugin.embeddings.venv.store.vectors import add_vectors, pending_text_ids, texts_by_id
from plugin.embeddings.venv.types import Fingerprint
from tests.fakes_encoder import word_hash_vector
from tests.unit.store.test_documents import content, text_passage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DIM = 16
FINGERPRINT = Fingerprint("one", "r", DIM, "", "", 512, 1)
CENTROID, RAWSPAN = SectionStrategy.CENTROID, SectionStrategy.RAWSPAN


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[CorpusConnection]:
    with open_corpus(tmp_path / "corpus.db", read_only=False) as connection:
        yield connection


def publish(corpus: CorpusConnection, path: str, *passages: Passage, title: str = "") -> int:
    doc_id = publish_document(corpus, content(path, *passages, title=title))
    for source in sections_of_document(corpus, doc_id):
        describe_section(corpus, source, SectionFacts(len(source.text.split()), len(source.text)))
    return doc_id


def heading(index: int, text: str, *above: str) -> Passage:
    return Passage(index, PassageKind.HEADING, text, heading_path=above, heading_level=1)


def embed_chunks(corpus: CorpusConnection) -> Generation:
    generation = open_generation(corpus, FINGERPRINT, time.time())
    ids = pending_text_ids(corpus, generation)
    texts = texts_by_id(corpus, ids)
    if ids:
        add_vectors(
            corpus, generation, ids, np.stack([word_hash_vector(texts[i], DIM) for i in ids])
        )
    return generation


def embed_sections(corpus: CorpusConnection) -> tuple[Generation, SectionBuild]:
    generation = embed_chunks(corpus)
    build = open_build(corpus, RAWSPAN)
    pending = pending_texts(corpus, generation, build)
    texts = embedded_texts(corpus, [p.section_id for p in pending])
    for p in pending:
        vector = word_hash_vector(texts[p.section_id], DIM)[np.newaxis]
        add_section_vectors(corpus, generation, build, [p.section_text_id], vector)
    add_document_vectors(corpus, generation, build)
    return generation, build


def matrix_of(
    corpus: CorpusConnection, made: tuple[Generation, SectionBuild], unit: Unit = Unit.SECTION
) -> UnitMatrix:
    return load_units(corpus, UnitSource(unit, *made))


def test_sections_are_runs_under_one_heading_and_have_names() -> None:
    sections = detect_sections(
        (
            text_passage(0, "before"),
            heading(1, "One"),
            text_passage(2, "a", "One"),
            heading(3, "Sub", "One"),
            text_passage(4, "b", "One", "Sub"),
            text_passage(5, "c", "One"),
        )
    )
    assert [(s.heading, s.level, s.start, s.end) for s in sections] == [
        ("(before first heading)", 0, 0, 1),
        ("One", 1, 1, 3),
        ("Sub", 2, 3, 5),
        ("One", 1, 5, 6),
    ]
    assert detect_sections(()) == ()


def test_a_document_without_headings_is_one_section(corpus: CorpusConnection) -> None:
    doc_id = publish(corpus, "a.txt", text_passage(0, "one"), text_passage(1, "two"))
    (source,) = sections_of_document(corpus, doc_id)
    assert (source.heading_path, source.text) == ((), "one\ntwo")


@pytest.mark.parametrize(
    ("title", "path", "text", "whole"),
    [
        ("", (), " own \n", "own"),
        ("T", ("A",), "A\nown", "T\nA\nown"),
        ("T", ("A", "B", "C"), "C\nown", "T\nA > B\nC\nown"),
        ("A", ("A",), "A\nown", "A\nown"),
        ("A", ("A", "B"), "B\nown", "A\nB\nown"),
        ("T", (), "  ", ""),
    ],
)
def test_what_is_embedded_is_said_once_with_what_stands_above(
    title: str, path: tuple[str, ...], text: str, whole: str
) -> None:
    assert embedded_text(title, path, text) == whole


def test_equal_sections_share_one_vector_wherever_they_are(corpus: CorpusConnection) -> None:
    for path in ("a.txt", "b.txt"):
        publish(corpus, path, text_passage(0, "the same"), text_passage(1, "words"))
    made = embed_sections(corpus)
    assert corpus.fetch_all("SELECT count(*) FROM section_vectors") == [(1,)]
    assert corpus.fetch_all("SELECT count(*) FROM document_vectors") == [(2,)]
    query = word_hash_vector("the same words", DIM)[np.newaxis]
    found = section_leg(corpus, matrix_of(corpus, made), query, Scope(), limit=5)
    assert sorted(section_id for section_id, _ in found) == [1, 2]
    assert found[0][1] == pytest.approx(1.0, abs=1e-5)


def test_an_edit_elsewhere_leaves_nothing_else_to_encode(corpus: CorpusConnection) -> None:
    sections = (heading(0, "One"), text_passage(1, "a b", "One"), heading(2, "Two"))
    publish(corpus, "a.odt", *sections, text_passage(3, "c d", "Two"))
    generation, build = embed_sections(corpus)
    publish(corpus, "a.odt", *sections, text_passage(3, "c d e", "Two"))
    pending = pending_texts(corpus, generation, build)
    texts = embedded_texts(corpus, [p.section_id for p in pending])
    assert list(texts.values()) == ["Two\nc d e"]


def test_the_nearest_sections_are_those_of_float32_in_scope(corpus: CorpusConnection) -> None:
    for number in range(60):
        publish(corpus, f"{number}.txt", text_passage(0, f"word{number} word{number % 7} both"))
    made = embed_sections(corpus)
    matrix = matrix_of(corpus, made)
    query = word_hash_vector("word3 both", DIM)[np.newaxis]
    texts = embedded_texts(corpus, range(1, 61))
    exact = sorted(texts, key=lambda i: (-float(word_hash_vector(texts[i], DIM) @ query[0]), i))
    found = section_leg(corpus, matrix, query, Scope(), limit=10)
    wanted = [float(word_hash_vector(texts[i], DIM) @ query[0]) for i in exact[:10]]
    assert [score for _, score in found] == pytest.approx(wanted, abs=1e-5)
    only = Scope(documents=frozenset({5, 17}))
    assert {i for i, _ in section_leg(corpus, matrix, query, only, limit=10)} == {5, 17}
    documents = matrix_of(corpus, made, Unit.DOCUMENT)
    assert {i for i, _ in nearest_units(corpus, documents, query, only, limit=10)} == {5, 17}


def test_a_matrix_keeps_up_with_what_is_added_and_removed(corpus: CorpusConnection) -> None:
    for number in range(20):
        publish(corpus, f"{number}.txt", text_passage(0, f"word{number}"))
    made = embed_sections(corpus)
    for unit in Unit:
        before = matrix_of(corpus, made, unit)
        assert refresh_units(corpus, before) is before
    held = {unit: matrix_of(corpus, made, unit) for unit in Unit}
    remove_document(corpus, "3.txt")
    assert has_orphaned_texts(corpus)
    remove_orphaned_texts(corpus)
    publish(corpus, "new.txt", text_passage(0, "something new"))
    embed_sections(corpus)
    for unit in Unit:
        refreshed, loaded = refresh_units(corpus, held[unit]), matrix_of(corpus, made, unit)
        assert refreshed.ids.tolist() == loaded.ids.tolist()
        assert refreshed.seqs.tolist() == loaded.seqs.tolist()
        assert refreshed.n_rows == 20


def test_the_centroid_of_one_chunk_is_its_own_vector(corpus: CorpusConnection) -> None:
    publish(corpus, "a.txt", text_passage(0, "alone"))
    publish(corpus, "b.txt", text_passage(0, "left"), text_passage(1, "right"))
    generation = embed_chunks(corpus)
    alone, both = (chunk_centroid(corpus, generation, section_id) for section_id in (1, 2))
    assert alone is not None
    assert both is not None
    assert alone[0].tolist() == word_hash_vector("alone", DIM).tolist()
    mean = word_hash_vector("left", DIM) + word_hash_vector("right", DIM)
    assert both[0] == pytest.approx(mean / np.linalg.norm(mean), abs=1e-6)


def test_bad_section_vectors_are_refused_before_any_write(corpus: CorpusConnection) -> None:
    publish(corpus, "a.txt", text_passage(0, "text"))
    generation, build = embed_chunks(corpus), open_build(corpus, RAWSPAN)
    for bad in (np.zeros((1, DIM)), np.full((1, DIM), np.nan), np.ones((1, DIM - 1))):
        with pytest.raises(BadVectors):
            add_section_vectors(corpus, generation, build, [1], bad.astype(np.float32))
    assert has_pending(corpus, generation, build)


@pytest.mark.parametrize(
    ("kept", "has_vectors", "requested", "resolved"),
    [
        ("rawspan", True, CENTROID, RAWSPAN),
        ("centroid", False, RAWSPAN, CENTROID),
        (None, True, RAWSPAN, CENTROID),
        (None, False, RAWSPAN, RAWSPAN),
        (None, False, CENTROID, CENTROID),
    ],
)
def test_the_kept_strategy_wins_then_old_vectors_then_what_is_asked(
    kept: str | None, *, has_vectors: bool, requested: SectionStrategy, resolved: SectionStrategy
) -> None:
    assert resolve_strategy(kept, has_vectors=has_vectors, requested=requested) is resolved


def test_vectors_without_a_kept_strategy_are_centroids(corpus: CorpusConnection) -> None:
    publish(corpus, "a.txt", text_passage(0, "text"))
    embed_sections(corpus)
    write_setting(corpus, "section_strategy", None)
    assert current_build(corpus) == SectionBuild(1, CENTROID)
    assert open_build(corpus, RAWSPAN).strategy is CENTROID
    assert read_setting(corpus, "section_strategy") == "centroid"


def test_a_rebuild_answers_only_when_it_is_whole(corpus: CorpusConnection) -> None:
    publish(corpus, "a.txt", text_passage(0, "text"))
    generation, old = embed_sections(corpus)
    begin_rebuild(corpus, CENTROID)
    assert current_build(corpus) == old
    following = open_build(corpus, None)
    assert following == SectionBuild(2, CENTROID) == rebuild_under_way(corpus)
    (pending,) = pending_texts(corpus, generation, following)
    vector = word_hash_vector("other", DIM)[np.newaxis]
    add_section_vectors(corpus, generation, following, [pending.section_text_id], vector)
    begin_rebuild(corpus, CENTROID)  # asked for again, it goes on
    assert pending_texts(corpus, generation, following) == []
    begin_rebuild(corpus, RAWSPAN)  # by another strategy it begins anew
    assert has_pending(corpus, generation, SectionBuild(2, RAWSPAN))
    add_section_vectors(
        corpus, generation, SectionBuild(2, RAWSPAN), [pending.section_text_id], vector
    )
    finish_rebuild(corpus)
    assert current_build(corpus) == SectionBuild(2, RAWSPAN)
    assert corpus.fetch_all("SELECT DISTINCT build FROM section_vectors") == [(2,)]


def test_a_section_tells_its_facts_or_that_there_are_none_yet(corpus: CorpusConnection) -> None:
    doc_id = publish_document(corpus, content("a.odt", text_passage(0, "x", "A", "B")))
    assert has_undescribed(corpus)
    assert read_sections(corpus, [1])[1].facts is None
    facts = SectionFacts(3, 5, ("één", "東京"), {"mine": "told"})
    describe_section(corpus, sections_of_document(corpus, doc_id)[0], facts)
    row = read_sections(corpus, [1])[1]
    assert (row.heading_path, row.facts) == (("A", "B"), facts)
    assert not has_undescribed(corpus)
