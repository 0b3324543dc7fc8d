"""A real worker with handlers that behave well and badly, run as a script by the tests.

Arguments: "noise" prints before it serves, "mute" never greets, "fail" ends at once,
"old" speaks another protocol, "evil" sends a class in a frame on the first request.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import struct
import sys
import time
import zlib
from typing import TYPE_CHECKING

from plugin.contracts.errors import CorpusBusy
from plugin.contracts.methods import PROTOCOL_VERSION
from plugin.scripting import frames, serve
from tests.contract.echo_methods import ECHO_METHODS, Ask, Said

if TYPE_CHECKING:
    from plugin.scripting.serve import CallContext


def echo(ask: Ask, _context: CallContext) -> Said:
    return Said(ask.text, os.getpid(), tuple(range(ask.n)))


def noise(ask: Ask, _context: CallContext) -> Said:
    sys.stdout.write("print\n" * 1000)
    sys.stdout.flush()
    os.write(1, b"descriptor\n")
    libc = ctypes.CDLL(None)
    libc.puts(b"from C")
    libc.fflush(None)
    os.system("echo from a child")  # noqa: S605, S607
    return Said(sys.stdin.read() + ask.text, os.getpid())


def flood(ask: Ask, _context: CallContext) -> Said:
    for _ in range(ask.n):
        os.write(2, b"x" * 1023 + b"\n")
    os.write(2, b"last words\n")
    return Said("flooded", os.getpid())


def exit_now(ask: Ask, _context: CallContext) -> Said:
    os.write(2, b"falling\n")
    os._exit(ask.n)


def die_by_signal(_ask: Ask, _context: CallContext) -> Said:
    os.write(2, b"about to be killed\n")
    os.kill(os.getpid(), signal.SIGKILL)
    return Said("unreachable")


def fail(_ask: Ask, _context: CallContext) -> Said:
    sys.exit("a library that exits")


def typed_fail(ask: Ask, _context: CallContext) -> Said:
    raise CorpusBusy(ask.text, hint="Wait.", detail="lock held")


def wrong_reply(_ask: Ask, _context: CallContext) -> Ask:
    return Ask("not what the table says")


def big(ask: Ask, _context: CallContext) -> Said:
    return Said("x" * ask.n)


def hang(ask: Ask, _context: CallContext) -> Said:
    time.sleep(ask.seconds)
    return Said("woke")


def hold_lock(ask: Ask, _context: CallContext) -> Said:
    ctypes.PyDLL(None).sleep(int(ask.seconds))  # PyDLL keeps the interpreter's lock
    return Said("woke")


def work_with_checks(ask: Ask, context: CallContext) -> Said:
    end_s = time.monotonic() + ask.seconds
    while time.monotonic() < end_s:
        context.check()
        time.sleep(0.02)
    return Said("done", os.getpid())


def work_with_progress(ask: Ask, context: CallContext) -> Said:
    for step in range(ask.n):
        context.progress(Said(f"{step}"))
        time.sleep(ask.seconds / ask.n)
    return Said("done", os.getpid())


def sleep_deaf(ask: Ask, context: CallContext) -> Said:
    with context.quiet_section(600.0):
        time.sleep(ask.seconds)
    return Said("woke")


def quiet(ask: Ask, context: CallContext) -> Said:
    with context.quiet_section(float(ask.n)):
        time.sleep(ask.seconds)
    return Said("woke")


def leave_child(ask: Ask, _context: CallContext) -> Said:
    child_pid = os.spawnlp(os.P_NOWAIT, "sleep", "sleep", str(int(ask.seconds)))  # noqa: S606
    return Said("left", child_pid)


def _send_a_class() -> None:
    os.write(1, frames.READY_MARK)
    hello = {"kind": "hello", "id": 0, "protocol": PROTOCOL_VERSION, "pid": os.getpid()}
    _send_raw(pickle.dumps({**hello, "python": "3"}, protocol=5))
    os.read(0, 4096)
    _send_raw(pickle.dumps({"kind": "result", "id": 1, "value": Said("code")}, protocol=5))
    time.sleep(60)


def _send_raw(pickled: bytes) -> None:
    rest = struct.pack("!I", 0) + pickled
    os.write(1, struct.pack("!II", len(rest) + 4, zlib.crc32(rest)) + rest)


def main(mode: str) -> int:
    if mode == "noise":
        os.write(1, b"a start-up file prints\n")
    if mode == "mute":
        time.sleep(60)
    if mode == "fail":
        sys.exit("no such package")
    if mode == "old":
        setattr(serve, "PROTOCOL_VERSION", 0)  # noqa: B010
    if mode == "evil":
        _send_a_class()
    named = {"exit": exit_now}
    return serve.serve({n: named.get(n) or globals()[n] for n in ECHO_METHODS}, ECHO_METHODS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
