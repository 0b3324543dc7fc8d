"""What must hold of every document, whatever the file: told as the list of what does not.

Owns: the invariants of an ExtractedDocument. Does not own: what a file should have yielded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plugin.contracts.corpus import FileState
from plugin.documents.passages import ExtractedDocument, Passage, PassageKind

if TYPE_CHECKING:
    from collections.abc import Iterator


def faults_of(document: object) -> list[str]:
    """Return what is wrong with what a reader gave, in words; none where all holds."""
    if not isinstance(document, ExtractedDocument):
        return [f"not a document but {type(document).__name__}"]
    return [*_state_faults(document), *_passage_faults(document)]


def _state_faults(document: ExtractedDocument) -> Iterator[str]:
    if not isinstance(document.state, FileState):
        yield f"state {document.state!r}"
        return
    if (document.state is FileState.OK) != (document.reason == ""):
        yield f"state {document.state.value} with the reason {document.reason!r}"
    if document.state.has_text != bool(document.passages):
        yield f"state {document.state.value} with {len(document.passages)} passages"
    if document.reason and not document.reason.endswith((".", "!")):
        yield f"the reason {document.reason!r} is no sentence"
    if "\n" in document.reason or len(document.reason) > 400:
        yield f"the reason {document.reason[:80]!r} is not one clear sentence"
    yield from _text_faults("title", document.title)
    yield from _text_faults("reason", document.reason)


def _passage_faults(document: ExtractedDocument) -> Iterator[str]:
    for index, passage in enumerate(document.passages):
        place = f"passage {index}"
        if passage.para_index != index:
            yield f"{place} has para_index {passage.para_index}"
        if not isinstance(passage.kind, PassageKind):
            yield f"{place} has kind {passage.kind!r}"
        if (passage.kind is PassageKind.HEADING) != (passage.heading_level > 0):
            yield f"{place}, {passage.kind}, has heading level {passage.heading_level}"
        if not passage.text.strip():
            yield f"{place} is blank"
        yield from _text_faults(place, passage.text)
        for heading in passage.heading_path:
            yield from _text_faults(f"{place}'s heading", heading)
        yield from _run_faults(place, passage)


def _run_faults(place: str, passage: Passage) -> Iterator[str]:
    end = 0
    for run in passage.runs:
        if run.start != end or run.end <= run.start:
            yield f"{place}'s runs do not tile: {passage.runs[:8]}"
            return
        end = run.end
    if passage.runs and end != len(passage.text):
        yield f"{place}'s runs end at {end} of {len(passage.text)}"


def _text_faults(place: str, text: str) -> Iterator[str]:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        yield f"{place} has a lone surrogate"
    if "\0" in text:
        yield f"{place} has a NUL"
