"""What the user's settings add to a request: the folder's rules and the model.

Owns: this one place where settings become requests. Does not own: the settings, the calls.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, Tuple, TypeVar, Union

from ..contracts.corpus import FolderRules, IndexPlace
from ..contracts.generations import (
    CompactRequest,
    GenerationsRequest,
    ResetRequest,
    UseGenerationRequest,
)
from ..contracts.maintain import MaintainRequest
from ..contracts.search import DEFAULT_BACKEND, NO_RERANKER, RerankChoice

if TYPE_CHECKING:
    from ..contracts.methods import DiagnoseRequest, StatusRequest
    from ..contracts.search import SearchRequest
    from .settings import Settings

_BYTES_PER_MB: Final = 1 << 20
_OfFolder = TypeVar(
    "_OfFolder",
    bound=Union[GenerationsRequest, UseGenerationRequest, ResetRequest, CompactRequest],
)


def folder_rules(settings: Settings) -> FolderRules:
    """Return what the settings say of every folder; an index place that is none is AUTO."""
    places = {place.value: place for place in IndexPlace}
    return FolderRules(
        index_place=places.get(settings.index_place, IndexPlace.AUTO),
        exclude=settings.exclude_patterns,
        max_file_bytes=settings.max_file_mb * _BYTES_PER_MB,
    )


def search_request(request: SearchRequest, settings: Settings) -> SearchRequest:
    """Return the search by the settings' rules, and their models and backend if it names none."""
    rerank = request.rerank if request.rerank.model_id else rerank_choice(settings)
    is_named = request.backend != DEFAULT_BACKEND
    ruled = replace(
        request,
        rules=folder_rules(settings),
        rerank=rerank,
        trusted_models=settings.trusted_models,
        backend=request.backend if is_named else settings.backend,
    )
    if request.model_id:
        return ruled
    return replace(ruled, model_id=settings.model_id, api_key=settings.api_key)


def rerank_choice(settings: Settings) -> RerankChoice:
    """Return the settings' reranker, or none where it is turned off."""
    if not settings.folder_rerank_enabled:
        return NO_RERANKER
    return RerankChoice(settings.folder_rerank_model)


def status_request(request: StatusRequest, settings: Settings) -> StatusRequest:
    """Return the question by the settings' rules."""
    return replace(request, rules=folder_rules(settings))


def with_rules(request: _OfFolder, settings: Settings) -> _OfFolder:
    """Return a question about a folder's generations, or a change of them, by the rules."""
    return replace(request, rules=folder_rules(settings))


def diagnose_request(request: DiagnoseRequest, settings: Settings) -> DiagnoseRequest:
    """Return the diagnosis of the settings' model where the request names none."""
    trusting = replace(request, trusted_models=settings.trusted_models)
    if request.model_id:
        return trusting
    return replace(trusting, model_id=settings.model_id, api_key=settings.api_key)


def maintain_request(
    folder: str, settings: Settings, *, rebuild: bool = False, first_paths: Tuple[str, ...] = ()
) -> MaintainRequest:
    """Return a pass over the folder by the settings' rules and model."""
    return MaintainRequest(
        folder=folder,
        rebuild=rebuild,
        model_id=settings.model_id,
        api_key=settings.api_key,
        dim=settings.dim,
        trusted_models=settings.trusted_models,
        first_paths=first_paths,
        rules=folder_rules(settings),
    )
