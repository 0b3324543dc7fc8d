#!/usr/bin/env python3
"""Print what is read of documents: each passage with its kind, place, headings and languages.

FILE may be a folder: then each document in it and its sub-folders. Nothing is indexed, nothing
written. With --outline the sections of each file instead: level, characters [start, end) of
its text, first and last paragraph, heading. With --json one line a file:

  {"path", "state", "reason", "title", "language",
   "passages": [{"para_index", "kind", "location", "heading_path", "text", "runs"}]}

location is {"text": "Sheet1!B7", "sheet": "Sheet1", "cell": "B7"}: a place for people, then the
parts that apply (sheet, cell, slide, page, line). runs are [start, end, language], the language
null where none is known. A file that cannot be read is an answer, too: its state and reason.
Exit codes: 0 each file has its answer, 1 a FILE is not there, 2 no file can be read at all.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli import EXIT_OK, EXIT_USAGE, UsageParser, print_json, printable, run_cli
from worker_python import ensure_worker_python

from plugin.contracts.corpus import FileState
from plugin.contracts.errors import BadRequest
from plugin.documents.listing import scan_folder
from plugin.documents.passages import ExtractedDocument
from plugin.documents.sections import detect_sections

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from plugin.documents.passages import LocaleRun, Location, Passage

_LOCATION_PARTS = ("sheet", "cell", "slide", "page", "line")
_PLACEHOLDER_REASON = "The file's content is not on this machine; opening it would fetch it."


@dataclass(frozen=True)
class NamedFile:
    """A file to read as it was named; known is its answer where it is not to be opened."""

    path: str
    known: ExtractedDocument | None = None
    missing: bool = False


def main(argv: list[str] | None = None) -> int:
    """Return 0 once each file's answer is printed, 1 where a named one is not there."""
    options = _parser().parse_args(argv)
    ensure_worker_python(options.venv)
    from plugin.embeddings.venv.chunk.document_languages import with_languages
    from plugin.embeddings.venv.extract.isolation import IsolatedExtractor

    code = EXIT_OK
    with IsolatedExtractor() as extractor:
        for file in named_files(options.files):
            document = file.known or with_languages(extractor.extract(Path(file.path)))
            show = _show_outline if options.outline else _show
            show(file.path, document, as_json=options.json)
            if file.missing:
                code = EXIT_USAGE
                print(printable(document.reason), file=sys.stderr)
    return code


def named_files(names: Sequence[str]) -> Iterator[NamedFile]:
    """Yield the files to read; a folder's documents in path order, with what is skipped in it."""
    for name in names:
        try:
            yield from _files_of(name)
        except OSError:  # noqa: PERF203 - a name too long, a folder that may not be entered
            yield NamedFile(name)  # reading it says why


def _files_of(name: str) -> Iterator[NamedFile]:
    if not name:
        yield NamedFile(name, _denied("The name of a file is empty."), missing=True)
    elif Path(name).is_dir():
        yield from _files_of_folder(name)
    elif not Path(name).exists():
        yield NamedFile(name, _denied(f"There is no file {name}."), missing=True)
    else:
        yield NamedFile(name)


def _files_of_folder(folder: str) -> Iterator[NamedFile]:
    try:
        listing = scan_folder(folder)
    except BadRequest as error:
        yield NamedFile(folder, _denied(error.message), missing=True)
        return
    for skipped in listing.skipped:
        yield NamedFile(f"{folder}/{skipped.path}", _denied(skipped.reason))
    for file in listing.files:
        known = ExtractedDocument(FileState.PLACEHOLDER, _PLACEHOLDER_REASON)
        yield NamedFile(f"{folder}/{file.path}", known if file.is_placeholder else None)


def _denied(reason: str) -> ExtractedDocument:
    return ExtractedDocument(FileState.DENIED, reason)


def to_json(path: str, document: ExtractedDocument) -> dict[str, object]:
    """Return a file's answer as plain values for JSON."""
    return {
        "path": path,
        "state": document.state.value,
        "reason": document.reason,
        "title": document.title,
        "language": document.language,
        "passages": [_passage_json(passage, document.language) for passage in document.passages],
    }


def _passage_json(passage: Passage, language: str | None) -> dict[str, object]:
    return {
        "para_index": passage.para_index,
        "kind": passage.kind.value,
        "location": _location_json(passage.location, passage.para_index),
        "heading_path": list(passage.heading_path),
        "text": passage.text,
        "runs": _runs_json(passage.runs, len(passage.text), language),
    }


def _location_json(location: Location, para_index: int) -> dict[str, object]:
    parts = {name: getattr(location, name) for name in _LOCATION_PARTS}
    named = {name: value for name, value in parts.items() if value is not None}
    return {"text": location.to_text(para_index), **named}


def _runs_json(runs: Sequence[LocaleRun], n_chars: int, language: str | None) -> list[object]:
    # Inside, no runs mean the document's language; a reader of the line need not know that.
    if not runs:
        return [[0, n_chars, language]]
    return [[run.start, run.end, run.tag] for run in runs]


def _show(path: str, document: ExtractedDocument, *, as_json: bool) -> None:
    if as_json:
        print_json(to_json(path, document))
    else:
        print("\n".join(_readable_lines(path, document)))
    # The next file may take long: what is known is given to whoever reads along.
    sys.stdout.flush()


def outline_of(document: ExtractedDocument) -> list[dict[str, object]]:
    """Return a document's sections: level, heading, passages [first, last], characters.

    start and end count characters of the passages joined by line ends, as a section is embedded.
    """
    rows: list[dict[str, object]] = []
    start = 0
    for section in detect_sections(document.passages):
        passages = document.passages[section.start : section.end]
        end = start + sum(len(passage.text) + 1 for passage in passages) - 1
        first, last = passages[0], passages[-1]
        rows.append(
            {
                "level": section.level,
                "heading": section.heading,
                "heading_path": list(section.heading_path),
                "first": first.location.to_text(first.para_index),
                "last": last.location.to_text(last.para_index),
                "start": start,
                "end": end,
            }
        )
        start = end + 1
    return rows


def _show_outline(path: str, document: ExtractedDocument, *, as_json: bool) -> None:
    rows = outline_of(document)
    if as_json:
        about = {"path": path, "state": document.state.value, "reason": document.reason}
        print_json({**about, "sections": rows})
    else:
        print(printable("  ".join(filter(None, (path, document.state.value, document.reason)))))
        for row in rows:
            name = f"{'  ' * int(str(row['level']))}{row['heading']}"
            place = f"{row['first']} to {row['last']}"
            line = f"  {row['level']}  {row['start']:>7} {row['end']:>7}  {place:<30} {name}"
            print(printable(line))
    sys.stdout.flush()


def _readable_lines(path: str, document: ExtractedDocument) -> Iterator[str]:
    about = (document.state.value, document.title, document.language or "", document.reason)
    yield printable("  ".join((path, *filter(None, about))))
    for passage in document.passages:
        place = printable(passage.location.to_text(passage.para_index))
        first, *more = [printable(line) for line in passage.text.split("\n")]
        yield f"  {passage.kind.value:<11} {place:<16} {first}"
        yield from (f"{'':<31}{line}" for line in more)


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE", help="a document or a folder of them")
    parser.add_argument(
        "--outline", action="store_true", help="show the sections instead of the passages"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a file on stdout")
    parser.add_argument(
        "--venv", default="", help="the worker's Python environment (default: .venv)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(run_cli(main))
