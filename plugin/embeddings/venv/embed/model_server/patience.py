"""How long a server of embeddings is waited for, and when it is asked again.

Owns: the times, and reading what the server says of them. Does not own: asking (http_client).
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_FIRST_WAIT_S = 0.5
_LONGEST_WAIT_S = 60.0


@dataclass(frozen=True)
class Patience:
    """Limits of one request with its repetitions; total_s covers the waits between them, too."""

    connect_s: float
    read_s: float
    n_tries: int
    total_s: float


FOR_QUERY = Patience(connect_s=2.0, read_s=4.0, n_tries=2, total_s=5.0)
"""Keywords have their answer by then, and the user waits for it."""
FOR_DOCUMENTS = Patience(connect_s=10.0, read_s=60.0, n_tries=7, total_s=600.0)
"""A server that loads a model, or a provider that lets one wait for a minute, is waited for."""
FOR_WIDTH = Patience(connect_s=5.0, read_s=60.0, n_tries=3, total_s=90.0)
"""The first request of a pass, which shows no life meanwhile."""


def wait_s(headers: Mapping[str, str], n_failed: int) -> float:
    """Return how long to wait after n_failed failures: what the server asks, else ever longer.

    Retry-After is seconds or a date (RFC 9110, section 10.2.3); some send milliseconds in
    retry-after-ms. Without either, exponential with full jitter, so that clients do not come
    back together.
    """
    asked = _asked_wait_s(headers)
    if asked is not None:
        return asked
    most = min(_LONGEST_WAIT_S, _FIRST_WAIT_S * 2**n_failed)
    return random.uniform(most / 2, most)  # noqa: S311 - not for secrets


def _asked_wait_s(headers: Mapping[str, str]) -> float | None:
    for name, per_s in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        value = headers.get(name, "")
        try:
            return max(0.0, float(value) / per_s)
        except ValueError:
            pass
    try:
        date = parsedate_to_datetime(headers.get("retry-after", ""))
    except (TypeError, ValueError):
        return None
    return max(0.0, date.timestamp() - time.time())
