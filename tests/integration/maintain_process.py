"""Runs one maintain pass on the folder named on the command line, to be killed from outside."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.maintain_support import Folder

if __name__ == "__main__":
    folder = Folder(Path(sys.argv[1]))
    folder.encoders.encoder.batch_texts = 2  # type: ignore[union-attr] # many small transactions
    folder.maintain()
