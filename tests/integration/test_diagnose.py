"""The real worker tries everything that it needs, and tells each check as it is done."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import Interrupted
from plugin.contracts.methods import METHODS, CheckResult, DiagnoseRequest
from plugin.contracts.models import EMBEDDED_ENGLISH_MODEL_ID, NO_MODEL_ID
from plugin.embeddings.client import EmbeddingsClient, worker_spec
from plugin.embeddings.venv.handlers.packages import OPTIONAL_PACKAGES, PACKAGES
from plugin.scripting.worker_process import WorkerProcess

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def client() -> Iterator[EmbeddingsClient]:
    worker = WorkerProcess(worker_spec(sys.executable), METHODS)
    worker.start()
    yield EmbeddingsClient(worker)
    worker.stop()


@pytest.mark.timeout(300)
def test_a_whole_environment_passes_every_check(client: EmbeddingsClient) -> None:
    told: list[CheckResult] = []

    found = client.diagnose(DiagnoseRequest(EMBEDDED_ENGLISH_MODEL_ID), on_progress=told.append)

    assert [check for check in found.checks if not check.ok] == []
    assert found.checks == tuple(told)
    names = [check.name for check in told]
    packages = [package.name for package in PACKAGES]
    optional = [package.name for package in OPTIONAL_PACKAGES]
    assert names == ["python", *packages, *optional, "sqlite", "vec0", "fts5", "device", "model"]
    by_name = {check.name: check for check in told}
    assert found.sqlite == by_name["sqlite"].version != ""
    assert by_name["vec0"].version.startswith("v0.")
    assert found.device == by_name["device"].version != ""
    assert all(by_name[name].version for name in packages)
    message = by_name["model"].message
    assert EMBEDDED_ENGLISH_MODEL_ID in message
    assert "384 dimensions, norm 1.000" in message


@pytest.mark.timeout(300)
def test_a_model_that_is_not_there_is_told_beside_the_one_that_answers(
    client: EmbeddingsClient,
) -> None:
    model = client.diagnose(DiagnoseRequest("no/such-model")).checks[-1]

    assert model.ok
    assert f"{EMBEDDED_ENGLISH_MODEL_ID} encodes" in model.message
    assert "no/such" in model.message


@pytest.mark.timeout(300)
def test_no_model_wanted_is_no_failure(client: EmbeddingsClient) -> None:
    model = client.diagnose(DiagnoseRequest(NO_MODEL_ID)).checks[-1]

    assert model.ok
    assert "keyword search" in model.message


@pytest.mark.timeout(300)
def test_a_cancel_ends_it_between_two_checks(client: EmbeddingsClient) -> None:
    cancel = threading.Event()
    told: list[CheckResult] = []

    def stop(check: CheckResult) -> None:
        told.append(check)
        cancel.set()

    with pytest.raises(Interrupted):
        client.diagnose(DiagnoseRequest(), on_progress=stop, cancel=cancel)
    assert len(told) < len(PACKAGES)
    assert client.diagnose(DiagnoseRequest(NO_MODEL_ID)).checks[-1].ok
