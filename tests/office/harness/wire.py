"""Owns the framing that harness and probe share: length and JSON. Built into the probe too."""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import socket

LENGTH = struct.Struct(">I")


def write_message(connection: socket.socket, message: dict[str, Any]) -> None:
    """Send one message."""
    body = json.dumps(message).encode("utf-8")
    connection.sendall(LENGTH.pack(len(body)) + body)


def read_message(connection: socket.socket) -> dict[str, Any]:
    """Return the next message; EOFError where the other side is gone."""
    (n_bytes,) = LENGTH.unpack(_exactly(connection, LENGTH.size))
    message: dict[str, Any] = json.loads(_exactly(connection, n_bytes))
    return message


def _exactly(connection: socket.socket, n_bytes: int) -> bytes:
    parts = []
    while n_bytes:
        part = connection.recv(min(n_bytes, 1 << 20))
        if not part:
            raise EOFError("the other side closed the connection")
        parts.append(part)
        n_bytes -= len(part)
    return b"".join(parts)
