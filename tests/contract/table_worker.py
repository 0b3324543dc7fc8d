"""A worker with the real method table whose answers tell what it was asked; run as a script."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from plugin.contracts.corpus import CorpusStatus, Coverage, ModelChoice
from plugin.contracts.generations import (
    CompactRequest,
    GenerationChange,
    GenerationList,
    GenerationsRequest,
    ResetRequest,
    UseGenerationRequest,
)
from plugin.contracts.maintain import MaintainProgress, MaintainReport, MaintainRequest, Stage
from plugin.contracts.methods import (
    METHODS,
    CheckResult,
    DescribeRequest,
    DiagnoseRequest,
    Diagnosis,
    DownloadProgress,
    DownloadRequest,
    StatusRequest,
    WorkerDescription,
)
from plugin.contracts.search import AnswerStatus, SearchRequest, SearchResult
from plugin.scripting.serve import serve

if TYPE_CHECKING:
    from plugin.scripting.serve import CallContext, Handler

NOTHING = Coverage(n_files=0, n_text=0, n_failed=0, n_chunks=0, n_chunks_embedded=0)
NO_MODEL = ModelChoice("", "a test")


def describe(_request: DescribeRequest, _context: CallContext) -> WorkerDescription:
    return WorkerDescription("3", "3.50", "cpu", str(Path.cwd()), (("sys.path[0]", sys.path[0]),))


def status(request: StatusRequest, _context: CallContext) -> CorpusStatus:
    return CorpusStatus(request.folder, "", exists=False, coverage=NOTHING, model=NO_MODEL)


def search(request: SearchRequest, _context: CallContext) -> SearchResult:
    return SearchResult(AnswerStatus.NO_CORPUS, (), NOTHING, NO_MODEL, message=request.folder)


def maintain(request: MaintainRequest, context: CallContext) -> MaintainReport:
    n_steps = 3 if not request.rebuild else 1_000_000_000
    for step in range(n_steps):
        context.progress(MaintainProgress(Stage.TEXT, step, 3, 0, 0, request.folder))
    return MaintainReport(0, 0, 0, 0, 0, 0, NOTHING, NO_MODEL, corpus_path=request.folder)


def download(request: DownloadRequest, context: CallContext) -> ModelChoice:
    context.progress(DownloadProgress(1, 2))
    return ModelChoice(request.model_id, "downloaded")


def diagnose(request: DiagnoseRequest, context: CallContext) -> Diagnosis:
    check = CheckResult("model", ok=True, message=request.model_id)
    context.progress(check)
    return Diagnosis("3", sys.executable, "3.50", "cpu", "", (check,))


def generations(request: GenerationsRequest, _context: CallContext) -> GenerationList:
    return GenerationList(request.folder, "", exists=False)


def change_generations(
    request: UseGenerationRequest | ResetRequest | CompactRequest, _context: CallContext
) -> GenerationChange:
    return GenerationChange((), 0, GenerationList(request.folder, "", exists=False))


HANDLERS: dict[str, Handler] = {
    "describe": describe,
    "diagnose": diagnose,
    "download": download,
    "status": status,
    "search": search,
    "maintain": maintain,
    "generations": generations,
    "use_generation": change_generations,
    "reset_generations": change_generations,
    "compact": change_generations,
}

if __name__ == "__main__":
    sys.exit(serve(HANDLERS, METHODS))
