"""How readers build a document: passages in order, under their headings, within limits.

Owns: the order (what is said of a document comes first), the heading stack, the caps with their
sentences, and the failure that a reader raises. Does not own: any file format.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from ....contracts.corpus import FileState
from ....contracts.errors import UnreadableDocument
from ....documents.passages import (
    ExtractedDocument,
    Location,
    Passage,
    PassageKind,
)
from .styled_text import StyledText, normalise_text, one_line, slice_styled

_HINTS = {
    FileState.ENCRYPTED: "Save a copy without a password to make it searchable.",
    FileState.CORRUPT: "Open the file in its application and save it again.",
    FileState.TOO_BIG: "Split the file into smaller ones to make it searchable.",
    FileState.DENIED: "Change the file's permissions to make it searchable.",
}


class ExtractionFailure(UnreadableDocument):
    """Raised when a file yields no text at all; state is what to record, message one sentence."""

    def __init__(self, state: FileState, reason: str, *, detail: str = "") -> None:
        super().__init__(reason, hint=_HINTS.get(state, ""), detail=detail)
        self.state = state

    def to_document(self) -> ExtractedDocument:
        """Return the document without passages that records this failure."""
        return ExtractedDocument(state=self.state, reason=self.message)


@dataclass(frozen=True)
class ExtractionLimits:
    """What one document may yield before the rest is left out and the state is partial."""

    max_passages: int = 200_000
    max_chars: int = 32_000_000
    max_passage_chars: int = 200_000
    max_heading_chars: int = 300
    max_title_chars: int = 1_000


DEFAULT_LIMITS = ExtractionLimits()
_CUT_REASON = "The document is very long; only its beginning is searchable."


class PassageWriter:
    """Collects the passages of one document in reading order.

    Readers set title and language at any time, call add and add_heading, stop when full is
    True, and return finish().
    """

    def __init__(self, limits: ExtractionLimits = DEFAULT_LIMITS) -> None:
        self.title = ""
        self.language: str | None = None
        self._limits = limits
        self._passages: list[Passage] = []
        self._n_chars = 0
        self._headings: list[tuple[int, str]] = []
        self._partial_reason = ""

    @property
    def full(self) -> bool:
        """Return True when a cap is reached; further passages would be dropped."""
        return (
            len(self._passages) >= self._limits.max_passages
            or self._n_chars >= self._limits.max_chars
        )

    @property
    def n_passages(self) -> int:
        """Return how many passages were added."""
        return len(self._passages)

    @property
    def has_headings(self) -> bool:
        """Return whether any heading was added."""
        return any(each.kind is PassageKind.HEADING for each in self._passages)

    def mark_partial(self, reason: str) -> None:
        """Record that a part of the document is left out; the first reason is kept."""
        self._partial_reason = self._partial_reason or reason

    def add(
        self,
        kind: PassageKind,
        text: str | StyledText,
        *,
        location: Location | None = None,
        prose: bool = True,
    ) -> bool:
        """Add a passage and return True; blank text is left out, and all text once full.

        A plain string is normalised here (layout kept for CODE). Text beyond the cap of one
        passage goes on in further passages of the same place.
        """
        if isinstance(text, str):
            text = StyledText(normalise_text(text, keep_layout=kind is PassageKind.CODE))
        if not text.text.strip():
            return False
        template = Passage(
            para_index=0,
            kind=kind,
            text="",
            location=location or Location(),
            heading_path=self.heading_path,
            prose=prose,
        )
        added = [self._append(template, part) for part in self._parts(text)]
        return all(added)

    def add_heading(
        self, level: int, text: str | StyledText, *, location: Location | None = None
    ) -> bool:
        """Add a heading of level 1 (outermost) and up; what follows is under it.

        A longer one than any heading is a paragraph that somebody gave a heading's style: it is
        added as text, for each passage below would carry it.
        """
        styled = text if isinstance(text, StyledText) else StyledText(normalise_text(text))
        if not styled.text:
            return False
        if len(styled.text) > self._limits.max_heading_chars:
            return self.add(PassageKind.TEXT, styled, location=location)
        self.leave_headings(level)
        template = Passage(
            para_index=0,
            kind=PassageKind.HEADING,
            text="",
            location=location or Location(),
            heading_path=self.heading_path,
            heading_level=level,
        )
        added = self._append(template, styled)
        self._headings.append((level, styled.text.replace("\n", " ")))
        return added

    def leave_headings(self, level: int = 1) -> None:
        """Forget the headings of this level and deeper, as at the end of a sheet or a slide."""
        while self._headings and self._headings[-1][0] >= level:
            self._headings.pop()

    @property
    def dominant_language(self) -> str | None:
        """Return the language tag of most characters so far; None where no run is marked."""
        n_chars: Counter[str] = Counter()
        for passage in self._passages:
            for run in passage.runs:
                if run.tag:
                    n_chars[run.tag] += run.end - run.start
        return max(n_chars, key=lambda tag: n_chars[tag], default=None)

    @property
    def heading_path(self) -> tuple[str, ...]:
        """Return the headings that the next passage is under, outermost first."""
        return tuple(text for _, text in self._headings)

    def finish(self) -> ExtractedDocument:
        """Return the document: ok, partial with its reason, or empty where there is no text."""
        # Readers stop when full, so that nobody else may know that there was more.
        if self.full:
            self.mark_partial(_CUT_REASON)
        state, reason = FileState.OK, self._partial_reason
        if reason:
            state = FileState.PARTIAL
        if not self._passages:
            state, reason = FileState.EMPTY, reason or "The document has no text."
        return ExtractedDocument(
            state=state,
            reason=reason,
            title=self._short_title(),
            language=self.language,
            passages=tuple(self._without_default_runs(passage) for passage in self._in_order()),
        )

    def _short_title(self) -> str:
        return one_line(self.title[: self._limits.max_title_chars])

    def _in_order(self) -> list[Passage]:
        """Return the passages with what is said of the document first, whenever it was added."""
        about = [each for each in self._passages if each.kind is PassageKind.FRONTMATTER]
        if about == self._passages[: len(about)]:
            return self._passages
        rest = [each for each in self._passages if each.kind is not PassageKind.FRONTMATTER]
        first = [replace(each, heading_path=()) for each in about]
        return [replace(each, para_index=n) for n, each in enumerate([*first, *rest])]

    def _append(self, template: Passage, text: StyledText) -> bool:
        if self.full:
            self.mark_partial(_CUT_REASON)
            return False
        self._n_chars += len(text.text)
        self._passages.append(
            Passage(
                para_index=len(self._passages),
                kind=template.kind,
                text=text.text,
                location=template.location,
                heading_path=template.heading_path,
                heading_level=template.heading_level,
                runs=text.runs,
                prose=template.prose,
            )
        )
        return True

    def _parts(self, text: StyledText) -> list[StyledText]:
        limit = self._limits.max_passage_chars
        parts = []
        start = 0
        while start < len(text.text):
            end = _end_of_part(text.text, start, limit)
            parts.append(slice_styled(text, start, end))
            start = end
        return parts

    def _without_default_runs(self, passage: Passage) -> Passage:
        if passage.runs and all(run.tag in (None, self.language) for run in passage.runs):
            return replace(passage, runs=())
        return passage


def _end_of_part(text: str, start: int, limit: int) -> int:
    """Return where the part from start ends: after a space where there is one, no word is cut."""
    end = start + limit
    if end >= len(text):
        return len(text)
    nearest = max(text.rfind(space, start + limit // 2, end) for space in " \n")
    return end if nearest < 0 else nearest + 1
