"""What is known of a model by the name that a server gives it.

Owns: the servers' names for known models. Does not own: the models' cards (contracts.models).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .....contracts.models import EMBEDDED_ENGLISH_MODEL_ID, MODEL_CARDS, ModelCard

if TYPE_CHECKING:
    from .....contracts.http_model import HttpModel

DEFAULT_WINDOW_TOKENS = 512
# Ollama's library (ollama.com/library) and others call them so; the rest are named as their hub's.
_NAMES = {
    "nomic-embed-text": "nomic-ai/nomic-embed-text-v1.5",
    "mxbai-embed-large": "mixedbread-ai/mxbai-embed-large-v1",
    "all-minilm": EMBEDDED_ENGLISH_MODEL_ID,
    "embeddinggemma": "google/embeddinggemma-300m",
    "qwen3-embedding": "Qwen/Qwen3-Embedding-0.6B",
    "granite-embedding": "ibm-granite/granite-embedding-30m-english",
    "bge-large": "BAAI/bge-large-en-v1.5",
}
# https://platform.openai.com/docs/guides/embeddings: 8,192 tokens, no prompts.
_LONG_WINDOWS = {"text-embedding-3-small", "text-embedding-3-large", "text-embedding-ada-002"}
_OPENAI_TOKENS = 8_191


def http_card(model: HttpModel) -> ModelCard:
    """Return the card of a server's model: prompts, window and languages where its name is known.

    dim is the width that is asked for, 0 where the server's own is taken and not yet known.
    Servers do not put prompts before texts: that is the caller's part, as it is for local models.
    """
    known = known_card(model.name)
    if known is not None:
        return replace(
            known,
            model_id=model.stored_id,
            dim=model.dim,
            native_dim=0,
            mrl_dims=(),
            remote_code=False,
        )
    window = _OPENAI_TOKENS if _bare(model.name) in _LONG_WINDOWS else DEFAULT_WINDOW_TOKENS
    return ModelCard(model.stored_id, dim=model.dim, max_tokens=window)


def known_card(name: str) -> ModelCard | None:
    """Return the card of the model that a server calls name, None where it is not known."""
    bare = _bare(name)
    names = (bare, bare.removeprefix("text-embedding-"))  # LM Studio puts that before
    if bare in _NAMES:
        return MODEL_CARDS.get(_NAMES[bare])
    for card in MODEL_CARDS.values():
        if card.model_id.rsplit("/", 1)[-1].lower() in names:
            return card
    return None


def _bare(name: str) -> str:
    """Return a name without publisher and tag: nomic-embed-text of library/Nomic-Embed-Text:v1."""
    return name.rsplit("/", 1)[-1].partition(":")[0].partition("@")[0].lower()
