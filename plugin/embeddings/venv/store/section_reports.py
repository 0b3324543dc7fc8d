"""A corpus's sections as they are listed for people.

Owns: the reports. Does not own: the rows (sections) and builds (section_builds).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ....contracts.corpus import SectionReport
from .generations import active_generation
from .section_builds import current_build
from .sql import query

if TYPE_CHECKING:
    from .connection import CorpusConnection


def section_reports(connection: CorpusConnection) -> tuple[SectionReport, ...]:
    """Return every section of the corpus, by path and in reading order."""
    active, build = active_generation(connection), current_build(connection)
    answering = (active.generation_id if active else 0, build.number if build else 0)
    return tuple(
        SectionReport(
            path=path,
            heading_path=tuple(json.loads(headings)),
            level=len(json.loads(headings)),
            index=ordinal,
            n_words=n_words,
            n_chars=n_chars,
            keywords=tuple(json.loads(keywords)),
            extracted=tuple(json.loads(meta).items()),
            has_vector=bool(has_vector),
        )
        for (
            path,
            headings,
            ordinal,
            n_words,
            n_chars,
            keywords,
            meta,
            has_vector,
        ) in connection.fetch_all(query("sections.reports"), answering)
    )


def kept_strategy(connection: CorpusConnection) -> str:
    """Return the name of the strategy that the corpus keeps, "" before its first section vector."""
    build = current_build(connection)
    return build.strategy.value if build else ""
