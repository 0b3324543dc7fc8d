"""What is known of a model before it is loaded: the shape of a row of the model table.

Does not own: the rows (model_table), reading a folder's own files (the worker's embed.cards).
"""

from dataclasses import dataclass
from enum import Enum
from typing import Tuple

L2 = "l2"
"""The normalisation of every stored vector: scaled to length one, after a cut too."""


COSINE = "cosine"
"""The similarity that vectors are searched by, as sentence-transformers names it."""


class Advice(str, Enum):
    """What the options say of a model for its languages; the value is the end of the text's key."""

    NONE = ""
    RECOMMENDED = "recommended"
    SMALLEST = "smallest"
    FINDS_MORE = "finds_more"


@dataclass(frozen=True)
class ModelCard:
    """One embedding model; max_tokens includes the special tokens.

    dim is the width of the vectors that are used, native_dim that of those the model computes
    where it is another (0: dim). mrl_dims are the widths that it was trained to be cut to
    (Kusupati et al. 2022, arXiv:2205.13147). pooling and similarity, for which it was trained, are
    named as sentence-transformers does.
    remote_code: the model comes with program code of its own, which runs only where the user
    named the model. A model with n_mb, the megabytes a download fetches, is in the options' list.
    """

    model_id: str
    dim: int
    max_tokens: int
    query_prompt: str = ""
    document_prompt: str = ""
    licence: str = ""
    languages: str = ""
    pooling: str = ""
    normalisation: str = L2
    similarity: str = COSINE
    mrl_dims: Tuple[int, ...] = ()
    native_dim: int = 0
    remote_code: bool = False
    n_mb: int = 0
    advice: Advice = Advice.NONE


@dataclass(frozen=True)
class RerankerCard:
    """What must be known of a reranker; max_tokens counts query, text and special tokens."""

    model_id: str
    max_tokens: int
    licence: str = ""
    languages: str = ""
    n_mb: int = 0
