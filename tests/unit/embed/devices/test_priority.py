"""Queries go ahead of the next document batch, with real threads."""

from __future__ import annotations

import threading

import pytest

from plugin.embeddings.venv.embed.devices.priority import PriorityGate


def start(target: object, *args: object) -> threading.Thread:
    thread = threading.Thread(target=target, args=args, daemon=True)  # type: ignore[arg-type]
    thread.start()
    return thread


def test_a_batch_waits_until_the_query_is_done() -> None:
    gate = PriorityGate()
    calm = threading.Event()

    def batch() -> None:
        gate.wait_until_calm()
        calm.set()

    with gate.urgent():
        thread = start(batch)
        assert not calm.wait(0.1)
    thread.join(5)
    assert calm.is_set()


def test_a_query_enters_while_another_is_inside_and_the_last_one_out_opens() -> None:
    gate = PriorityGate()
    entered, leave = threading.Event(), threading.Event()

    def query() -> None:
        with gate.urgent():
            entered.set()
            leave.wait(5)

    with gate.urgent():
        second = start(query)
        assert entered.wait(5)
    batch = start(gate.wait_until_calm)
    batch.join(0.1)
    assert batch.is_alive(), "one query is still inside"
    leave.set()
    second.join(5)
    batch.join(5)
    assert not batch.is_alive()


def test_a_failed_query_does_not_hold_batches_back() -> None:
    gate = PriorityGate()
    with pytest.raises(ZeroDivisionError), gate.urgent():
        _ = 1 / 0
    batch = start(gate.wait_until_calm)
    batch.join(5)
    assert not batch.is_alive()
