"""The encoders as one request may use them: models on this machine, and the server it names.

Owns: that texts go to no server but the one that the request itself names. Does not own: the
local models (provider), talking to servers (http_encoder).
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from ....contracts.corpus import ModelChoice
from ....contracts.errors import ModelNotFound
from ....contracts.http_model import HTTP_MODEL_PREFIX, HttpModel, parse_http_model
from .http_encoder import HttpEncoder

if TYPE_CHECKING:
    from ..types import Encoder
    from .priority import PriorityGate
    from .provider import EncoderProvider

_MAX_KEPT = 4


class HttpEncoders:
    """The servers of this process, each with its connection and what was learned of it."""

    def __init__(self, gate: PriorityGate) -> None:
        self._gate = gate
        self._lock = threading.Lock()
        self._kept: dict[tuple[HttpModel, str], HttpEncoder] = {}

    def get(self, model: HttpModel, api_key: str) -> HttpEncoder:
        """Return the encoder of a server's model; sends nothing.

        Raises ModelNotFound where the key would be readable on the way.
        """
        with self._lock:
            key = (model, api_key)
            encoder = self._kept.pop(key, None) or HttpEncoder(model, self._gate, api_key=api_key)
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

    def choice(self, model_id: str) -> ModelChoice:
        """Return which model would answer for model_id ("" = the default); loads nothing."""
        server = parse_http_model(model_id)
        if server is None:
            return self._local.choice(model_id)
        return ModelChoice(server.stored_id, f"{server.name} answers on {server.host}", server.dim)

    def get(self, model_id: str) -> Encoder:
        """Return the encoder for a request's model or for an index's.

        Raises ModelNotFound or PackageMissing.
        """
        server = self._server
        if server is not None and model_id in (server.request_id, server.stored_id):
            return self._servers.get(server, self._api_key)
        if model_id.startswith(HTTP_MODEL_PREFIX):
            raise ModelNotFound(
                f"The index was made with {model_id.removeprefix(HTTP_MODEL_PREFIX)} of a model"
                " server, which is not the one that is set.",
                hint="Set that server, or index the folder with another model.",
            )
        return self._local.get(model_id)
