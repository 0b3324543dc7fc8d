"""The end of a generation's life: what nobody can use any more goes, and its space comes back.

Owns: when a generation is dropped, a table rewritten and the file made smaller. Does not own: how
(store). A search is never held up: each step is a transaction of its own beside SQLite's readers.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ..store.chunks import release_free_pages
from ..store.connection import atomic
from ..store.generations import (
    all_generations,
    builds_under_way,
    drop_generation,
    expired_generations,
    from_the_future,
    give_up_builds,
    restart_clocks,
)
from ..store.model_pin import write_pin
from ..store.vectors import MIN_LIVE_SHARE, compact, needs_compaction

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..store.connection import CorpusConnection
    from .wanted_model import WantedModel


def needs_tidying(connection: CorpusConnection, wanted: WantedModel) -> bool:
    """Return True when generations are to be put aside or dropped, or a pin is over."""
    now_s = time.time()
    is_over = wanted.ends_pin or bool(from_the_future(connection, now_s))
    if is_over or _has_stray_build(connection, wanted):
        return True
    return connection.vec_available and bool(expired_generations(connection, now_s))


def settle_generations(connection: CorpusConnection, wanted: WantedModel) -> None:
    """Put aside the builds of models that are not wanted any more, and end a pin that is over."""
    now_s = time.time()
    with atomic(connection):
        restart_clocks(connection, now_s)
        if wanted.ends_pin:
            write_pin(connection, None)
        if wanted.choice.model_id:
            give_up_builds(connection, now_s, but=lambda g: wanted.made(g.fingerprint))


def tidy_vectors(
    connection: CorpusConnection,
    check: Callable[[], None],
    *,
    least_live_share: float = MIN_LIVE_SHARE,
) -> None:
    """Drop generations whose seven days are over, rewrite tables with less live than that share.

    Then the file gives back what it does not use. check is called between the steps and may raise
    to stop; what is done is kept, and the next pass goes on.
    """
    if connection.vec_available:
        for generation in expired_generations(connection, time.time()):
            check()
            drop_generation(connection, generation)
        for generation in all_generations(connection):
            check()
            if needs_compaction(connection, generation, least_live_share=least_live_share):
                compact(connection, generation, check)
    release_free_pages(connection, check)


def _has_stray_build(connection: CorpusConnection, wanted: WantedModel) -> bool:
    if not wanted.choice.model_id:
        return False
    return any(not wanted.made(g.fingerprint) for g in builds_under_way(connection))
