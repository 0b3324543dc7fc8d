"""Owns one private LibreOffice as tests use it: start, run functions in it, stop."""

from __future__ import annotations

import contextlib
import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.office.harness import remote
from tests.office.harness.process import SofficeProcess, child_pids

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from office_installation import Installation

    from tests.office.harness.home import Home

START_S = 90.0
CALL_S = 30.0
STOP_S = 15.0
POLL_S = 0.02


@dataclass(frozen=True)
class Stopped:
    """How a LibreOffice ended: by itself ("terminate") or not ("kill"), and its exit code."""

    how: str
    exit_code: int | None


@dataclass
class Office:
    """A private LibreOffice that runs functions sent to it."""

    installation: Installation
    home: Home
    variables: dict[str, str] = field(default_factory=dict)
    documents: tuple[str, ...] = ()  # opened by the command line, as GTK needs the first one to be

    def start(self) -> None:
        """Start it and wait until the probe answers."""
        self._port_file = self.home.root / "probe_port"
        self._port_file.unlink(missing_ok=True)
        self._token = secrets.token_hex(16)
        probe = {
            "WRITERAGENT_TEST_PROBE_PORT_FILE": str(self._port_file),
            "WRITERAGENT_TEST_PROBE_TOKEN": self._token,
        }
        self._process = SofficeProcess(
            self.installation, self.home, self.variables | probe, self.documents
        )
        try:
            self._port = self._wait_for_port()
            self.run(_nothing, timeout_s=START_S)
        except BaseException:
            self._process.kill()
            raise

    def _wait_for_port(self) -> int:
        deadline = time.monotonic() + START_S
        while not self._port_file.exists():
            code = self._process.exit_code()
            if code is not None or time.monotonic() > deadline:
                raise RuntimeError(f"LibreOffice did not start (exit {code}):\n{self.log_text()}")
            time.sleep(POLL_S)
        return int(self._port_file.read_text(encoding="ascii"))

    def run(self, function: Callable[..., Any], *arguments: Any, timeout_s: float = CALL_S) -> Any:
        """Return what function(ctx, *arguments) returns on LibreOffice's main thread."""
        return self._call("run", function, arguments, timeout_s)

    def run_off_main(
        self, function: Callable[..., Any], *arguments: Any, timeout_s: float = CALL_S
    ) -> Any:
        """Return what it returns on a plain thread of LibreOffice; it may touch no UNO."""
        return self._call("run_off_main", function, arguments, timeout_s)

    def post(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Have the main thread run it, without waiting; its failure goes to the log."""
        self._call("post", function, arguments, CALL_S)

    def wait_for(
        self, function: Callable[..., Any], *arguments: Any, timeout_s: float = 10.0
    ) -> Any:
        """Return the function's first true result; ask the main thread until then."""
        deadline = time.monotonic() + timeout_s
        while True:
            value = self.run(function, *arguments)
            if value:
                return value
            if time.monotonic() > deadline:
                windows = self.run(_window_names)
                raise remote.RemoteTimeout(
                    f"{function.__name__}{arguments} is {value!r} after {timeout_s} s; "
                    f"windows: {windows}\n{self.log_text()}"
                )
            time.sleep(POLL_S)

    def _call(
        self, verb: str, function: Callable[..., Any], arguments: Any, timeout_s: float
    ) -> Any:
        request = remote.describe(function, arguments)
        request |= {"verb": verb, "timeout_s": timeout_s, "token": self._token}
        try:
            return remote.call(self._port, request)
        except remote.RemoteHang as error:
            # Only now: a dump of all threads by a signal can itself crash a process that is well.
            self._process.show_stacks()
            time.sleep(POLL_S * 10)
            error.add_note(self.log_text())
            raise
        except remote.RemoteGone as error:
            code = self._process.wait(2.0)
            error.add_note(f"exit code {code}\n{self.log_text()}")
            raise

    @property
    def pid(self) -> int:
        """Return LibreOffice's process id."""
        return self._process.pid

    def alive(self) -> bool:
        """Return whether it runs."""
        return self._process.exit_code() is None

    def exit_code(self) -> int | None:
        """Return how it ended; None while it runs."""
        return self._process.exit_code()

    def log_text(self) -> str:
        """Return the end of what LibreOffice wrote to its output."""
        return self._process.log_text()

    def child_pids(self) -> list[int]:
        """Return the processes that LibreOffice started and that still are."""
        return child_pids(self.pid)

    def kill(self) -> int:
        """End it as a crash would; return the exit code."""
        return self._process.kill()

    def stop(self, timeout_s: float = STOP_S) -> Stopped:
        """Close its documents unsaved and end it; kill it where it does not."""
        if self.alive():
            with contextlib.suppress(AssertionError):
                self.end_dialogs()
                self.post(_terminate)
        code = self._process.wait(timeout_s)
        if code is not None:
            self._process.kill()  # what is left of its group
            return Stopped("terminate", code)
        return Stopped("kill", self._process.kill())

    def end_dialogs(self, timeout_s: float = 5.0) -> None:
        """Press Escape in the dialogs that are open, the one in front first."""
        self.wait_for(_escape_dialogs, timeout_s=timeout_s)

    def restart(self) -> None:
        """Stop it and start it again on the same profile."""
        self.stop()
        self.start()


@contextlib.contextmanager
def running_office(
    installation: Installation, home: Home, variables: dict[str, str] | None = None
) -> Iterator[Office]:
    """Yield a LibreOffice that runs on the home's profile; stop it afterwards."""
    office = Office(installation, home, variables or {})
    office.start()
    try:
        yield office
    finally:
        office.stop()


def _nothing(ctx: Any) -> bool:
    return True


def _escape_dialogs(ctx: Any) -> bool:
    import office_probe as probe

    return probe.escape_dialogs(ctx)


def _window_names(ctx: Any) -> Any:
    import office_probe as probe

    return [window["name"] for window in probe.windows(ctx)]


def _terminate(ctx: Any) -> None:
    import office_probe as probe

    probe.terminate(ctx)
