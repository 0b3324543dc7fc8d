"""The files of a folder that are not searchable, with the reason for each.

Owns: which files are listed, in which order, in which words. Does not own: the states.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from ...contracts.corpus import FileState
from .screen import UnreadFiles, UnreadRow

if TYPE_CHECKING:
    from ...contracts.corpus import CorpusStatus, FileReport
    from ..texts import Texts


def unread_files(status: CorpusStatus, texts: Texts) -> UnreadFiles:
    """Return the files without text, then those read in part; each in the order of names."""
    unread = sorted(
        (report for report in status.files if report.state is not FileState.OK),
        key=lambda report: (report.state.has_text, report.path.casefold()),
    )
    n_without = sum(not report.state.has_text for report in unread)
    headline = texts.count("search.unread.headline", n_without, folder=status.folder)
    return UnreadFiles(headline, tuple(_row(each, status.folder, texts) for each in unread))


def _row(report: FileReport, folder: str, texts: Texts) -> UnreadRow:
    return UnreadRow(
        name=report.path,
        state=texts[f"search.file_state.{report.state.value}"],
        reason=report.reason,
        path=str(PurePath(folder) / report.path),
    )
