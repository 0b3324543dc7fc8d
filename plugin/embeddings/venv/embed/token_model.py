"""The seam between the encoder and what computes: token ids in, vectors or tokens' states out.

Owns what the encoder asks of a model, and what follows from its tokenizer alone: the frame around
a window, and token ids of any text. Does not own how a model computes (torch_model, onnx_lane).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from .surrogates import without_surrogates
from .windows import TokenFrame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..types import Vectors
    from .devices.table import DeviceRow

_TOKENISED_AT_ONCE = 64  # so that a query waits for a few milliseconds of tokenising at most


class TokenModel(Protocol):
    """One loaded model; several threads may call it at once."""

    @property
    def device(self) -> str:
        """The device it computes on now."""

    @property
    def max_tokens(self) -> int:
        """The window with its special tokens: the model's own, never more than its card says."""

    @property
    def device_note(self) -> str:
        """Why that is not the device that was chosen, "" where it is."""

    @property
    def row(self) -> DeviceRow:
        """The kind of device it computes on now."""

    def tokenize(self, texts: list[str], *, with_special_tokens: bool) -> list[list[int]]:
        """Return each text's token ids, uncut; texts hold no lone surrogates."""

    def embed(self, windows: Sequence[Sequence[int]], n_prompt_tokens: int = 0) -> Vectors:
        """Return one vector a window, shape (n, dim), not yet checked or normalised.

        The first n_prompt_tokens of a window, special ones included, are what pooling leaves out
        in models that ask for it. Raises BadVectors when there is no memory for one window.
        """

    def states(self, windows: Sequence[Sequence[int]]) -> list[Vectors]:
        """Return the last hidden states of each window, one row a token, not normalised.

        Shapes (len(window), hidden size), special tokens included. Raises BadVectors as embed
        does, and where the model gives none.
        """

    def use_one_thread(self) -> None:
        """Let operations of the calling thread use one core."""


def token_ids(model: TokenModel, texts: Sequence[str], prompt: str) -> list[list[int]]:
    """Return each text's token ids with its prompt, uncut, without special tokens."""
    ids: list[list[int]] = []
    for start in range(0, len(texts), _TOKENISED_AT_ONCE):
        part = texts[start : start + _TOKENISED_AT_ONCE]
        clean = [without_surrogates(prompt + text) for text in part]
        ids += model.tokenize(clean, with_special_tokens=False)
    return ids


def frame_of(model: TokenModel, prompt: str) -> TokenFrame:
    """Return what stands around every window of texts with this prompt."""
    prompt_ids, joined = (token_ids(model, [text], prompt)[0] for text in ("", "a"))
    # The end of the prompt may melt into the text's first token; only what stays is prompt.
    n_same = 0
    for of_prompt, of_both in zip(prompt_ids, joined, strict=False):
        if of_prompt != of_both:
            break
        n_same += 1
    before, after = _special_ids(model)
    return TokenFrame(before, tuple(prompt_ids[:n_same]), after)


def _special_ids(model: TokenModel) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the special tokens before and after a text, found by encoding one both ways."""
    bare, whole = (model.tokenize(["a"], with_special_tokens=flag)[0] for flag in (False, True))
    for start in range(len(whole) - len(bare) + 1):
        if whole[start : start + len(bare)] == bare:
            return tuple(whole[:start]), tuple(whole[start + len(bare) :])
    return (), ()
