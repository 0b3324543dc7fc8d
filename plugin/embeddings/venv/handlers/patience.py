"""Models for one call, which counts as alive while one loads.

Owns how long that may take. Does not own the models (embed).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....contracts.corpus import ModelChoice
    from ....contracts.models import RerankerCard
    from ....scripting.serve import CallContext
    from ..embed.model_server.encoders import RequestEncoders
    from ..embed.provider import EncoderProvider
    from ..embed.reranker_provider import RerankerProvider
    from ..types import Encoder, Reranker

LOAD_S = 600.0
"""How long loading a model may take: importing torch from a cold, busy disk takes a minute."""


class PatientEncoders:
    """The encoders for one call, which counts as alive while a model loads.

    Code that models come with runs only of those that the call names.
    """

    def __init__(
        self,
        encoders: RequestEncoders | EncoderProvider,
        context: CallContext,
        trusted_models: Sequence[str],
    ) -> None:
        """Serve one call; trusted_models are those whose own code may run in it."""
        self._encoders = encoders
        self._context = context
        self._trusted_models = trusted_models

    def choice(self, model_id: str, *, dim: int = 0) -> ModelChoice:
        """Return which model would answer for model_id; loads nothing."""
        return self._encoders.choice(model_id, dim=dim, trusted_models=self._trusted_models)

    def get(self, model_id: str, *, dim: int = 0, revision: str = "") -> Encoder:
        """Return the encoder, loaded where it is not. Raises what its provider raises."""
        with self._context.quiet_section(LOAD_S):
            return self._encoders.get(
                model_id, dim=dim, revision=revision, trusted_models=self._trusted_models
            )


class PatientRerankers:
    """The rerankers for one call, which counts as alive while one loads."""

    def __init__(self, rerankers: RerankerProvider, context: CallContext) -> None:
        """Serve one call."""
        self._rerankers = rerankers
        self._context = context

    def card(self, model_id: str) -> RerankerCard:
        """Return what is known of a reranker; loads nothing."""
        return self._rerankers.card(model_id)

    def get(self, model_id: str) -> Reranker:
        """Return the reranker, loaded where it is not. Raises what its provider raises."""
        with self._context.quiet_section(LOAD_S):
            return self._rerankers.get(model_id)
