"""The extraction child: reads one file at a time within its memory, at low priority.

A parser can loop for ever or abort in C, which no except clause catches; so files are read in
this process, and it may die. It is started as "python -m <this package> MEMORY_BYTES" and
answers EXTRACT_METHODS on its pipes.

Owns: the process's own limits, and replies that fit a frame. Does not own: deadlines and
restarts (isolation), reading (read_document), conversion (legacy.converter).
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from ....contracts.corpus import FileState
from ....contracts.errors import PackageMissing
from ....documents.passages import PassageKind
from ....scripting.call_context import MAX_QUIET_S
from ....scripting.frames import MAX_FRAME_BYTES
from ....scripting.serve import refuse_to_serve, serve
from . import read_document
from .legacy.conversion import ConversionNeeded
from .legacy.ole import title_of
from .methods import EXTRACT, EXTRACT_METHODS, Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....documents.passages import ExtractedDocument, Passage
    from ....scripting.call_context import CallContext
    from .methods import ExtractRequest

_NICENESS = 10
# What a passage takes on the pipe beside its text: keys, numbers, place, one language run.
_PASSAGE_OVERHEAD_BYTES = 160
_RUN_BYTES = 24
_NO_AUTHOR = "Unknown Author: "  # in the language of the profile, which is English
_MAX_REPLY_BYTES = MAX_FRAME_BYTES * 7 // 8


def main(arguments: Sequence[str]) -> int:
    """Serve until the host leaves and return the exit status; arguments is the memory limit."""
    try:
        load_parsers()
    except ModuleNotFoundError as error:
        return refuse_to_serve(_missing(error))
    if arguments:
        limit_memory(int(arguments[0]))
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    return serve({EXTRACT: extract}, EXTRACT_METHODS)


def load_parsers() -> None:
    """Import or find what readers need; one that is missing ends the start, not a file.

    Raises ModuleNotFoundError. What is slow to import and seldom needed is only looked for.
    """
    import_module("lxml.etree")
    for name in ("openpyxl", "olefile", "pypdfium2"):
        if find_spec(name) is None:
            raise ModuleNotFoundError(f"The package {name} is not installed.", name=name)


def _missing(error: ModuleNotFoundError) -> PackageMissing:
    package = (error.name or str(error)).partition(".")[0]
    return PackageMissing(
        f"Documents cannot be read, as this Python lacks the package {package}.",
        hint=f'Install it with "{sys.executable}" -m pip install {package}.',
        detail=str(error),
    )


def limit_memory(n_bytes: int) -> None:
    """Let this process write to no more memory than n_bytes of its own; Linux alone keeps that.

    What libraries take by being there does not count, nor what allocators only set aside: with
    the limit of address space, both took 300 MB that no file had asked for.
    """
    if sys.platform != "linux":  # macOS knows the limit and does not keep it: the deadline remains
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    soft = n_bytes if hard == resource.RLIM_INFINITY else min(n_bytes, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def extract(request: ExtractRequest, context: CallContext) -> Reading:
    """Return the passages of a file, those that fit into one reply, or how to convert it first.

    The reading shows no signs of life: it is one quiet step, ended by the host's deadline.
    """
    with context.quiet_section(MAX_QUIET_S):
        try:
            document = read_document(Path(request.path))
        except ConversionNeeded as need:
            return Reading(conversion=need.conversion)
        if request.original:
            document = _as_original(document, request)
        return Reading(fitted(document, max_bytes=_MAX_REPLY_BYTES))


def _as_original(document: ExtractedDocument, request: ExtractRequest) -> ExtractedDocument:
    """Return what was read of a converted file without the traces of the conversion.

    Fields that show the file's place have shown the copy's, and LibreOffice names an author where
    there is none; a title that it did not keep is in the original's properties.
    """
    folder = os.path.join(os.path.dirname(request.path), "")  # noqa: PTH118, PTH120 - ends in "/"
    passages = tuple(_untraced(passage, folder) for passage in document.passages)
    title = document.title or title_of(Path(request.original))
    return replace(document, title=title, passages=passages)


def _untraced(passage: Passage, folder: str) -> Passage:
    text = passage.text.replace(folder, "")
    if passage.kind is PassageKind.COMMENT:
        text = text.removeprefix(_NO_AUTHOR)
    # What is cut out would move the runs; without them the text has the document's language.
    return passage if text == passage.text else replace(passage, text=text, runs=())


def fitted(document: ExtractedDocument, *, max_bytes: int) -> ExtractedDocument:
    """Return the document, its last passages left out and partial where it would take more."""
    n_bytes = 0
    for index, passage in enumerate(document.passages):
        n_bytes += _wire_bytes(passage)
        if n_bytes > max_bytes:
            return replace(
                document,
                state=FileState.PARTIAL,
                reason="The document is very long; only its beginning is searchable.",
                passages=document.passages[:index],
            )
    return document


def _wire_bytes(passage: Passage) -> int:
    # An upper bound that needs no encoding: UTF-8 takes at most four bytes, ASCII one.
    per_char = 1 if passage.text.isascii() else 4
    return (
        len(passage.text) * per_char
        + len(passage.runs) * _RUN_BYTES
        + sum(map(len, passage.heading_path))
        + _PASSAGE_OVERHEAD_BYTES
    )
