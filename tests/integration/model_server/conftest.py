"""A real server of embeddings on this machine; every encoder over it is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.embeddings_server import ModelServer, running_server
from tests.integration.model_server.served_encoders import close_encoders

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _closing() -> Iterator[None]:
    yield
    close_encoders()


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with running_server() as running:
        yield running
