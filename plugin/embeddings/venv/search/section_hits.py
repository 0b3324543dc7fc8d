"""Hits that stand for sections: one a section, shown by its best passage.

Owns: what such a hit says of its section. Does not own: the order (levels) nor what a hit says of
its passage and file (passages).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ....contracts.search import Hit, SectionOfHit
from ....documents.sections import BEFORE_FIRST_HEADING
from ..store.lookup import read_passages
from ..store.sections import (
    SectionFacts,
    first_passage,
    read_sections,
    section_text_ids,
    sections_of_passages,
)
from .candidates import RankedPassages
from .passages import make_hits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..store.connection import CorpusConnection
    from ..store.sections import SectionRow
    from .candidates import RankedPassage
    from .passages import HitRequest

SECTION_HIT = "section"


def make_section_hits(
    connection: CorpusConnection, ranked: RankedPassages, wanted: HitRequest
) -> tuple[Hit, ...]:
    """Return at most k hits, one for each section of ranked, which has one passage a section.

    Sections that say the same, as in copies of a file, make one hit unless all of them are wanted.
    """
    hits: list[Hit] = []
    for passage, row in _different(connection, ranked, wanted):
        if len(hits) >= wanted.k:
            break
        alone = RankedPassages((passage,), ranked.n_found_in_file)
        made = make_hits(connection, alone, replace(wanted, k=1, all_versions=True, n_per_file=1))
        hits += [replace(hit, type=SECTION_HIT, section=_told(connection, row)) for hit in made]
    return tuple(hits)


def _different(
    connection: CorpusConnection, ranked: RankedPassages, wanted: HitRequest
) -> Iterator[tuple[RankedPassage, SectionRow]]:
    places = sections_of_passages(connection, [passage.passage_id for passage in ranked.passages])
    rows = read_sections(connection, places.values())
    texts = section_text_ids(connection, rows)
    seen: set[int] = set()
    for passage in ranked.passages:
        section_id = places[passage.passage_id]
        text_id = texts[section_id]
        if text_id is not None and not wanted.all_versions:
            if text_id in seen:
                continue
            seen.add(text_id)
        yield passage, rows[section_id]


def _told(connection: CorpusConnection, row: SectionRow) -> SectionOfHit:
    facts = row.facts or SectionFacts(0, 0)
    passage_id = first_passage(connection, row.section_id)
    first = read_passages(connection, (passage_id,))[passage_id] if passage_id else None
    return SectionOfHit(
        heading=row.heading_path[-1] if row.heading_path else BEFORE_FIRST_HEADING,
        level=len(row.heading_path),
        index=row.ordinal,
        location=first.location.to_key(first.para_index) if first else "",
        location_text=first.location.to_text(first.para_index) if first else "",
        n_words=facts.n_words,
        n_chars=facts.n_chars,
        keywords=facts.keywords,
        extracted=tuple(facts.extracted.items()),
    )
