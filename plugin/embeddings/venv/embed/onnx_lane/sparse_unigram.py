"""A unigram tokenizer that reads only the pieces that a text can be made of.

A vocabulary of 250,000 pieces costs 0.6 s of CPU and 290 MB to load, which a cold worker would
pay for a query of five words. The best segmentation of a text depends on no piece but those that
occur in it (Kudo 2018, arXiv:1804.10959), so a tokenizer over these alone finds the same.
Owns the file of the pieces, and the small tokenizer. Does not own when it is used
(lane_tokenizer): for many texts the whole one is faster.
"""

from __future__ import annotations

import json
import threading
from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def write_pieces(tokenizer_json: str, path: Path) -> bool:
    """Write a tokenizer so that it can be read in part; False where it is no plain unigram."""
    whole = json.loads(tokenizer_json)
    model = whole["model"]
    if model.get("type") != "Unigram" or model.get("byte_fallback") or model["unk_id"] is None:
        return False
    vocabulary: list[tuple[str, float]] = model["vocab"]
    scores = np.array([score for _piece, score in vocabulary])
    # Always there: the tokens that a text may name, the unknown one, and the least likely one,
    # from which the score of what is unknown is reckoned.
    named = [token["id"] for token in whole["added_tokens"]]
    first = list(dict.fromkeys([*named, model["unk_id"], int(scores.argmin())]))
    if max(first) >= len(vocabulary):
        return False
    ids = {piece.encode(): piece_id for piece_id, (piece, _score) in enumerate(vocabulary)}
    pieces = sorted(ids)
    model["vocab"] = [vocabulary[piece_id] for piece_id in first]
    model["unk_id"] = first.index(model["unk_id"])
    with path.open("wb") as file:
        np.savez(
            file,
            frame=np.frombuffer(json.dumps(whole).encode(), np.uint8),
            first=np.array(first),
            text=np.frombuffer(b"".join(pieces), np.uint8),
            ends=np.cumsum([len(piece) for piece in pieces]),
            ids=np.array([ids[piece] for piece in pieces]),
            scores=scores,
        )
    return True


class SparseUnigram:
    """Tokenises short texts, one after another."""

    def __init__(self, path: Path) -> None:
        """Read what write_pieces wrote. Raises OSError."""
        from tokenizers import Tokenizer

        with np.load(path) as kept:
            frame = kept["frame"].tobytes()
            self._pieces = _SortedPieces(kept["text"].tobytes(), kept["ends"])
            self._ids, self._scores, self._first = kept["ids"], kept["scores"], kept["first"]
        whole = json.loads(frame)
        self._first_pieces = [(piece, score) for piece, score in whole["model"]["vocab"]]
        self._unknown = int(whole["model"]["unk_id"])
        self._added = [token["content"] for token in whole["added_tokens"]]
        self._lock = threading.Lock()
        self._tokenizer: Any = Tokenizer.from_buffer(frame)
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()

    def ids(self, text: str) -> list[int] | None:
        """Return the text's token ids, uncut, without special tokens.

        None where the text names one of the added tokens, which would cut it before all else.
        """
        from tokenizers.models import Unigram

        normalizer, splitter = self._tokenizer.normalizer, self._tokenizer.pre_tokenizer
        normal = normalizer.normalize_str(text) if normalizer else text
        if any(token in text or token in normal for token in self._added):
            return None
        words = [word for word, _at in splitter.pre_tokenize_str(normal)] if splitter else [normal]
        found = sorted({at for word in words for at in self._pieces.within(word)})
        piece_ids = [*self._first.tolist(), *self._ids[found].tolist()]
        others = [(self._pieces[at].decode(), float(self._scores[self._ids[at]])) for at in found]
        with self._lock:
            self._tokenizer.model = Unigram(
                [*self._first_pieces, *others], self._unknown, byte_fallback=False
            )
            encoded = self._tokenizer.encode(text, add_special_tokens=False)
        return [piece_ids[index] for index in encoded.ids]


class _SortedPieces(Sequence[bytes]):
    """Pieces in the order of their bytes, which is that of their characters."""

    def __init__(self, text: bytes, ends: np.ndarray) -> None:
        self._text = text
        self._ends = ends

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, at: int) -> bytes: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[bytes]: ...
    def __getitem__(self, at: int | slice) -> bytes | Sequence[bytes]:
        if isinstance(at, slice):
            return [self[index] for index in range(*at.indices(len(self)))]
        return self._text[int(self._ends[at - 1]) if at else 0 : int(self._ends[at])]

    def within(self, word: str) -> Iterator[int]:
        """Yield where the pieces stand that occur in a word."""
        for start in range(len(word)):
            at = 0
            for end in range(start + 1, len(word) + 1):
                part = word[start:end].encode()
                at = bisect_left(self, part, at)
                if at == len(self) or not self[at].startswith(part):
                    break  # no piece begins like this
                if self[at] == part:
                    yield at
