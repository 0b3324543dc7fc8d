"""The tokenizer of a fast lane: the tokenizers library over what was kept in the cache.

Owns which of two is used: the whole one, or, as long as only short texts come and the model has a
large vocabulary, the one that reads it in part (sparse_unigram).
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from ..quiet import quiet_environment
from .kept_lane import PIECES, TOKENIZER
from .sparse_unigram import SparseUnigram

if TYPE_CHECKING:
    from pathlib import Path

    from .kept_lane import LaneNote

_SHORT_CHARS = 1000  # a query or two; 50 characters cost 2 ms in part, and the whole one 600 once


class LaneTokenizer:
    """Texts to token ids; for any number of threads."""

    def __init__(self, folder: Path, note: LaneNote) -> None:
        """Open what a lane's folder holds. Raises OSError."""
        quiet_environment()  # before the library is imported
        self._path = folder / TOKENIZER
        self._before, self._after = list(note.before), list(note.after)
        self._lock = threading.Lock()
        self._whole: Any = None
        pieces = folder / PIECES
        self._sparse = SparseUnigram(pieces) if pieces.is_file() else None
        if self._sparse is None:
            self._load_whole()

    def ids(self, texts: list[str], *, with_special_tokens: bool) -> list[list[int]]:
        """Return each text's token ids, uncut."""
        found = None if self._whole else self._in_part(texts)
        if found is None:
            whole = self._load_whole()
            encoded = whole.encode_batch_fast(texts, add_special_tokens=with_special_tokens)
            return [encoding.ids for encoding in encoded]
        if not with_special_tokens:
            return found
        return [[*self._before, *ids, *self._after] for ids in found]

    def _in_part(self, texts: list[str]) -> list[list[int]] | None:
        if self._sparse is None or sum(map(len, texts)) > _SHORT_CHARS:
            return None
        found = [self._sparse.ids(text) for text in texts]
        known = [ids for ids in found if ids is not None]
        return known if len(known) == len(found) else None

    def _load_whole(self) -> Any:  # noqa: ANN401 - the library's class is imported late
        from tokenizers import Tokenizer

        with self._lock:
            if self._whole is None:
                whole = Tokenizer.from_buffer(self._path.read_bytes())
                whole.no_truncation()
                whole.no_padding()
                self._whole = whole
            return self._whole
