"""Documents in old formats, made once by a real LibreOffice for all tests that read such."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.embeddings.venv.extract.legacy.converter import Converter
from tests.integration.fixtures_legacy import REPORT, SHEET, SLIDES, long_text, save_as
from tests.office.harness.required import required_installation

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def converter() -> Iterator[Converter]:
    required_installation()
    shared = Converter()
    yield shared
    shared.close()


@pytest.fixture(scope="session")
def documents(converter: Converter, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("old documents é")
    for name, content in (("a.doc", REPORT), ("b.xls", SHEET), ("c.ppt", SLIDES)):
        save_as(converter, folder / name, content)
    save_as(converter, folder / "long.doc", long_text(20_000))
    return folder
