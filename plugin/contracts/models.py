"""The embedding models and rerankers that are known by name: data, not code."""

from dataclasses import dataclass
from typing import Dict

DEFAULT_MODEL_ID = "intfloat/multilingual-e5-small"
EMBEDDED_ENGLISH_MODEL_ID = "sentence-transformers/all-MiniLM-L6-v2"
EMBEDDED_MULTILINGUAL_MODEL_ID = f"{DEFAULT_MODEL_ID} (4-bit)"
"""The default model with weights of 4 bits, from a package; its vectors are others."""
NO_MODEL_ID = "none"
"""Asked for in place of a model: keyword search alone."""
DEFAULT_RERANK_MODEL_ID = "cross-encoder/ms-marco-MiniLM-L-6-v2"


@dataclass(frozen=True)
class ModelCard:
    """What must be known of a model before it is loaded; max_tokens includes the special tokens."""

    model_id: str
    dim: int
    max_tokens: int
    query_prompt: str = ""
    document_prompt: str = ""
    licence: str = ""
    languages: str = ""


_CARDS = (
    ModelCard(
        DEFAULT_MODEL_ID,
        dim=384,
        max_tokens=512,
        query_prompt="query: ",
        document_prompt="passage: ",
        licence="MIT",
        languages="100 languages",
    ),
    ModelCard(
        EMBEDDED_MULTILINGUAL_MODEL_ID,
        dim=384,
        max_tokens=512,
        query_prompt="query: ",
        document_prompt="passage: ",
        licence="MIT",
        languages="100 languages",
    ),
    ModelCard(
        EMBEDDED_ENGLISH_MODEL_ID,
        dim=384,
        max_tokens=256,
        licence="Apache-2.0",
        languages="English",
    ),
    ModelCard(
        "sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2",
        dim=384,
        max_tokens=128,
        licence="Apache-2.0",
        languages="50 languages",
    ),
    ModelCard(
        "BAAI/bge-small-en-v1.5",
        dim=384,
        max_tokens=512,
        query_prompt="Represent this sentence for searching relevant passages: ",
        licence="MIT",
        languages="English",
    ),
    ModelCard(
        "sentence-transformers/all-mpnet-base-v2",
        dim=768,
        max_tokens=384,
        licence="Apache-2.0",
        languages="English",
    ),
)

MODEL_CARDS: Dict[str, ModelCard] = {card.model_id: card for card in _CARDS}


@dataclass(frozen=True)
class RerankerCard:
    """What must be known of a cross-encoder; max_tokens counts query, text and special tokens."""

    model_id: str
    max_tokens: int
    licence: str = ""
    languages: str = ""


# Sources: the models' own cards and configurations on their hub.
_RERANKER_CARDS = (
    RerankerCard(
        DEFAULT_RERANK_MODEL_ID, max_tokens=512, licence="Apache-2.0", languages="English"
    ),
    RerankerCard(
        "BAAI/bge-reranker-v2-m3",
        max_tokens=8192,
        licence="Apache-2.0",
        languages="100 languages",
    ),
)

RERANKER_CARDS: Dict[str, RerankerCard] = {card.model_id: card for card in _RERANKER_CARDS}
