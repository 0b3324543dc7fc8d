"""Weights of 4 bits to float32.

Owns the block format Q4_0 of ggml (ggml-quants.c, dequantize_row_q4_0): 32 weights are one
float16 scale and 16 bytes; byte j has weight j in its low four bits and weight j + 16 in its
high ones; a weight is (bits - 8) * scale.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from ...types import Vectors

BLOCK_WEIGHTS = 32
BLOCK_BYTES = 18
_SCALE_BYTES = 2
_ZERO_POINT = 8


def dequantised(packed: npt.NDArray[np.uint8]) -> Vectors:
    """Return the weights of rows of blocks.

    packed is uint8, shape (n, k * BLOCK_BYTES); the weights are float32, exact (a product of
    11 and 4 bits), shape (n, k * BLOCK_WEIGHTS).
    """
    n_rows, n_row_bytes = packed.shape
    blocks = packed.reshape(n_rows, n_row_bytes // BLOCK_BYTES, BLOCK_BYTES)
    scales = np.ascontiguousarray(blocks[:, :, :_SCALE_BYTES]).view("<f2").astype(np.float32)
    pairs = blocks[:, :, _SCALE_BYTES:]
    bits = np.concatenate((pairs & 0x0F, pairs >> 4), axis=2).astype(np.int8)
    weights = (bits - np.int8(_ZERO_POINT)).astype(np.float32) * scales
    return weights.reshape(n_rows, -1)
