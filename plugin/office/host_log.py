"""The host's log: where what nobody foresaw is written down.

Owns: the file, its size. No query and no document text is ever logged.
"""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from typing import TYPE_CHECKING, Final

from .listeners import LOG

if TYPE_CHECKING:
    from pathlib import Path

LOG_NAME: Final = "host.log"
_MAX_BYTES: Final = 256 * 1024


def start_log(folder: Path) -> None:
    """Send the extension's log to a file in folder, made with the first line that is written."""
    if LOG.handlers:
        return
    folder.mkdir(parents=True, exist_ok=True)
    handler = RotatingFileHandler(
        folder / LOG_NAME, maxBytes=_MAX_BYTES, backupCount=1, encoding="utf-8", delay=True
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(threadName)s %(message)s"))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
