"""A worker leaves when its host dies, whatever it is doing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract.echo_methods import SILENCE_S
from tests.contract.worker_fixtures import is_running, wait_until

ROOT = Path(__file__).parents[2]

HOST = """
import sys, threading, time
sys.path.insert(0, {root!r})
from plugin.scripting.worker_process import WorkerProcess, WorkerSpec
from tests.contract.echo_methods import ECHO_METHODS, Ask
worker = WorkerProcess(WorkerSpec(argv=({python!r}, {script!r})), ECHO_METHODS)
worker.start()
if {method!r}:
    call = lambda: worker.call({method!r}, Ask(seconds=600))
    threading.Thread(target=call, daemon=True).start()
    time.sleep(0.3)
print(worker.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize(
    ("method", "within_s"),
    [
        ("", 2.0),
        ("work_with_checks", 2.0),
        ("sleep_deaf", 2.0),
        # The interpreter's lock is held, so only the watch outside of it can end the process.
        ("hold_lock", 2 * SILENCE_S + 2.0),
    ],
)
def test_the_worker_is_gone_soon_after_its_host_is_killed(method: str, within_s: float) -> None:
    script = str(Path(__file__).with_name("echo_worker.py"))
    code = HOST.format(root=str(ROOT), python=sys.executable, script=script, method=method)
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as host:
        assert host.stdout is not None
        worker_pid = int(host.stdout.readline())
        assert is_running(worker_pid)

        host.kill()

        assert wait_until(lambda: not is_running(worker_pid), timeout_s=within_s)


def test_a_stray_copy_of_the_pipe_does_not_keep_the_worker() -> None:
    """A process forked from the host holds the pipe open, so its end never shows."""
    script = str(Path(__file__).with_name("echo_worker.py"))
    code = HOST.format(root=str(ROOT), python=sys.executable, script=script, method="")
    forked = code.replace(
        "print(worker.pid", "import os\nchild = os.fork()\nif child: print(child, worker.pid"
    )
    with subprocess.Popen([sys.executable, "-c", forked], stdout=subprocess.PIPE) as host:
        assert host.stdout is not None
        stray_pid, worker_pid = map(int, host.stdout.readline().split())
        host.kill()
        try:
            assert wait_until(lambda: not is_running(worker_pid), timeout_s=2.0)
            assert is_running(stray_pid)
        finally:
            os.kill(stray_pid, signal.SIGKILL)
