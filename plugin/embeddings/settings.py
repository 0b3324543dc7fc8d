"""The user's settings: one table of keys with type and default, and what each value may be.

Owns: the keys, which agents, scripts and the configuration schema share, and the checks. Does
not own: where they are kept (office.configuration; the model server's key: office.key_store).
extension/registry/Settings.xcs repeats the table for LibreOffice; a test compares the two.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Dict, Final, Mapping, Optional, Tuple, Union

from ..contracts.devices import AUTO, DEVICE_VARIABLE, DEVICES
from ..contracts.errors import BadRequest
from ..contracts.http_model import HttpModel, parse_http_model
from ..contracts.models import DEFAULT_MODEL_ID, DEFAULT_RERANK_MODEL_ID, NO_MODEL_ID
from ..contracts.search import DEFAULT_BACKEND, SearchBackend

SettingValue = Union[str, bool, int, Tuple[str, ...]]

DEFAULT_MAX_FILE_MB: Final = 256
MAX_FILE_MB_LIMITS: Final = (1, 4096)


class FolderSearchMode(str, Enum):
    """What searches the folder; OFF, the default, does nothing in the background."""

    OFF = "none"
    HYBRID = SearchBackend.HYBRID.value
    LLAMA_INDEX = SearchBackend.LLAMA_INDEX.value


class EmbeddingProvider(str, Enum):
    """Where the embedding model runs."""

    LOCAL = "local"
    HTTP = "http"


@dataclass(frozen=True)
class Settings:
    """The settings of one moment; index_place is a value of contracts.corpus.IndexPlace.

    embedding_dim is the width that the model's vectors are cut to, 0 its own. trusted_models are
    the models whose own program code may run. http_confirmed is the address of the model server
    for which the user agreed to what is sent there. http_key, its key, is no part of the
    configuration. device is one of
    contracts.devices.DEVICES.
    """

    python_venv_path: str = ""
    folder_search_mode: str = FolderSearchMode.OFF.value
    embedding_provider: str = EmbeddingProvider.LOCAL.value
    http_url: str = ""
    http_model: str = ""
    http_confirmed: str = ""
    embedding_model: str = DEFAULT_MODEL_ID
    embedding_dim: int = 0
    trusted_models: Tuple[str, ...] = ()
    folder_rerank_enabled: bool = False
    folder_rerank_model: str = DEFAULT_RERANK_MODEL_ID
    index_place: str = "auto"
    exclude_patterns: Tuple[str, ...] = ()
    max_file_mb: int = DEFAULT_MAX_FILE_MB
    allowed_home_folders: Tuple[str, ...] = ()
    device: str = AUTO
    http_key: str = field(default="", repr=False)

    @property
    def server(self) -> Optional[HttpModel]:
        """Return the model server that is set, confirmed and usable, or None."""
        if self.embedding_provider != EmbeddingProvider.HTTP.value:
            return None
        if self.embedding_model == NO_MODEL_ID or self.http_confirmed != self.http_url:
            return None
        try:
            return parse_http_model(f"{self.http_url}#{self.http_model}")
        except BadRequest:  # edited by hand
            return None

    @property
    def model_id(self) -> str:
        """Return the model that requests name: the server's where one is used."""
        server = self.server
        return server.request_id if server is not None else self.embedding_model

    @property
    def dim(self) -> int:
        """Return the width that requests name; a server's model has it in its name."""
        return self.embedding_dim if self.server is None else 0

    @property
    def api_key(self) -> str:
        """Return the key that goes with model_id, "" for a local model."""
        return self.http_key if self.server is not None else ""

    @property
    def search_is_on(self) -> bool:
        """Return whether the user turned folder search on."""
        return self.folder_search_mode != FolderSearchMode.OFF.value

    @property
    def backend(self) -> str:
        """Return the search backend that requests name."""
        return self.folder_search_mode if self.search_is_on else DEFAULT_BACKEND

    @property
    def lock_name(self) -> str:
        """Return the list of packages, in the extension, that an environment is made from."""
        needs_more = self.backend == SearchBackend.LLAMA_INDEX.value
        return "requirements/llama-index.txt" if needs_more else "requirements/worker.txt"

    @property
    def worker_variables(self) -> Mapping[str, str]:
        """Return what a worker is told in its environment, because it must know it from the start.

        With auto the user's own WRITERAGENT_DEVICE, if any, decides.
        """
        return {} if self.device == AUTO else {DEVICE_VARIABLE: self.device}


SETTING_KEYS: Final[Mapping[str, str]] = {
    "python_venv_path": "scripting.python_venv_path",
    "folder_search_mode": "embeddings.folder_search_mode",
    "embedding_provider": "embeddings.provider",
    "http_url": "embeddings.http_url",
    "http_model": "embeddings.http_model",
    "http_confirmed": "embeddings.http_confirmed",
    "embedding_model": "embeddings.embedding_model",
    "embedding_dim": "embeddings.embedding_dim",
    "trusted_models": "embeddings.trusted_models",
    "folder_rerank_enabled": "embeddings.folder_rerank_enabled",
    "folder_rerank_model": "embeddings.folder_rerank_model",
    "index_place": "embeddings.index_place",
    "exclude_patterns": "embeddings.exclude_patterns",
    "max_file_mb": "embeddings.max_file_mb",
    "allowed_home_folders": "embeddings.allowed_home_folders",
    "device": "embeddings.device",
}
"""Field -> key, "group.name": the group and property of the configuration schema."""


def settings_from_values(values: Mapping[str, object]) -> Settings:
    """Return settings from key -> value; what is missing or unusable takes its default.

    A configuration file edited by hand must not keep the extension from starting.
    """
    defaults = Settings()
    usable: Dict[str, SettingValue] = {}
    for name, key in SETTING_KEYS.items():
        value = values.get(key)
        default = getattr(defaults, name)
        if isinstance(default, tuple) and isinstance(value, (tuple, list)):
            usable[name] = tuple(str(item) for item in value)
        elif value is not None and type(value) is type(default):
            usable[name] = value  # type: ignore[assignment]
    return _within_limits(replace(defaults, **usable))  # type: ignore[arg-type]


def settings_to_values(settings: Settings) -> Dict[str, SettingValue]:
    """Return key -> value, as the configuration keeps them."""
    return {key: getattr(settings, name) for name, key in SETTING_KEYS.items()}


def _within_limits(settings: Settings) -> Settings:
    modes = {mode.value for mode in FolderSearchMode}
    mode = settings.folder_search_mode
    least, most = MAX_FILE_MB_LIMITS
    # LibreOffice reads a word where a number belongs as 0.
    max_file_mb = settings.max_file_mb if settings.max_file_mb >= least else DEFAULT_MAX_FILE_MB
    return replace(
        settings,
        folder_search_mode=mode if mode in modes else FolderSearchMode.OFF.value,
        embedding_model=settings.embedding_model.strip() or DEFAULT_MODEL_ID,
        embedding_dim=max(0, settings.embedding_dim),
        folder_rerank_model=settings.folder_rerank_model.strip() or DEFAULT_RERANK_MODEL_ID,
        max_file_mb=min(max_file_mb, most),
        device=settings.device if settings.device in DEVICES else AUTO,
    )
