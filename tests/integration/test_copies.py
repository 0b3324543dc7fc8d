"""Copies and versions through the real worker, in several formats; measured as found files."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from evaluation.documents import write_document

from plugin.contracts.maintain import MaintainRequest
from plugin.contracts.models import NO_MODEL_ID
from plugin.contracts.search import SearchMode, SearchRequest
from plugin.embeddings.client import EmbeddingsClient, start_client
from tests.fixtures_copies import contract, edited, invoice, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from plugin.contracts.search import SearchResult

VERSIONS = {"lease.odt", "lease.txt", "lease v2.odt", "lease_final.html", "rent 7.md"}
INVOICES = {f"invoice {number}.odt" for number in range(6)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copies")
    lease = contract()
    later = edited(lease, n_changed=2)
    write_document(folder / "lease.odt", title="", text=text_of(lease))
    write_document(folder / "lease v2.odt", title="", text=text_of(later))
    (folder / "lease.txt").write_text(text_of(lease), encoding="utf-8")
    (folder / "rent 7.md").write_text(
        text_of([text.replace(". ", "\\. ", 1) for text in lease]), encoding="utf-8"
    )
    body = "".join(f"<p>{text}</p>" for text in later)
    (folder / "lease_final.html").write_text(f"<html><body>{body}</body></html>")
    for number in range(6):
        text = text_of(invoice(number, f"Customer {number}", f"{number}00"))
        write_document(folder / f"invoice {number}.odt", title="Invoice", text=text)
    return folder


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[EmbeddingsClient]:
    client = start_client(venv=sys.prefix)
    client.maintain(MaintainRequest(str(folder), model_id=NO_MODEL_ID))
    yield client
    client.close()


def ask(client: EmbeddingsClient, folder: Path, query: str, **more: bool) -> SearchResult:
    return client.search(SearchRequest(str(folder), query, mode=SearchMode.LEXICAL, **more))  # type: ignore[arg-type]


def test_versions_in_any_format_are_one_hit(client: EmbeddingsClient, folder: Path) -> None:
    (hit,) = ask(client, folder, "tenant landlord deposit agreed").hits
    assert {hit.path, *(copy.path for copy in hit.also_in)} == VERSIONS
    assert all(copy.doc_url.startswith("file://") and copy.modified_at for copy in hit.also_in)


def test_invoices_of_one_template_are_all_shown(client: EmbeddingsClient, folder: Path) -> None:
    hits = ask(client, folder, "claims for defects").hits
    assert {hit.path for hit in hits} == INVOICES


def test_every_version_is_shown_when_asked_for(client: EmbeddingsClient, folder: Path) -> None:
    hits = ask(client, folder, "tenant landlord deposit agreed", all_versions=True).hits
    assert {hit.path for hit in hits} == VERSIONS
