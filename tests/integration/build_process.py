"""Runs one pass with a model on a folder, to be killed from outside; logs each text it encodes.

Command line: folder, model id, log file. A text is logged when it is encoded, before its vector
is written: so the log counts what an encoder was really given, whatever became of it.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tests.fakes_encoder import OneEncoder, WordHashEncoder
from tests.maintain_support import Folder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from plugin.embeddings.venv.types import Vectors

BATCH_TEXTS = 4


@dataclass
class LoggedEncoder(WordHashEncoder):
    """Writes the hash of every text that it encodes to a file, a line each."""

    batch_texts: int = BATCH_TEXTS
    log: Path = field(default_factory=Path)

    def encode_documents(
        self, texts: Sequence[str], on_batch: Callable[[Sequence[int], Vectors], None]
    ) -> None:
        def logged(indices: Sequence[int], vectors: Vectors) -> None:
            hashes = [hashlib.sha256(texts[index].encode()).hexdigest() for index in indices]
            with self.log.open("a", encoding="ascii") as file:
                file.write("".join(f"{text_hash}\n" for text_hash in hashes))
            on_batch(indices, vectors)

        super().encode_documents(texts, logged)


if __name__ == "__main__":
    path, model_id, log = sys.argv[1:]
    encoder = LoggedEncoder(model_id, dim=24, log=Path(log))
    Folder(Path(path), OneEncoder(encoder)).maintain(model_id=model_id)
