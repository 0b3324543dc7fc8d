"""Sections tile the passages of any document, and every text of them is in exactly one."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from plugin.documents.passages import Passage, PassageKind
from plugin.documents.sections import detect_sections, section_path
from plugin.embeddings.venv.ingest.section_facts import N_KEYWORDS, keywords
from plugin.embeddings.venv.store.sections import embedded_text

HEADINGS = st.sampled_from(["A", "B", "C"])
PATHS = st.lists(HEADINGS, max_size=3).map(tuple)
PARTS = st.tuples(st.sampled_from([PassageKind.HEADING, PassageKind.TEXT]), HEADINGS, PATHS)


@given(st.lists(PARTS))
def test_sections_hold_every_passage_once_in_order(
    parts: list[tuple[PassageKind, str, tuple[str, ...]]],
) -> None:
    passages = [
        Passage(index, kind, text, heading_path=path)
        for index, (kind, text, path) in enumerate(parts)
    ]
    sections = detect_sections(passages)
    assert [index for s in sections for index in range(s.start, s.end)] == list(
        range(len(passages))
    )
    for section in sections:
        paths = {section_path(p) for p in passages[section.start : section.end]}
        assert paths == {section.heading_path}
    paths_in_order = [section.heading_path for section in sections]
    assert all(a != b for a, b in pairwise(paths_in_order))


@given(st.text(), PATHS, st.text())
def test_what_is_embedded_ends_with_the_whole_text(
    title: str, path: tuple[str, ...], text: str
) -> None:
    whole = embedded_text(title, path, text)
    assert whole.endswith(text.strip())
    assert bool(whole) == bool(text.strip())


@given(st.lists(st.text(min_size=1)), st.sampled_from([None, "en", "de-AT", "th", "xx"]))
def test_keywords_are_few_different_and_in_the_text(words: list[str], language: str | None) -> None:
    found = keywords(words, language)
    assert len(found) == len(set(found)) <= N_KEYWORDS
    assert set(found) <= {word.lower() for word in words}
