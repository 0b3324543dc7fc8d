"""The table of settings: what a configuration may hold, and what becomes of it."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from build_oxt import CONTENTS, ROOT

from plugin.contracts.search import SearchBackend
from plugin.embeddings.settings import (
    SETTING_KEYS,
    FolderSearchMode,
    Settings,
    settings_from_values,
    settings_to_values,
)


def test_folder_search_is_off_until_the_user_turns_it_on() -> None:
    assert not Settings().search_is_on
    assert not settings_from_values({}).search_is_on


def test_every_setting_has_one_key() -> None:
    kept_elsewhere = ["http_key"]
    assert [*SETTING_KEYS, *kept_elsewhere] == [field.name for field in fields(Settings)]
    assert len(set(SETTING_KEYS.values())) == len(SETTING_KEYS)


def test_the_mode_names_the_backend_and_its_packages() -> None:
    modes = {mode: Settings(folder_search_mode=mode.value) for mode in FolderSearchMode}
    backends = {mode: settings.backend for mode, settings in modes.items()}
    assert backends == {
        FolderSearchMode.OFF: "hybrid",
        FolderSearchMode.HYBRID: "hybrid",
        FolderSearchMode.LLAMA_INDEX: "llama_index",
    }
    assert {backend.value for backend in SearchBackend} <= {mode.value for mode in modes}
    for settings in modes.values():
        assert (ROOT / settings.lock_name).is_file()
        assert settings.lock_name in CONTENTS
    assert modes[FolderSearchMode.LLAMA_INDEX].lock_name != Settings().lock_name


def test_what_is_written_is_read_again() -> None:
    settings = Settings(
        python_venv_path="/opt/venv",
        folder_search_mode=FolderSearchMode.HYBRID.value,
        embedding_model="none",
        index_place="cache",
        exclude_patterns=("drafts/", "*.tmp"),
        max_file_mb=12,
    )
    assert settings_from_values(settings_to_values(settings)) == settings


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("embeddings.folder_search_mode", "sideways", Settings()),
        ("embeddings.folder_search_mode", None, Settings()),
        ("embeddings.folder_search_mode", 7, Settings()),
        ("embeddings.embedding_model", "  ", Settings()),
        ("embeddings.max_file_mb", 0, Settings()),
        ("embeddings.max_file_mb", 10**9, replace(Settings(), max_file_mb=4096)),
        ("embeddings.max_file_mb", True, Settings()),
        ("embeddings.exclude_patterns", "drafts/", Settings()),
        ("embeddings.device", "cuda", Settings(device="cuda")),
        ("embeddings.device", "abacus", Settings()),
        ("embeddings.unheard_of", "x", Settings()),
    ],
)
def test_a_configuration_edited_by_hand_keeps_nothing_from_starting(
    key: str, value: object, expected: Settings
) -> None:
    assert settings_from_values({key: value}) == expected


SERVER = Settings(
    embedding_provider="http",
    http_url="https://host/v1",
    http_model="name@256",
    http_confirmed="https://host/v1",
    http_key="sk-secret",
    embedding_dim=64,
)


def test_a_confirmed_server_is_what_requests_name() -> None:
    assert SERVER.model_id == "https://host/v1#name@256"
    assert (SERVER.api_key, SERVER.dim) == ("sk-secret", 0)


@pytest.mark.parametrize(
    "change",
    [
        {"http_confirmed": ""},
        {"http_confirmed": "https://other/v1"},
        {"embedding_provider": "local"},
        {"embedding_model": "none"},
        {"http_model": ""},
        {"http_url": "https://u:p@host/v1", "http_confirmed": "https://u:p@host/v1"},
    ],
)
def test_a_server_that_was_not_agreed_to_or_cannot_be_used_gets_nothing(
    change: dict[str, str],
) -> None:
    settings = replace(SERVER, **change)  # type: ignore[arg-type]
    assert settings.server is None
    assert settings.model_id == settings.embedding_model
    assert not settings.api_key


def test_the_key_is_no_part_of_the_configuration() -> None:
    assert "sk-secret" not in str(settings_to_values(SERVER))
    assert "sk-secret" not in repr(SERVER)
    assert settings_from_values(settings_to_values(SERVER)) == replace(SERVER, http_key="")


def test_a_device_reaches_the_worker_and_auto_leaves_it_to_the_users_own_variable() -> None:
    assert Settings(device="cpu").worker_variables == {"WRITERAGENT_DEVICE": "cpu"}
    assert Settings().worker_variables == {}
