"""A package index of a test's own: an HTTP server with two packages, one of which never arrives.

Owns: the server and the wheel. Nothing leaves this machine.
"""

from __future__ import annotations

import contextlib
import io
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

QUICK = "writeragent-quick-fixture"
ENDLESS = "writeragent-endless-fixture"
VERSION = "1.0"


class PackageIndex:
    """Serves QUICK at once and lets who asks for ENDLESS wait; asked is set once somebody does."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.released = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))

    @property
    def variables(self) -> dict[str, str]:
        """Return the environment that sends pip here and nowhere else."""
        port = self._server.server_address[1]
        return {
            "PIP_INDEX_URL": f"http://127.0.0.1:{port}/simple",
            "PIP_CONFIG_FILE": "/dev/null",
            "PIP_EXTRA_INDEX_URL": "",
            "PIP_RETRIES": "0",
            "PIP_TIMEOUT": "60",
            "NO_PROXY": "127.0.0.1",
            "no_proxy": "127.0.0.1",
        }

    def serve(self) -> None:
        """Serve until close."""
        self._server.serve_forever(poll_interval=0.02)

    def close(self) -> None:
        """Let everybody go who waits."""
        self.released.set()
        self._server.shutdown()
        self._server.server_close()


@contextlib.contextmanager
def running_index() -> Iterator[PackageIndex]:
    """Yield an index that serves."""
    index = PackageIndex()
    thread = threading.Thread(target=index.serve)
    thread.start()
    try:
        yield index
    finally:
        index.close()
        thread.join()


def lock_of(*names: str) -> str:
    """Return a list of packages as pip-compile writes it."""
    return "".join(f"{name}=={VERSION}\n" for name in names)


def _handler_of(index: PackageIndex) -> type[BaseHTTPRequestHandler]:
    wheel = f"{QUICK.replace('-', '_')}-{VERSION}-py3-none-any.whl"

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if ENDLESS in self.path:
                index.asked.set()
                index.released.wait(60)
            elif self.path.startswith("/simple/"):
                self._send(f'<a href="/{wheel}">{wheel}</a>'.encode(), "text/html")
            else:
                self._send(_wheel(), "application/zip")

        def _send(self, body: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with contextlib.suppress(OSError):
                self.wfile.write(body)

        def log_message(self, *_args: object) -> None:
            """Say nothing."""

    return Handler


def _wheel() -> bytes:
    name = QUICK.replace("-", "_")
    info = f"{name}-{VERSION}.dist-info"
    files = {
        f"{name}.py": "",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {QUICK}\nVersion: {VERSION}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},,\n" for path in (*files, f"{info}/RECORD"))
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for path, text in {**files, f"{info}/RECORD": record}.items():
            archive.writestr(path, text)
    return data.getvalue()
