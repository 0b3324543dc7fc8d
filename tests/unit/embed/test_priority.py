from __future__ import annotations

import threading
import time

from plugin.embeddings.venv.embed.priority import PriorityLock


def wait_until_waiting(lock: PriorityLock, threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.start()
        time.sleep(0.05)  # let it reach the lock, in this order


def test_a_query_goes_ahead_of_waiting_batches() -> None:
    lock = PriorityLock()
    order: list[str] = []

    def batch(name: str) -> None:
        with lock.patient():
            order.append(name)

    def query() -> None:
        with lock.urgent():
            order.append("query")

    threads = [
        threading.Thread(target=batch, args=("batch 1",)),
        threading.Thread(target=batch, args=("batch 2",)),
        threading.Thread(target=query),
    ]
    with lock.patient():
        wait_until_waiting(lock, threads)
    for thread in threads:
        thread.join(timeout=5)
    assert order[0] == "query"
    assert sorted(order[1:]) == ["batch 1", "batch 2"]


def test_only_one_holds_it() -> None:
    lock = PriorityLock()
    n_inside = 0
    most = 0

    def work(*, urgent: bool) -> None:
        nonlocal n_inside, most
        for _ in range(50):
            with lock.urgent() if urgent else lock.patient():
                n_inside += 1
                most = max(most, n_inside)
                time.sleep(0)
                n_inside -= 1

    threads = [threading.Thread(target=work, kwargs={"urgent": i % 2 == 0}) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
    assert most == 1
