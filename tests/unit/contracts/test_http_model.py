"""A server's model in one line: its parts, what is refused, what an index keeps of it."""

from __future__ import annotations

import pytest

from plugin.contracts.errors import BadRequest
from plugin.contracts.http_model import HttpModel, make_http_model, parse_http_model


@pytest.mark.parametrize(
    ("line", "model"),
    [
        (
            "http://localhost:11434/v1#nomic-embed-text:latest",
            HttpModel("http://localhost:11434/v1", "nomic-embed-text:latest"),
        ),
        (
            "https://openrouter.ai/api/v1/#openai/text-embedding-3-small@256",
            HttpModel("https://openrouter.ai/api/v1", "openai/text-embedding-3-small", 256),
        ),
        ("http://[::1]:8080/v1#m@x", HttpModel("http://[::1]:8080/v1", "m@x")),
    ],
)
def test_a_line_is_read_and_written_again(line: str, model: HttpModel) -> None:
    assert parse_http_model(line) == model
    assert parse_http_model(model.request_id) == model


@pytest.mark.parametrize(
    "line", ["", "intfloat/multilingual-e5-small", "/models/http", "http:name", "none", "C:/m"]
)
def test_other_models_are_none_of_a_server(line: str) -> None:
    assert parse_http_model(line) is None


@pytest.mark.parametrize(
    "line",
    [
        "http://localhost:11434/v1",
        "http://#name",
        "http://user:secret@host/v1#name",
        "https://host/v1?key=secret#name",
        "https://host:99999/v1#name",
        "https://ho st/v1#name",
        "https://host/v1#na\nme",
        "ftp://host/v1#name",
        "localhost:11434/v1#name",
        "host:8080",
    ],
)
def test_what_cannot_be_used_is_refused_without_being_repeated(line: str) -> None:
    with pytest.raises(BadRequest) as caught:
        parse_http_model(line)
    assert "secret" not in str(caught.value)


def test_an_index_keeps_the_name_and_no_address() -> None:
    model = make_http_model("https://host/v1/", " name ", dim=64)
    assert model.stored_id == "http:name@64"
    assert parse_http_model(model.stored_id) is None


@pytest.mark.parametrize(
    ("url", "is_loopback", "is_open"),
    [
        ("http://localhost:1234/v1", True, False),
        ("http://127.0.0.2/v1", True, False),
        ("http://[::1]/v1", True, False),
        ("http://192.168.1.9:11434/v1", False, True),
        ("http://localhost.example.org/v1", False, True),
        ("https://api.example.org/v1", False, False),
    ],
)
def test_what_leaves_the_computer_is_known(url: str, is_loopback: bool, is_open: bool) -> None:  # noqa: FBT001 - a case's value
    model = HttpModel(url, "m")
    assert (model.is_loopback, model.is_open_to_readers) == (is_loopback, is_open)
