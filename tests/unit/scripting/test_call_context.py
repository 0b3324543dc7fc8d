"""Signs of life and the cancel flag of one call."""

from __future__ import annotations

import pytest

from plugin.contracts.errors import BadRequest, Interrupted
from plugin.scripting.call_context import CallContext


def test_life_is_taken_once_for_each_sign() -> None:
    context = CallContext()

    assert context.take_life(1.0)  # its start
    assert not context.take_life(1.0)
    context.check()
    assert context.take_life(1.0)
    context.progress("x")
    assert context.take_life(1.0)
    assert not context.take_life(1.0)


def test_a_quiet_section_lives_until_its_limit_and_no_longer() -> None:
    context = CallContext()
    context.take_life(1.0)

    with context.quiet_section(2.5):
        assert [context.take_life(1.0) for _ in range(5)] == [True, True, True, False, False]
    assert context.take_life(1.0)  # its end is a sign of life
    assert not context.take_life(1.0)


@pytest.mark.parametrize("limit_s", [0.0, -1.0, 1e9])
def test_a_quiet_section_needs_a_limit(limit_s: float) -> None:
    with pytest.raises(BadRequest), CallContext().quiet_section(limit_s):
        pass


def test_a_cancelled_call_is_interrupted_at_its_next_step_and_sends_nothing() -> None:
    sent: list[object] = []
    context = CallContext(sent.append)
    context.progress(1)
    context.cancel()

    assert context.cancelled
    with pytest.raises(Interrupted):
        context.check()
    with pytest.raises(Interrupted):
        context.progress(2)
    assert sent == [1]
