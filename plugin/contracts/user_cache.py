"""Where this program keeps what it can make again, in the user's cache directory.

Owns: the names of the folders, the same for host and worker. Does not own: what lies in them,
and makes none.
"""

import os
import sys
from pathlib import Path

MODELS_DIR_VARIABLE = "WRITERAGENT_MODELS_DIR"
"""An environment variable that names another folder for the models that were fetched."""

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
    named = os.environ.get(MODELS_DIR_VARIABLE, "")
    models = Path(named).expanduser() if named else user_cache_dir() / _APP_FOLDER / "models"
    return models / "multilingual-e5-small-4bit"
