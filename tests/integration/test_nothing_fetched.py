"""No file makes its reader ask for anything outside it, by the network or on the disk."""

from __future__ import annotations

import os
import shutil
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from plugin.embeddings.venv.extract.isolation import IsolatedExtractor, IsolationLimits
from tests.integration.outside_convertible import write_convertible_files
from tests.integration.outside_files import write_outside_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


_NAMES = (
    "x.dtd p.ent style.xsl image.png chunk.html template.dotm sub.docx section.odt object link"
    " other.xlsx source.ods i.png frame stream old.png old.sxw wordml.png t.rtf p.png other.pdf"
)


class Server:
    """A web server that answers everything and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        asked = self.asked

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b"<p>Words from outside</p>")

            do_HEAD = do_OPTIONS = do_PROPFIND = do_POST = do_GET  # noqa: N815

            def log_message(self, *_arguments: object) -> None:
                """Say nothing: what was asked is in the list."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.close()


@pytest.fixture(scope="module")
def extractor() -> Iterator[IsolatedExtractor]:
    with IsolatedExtractor(IsolationLimits(deadline_s=30)) as extractor:
        yield extractor


def texts_of(extractor: IsolatedExtractor, paths: dict[str, Path]) -> dict[str, str]:
    documents = {name: extractor.extract(path) for name, path in paths.items()}
    unread = {name: doc.reason for name, doc in documents.items() if not doc.state.has_text}
    assert unread == {}  # what is not read fetches nothing, which would prove nothing
    return {
        name: "\n".join(passage.text for passage in document.passages)
        for name, document in documents.items()
    }


def test_no_web_address_is_asked(
    extractor: IsolatedExtractor, server: Server, tmp_path: Path
) -> None:
    texts = texts_of(extractor, write_outside_files(tmp_path, server.address))
    assert [name for name, text in texts.items() if "Words" not in text] == []
    assert [name for name, text in texts.items() if "outside" in text] == []
    assert server.asked == []


@pytest.mark.skipif(os.name != "posix", reason="needs named pipes")
def test_no_file_beside_is_opened(extractor: IsolatedExtractor, tmp_path: Path) -> None:
    # Whoever opens a named pipe to read waits for a writer: the reading would never end.
    beside = tmp_path / "beside"
    beside.mkdir()
    for name in _NAMES.split():
        os.mkfifo(beside / name)
    with IsolatedExtractor(IsolationLimits(deadline_s=10)) as quick:
        for target in (beside.as_uri(), str(beside)):
            texts_of(quick, write_outside_files(tmp_path, target))
    assert not [path for path in beside.iterdir() if _has_reader(path)]


@pytest.mark.office
@pytest.mark.slow
@pytest.mark.skipif(shutil.which("soffice") is None, reason="needs LibreOffice")
def test_libreoffice_asks_for_nothing_while_it_converts(
    extractor: IsolatedExtractor, server: Server, tmp_path: Path
) -> None:
    texts = texts_of(extractor, write_convertible_files(tmp_path, server.address))
    assert [name for name, text in texts.items() if "Words" not in text] == []
    assert server.asked == []


def test_the_server_would_have_seen_it(server: Server) -> None:
    from urllib.request import urlopen

    with urlopen(f"{server.address}/seen") as reply:  # noqa: S310 - our own address
        assert b"outside" in reply.read()
    assert server.asked == ["/seen"]


def _has_reader(pipe: Path) -> bool:
    try:
        os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
    except OSError:
        return False
    return True
