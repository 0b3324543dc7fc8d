"""Owns the loopback server that runs the harness's code inside LibreOffice."""

from __future__ import annotations

import ast
import hmac
import json
import os
import socket
import sys
import threading
import traceback
from typing import Any, Callable, Dict

from .main_thread import Ended, MainThread
from .wire import read_message, write_message

Request = Dict[str, Any]
Answer = Dict[str, Any]


class Server:
    """Answers one request a connection, each on a thread of its own."""

    def __init__(self, ctx: Any, main_thread: MainThread, *, token: str) -> None:
        self._ctx = ctx
        self._main_thread = main_thread
        self._token = token
        self._verbs = {"run": self._run, "run_off_main": self._call, "post": self._post}

    def start(self, port_file: str) -> None:
        """Listen on a free port and write its number into the file."""
        listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._serve, args=(listener,), daemon=True).start()
        with open(port_file + ".new", "w", encoding="ascii") as out:  # noqa: PTH123
            out.write(str(listener.getsockname()[1]))
        os.replace(port_file + ".new", port_file)  # noqa: PTH105  never read half written

    def _serve(self, listener: socket.socket) -> None:
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with connection:
            request = read_message(connection)
            if not hmac.compare_digest(str(request.get("token")), self._token):
                return
            write_message(connection, self._verbs[request["verb"]](request))

    def _run(self, request: Request) -> Answer:
        done, answers = threading.Event(), []

        def call() -> None:
            answers.append(self._call(request))
            done.set()

        try:
            self._main_thread.post(call)
        except Ended:
            return {"error": "LibreOffice is closing"}
        if done.wait(request["timeout_s"]):
            return answers[0]
        return {"late": stacks()}

    def _post(self, request: Request) -> Answer:
        def call() -> None:
            answer = self._call(request)
            if "error" in answer:
                print(answer["error"], file=sys.stderr, flush=True)  # noqa: T201  the harness's log

        try:
            self._main_thread.post(call)
        except Ended:
            return {"error": "LibreOffice is closing"}
        return {"value": None}

    def _call(self, request: Request) -> Answer:
        try:
            value = _function_of(request)(self._ctx, *request["arguments"])
            json.dumps(value, default=_refuse)
        except BaseException:  # noqa: BLE001  whatever the test's code raises is the answer
            return {"error": traceback.format_exc()}
        return {"value": value}


def stacks() -> str:
    """Return what every Python thread of LibreOffice is doing."""
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    return "\n".join(
        f"Thread {names.get(ident, ident)}:\n{''.join(traceback.format_stack(frame))}"
        for ident, frame in sys._current_frames().items()
    )


def _refuse(value: Any) -> None:
    # UNO objects have no class name, on which json's own message fails.
    raise TypeError(f"not JSON serializable: {value!r}")


def _function_of(request: Request) -> Callable[..., Any]:
    # Annotations name things of the test's process: they stay strings here.
    namespace: dict[str, Any] = {"__name__": "remote"}
    for name, text in request["constants"].items():
        namespace[name] = ast.literal_eval(text)
    for source in request["sources"]:
        # The empty lines give a traceback the line numbers of the test's own file.
        text = "\n" * (source["line"] - 1) + source["text"]
        code = compile(text, source["file"], "exec", flags=annotations.compiler_flag)
        exec(code, namespace)  # noqa: S102  what the probe is for
    return namespace[request["name"]]
