"""Builds of section vectors: how they are made, which answers, and which is being made.

Owns: the strategy that is kept for a corpus and the swap from one build to the next. Does not
own: the vectors (section_vectors). A build is numbered; a rebuild makes the next number beside
the one that answers, so old rows serve until it is whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....contracts.maintain import DEFAULT_SECTION_STRATEGY, SectionStrategy
from .connection import atomic
from .settings import read_setting, write_setting
from .sql import query

if TYPE_CHECKING:
    from .connection import CorpusConnection

_STRATEGY = "section_strategy"
_NUMBER = "section_build"
_NEXT_STRATEGY = "section_strategy_of_rebuild"


@dataclass(frozen=True)
class SectionBuild:
    """All section and document vectors that are made in one way."""

    number: int
    strategy: SectionStrategy


def resolve_strategy(
    kept: str | None, *, has_vectors: bool, requested: SectionStrategy | None
) -> SectionStrategy:
    """Return the strategy of a corpus: the one kept, whatever is asked for.

    Where none is kept, vectors that are there are centroids, as those of the first corpora were;
    a corpus without any gets what is requested, or the default.
    """
    if kept is not None:
        return SectionStrategy(kept)
    if has_vectors:
        return SectionStrategy.CENTROID
    return requested or DEFAULT_SECTION_STRATEGY


def current_build(connection: CorpusConnection) -> SectionBuild | None:
    """Return the build that answers, or None before the first."""
    kept = read_setting(connection, _STRATEGY)
    has_vectors = connection.fetch_one(query("section_vectors.any_vector")) is not None
    if kept is None and not has_vectors:
        return None
    strategy = resolve_strategy(kept, has_vectors=has_vectors, requested=None)
    return SectionBuild(int(read_setting(connection, _NUMBER) or 1), strategy)


def open_build(connection: CorpusConnection, requested: SectionStrategy | None) -> SectionBuild:
    """Return the build that is to be filled: a rebuild under way, else the one that answers.

    The first of a corpus is made by the requested strategy, or the default, which then is kept.
    """
    build = current_build(connection)
    if build is None:
        strategy = resolve_strategy(None, has_vectors=False, requested=requested)
        build = SectionBuild(1, strategy)
    with atomic(connection):
        write_setting(connection, _STRATEGY, build.strategy.value)
        write_setting(connection, _NUMBER, str(build.number))
    return rebuild_under_way(connection) or build


def rebuild_under_way(connection: CorpusConnection) -> SectionBuild | None:
    """Return the build that a rebuild makes, or None when there is no rebuild."""
    strategy = read_setting(connection, _NEXT_STRATEGY)
    if strategy is None:
        return None
    number = int(read_setting(connection, _NUMBER) or 1)
    return SectionBuild(number + 1, SectionStrategy(strategy))


def begin_rebuild(connection: CorpusConnection, requested: SectionStrategy | None) -> None:
    """Let the next pass make all section vectors anew, by requested or by the kept strategy.

    A rebuild by another strategy that is under way is given up; one by the same is gone on with.
    """
    build = current_build(connection)
    if build is None:
        return  # the first build is made anyway
    strategy = requested or build.strategy
    under_way = rebuild_under_way(connection)
    with atomic(connection):
        if under_way is not None and under_way.strategy is not strategy:
            _delete_build(connection, under_way.number)
        write_setting(connection, _STRATEGY, build.strategy.value)
        write_setting(connection, _NUMBER, str(build.number))
        write_setting(connection, _NEXT_STRATEGY, strategy.value)


def finish_rebuild(connection: CorpusConnection) -> None:
    """Let the build that a rebuild made answer, and remove the one before it."""
    done = rebuild_under_way(connection)
    if done is None:
        return
    with atomic(connection):
        write_setting(connection, _STRATEGY, done.strategy.value)
        write_setting(connection, _NUMBER, str(done.number))
        write_setting(connection, _NEXT_STRATEGY, None)
        _delete_build(connection, done.number - 1)


def _delete_build(connection: CorpusConnection, number: int) -> None:
    connection.execute(query("section_vectors.delete_section_build"), (number,))
    connection.execute(query("section_vectors.delete_document_build"), (number,))
