"""Passages to chunks.

Owns how sentences make chunks. Does not own sentence ends (sentences) nor windows (windows).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..types import Chunk
from .sentences import ends_sentence, primary_language, sentence_spans
from .windows import cut_to_fit, fits_model, window_spans

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ....documents.passages import Passage
    from .sentences import Span

CHUNKER_VERSION = 1
"""Part of a generation's fingerprint: raised when the same passage would be cut otherwise."""

MIN_CHUNK = 120
"""Characters. Shorter sentences are glued to the next until they reach it."""

# A foreign word or title inside a sentence is no change of language to a reader.
_MAX_QUOTED_RUN_CHARS = 40


def chunk_passage(passage: Passage, language: str | None) -> list[Chunk]:
    """Return the chunks of a passage in order; none when it is blank.

    Each is passage.text[start:end], begins and ends with no blank, and is within the model's
    window by estimate. Prose is cut into sentences, glued up to MIN_CHUNK within one language;
    the rest into windows that overlap. language is BCP-47, for runs that have none.
    """
    text = passage.text
    if passage.prose:
        spans = [
            chunk
            for (start, end), tag in _language_runs(passage, primary_language(language))
            for chunk in _prose_spans(text, (start, end), tag)
        ]
    else:
        spans = [part for window in window_spans(text) for part in cut_to_fit(text, window)]
    trimmed = (_trim(text, span) for span in spans)
    return [
        Chunk(para_index=passage.para_index, start=start, end=end, text=text[start:end])
        for start, end in trimmed
        if start < end
    ]


def _prose_spans(text: str, run: Span, language: str) -> list[Span]:
    start, end = run
    # Two chunks need MIN_CHUNK each, so a shorter run is one, and the breaker is not asked.
    if end - start < 2 * MIN_CHUNK and fits_model(text[start:end]):
        return [run]
    sentences = sentence_spans(text[start:end], language)
    parts = [
        part
        for sentence_start, sentence_end in sentences
        for part in cut_to_fit(text, (start + sentence_start, start + sentence_end))
    ]
    return _glue(text, parts)


def _glue(text: str, parts: Iterable[Span]) -> list[Span]:
    chunks: list[Span] = []
    for start, end in parts:
        if chunks and _is_short(text, chunks[-1]) and fits_model(text[chunks[-1][0] : end]):
            chunks[-1] = (chunks[-1][0], end)
        else:
            chunks.append((start, end))
    if len(chunks) > 1 and _is_short(text, chunks[-1]):
        before = chunks[-2][0]
        if fits_model(text[before : chunks[-1][1]]):
            chunks[-2:] = [(before, chunks[-1][1])]
    return chunks


def _is_short(text: str, span: Span) -> bool:
    start, end = _trim(text, span)
    return end - start < MIN_CHUNK


def _language_runs(passage: Passage, default: str) -> list[tuple[Span, str]]:
    """Return the passage's runs by primary language, each with those it cannot be parted from."""
    text = passage.text
    runs: list[tuple[Span, str]] = []
    for run in passage.runs or ():
        language = primary_language(run.tag) or default
        if not runs:
            runs.append(((run.start, run.end), language))
            continue
        (start, end), before = runs[-1]
        quoted = min(end - start, run.end - run.start) < _MAX_QUOTED_RUN_CHARS
        if language == before or (quoted and not ends_sentence(text[start:end])):
            longer = before if end - start >= run.end - run.start else language
            runs[-1] = ((start, run.end), longer)
        else:
            runs.append(((run.start, run.end), language))
    return runs or [((0, len(text)), default)]


def _trim(text: str, span: Span) -> Span:
    start, end = span
    stretch = text[start:end]
    return start + len(stretch) - len(stretch.lstrip()), start + len(stretch.rstrip())
