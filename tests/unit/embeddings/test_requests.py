"""The settings reach every request."""

from __future__ import annotations

from dataclasses import replace

from plugin.contracts.corpus import FolderRules, IndexPlace
from plugin.contracts.maintain import MaintainRequest
from plugin.contracts.methods import DiagnoseRequest, StatusRequest
from plugin.contracts.search import NO_RERANKER, RerankChoice, SearchRequest
from plugin.embeddings import requests
from plugin.embeddings.settings import Settings

SETTINGS = Settings(
    embedding_model="m/x",
    embedding_dim=64,
    trusted_models=("m/x",),
    index_place="cache",
    exclude_patterns=("*.tmp",),
    max_file_mb=2,
)
RULES = FolderRules(IndexPlace.CACHE, ("*.tmp",), 2 * 1024 * 1024)


def test_rules_and_model_come_from_the_settings() -> None:
    assert requests.search_request(SearchRequest("/d", "q", k=3), SETTINGS) == SearchRequest(
        "/d", "q", k=3, model_id="m/x", rules=RULES, trusted_models=("m/x",)
    )
    assert requests.status_request(StatusRequest("/d"), SETTINGS).rules == RULES
    diagnosed = requests.diagnose_request(DiagnoseRequest(), SETTINGS)
    assert diagnosed == DiagnoseRequest("m/x", trusted_models=("m/x",))
    made = requests.maintain_request("/d", SETTINGS, rebuild=True, first_paths=("a",))
    assert made == MaintainRequest(
        "/d",
        rebuild=True,
        model_id="m/x",
        dim=64,
        trusted_models=("m/x",),
        first_paths=("a",),
        rules=RULES,
    )


def test_a_model_that_is_named_stays_and_a_place_that_is_none_is_automatic() -> None:
    request = SearchRequest("/d", "q", model_id="own")
    assert requests.search_request(request, SETTINGS).model_id == "own"
    assert requests.folder_rules(Settings(index_place="nowhere")).index_place is IndexPlace.AUTO
    assert requests.folder_rules(Settings()) == FolderRules()


def test_the_backend_comes_from_the_settings_where_the_request_names_no_other() -> None:
    asked = SearchRequest("/d", "q")
    by_settings = replace(SETTINGS, folder_search_mode="llama_index")
    assert requests.search_request(asked, SETTINGS).backend == "hybrid"
    assert requests.search_request(asked, by_settings).backend == "llama_index"
    named = replace(asked, backend="llama_index")
    assert requests.search_request(named, SETTINGS).backend == "llama_index"


def test_the_reranker_comes_from_the_settings_where_it_is_turned_on() -> None:
    asked = SearchRequest("/d", "q")
    settings = Settings(folder_rerank_model="r/x")
    assert requests.search_request(asked, settings).rerank == NO_RERANKER
    turned_on = replace(settings, folder_rerank_enabled=True)
    assert requests.search_request(asked, turned_on).rerank == RerankChoice("r/x")
    own = replace(asked, rerank=RerankChoice("own", 7))
    assert requests.search_request(own, turned_on).rerank == own.rerank
