"""What a server of embeddings answers: vectors, or why not, in words that may be shown.

Owns: reading and checking both. Does not own: asking, and asking again (http_client).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .....contracts.errors import BadVectors, ModelNotFound
from ...vectors import check_vectors, normalised

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .....contracts.http_model import HttpModel
    from ...types import Vectors

_TOO_LARGE = 413
_MAY_BE_TOO_LONG = (400, 422, 500)
# OpenAI, Ollama, llama.cpp, vLLM, text-embeddings-inference and LM Studio say it so.
_TOO_LONG = re.compile(
    r"too (long|large|many)|context.{0,20}(length|size|window)|maximum.{0,30}(token|length|batch)"
    r"|(token|length|batch|input).{0,40}exceed|exceed.{0,40}(token|length|batch|context|size)",
    re.IGNORECASE,
)
_MAX_SAID_CHARS = 200
_CHECK_SERVER = "Check the address and the model's name in the options, or choose a local model."


@dataclass(frozen=True)
class Answer:
    """What came back: HTTP's status, the headers, and the body as it came."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def value(self) -> object:
        """Return the JSON value of the body. Raises ValueError."""
        return json.loads(self.body)


class TooLong(Exception):
    """Raised where the server would take less at once."""


def read_vectors(answer: Answer, n: int, dim: int) -> Vectors:
    """Return the n vectors of an answer in the order of the texts, shape (n, dim), length one.

    dim 0 takes the width of the first. Raises BadVectors for anything that is not that.
    """
    rows = _rows(answer)
    places = [row.get("index", place) for place, row in enumerate(rows)]
    if sorted(places, key=str) != sorted(range(n), key=str):
        raise BadVectors(
            f"The model server answered {n} texts with {len(places)} vectors, not one each.",
            hint=_CHECK_SERVER,
        )
    by_place = dict(zip(places, (row.get("embedding") for row in rows), strict=True))
    vectors = _matrix([by_place[place] for place in range(n)])
    check_vectors(vectors, n, dim or vectors.shape[1])
    return normalised(vectors)


def refusal(answer: Answer, model: HttpModel, api_key: str) -> Exception:
    """Return what to raise for an answer that is no success and that waiting would not mend."""
    status = answer.status
    said = _said(answer, api_key)
    if status == _TOO_LARGE or (status in _MAY_BE_TOO_LONG and _TOO_LONG.search(said)):
        return TooLong(said)
    host = model.host
    if status in (401, 403):
        # What it says may repeat a part of the key.
        return ModelNotFound(
            f"{host} refuses the key (HTTP {status})." if api_key else f"{host} asks for a key.",
            hint="Set it in Tools > Options > WriterAgent > Vector Search, Model Server..., or in"
            " WRITERAGENT_EMBEDDINGS_API_KEY.",
        )
    told = f": {said}" if said else ""
    if status == 404:  # noqa: PLR2004 - HTTP's own number
        return ModelNotFound(f"{host} does not have {model.name}{told}.", hint=_CHECK_SERVER)
    if 300 <= status < 400:  # noqa: PLR2004 - HTTP's own numbers
        return ModelNotFound(
            f"{host} points to another address, which is not followed (HTTP {status}).",
            hint="Set the address that it points to.",
        )
    return ModelNotFound(
        f"{host} cannot embed with {model.name} (HTTP {status}){told}.", hint=_CHECK_SERVER
    )


def _rows(answer: Answer) -> list[dict[str, object]]:
    try:
        value = answer.value()
    except ValueError:
        value = None
    rows = value.get("data") if isinstance(value, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadVectors(
            "The model server's answer is not a list of embeddings.",
            hint="Its address usually ends in /v1.",
        )
    return rows


def _matrix(lists: list[object]) -> Vectors:
    try:
        matrix = np.asarray(lists, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise BadVectors(
            "The model server's vectors are not numbers of one width.", hint=_CHECK_SERVER
        ) from error
    if matrix.ndim != 2:  # noqa: PLR2004 - rows of numbers
        raise BadVectors("The model server's vectors are not lists of numbers.", hint=_CHECK_SERVER)
    return matrix


def _said(answer: Answer, api_key: str) -> str:
    """Return the first line of the server's own words, without the key."""
    try:
        told = answer.value()
        error = told.get("error", told) if isinstance(told, dict) else told
        if isinstance(error, dict):
            error = error.get("message") or error.get("detail") or ""
        text = str(error)
    except ValueError:
        return ""
    if api_key:
        text = text.replace(api_key, "***")
    line = " ".join(text.split())[:_MAX_SAID_CHARS]
    return line.rstrip(". ")
