"""An answer in sentences: what was found, what it rests on, what to do next.

Owns: the sentences for answers, errors, coverage and passes, in the user's language. Does not
own: what the worker tells in English beyond these (worker_sentences).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, List, Optional

from ...contracts.errors import ErrorKind
from ...contracts.maintain import Stage
from ...contracts.search import AnswerStatus, Leg
from ..upkeep.maintain_reports import JobState
from ..upkeep.pass_progress import build_of, model_progress
from .screen import Offer, PassLine
from .worker_sentences import told

if TYPE_CHECKING:
    from ...contracts.corpus import CorpusStatus, Coverage
    from ...contracts.errors import EmbeddingsError
    from ...contracts.maintain import MaintainProgress
    from ...contracts.search import SearchResult
    from ..texts import Texts
    from ..upkeep.maintain_reports import JobReport

_OWN_STATUSES: Final = frozenset(
    {AnswerStatus.INDEXING, AnswerStatus.NO_CORPUS, AnswerStatus.EMPTY_FOLDER}
)
_OWN_ERRORS: Final = frozenset(
    {
        *(ErrorKind.VENV_MISSING, ErrorKind.PACKAGE_MISSING, ErrorKind.WORKER_START_FAILED),
        *(ErrorKind.WORKER_DIED, ErrorKind.WORKER_TIMEOUT, ErrorKind.PROTOCOL_MISMATCH),
        *(ErrorKind.CORPUS_BUSY, ErrorKind.CORPUS_CORRUPT, ErrorKind.SCHEMA_TOO_NEW),
    }
)
_SET_UP_HELPS: Final = frozenset(
    {
        *(ErrorKind.VENV_MISSING, ErrorKind.PACKAGE_MISSING, ErrorKind.WORKER_START_FAILED),
        ErrorKind.PROTOCOL_MISMATCH,
    }
)
_PERMILLE: Final = 1000


def answer_message(result: SearchResult, texts: Texts) -> str:
    """Return what an answer tells, a line each: how many hits or why none, then the notes."""
    lines = [_headline(result, texts)]
    if result.hits and Leg.DENSE not in result.legs and not result.notes:
        lines.append(texts["search.answer.words_only"])
    lines += [told(note, texts) for note in result.notes]
    return "\n".join(line for line in lines if line)


def error_message(error: EmbeddingsError, texts: Texts, *, venv: str = "") -> str:
    """Return what went wrong and the next step; venv is the environment the settings name."""
    message, hint = told(error.message, texts), told(error.hint, texts)
    if error.kind is ErrorKind.VENV_MISSING and venv:
        return texts.format("search.error.venv_unusable", message=message)
    if error.kind in _OWN_ERRORS:
        return texts.format(f"search.error.{error.kind.value}", message=message, hint=hint).strip()
    return f"{message} {hint}".strip()


def offer_for_error(error: EmbeddingsError) -> Optional[Offer]:
    """Return what would help against an error."""
    return Offer.SET_UP if error.kind in _SET_UP_HELPS else None


def no_index(status: CorpusStatus, texts: Texts) -> str:
    """Return what to tell of a folder without an index that can be read."""
    return told(status.problem, texts) or texts["search.message.not_indexed"]


def coverage_sentence(coverage: Coverage, texts: Texts) -> str:
    """Return how much of the folder an answer can see."""
    if not coverage.n_files:
        return ""
    sentence = texts.count("search.coverage", coverage.n_files, n_text=coverage.n_text)
    if coverage.n_failed:
        unread = texts.count("search.coverage.unread", coverage.n_failed)
        sentence = texts.format("search.coverage.with_unread", coverage=sentence, unread=unread)
    building = coverage.building
    if building is None or coverage.indexing:  # while a pass runs its own line tells it
        return sentence
    told = model_progress(building, texts)
    return texts.format("search.coverage.with_model", coverage=sentence, model=told)


def pass_line(report: Optional[JobReport], texts: Texts) -> Optional[PassLine]:
    """Return the line for a pass that waits, runs or is held; None for one that is over."""
    if report is None or not report.state.is_open:
        return None
    if report.state is JobState.PAUSED:
        return PassLine(texts["search.pass.paused"], is_paused=True)
    if report.state is JobState.WAITING or report.progress is None:
        return PassLine(texts[f"search.pass.{report.state.value}"])
    return _progress_line(report.progress, texts)


def pass_failure(report: Optional[JobReport], texts: Texts, *, venv: str = "") -> str:
    """Return why the last pass failed, "" if it did not."""
    if report is None or report.state is not JobState.FAILED or report.error is None:
        return ""
    return texts.format("search.pass.failed", why=error_message(report.error, texts, venv=venv))


def _progress_line(progress: MaintainProgress, texts: Texts) -> PassLine:
    n_done, n_all = progress.n_files_done, progress.n_files
    if progress.stage is Stage.VECTORS:
        n_done, n_all = progress.n_chunks_done, progress.n_chunks
    text = texts.format(f"search.pass.{progress.stage.value}", n_done=n_done, n=n_all)
    building = build_of(progress)
    if building is not None:
        text = model_progress(building, texts)
    if progress.stage is Stage.SCAN or not n_all:
        return PassLine(text)
    return PassLine(text, permille=min(_PERMILLE, n_done * _PERMILLE // n_all))


def _headline(result: SearchResult, texts: Texts) -> str:
    coverage = result.coverage
    n_read = coverage.n_text + coverage.n_failed
    if result.hits:
        found = [texts.count("search.answer.hits", len(result.hits))]
        if result.status is AnswerStatus.INDEXING:
            found.append(texts["search.answer.more_to_come"])
        return " ".join(found)
    if result.status is AnswerStatus.NOTHING_RELEVANT:
        found = [texts.count("search.answer.nothing_relevant", coverage.n_text)]
        if result.nearest:
            found.append(texts["search.answer.nearest"])
        return " ".join(found)
    is_outdated = result.status is AnswerStatus.NO_CORPUS and result.corpus_path is not None
    if result.status in _OWN_STATUSES and not is_outdated:
        key = f"search.answer.{result.status.value}"
        return texts.format(key, n_read=n_read, n=coverage.n_files)
    return told(result.message, texts)


def joined(*sentences: str) -> str:
    """Return the sentences that say something, a line each."""
    lines: List[str] = [sentence for sentence in sentences if sentence]
    return "\n".join(lines)
