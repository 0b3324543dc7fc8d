"""Where this program keeps what it can make again, in the user's cache directory.

Owns: the names of the folders, the same for host and worker. Does not own: what lies in them,
and makes none.
"""

import os
import sys
from pathlib import Path

MODELS_DIR_VARIABLE = "WRITERAGENT_MODELS_DIR"
"""An environment variable: another folder for fetched models and what is made of models."""

_APP_FOLDER = "writeragent"


def user_cache_dir() -> Path:
    """Return the user's cache directory: XDG_CACHE_HOME, ~/.cache, or the platform's own."""
    xdg = os.environ.get("XDG_CACHE_HOME", "")
    if xdg and Path(xdg).is_absolute():
        return Path(xdg)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path.home() / ".cache"


def corpora_dir() -> Path:
    """Return the folder for the indexes of folders that cannot hold their own."""
    return user_cache_dir() / _APP_FOLDER / "embeddings"


def embedded_multilingual_dir() -> Path:
    """Return the folder of the multilingual model of 4 bits, once it was fetched."""
    return _models_dir() / "multilingual-e5-small-4bit"


def fast_lanes_dir() -> Path:
    """Return the folder for what lets models answer fast on the CPU; each can be made again."""
    return _models_dir() / "fast-lanes"


def weight_digests_file() -> Path:
    """Return the file of the digests of weights that were checked."""
    return _models_dir() / "checked-weights.json"


def _models_dir() -> Path:
    named = os.environ.get(MODELS_DIR_VARIABLE, "")
    return Path(named).expanduser() if named else user_cache_dir() / _APP_FOLDER / "models"
