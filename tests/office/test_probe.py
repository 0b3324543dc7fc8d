"""The harness itself: it starts, runs code inside LibreOffice and leaves nothing behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from office.harness.remote import RemoteFailure

if TYPE_CHECKING:
    from office.harness.office import Office


def thread_of(ctx: Any) -> Any:
    import os
    import threading

    return threading.get_native_id() == os.getpid()


def test_run_is_on_the_main_thread_and_run_off_main_is_not(office: Office) -> None:
    assert office.run(thread_of) is True
    assert office.run_off_main(thread_of) is False
