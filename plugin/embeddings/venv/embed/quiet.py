"""Keeping the model libraries silent and at home: no telemetry, bars or warnings.

Set before they are imported, because they read the environment once.
"""

from __future__ import annotations

import os

from ....scripting.child_environment import NO_TELEMETRY

_SETTINGS = {
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "DO_NOT_TRACK": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "TRANSFORMERS_VERBOSITY": "error",
    "TRANSFORMERS_NO_ADVISORY_WARNINGS": "1",
    "TOKENIZERS_PARALLELISM": "false",  # its threads and those of the lanes would fight
}


def quiet_environment() -> None:
    """Set what the user has not set himself; that nothing is told to anybody is set anyway."""
    os.environ.update(NO_TELEMETRY)
    for name, value in _SETTINGS.items():
        os.environ.setdefault(name, value)
