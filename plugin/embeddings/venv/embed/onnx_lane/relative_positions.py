"""What MPNet adds to attention by how far two tokens stand apart.

Source: Raffel et al. 2020, arXiv:1910.10683, section 2.1, as MPNet has it (Song et al. 2020,
arXiv:2004.09297): half of the buckets for either direction, of which half are exact distances and
half grow with their logarithm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .tensor_file import Floats

_N_BUCKETS = 32
_MAX_DISTANCE = 128


def attention_bias(table: Floats, width: int) -> Floats:
    """Return float32 (1, heads, width, width) from the table of shape (buckets, heads)."""
    steps = np.arange(width)
    buckets = bucket_of(steps[:, None] - steps[None, :])
    by_head: Floats = np.ascontiguousarray(table[buckets].transpose(2, 0, 1)[None])
    return by_head


def bucket_of(distance: np.ndarray) -> np.ndarray:
    """Return the row of the table for each distance, positive where the other token is earlier."""
    n_each = _N_BUCKETS // 2
    n_exact = n_each // 2
    far = np.abs(distance)
    # float32, as the reference has it: at the edges of buckets the precision decides.
    farness = np.maximum(far, 1).astype(np.float32) / np.float32(n_exact)
    growth = np.log(farness) / np.float32(np.log(_MAX_DISTANCE / n_exact))
    logarithmic = n_exact + (growth * (n_each - n_exact)).astype(np.int64)
    bucket: np.ndarray = np.where(far < n_exact, far, np.minimum(logarithmic, n_each - 1))
    bucket += (distance < 0) * n_each
    return bucket
