"""Texts as a server of embeddings takes them: lengths guessed, windows, batches; pure.

Owns: the guess of tokens without the model's tokenizer. Does not own: sending (http_client).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..batching import token_batches
from ..windows import window_starts

if TYPE_CHECKING:
    from collections.abc import Sequence

_BYTES_PER_TOKEN = 3
_N_SPECIAL_TOKENS = 2
MAX_TEXTS = 64
BUDGET_TOKENS = 8_000


def guessed_tokens(text: str) -> int:
    """Return rather more tokens than a tokenizer that knows the text's script makes of it.

    A third of the bytes of letters in UTF-8, and one for each digit and mark; with special ones.
    That is 1.4 to 4 times multilingual-e5's real tokens in ten languages, 1.5 times for codes; but
    an English vocabulary makes 1.3 times as many of Russian, and twice as many of Korean.
    """
    n_marks = sum(not (character.isalpha() or character.isspace()) for character in text)
    n_bytes = len(text.encode("utf-8", "surrogatepass"))
    return (n_bytes - n_marks) // _BYTES_PER_TOKEN + n_marks + 1 + _N_SPECIAL_TOKENS


def text_windows(text: str, prompt: str, *, max_tokens: int) -> list[str]:
    """Return the windows that together hold all of text, each with the prompt before it.

    Servers cut what is too long without a word, so nothing longer is sent. Windows are equally
    long, overlap, and begin and end at words where there are any.
    """
    room_tokens = max(8, max_tokens - guessed_tokens(prompt))
    n_tokens = guessed_tokens(text)
    if n_tokens <= room_tokens:
        return [prompt + text]
    words = text.split(" ") if " " in text else list(text)
    joint = " " if " " in text else ""
    size = max(1, len(words) * room_tokens // (n_tokens + 1))
    pieces = [joint.join(words[at : at + size]) for at in window_starts(len(words), size)]
    if size == 1 and not joint:
        return [prompt + piece for piece in pieces]
    return [
        window for piece in pieces for window in text_windows(piece, prompt, max_tokens=max_tokens)
    ]


def halves(text: str) -> list[str]:
    """Return the two halves of a text, parted at a space near its middle where there is one."""
    middle = len(text) // 2
    at = text.rfind(" ", middle // 2, middle + 1)
    at = at if at > 0 else middle
    return [text[:at], text[at:].lstrip(" ")]


def request_batches(counts: Sequence[int], *, max_texts: int = MAX_TEXTS) -> list[list[int]]:
    """Return batches of indices into counts, every index once, none with more than max_texts."""
    return [
        batch[start : start + max_texts]
        for batch in token_batches(counts, budget_tokens=BUDGET_TOKENS)
        for start in range(0, len(batch), max_texts)
    ]
