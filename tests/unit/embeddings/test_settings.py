"""The table of settings: what a configuration may hold, and what becomes of it."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

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
    assert list(SETTING_KEYS) == [field.name for field in fields(Settings)]
    assert len(set(SETTING_KEYS.values())) == len(SETTING_KEYS)


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
        ("embeddings.unheard_of", "x", Settings()),
    ],
)
def test_a_configuration_edited_by_hand_keeps_nothing_from_starting(
    key: str, value: object, expected: Settings
) -> None:
    assert settings_from_values({key: value}) == expected
