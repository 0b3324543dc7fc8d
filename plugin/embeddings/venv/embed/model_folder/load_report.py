"""Weights that a model's files lack: transformers fills in random numbers and goes on.

Owns: hearing its report of them. A model with random weights gives vectors that look well and
mean nothing, others in each process. Does not own: loading (torch_model).
"""

from __future__ import annotations

import logging
import re
from collections import deque
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_LOGGER = "transformers.modeling_utils"
_MISSING = re.compile(r"^(?P<name>\S.*?)\s+\|\s+(?:\x1b\[[\d;]*m)?MISSING", re.MULTILINE)
# BERT's pooler is for classifying; many files leave it out, and no pooling of ours reads it.
_POOLER = re.compile(r"(?:^|\.)pooler\.")


class _Reports(logging.Handler):
    """Keeps the last reports; a worker loads few models."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: deque[str] = deque(maxlen=16)

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


def forget_reports(folder: Path) -> None:
    """Listen from here on, without what was said of the model in folder; call before loading it."""
    reports = _reports()
    for text in [text for text in reports.texts if _is_of(text, folder)]:
        reports.texts.remove(text)


def missing_weights(folder: Path) -> tuple[str, ...]:
    """Return the weights that the load of the model in folder found missing; () is whole."""
    told = [text for text in _reports().texts if _is_of(text, folder)]
    names = (match["name"] for text in told for match in _MISSING.finditer(text))
    return tuple(name for name in names if not _POOLER.search(name))


def _is_of(text: str, folder: Path) -> bool:
    return f" from: {folder}" in text


@cache
def _reports() -> _Reports:
    logger, reports = logging.getLogger(_LOGGER), _Reports()
    logger.addHandler(reports)
    logger.setLevel(logging.WARNING)  # whatever verbosity is set for what people read
    logger.propagate = False
    return reports
