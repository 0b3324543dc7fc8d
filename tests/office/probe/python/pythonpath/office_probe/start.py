"""Owns the job that starts the probe's server when the harness asked for one."""

from __future__ import annotations

import faulthandler
import os
import signal
from typing import Any

import unohelper
from com.sun.star.task import XJob

from .main_thread import MainThread
from .server import Server

PORT_FILE_VARIABLE = "WRITERAGENT_TEST_PROBE_PORT_FILE"
TOKEN_VARIABLE = "WRITERAGENT_TEST_PROBE_TOKEN"  # noqa: S105  the name of a variable


class StartProbe(unohelper.Base, XJob):
    """Starts the server at LibreOffice's start; does nothing without the harness's variables."""

    def __init__(self, ctx: Any) -> None:
        self._ctx = ctx

    def execute(self, _arguments: Any) -> None:
        port_file, token = os.environ.get(PORT_FILE_VARIABLE), os.environ.get(TOKEN_VARIABLE)
        if not port_file or not token:
            return
        if hasattr(signal, "SIGUSR1"):
            faulthandler.register(signal.SIGUSR1, all_threads=True)  # the harness asks when hung
        Server(self._ctx, MainThread(self._ctx), token=token).start(port_file)
