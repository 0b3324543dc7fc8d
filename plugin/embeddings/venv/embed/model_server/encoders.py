"""The encoders as one request may use them: models on this machine, and the server it names.

Owns: that texts go to no server but the one that the request itself names. Does not own: the
local models (provider), talking to servers (http_encoder).
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from .....contracts.corpus import WORDS_ALONE, ModelChoice
from .....contracts.errors import ModelNotFound
from .....contracts.http_model import (
    HTTP_MODEL_PREFIX,
    HttpModel,
    is_http_model,
    parse_http_model,
)
from .encoder import HttpEncoder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...types import Encoder
    from ..devices.priority import PriorityGate
    from ..diagnosis import TriedEncoder
    from ..provider import EncoderProvider

_MAX_KEPT = 4


class HttpEncoders:
    """The servers of this process, each with its connection and what was learned of it."""

    def __init__(self, gate: PriorityGate) -> None:
        self._gate = gate
        self._lock = threading.Lock()
        self._kept: dict[tuple[HttpModel, str, int], HttpEncoder] = {}

    def get(self, model: HttpModel, api_key: str, *, dim: int = 0) -> HttpEncoder:
        """Return the encoder of a server's model; sends nothing. dim is the width expected, or 0.

        Raises ModelNotFound where the key would be readable on the way.
        """
        key = (model, api_key, dim)
        with self._lock:
            encoder = self._kept.pop(key, None)
            if encoder is None:
                encoder = HttpEncoder(model, self._gate, api_key=api_key, dim=dim)
            self._kept[key] = encoder
            while len(self._kept) > _MAX_KEPT:
                self._kept.pop(next(iter(self._kept))).close()
            return encoder


class RequestEncoders:
    """The encoders of one request; model_id and api_key are the request's own.

    An index may come from somebody else, so an address is never taken out of one: its vectors of
    a server's model are asked of the request's server, or not at all.
    Raises BadRequest for an address that cannot be used.
    """

    def __init__(
        self, local: EncoderProvider, servers: HttpEncoders, model_id: str, api_key: str = ""
    ) -> None:
        self._local = local
        self._servers = servers
        self._server = parse_http_model(model_id)
        self._api_key = api_key

    def choice(
        self, model_id: str, *, dim: int = 0, trusted_models: Sequence[str] = ()
    ) -> ModelChoice:
        """Return which model would answer for model_id ("" = the default); loads nothing."""
        if not _is_of_server(model_id):
            return self._local.choice(model_id, dim=dim, trusted_models=trusted_models)
        server = self._server
        if server is None or model_id not in (server.request_id, server.stored_id):
            return ModelChoice("", f"{_not_set(model_id).message}{WORDS_ALONE}")
        if model_id == server.request_id:
            server = _asked(server, dim)
        reason = f"{server.name} answers on {server.host}"
        return ModelChoice(server.stored_id, reason, server.dim, server.url)

    def get(
        self,
        model_id: str,
        *,
        dim: int = 0,
        revision: str = "",
        trusted_models: Sequence[str] = (),
    ) -> Encoder:
        """Return the encoder for a request's model, which is asked for dim, or for an index's.

        An index's vectors have dim, and so must the query's; revision is of a local model.
        Raises ModelNotFound, PackageMissing or BadVectors.
        """
        if _is_of_server(model_id):
            return self._of_server(model_id, dim, revision)
        return self._local.get(model_id, dim=dim, revision=revision, trusted_models=trusted_models)

    def whole(self, model_id: str, *, trusted_models: Sequence[str] = ()) -> TriedEncoder:
        """Return the encoder for a request's model with vectors of its own width."""
        if is_http_model(model_id):
            return self._of_server(model_id, 0, "")
        return self._local.whole(model_id, trusted_models=trusted_models)

    def _of_server(self, model_id: str, dim: int, revision: str) -> HttpEncoder:
        server = self._server
        if server is not None and model_id == server.request_id:
            return self._servers.get(_asked(server, dim), self._api_key)
        if server is not None and model_id == server.stored_id:
            if revision not in ("", server.url):
                raise ModelNotFound(
                    f"the index was made with {server.name} of another server.",
                    hint="The next pass finds out whether both compute the same.",
                )
            return self._servers.get(server, self._api_key, dim=dim)
        raise _not_set(model_id)


def _is_of_server(model_id: str) -> bool:
    return is_http_model(model_id) or model_id.startswith(HTTP_MODEL_PREFIX)


def _not_set(model_id: str) -> ModelNotFound:
    return ModelNotFound(
        f"The index was made with {model_id.removeprefix(HTTP_MODEL_PREFIX)} of a model server,"
        " which is not the one that is set.",
        hint="Set that server, or index the folder with another model.",
    )


def _asked(server: HttpModel, dim: int) -> HttpModel:
    """Return the server's model with the width that a request asks for beside its name."""
    return replace(server, dim=dim) if dim else server
