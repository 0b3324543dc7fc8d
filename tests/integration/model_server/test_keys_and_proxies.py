"""Whom the key is sent to, and which way a server is reached."""

from __future__ import annotations

import pytest

from plugin.contracts.errors import ModelNotFound
from plugin.contracts.http_model import HttpModel
from tests.embeddings_server import ModelServer, running_server
from tests.integration.model_server.served_encoders import encoder_at, encoder_of
from tests.proxy_server import running_proxy


def test_the_key_is_sent_as_a_bearer_token() -> None:
    with running_server(ModelServer(key="sk-right")) as server:
        assert encoder_of(server, api_key="sk-right").card.dim == 16
        assert set(server.authorizations) == {"Bearer sk-right"}
        with pytest.raises(ModelNotFound, match="asks for a key"):
            encoder_of(server).encode_query("fare")


def test_the_key_is_not_sent_where_others_can_read_it() -> None:
    with pytest.raises(ModelNotFound, match=r"The key is not sent to 192\.0\.2\.7"):
        encoder_at(HttpModel("http://192.0.2.7/v1", "m"), api_key="sk-secret")


def test_this_computer_is_not_asked_through_a_proxy(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    assert encoder_of(server).card.dim == 16


def test_another_machine_is_reached_through_the_proxy(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running_proxy(server.url.removesuffix("/v1")) as (proxy, asked):
        for name in ("HTTP_PROXY", "http_proxy"):
            monkeypatch.setenv(name, proxy)
        encoder = encoder_at(HttpModel("http://models.invalid/v1", server.name))
        assert encoder.card.dim == 16
        assert asked == ["http://models.invalid/v1/embeddings"]
