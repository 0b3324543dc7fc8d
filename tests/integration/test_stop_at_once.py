"""The real worker in the middle of a slow file: cancelled, closed, or left by its host."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import Interrupted, WorkerDied, WorkerStartFailed
from plugin.contracts.maintain import MaintainRequest
from plugin.contracts.methods import METHODS
from plugin.contracts.models import NO_MODEL_ID
from plugin.embeddings.client import POOL_NAME, EmbeddingsClient, worker_spec
from plugin.scripting.worker_pool import WorkerPool
from tests.contract.worker_fixtures import is_running, wait_until
from tests.slow_document import group_of, wait_for_reading, write_slow_document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc"),
    pytest.mark.slow,
]

ROOT = Path(__file__).parents[2]
GRACE_S = 0.2

HOST = """
import sys
sys.path.insert(0, {root!r})
from plugin.contracts.maintain import MaintainRequest
from plugin.embeddings.client import start_client
client = start_client(venv={venv!r})
print(client.describe().python, flush=True)
client.maintain(MaintainRequest({folder!r}, model_id="none"))
"""


class Pass:
    """A maintain pass in a thread of its own, and how it ended."""

    def __init__(self, client: EmbeddingsClient, folder: Path) -> None:
        self.cancel = threading.Event()
        self.error: BaseException | None = None
        self._client = client
        self._request = MaintainRequest(str(folder), model_id=NO_MODEL_ID)
        self._thread = threading.Thread(target=self._keep_error)
        self._thread.start()

    def join(self) -> None:
        self._thread.join(30)
        assert not self._thread.is_alive()

    def _keep_error(self) -> None:
        try:
            self._client.maintain(self._request, cancel=self.cancel)
        except (Interrupted, WorkerDied, WorkerStartFailed) as error:
            self.error = error


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("documents")
    write_slow_document(folder / "slow.rtf")
    return folder


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    pool = WorkerPool({POOL_NAME: worker_spec(sys.executable)}, METHODS)
    yield pool
    pool.close_all()


def own_client(pool: WorkerPool) -> EmbeddingsClient:
    return EmbeddingsClient(pool.pool(POOL_NAME), on_close=pool.close_all)


def worker_pid(pool: WorkerPool) -> int:
    pooled = pool.pool(POOL_NAME)
    assert wait_until(lambda: bool(pooled.worker and pooled.worker.pid), timeout_s=30)
    assert pooled.worker is not None
    return pooled.worker.pid


def seconds_of(action: Callable[[], object]) -> float:
    started_s = time.monotonic()
    action()
    return time.monotonic() - started_s


def test_a_cancel_ends_a_pass_within_a_second_while_a_slow_file_is_read(
    pool: WorkerPool, folder: Path
) -> None:
    running = Pass(own_client(pool), folder)
    pid = worker_pid(pool)
    child_pid = wait_for_reading(pid)

    running.cancel.set()

    assert seconds_of(running.join) < 1.5
    assert isinstance(running.error, Interrupted)
    assert not is_running(child_pid)
    assert group_of(pid) == [pid]
    assert own_client(pool).describe().python  # the same worker goes on
    assert worker_pid(pool) == pid


def test_a_close_with_a_grace_leaves_nothing_of_a_worker_in_mid_pass(
    pool: WorkerPool, folder: Path
) -> None:
    client = own_client(pool)
    running = Pass(client, folder)
    pid = worker_pid(pool)
    wait_for_reading(pid)
    assert len(group_of(pid)) == 2

    took_s = seconds_of(lambda: client.close(grace_s=GRACE_S))

    assert group_of(pid) == []
    assert took_s < GRACE_S + 0.5
    running.join()
    assert isinstance(running.error, WorkerDied)
    with pytest.raises(WorkerStartFailed):
        client.describe()


def test_an_idle_worker_leaves_politely_within_the_grace(pool: WorkerPool) -> None:
    client = own_client(pool)
    client.describe()
    pid = worker_pid(pool)

    assert seconds_of(lambda: client.close(grace_s=5.0)) < 4.0
    assert group_of(pid) == []


def test_nothing_is_left_when_the_host_is_killed_in_mid_pass(folder: Path) -> None:
    code = HOST.format(root=str(ROOT), venv=sys.executable, folder=str(folder))
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as host:
        assert host.stdout is not None
        host.stdout.readline()
        (pid,) = children_of(host.pid)
        child_pid = wait_for_reading(pid)

        host.kill()

        assert wait_until(lambda: not group_of(pid), timeout_s=5.0)
        assert not is_running(child_pid)


def children_of(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]
