"""One large file from the hub into the cache, going on where an earlier try ended.

Owns: the transfer of one file, its resumption (RFC 9110, section 14: ranges), its digest. Does not
own: which files (hub_files), the cache's layout of snapshots (the hub's own client).

The hub's client (huggingface_hub 2.4) downloads into a file with a name of the moment and deletes
it on a failure, so that it goes on within one call but never in the next one.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from .....contracts.errors import ModelNotFound
from .files import digest_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from httpx2 import Response

    from .files import HubFile

MAX_VAIN_TRIES = 5
READ_TIMEOUT_S = 20.0
_PARTIAL_CONTENT = 206
_RANGE_NOT_SATISFIABLE = 416
_FIRST_WAIT_S = 0.5


@dataclass(frozen=True)
class BlobOrder:
    """Which file from where to where; headers go to that host alone, the token among them."""

    url: str
    file: HubFile
    blob: Path
    headers: dict[str, str]

    @property
    def partial(self) -> Path:
        """Return where the bytes lie until all are there; the name is the same in every try."""
        return self.blob.with_name(f"{self.file.sha256}.incomplete")


def n_bytes_here(order: BlobOrder) -> int:
    """Return how many of the file's bytes need not be fetched again."""
    for path in (order.blob, order.partial):
        with suppress(OSError):
            return min(path.stat().st_size, order.file.n_bytes)
    return 0


def fetch_blob(order: BlobOrder, on_bytes: Callable[[int], None]) -> None:
    """Put the whole, checked file into the cache; on_bytes hears how many bytes are here.

    on_bytes is called for every block and may raise to stop; what is here by then stays for the
    next try. Raises ModelNotFound for a file that is not what the hub describes, OSError for a
    full disk, and what the transport raises.
    """
    if order.blob.exists():
        if order.file.is_whole(order.blob):
            on_bytes(order.file.n_bytes)
            return
        order.blob.unlink()  # torn: it was cut short or damaged after an earlier download
    order.blob.parent.mkdir(parents=True, exist_ok=True)
    with order.partial.open("ab") as file:
        _fill(order, file, on_bytes)
    if digest_of(order.partial) != order.file.sha256:
        order.partial.unlink()
        raise ModelNotFound(
            f"{order.file.name} arrived damaged: its SHA-256 is not the one the hub tells.",
            hint="Try again; if it stays so, a proxy on the way changes what it passes on.",
        )
    order.partial.replace(order.blob)


def _fill(order: BlobOrder, file: BinaryIO, on_bytes: Callable[[int], None]) -> None:
    from httpx2 import TransportError

    if file.tell() > order.file.n_bytes:
        file.truncate(0)
    on_bytes(file.tell())
    n_vain = 0
    while file.tell() < order.file.n_bytes:
        n_before = file.tell()
        try:
            _receive(order, file, on_bytes)
        except TransportError:
            n_vain = 0 if file.tell() > n_before else n_vain + 1
            if n_vain >= MAX_VAIN_TRIES:
                raise
            on_bytes(file.tell())
            time.sleep(_FIRST_WAIT_S * 2**n_vain)


def _receive(order: BlobOrder, file: BinaryIO, on_bytes: Callable[[int], None]) -> None:
    from huggingface_hub import get_session
    from huggingface_hub.utils import hf_raise_for_status  # type: ignore[attr-defined]

    n_here = file.tell()
    # A compressed answer would count other bytes than the range does.
    headers = {**order.headers, "Accept-Encoding": "identity"}
    if n_here:
        headers["Range"] = f"bytes={n_here}-"
    with get_session().stream(
        "GET", order.url, headers=headers, timeout=READ_TIMEOUT_S
    ) as response:
        if response.status_code == _RANGE_NOT_SATISFIABLE:
            file.truncate(0)
            return
        hf_raise_for_status(response)
        if n_here and not _goes_on_from(response, n_here):
            file.truncate(0)  # the server sends the file from its start
        for block in response.iter_raw():  # as they come: a block of a size is lost with the line
            file.write(block)
            on_bytes(min(file.tell(), order.file.n_bytes))
            if file.tell() > order.file.n_bytes:
                return  # not what the hub describes: the digest says so


def _goes_on_from(response: Response, n_bytes: int) -> bool:
    start = response.headers.get("Content-Range", "").removeprefix("bytes ").split("-")[0]
    return response.status_code == _PARTIAL_CONTENT and start == str(n_bytes)
