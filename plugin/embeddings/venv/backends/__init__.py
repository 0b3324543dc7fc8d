"""The ways in which chunks are found and ranked, by the names that requests choose them by.

Owns: the closed table of them. Does not own: what each is asked (search.retrieval), the product's
own (search.hybrid), what all of them share (search.pipeline). One that needs a package is imported
when it is chosen.
"""

from __future__ import annotations

import functools
import gc
from typing import TYPE_CHECKING, Final

from ....contracts.errors import BadRequest
from ....contracts.search import SearchBackend
from ..search.hybrid import HYBRID

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..search.retrieval import Backend


def backend_named(name: str) -> Backend:
    """Return the backend of this name; the first call for one may import for seconds.

    Raises BadRequest for an unknown name, ModuleNotFoundError where its package is not installed.
    """
    load = _BACKENDS.get(name)
    if load is None:
        raise BadRequest(
            f'There is no search backend "{name}".', hint=f"Choose {' or '.join(_BACKENDS)}."
        )
    return load()


def _hybrid() -> Backend:
    return HYBRID


@functools.cache
def _llama_index() -> Backend:
    from .llama_index import LlamaIndex

    # Its modules hold half a million objects, and its nodes make Python look through all of them
    # every dozen queries, 0.3 s each time. What is there now stays for good and is left out.
    gc.collect()
    gc.freeze()
    return LlamaIndex()


_BACKENDS: Final[Mapping[str, Callable[[], Backend]]] = {
    SearchBackend.HYBRID.value: _hybrid,
    SearchBackend.LLAMA_INDEX.value: _llama_index,
}
