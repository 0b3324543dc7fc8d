"""A forward proxy of a few lines: absolute addresses for http://, tunnels are not needed here."""

from __future__ import annotations

import threading
import urllib.request
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator

_DROPPED = ("host", "connection", "proxy-connection", "accept-encoding")


@contextmanager
def running_proxy(upstream: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the proxy's address and the addresses it was asked for; all are served by upstream.

    So a name that exists nowhere is reached through the proxy alone.
    """
    asked: list[str] = []
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            parts = urlsplit(self.path)
            url = f"{upstream}{parts.path}{'?' if parts.query else ''}{parts.query}"
            kept = {k: v for k, v in self.headers.items() if k.lower() not in _DROPPED}
            body = self.rfile.read(int(self.headers["Content-Length"] or 0)) or None
            request = urllib.request.Request(url, body, kept, method=self.command)  # noqa: S310
            with direct.open(request) as answer:
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    if name.lower() not in ("server", "date"):
                        self.send_header(name, value)
                self.end_headers()
                self.wfile.write(answer.read())

        do_POST = do_GET  # noqa: N815 - the base class names it
        do_HEAD = do_GET  # noqa: N815 - the base class names it

        def log_message(self, *_arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()
