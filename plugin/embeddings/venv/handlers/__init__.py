"""One short function for each method of the worker; owns what they share for the process's life.

The encoder, the open corpora and the converter of old formats are made on first use, so that a
ping, a status question or a keyword search never waits for a model. Whatever needs a package is
imported by the method that needs it: the worker starts and diagnoses where none is installed.
"""

from __future__ import annotations

import platform
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING

from ....contracts.corpus import ModelChoice
from ....contracts.errors import PackageMissing
from ....contracts.methods import WorkerDescription
from ....contracts.models import EMBEDDED_MULTILINGUAL_MODEL_ID
from ....contracts.search import SearchRequest
from .packages import OPTIONAL_PACKAGES, PACKAGES, told_missing, version_of
from .patience import LOAD_S, PatientEncoders, PatientRerankers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ....contracts.corpus import CorpusStatus
    from ....contracts.generations import (
        CompactRequest,
        GenerationChange,
        GenerationList,
        GenerationsRequest,
        ResetRequest,
        UseGenerationRequest,
    )
    from ....contracts.maintain import MaintainReport, MaintainRequest
    from ....contracts.methods import (
        DescribeRequest,
        DiagnoseRequest,
        Diagnosis,
        DownloadRequest,
        StatusRequest,
    )
    from ....contracts.search import SearchResult
    from ....scripting.serve import CallContext, Handler
    from ..embed.model_server.encoders import HttpEncoders, RequestEncoders
    from ..embed.provider import EncoderProvider
    from ..embed.reranker_provider import RerankerProvider
    from ..extract.legacy.converter import Converter
    from ..search.corpora import Corpora


class Handlers:
    """Answers the methods of contracts.methods.METHODS."""

    def __init__(self) -> None:
        self._lock = Lock()  # both lanes ask for what is made on first use
        self._made_encoders: EncoderProvider | None = None
        self._made_servers: HttpEncoders | None = None
        self._made_rerankers: RerankerProvider | None = None
        self._made_corpora: Corpora | None = None
        self._made_converter: Converter | None = None

    def table(self) -> Mapping[str, Handler]:
        """Return method name -> handler, one for each row of METHODS."""
        handlers: Mapping[str, Handler] = {
            "describe": self.describe,
            "status": self.status,
            "search": self.search,
            "download": self.download,
            "maintain": self.maintain,
            "diagnose": self.diagnose,
            "generations": self.generations,
            "use_generation": self.use_generation,
            "reset_generations": self.reset_generations,
            "compact": self.compact,
        }
        return {name: told_missing(handler) for name, handler in handlers.items()}

    def describe(self, _request: DescribeRequest, _context: CallContext) -> WorkerDescription:
        """Return the interpreter, packages and device; loads torch where it may see a GPU."""
        device, reason = _device()
        return WorkerDescription(
            python=platform.python_version(),
            sqlite=_sqlite_version(),
            device=device,
            device_reason=reason,
            packages=tuple(
                (package.name, version_of(package)) for package in (*PACKAGES, *OPTIONAL_PACKAGES)
            ),
        )

    def diagnose(self, request: DiagnoseRequest, context: CallContext) -> Diagnosis:
        """Return what became of trying everything that the worker needs."""
        from .diagnosis import diagnose

        return diagnose(request, encoders=lambda: self._encoders_for(request), context=context)

    def status(self, request: StatusRequest, _context: CallContext) -> CorpusStatus:
        """Return what is known of a folder's corpus, without loading a model or writing."""
        from ..search.coverage import read_status

        return read_status(
            request.folder,
            encoders=self._encoders(),
            with_files=request.with_files,
            with_sections=request.with_sections,
            rules=request.rules,
        )

    def search(self, request: SearchRequest, context: CallContext) -> SearchResult:
        """Return the hits of one query."""
        from ..backends import backend_named
        from ..search.pipeline import SearchTools, run_search

        with context.quiet_section(LOAD_S):
            backend = backend_named(request.backend)
        return run_search(
            request,
            corpora=self._corpora(),
            encoders=self._patient_encoders(request, context),
            check=context.check,
            tools=SearchTools(backend, PatientRerankers(self._rerankers(), context)),
        )

    def download(self, request: DownloadRequest, context: CallContext) -> ModelChoice:
        """Fetch a model the user said yes to; return what answers then."""
        if request.model_id == EMBEDDED_MULTILINGUAL_MODEL_ID:
            from ..embed.packed_download import download_packed

            # Trying it imports torch, which shows no life meanwhile.
            with context.quiet_section(LOAD_S):
                located = download_packed(request, context.progress)
            return ModelChoice(located.card.model_id, located.reason, located.card.dim)
        from ..embed.download import download_model

        download_model(request.model_id, context.progress)
        return self._encoders().choice(request.model_id)

    def maintain(self, request: MaintainRequest, context: CallContext) -> MaintainReport:
        """Bring one folder's corpus up to date; the extraction child lives as long as the pass.

        LibreOffice, where old formats need it, stays a while for the next pass.
        """
        from ..embed.devices.cores import give_way
        from ..extract.isolation import IsolatedExtractor, IsolationLimits
        from ..ingest.maintain import run_maintain

        give_way()  # this lane's thread, on which no query is ever answered
        limits = IsolationLimits(max_file_bytes=request.rules.max_file_bytes)
        with IsolatedExtractor(limits, converter=self._converter()) as extractor:
            report = run_maintain(
                request,
                extractor=extractor,
                encoders=self._patient_encoders(request, context),
                report=context.progress,
                check=context.check,
            )
        if not report.coverage.n_chunks_embedded:
            return report
        with context.quiet_section(LOAD_S):
            lane = self._encoders().prepare(report.model.model_id, request.trusted_models)
        return replace(report, model=replace(report.model, lane=lane))

    def generations(self, request: GenerationsRequest, context: CallContext) -> GenerationList:
        """Return the generations of a folder's corpus, without loading a model or writing."""
        from ..ingest.generation_list import list_generations

        encoders = PatientEncoders(self._encoders(), context, request.trusted_models)
        return list_generations(request, encoders)

    def use_generation(
        self, request: UseGenerationRequest, context: CallContext
    ) -> GenerationChange:
        """Let a generation answer from now on."""
        from ..ingest.generation_changes import use_generation

        encoders = PatientEncoders(self._encoders(), context, request.trusted_models)
        return use_generation(request, encoders)

    def reset_generations(self, request: ResetRequest, context: CallContext) -> GenerationChange:
        """Remove vectors; text stays."""
        from ..ingest.generation_changes import reset_generations

        return reset_generations(request, self._encoders(), context.check)

    def compact(self, request: CompactRequest, context: CallContext) -> GenerationChange:
        """Make a corpus's file as small as it can be."""
        from ..ingest.generation_changes import compact_corpus

        return compact_corpus(request, self._encoders(), context.check)

    def _encoders(self) -> EncoderProvider:
        from ..embed.provider import EncoderProvider

        with self._lock:
            if self._made_encoders is None:
                self._made_encoders = EncoderProvider()
            return self._made_encoders

    def _patient_encoders(
        self, request: SearchRequest | MaintainRequest, context: CallContext
    ) -> PatientEncoders:
        return PatientEncoders(self._encoders_for(request), context, request.trusted_models)

    def _encoders_for(
        self, request: SearchRequest | MaintainRequest | DiagnoseRequest
    ) -> RequestEncoders:
        from ..embed.model_server.encoders import HttpEncoders, RequestEncoders

        local = self._encoders()
        if not isinstance(request, SearchRequest):
            local = local.for_passes()
        with self._lock:
            if self._made_servers is None:
                self._made_servers = HttpEncoders(local.gate)
            return RequestEncoders(local, self._made_servers, request.model_id, request.api_key)

    def _rerankers(self) -> RerankerProvider:
        from ..embed.reranker_provider import RerankerProvider

        gate = self._encoders().gate
        with self._lock:
            if self._made_rerankers is None:
                self._made_rerankers = RerankerProvider(gate)
            return self._made_rerankers

    def _corpora(self) -> Corpora:
        from ..search.corpora import Corpora

        with self._lock:
            if self._made_corpora is None:
                self._made_corpora = Corpora()
            return self._made_corpora

    def _converter(self) -> Converter:
        from ..extract.legacy.converter import Converter

        with self._lock:
            if self._made_converter is None:
                self._made_converter = Converter()
            return self._made_converter


def _device() -> tuple[str, str]:
    from ..embed.devices.choice import choose_device

    try:
        choice = choose_device()
    except PackageMissing as error:
        return "", error.message
    return choice.device, choice.reason


def _sqlite_version() -> str:
    from ..store.driver import sqlite_module

    try:
        return str(sqlite_module().sqlite_version)
    except PackageMissing:
        return ""
