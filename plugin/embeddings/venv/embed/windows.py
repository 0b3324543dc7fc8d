"""Token windows over a text that is longer than the model's; pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

OVERLAP_TOKENS = 32


@dataclass(frozen=True)
class TokenFrame:
    """What stands around every window: special tokens before and after it, and the prompt's."""

    before: tuple[int, ...]
    prompt: tuple[int, ...]
    after: tuple[int, ...]

    @property
    def n_prompt_tokens(self) -> int:
        """Return the tokens up to the prompt's end; 0 without a prompt."""
        return len(self.before) + len(self.prompt) if self.prompt else 0


def token_windows(ids: Sequence[int], frame: TokenFrame, *, max_tokens: int) -> list[list[int]]:
    """Return the windows that together hold every token of ids, each of at most max_tokens.

    ids begin with the prompt's tokens and lack the special ones. A text that fits is one
    window. Else all windows are equally long and evenly spread, each with the prompt, and
    neighbours share 32 tokens or more: so their plain mean weighs the text evenly.
    """
    room = max_tokens - len(frame.before) - len(frame.after)
    if len(ids) <= room:
        return [[*frame.before, *ids, *frame.after]]
    prompt = frame.prompt if len(frame.prompt) < room // 2 else ()
    body = ids[len(prompt) :]
    size = max(1, room - len(prompt))
    return [
        [*frame.before, *prompt, *body[start : start + size], *frame.after]
        for start in window_starts(len(body), size)
    ]


def window_starts(n_tokens: int, size: int) -> list[int]:
    """Return where windows of size start, evenly spread from the first token to the last."""
    if n_tokens <= size:
        return [0]
    step = size - min(OVERLAP_TOKENS, size // 2)
    n_windows = -(-(n_tokens - size) // max(1, step)) + 1
    return [(n_tokens - size) * index // (n_windows - 1) for index in range(n_windows)]
