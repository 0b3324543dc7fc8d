"""The embedding models and rerankers that are known by name, and those the product falls back on.

Owns: the names of the defaults and the look-up by name. Does not own: the rows (model_table).
"""

from typing import Dict

from .model_card import ModelCard, RerankerCard
from .model_table import MODEL_ROWS, RERANKER_ROWS

__all__ = [
    "DEFAULT_MODEL_ID",
    "DEFAULT_RERANK_MODEL_ID",
    "EMBEDDED_ENGLISH_MODEL_ID",
    "EMBEDDED_MULTILINGUAL_MODEL_ID",
    "MODEL_CARDS",
    "NO_MODEL_ID",
    "OWN_RERANKER",
    "RERANKER_CARDS",
    "ModelCard",
    "RerankerCard",
]

DEFAULT_MODEL_ID = "intfloat/multilingual-e5-small"
EMBEDDED_ENGLISH_MODEL_ID = "sentence-transformers/all-MiniLM-L6-v2"
EMBEDDED_MULTILINGUAL_MODEL_ID = f"{DEFAULT_MODEL_ID} (4-bit)"
"""The default model with weights of 4 bits, from a package; its vectors are others."""
NO_MODEL_ID = "none"
"""Asked for in place of a model: keyword search alone."""
DEFAULT_RERANK_MODEL_ID = "cross-encoder/ms-marco-MiniLM-L-6-v2"
OWN_RERANKER = "own"
"""Asked for in place of a reranker's model: the one that answers compares single tokens."""

MODEL_CARDS: Dict[str, ModelCard] = {card.model_id: card for card in MODEL_ROWS}
RERANKER_CARDS: Dict[str, RerankerCard] = {card.model_id: card for card in RERANKER_ROWS}
