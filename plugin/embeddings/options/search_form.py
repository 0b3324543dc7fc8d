"""What the fields of the Vector Search page hold, to and from the settings.

Owns: the lists' values, the patterns' form. Does not own: the page (search_presenter).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Tuple

from ...contracts.corpus import IndexPlace
from ...contracts.models import (
    DEFAULT_MODEL_ID,
    DEFAULT_RERANK_MODEL_ID,
    NO_MODEL_ID,
    OWN_RERANKER,
)
from ..settings import FolderSearchMode

if TYPE_CHECKING:
    from ..settings import Settings

MODES: Final = tuple(mode.value for mode in FolderSearchMode)
"""The modes in the order of the list; texts: options.search.mode.<value>."""

PLACES: Final = (IndexPlace.AUTO.value, IndexPlace.CACHE.value)


@dataclass(frozen=True)
class SearchForm:
    """What the page's fields hold; mode and place are indices of the lists."""

    i_mode: int
    is_keyword_only: bool
    model: str
    i_place: int
    exclude_text: str
    max_file_mb: float
    is_reranked: bool = False
    rerank_model: str = DEFAULT_RERANK_MODEL_ID


def form_of(settings: Settings) -> SearchForm:
    """Return what the page shows of the settings."""
    is_keyword_only = settings.embedding_model == NO_MODEL_ID
    place = settings.index_place
    return SearchForm(
        i_mode=MODES.index(settings.folder_search_mode),
        is_keyword_only=is_keyword_only,
        model=DEFAULT_MODEL_ID if is_keyword_only else settings.embedding_model,
        i_place=PLACES.index(place) if place in PLACES else 0,
        exclude_text="\n".join(settings.exclude_patterns),
        max_file_mb=settings.max_file_mb,
        is_reranked=settings.folder_rerank_enabled,
        rerank_model=settings.folder_rerank_model,
    )


def settings_of(form: SearchForm, settings: Settings) -> Settings:
    """Return the settings with what the page's fields hold."""
    return replace(
        settings,
        folder_search_mode=MODES[form.i_mode],
        embedding_model=NO_MODEL_ID if form.is_keyword_only else form.model.strip(),
        index_place=PLACES[form.i_place],
        exclude_patterns=patterns_of(form.exclude_text),
        max_file_mb=round(form.max_file_mb),
        folder_rerank_enabled=form.is_reranked,
        folder_rerank_model=form.rerank_model.strip() or DEFAULT_RERANK_MODEL_ID,
    )


def with_reranker_shown(form: SearchForm, own: str) -> SearchForm:
    """Return the form with own, the user's words for it, in place of the reserved name."""
    return replace(form, rerank_model=own) if form.rerank_model == OWN_RERANKER else form


def with_reranker_named(form: SearchForm, own: str) -> SearchForm:
    """Return the form with the reserved name in place of own, the user's words for it."""
    return replace(form, rerank_model=OWN_RERANKER) if form.rerank_model.strip() == own else form


def patterns_of(text: str) -> Tuple[str, ...]:
    """Return the lines that hold something, each once."""
    lines = (line.strip() for line in text.splitlines())
    return tuple(dict.fromkeys(line for line in lines if line))


def is_usable_pattern(pattern: str) -> bool:
    """Return whether a pattern can leave out a part of a folder, and not all of it."""
    return bool(pattern.strip("*?/\\. ")) and not pattern.startswith("!")
