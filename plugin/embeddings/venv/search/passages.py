"""From ranked passages to hits: the best passage of each file, with its place and snippet.

Owns: what a hit says. Does not own: the order (candidates). Each file is looked at once more: a
file that is gone gives no hit, one that has changed is marked stale.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from ....contracts.explanation import HitExplanation, Rule
from ....contracts.search import MAX_PASSAGE_CHARS, AlsoIn, Hit, Leg, LegTrace, Span
from ....documents.passages import PassageKind
from ..analysis.matches import find_spans
from ..store.lookup import read_documents, read_passages, text_after
from .copies import FoundFile, group_copies
from .diversity import limit_per_file
from .snippets import MAX_SNIPPET_CHARS, make_snippet, window_around

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ..analysis.terms import QueryTerm
    from ..store.connection import CorpusConnection
    from ..store.lookup import DocumentRow, PassageRow
    from ..types import Candidate
    from .candidates import RankedPassage, RankedPassages

    _There = list[tuple[FoundFile, os.stat_result]]

_MIN_PREFIX_CHARS = 3
_FILES_PER_HIT = 3
_MIN_FILES = 30
_NS_PER_S = 1e9


@dataclass(frozen=True)
class HitRequest:
    """What hits are made for: the folder, how many, what to highlight, and whether to explain.

    Text that has any of excluded is never shown beside a passage that has none. A document that
    left_out names gives no hit: the user excluded it, and the next pass removes it.
    """

    folder: Path
    k: int
    literal: str
    terms: tuple[QueryTerm, ...]
    prefix_last: bool
    explain: bool
    excluded: tuple[QueryTerm, ...] = ()
    left_out: Callable[[str], bool] = field(default=lambda _path: False)
    with_passage: bool = False
    all_versions: bool = False
    n_per_file: int = 1


def make_hits(
    connection: CorpusConnection, ranked: RankedPassages, wanted: HitRequest
) -> tuple[Hit, ...]:
    """Return at most k hits in the order of the passages, n_per_file a file.

    Copies and versions of a file give no hits of their own unless all of them are wanted.
    """
    passages = limit_per_file(ranked.passages, wanted.n_per_file)
    # Looking for copies costs by the file, and most files that the legs found are never shown.
    first = _of_first_files(passages, max(_MIN_FILES, _FILES_PER_HIT * wanted.k))
    hits = _hits_of(connection, ranked, first, wanted)
    if len(hits) < wanted.k and len(first) < len(passages):
        hits = _hits_of(connection, ranked, passages, wanted)
    return hits


def _of_first_files(passages: Sequence[RankedPassage], n_files: int) -> Sequence[RankedPassage]:
    """Return the passages up to the one with which a file more than n_files would begin."""
    files: set[int] = set()
    for place, passage in enumerate(passages):
        files.add(passage.doc_id)
        if len(files) > n_files:
            return passages[:place]
    return passages


def _hits_of(
    connection: CorpusConnection,
    ranked: RankedPassages,
    passages: Sequence[RankedPassage],
    wanted: HitRequest,
) -> tuple[Hit, ...]:
    n_of_file = Counter(passage.doc_id for passage in passages)
    hits: list[Hit] = []
    for passage, there in islice(_shown_passages(connection, passages, wanted), wanted.k):
        (file, stat), *others = there
        row = _with_text_below(connection, passage.passage_id, wanted.excluded)
        n_more = ranked.n_found_in_file[passage.doc_id] - n_of_file[passage.doc_id]
        also_in = tuple(_also_in(copy.document, stat, wanted) for copy, stat in others)
        hits.append(_hit(_Shown(file.document, row, passage, stat, n_more, also_in), wanted))
    return tuple(hits)


def _shown_passages(
    connection: CorpusConnection, passages: Sequence[RankedPassage], wanted: HitRequest
) -> Iterator[tuple[RankedPassage, _There]]:
    """Yield what becomes a hit, with the files of its group that are still there, its own first.

    The group's place is that of its best file, whichever of its files is shown.
    """
    best = _best_of_files(passages)
    groups = _groups(connection, best, wanted)
    group_of = {file.document.doc_id: group for group in groups for file in group}
    seen: dict[int, _There] = {}
    for passage in passages:
        group = group_of.get(passage.doc_id)
        if group is None:  # left out
            continue
        key = group[0].document.doc_id
        is_new = key not in seen
        if is_new:
            seen[key] = _still_there(group, wanted)
        there = seen[key]
        if not there:
            continue
        shown_id = there[0][0].document.doc_id
        if is_new:
            yield best[shown_id], there
        elif passage.doc_id == shown_id and passage is not best[shown_id]:
            yield passage, there


def _groups(
    connection: CorpusConnection, best: Mapping[int, RankedPassage], wanted: HitRequest
) -> list[tuple[FoundFile, ...]]:
    documents = read_documents(connection, best)
    files = [
        FoundFile(documents[doc_id], passage.candidate.fused_score, passage.chunk.text_id)
        for doc_id, passage in best.items()
        if not wanted.left_out(documents[doc_id].path)
    ]
    if wanted.all_versions:
        return [(file,) for file in files]
    return group_copies(connection, files)


def _still_there(group: Sequence[FoundFile], wanted: HitRequest) -> _There:
    looked_at = ((file, _stat(wanted.folder / file.document.path)) for file in group)
    return [(file, stat) for file, stat in looked_at if stat is not None]


def _also_in(document: DocumentRow, stat: os.stat_result, wanted: HitRequest) -> AlsoIn:
    url = file_url(wanted.folder / document.path)
    return AlsoIn(url, document.path, stat.st_mtime_ns / _NS_PER_S)


def file_url(path: Path) -> str:
    """Return the file: URI of an absolute path, percent-encoded as RFC 3986 and RFC 8089 say."""
    return path.as_uri()


@dataclass(frozen=True)
class _Shown:
    document: DocumentRow
    row: PassageRow
    passage: RankedPassage
    stat: os.stat_result
    n_more_in_file: int
    also_in: tuple[AlsoIn, ...]


def _hit(shown: _Shown, wanted: HitRequest) -> Hit:
    document, row, chunk = shown.document, shown.row, shown.passage.chunk
    place = (chunk.start, chunk.end)
    spans = _spans(row.text, place, wanted)
    snippet = make_snippet(row.text, spans, place)
    candidate = shown.passage.candidate
    hit = Hit(
        doc_url=file_url(wanted.folder / document.path),
        path=document.path,
        title=document.title or PurePosixPath(document.path).stem,
        score=candidate.fused_score,
        snippet=snippet.text,
        para_index=row.para_index,
        matched_by=tuple(leg for leg in Leg if leg in candidate.ranks),
        location=row.location.to_key(row.para_index),
        location_text=row.location.to_text(row.para_index),
        heading_path=row.heading_path,
        spans=snippet.spans,
        modified_at=shown.stat.st_mtime_ns / _NS_PER_S,
        stale=_is_stale(document, shown.stat),
        n_more_in_file=shown.n_more_in_file,
        trace=_trace(candidate) if wanted.explain else (),
        also_in=shown.also_in,
        rerank_score=candidate.rerank_score if wanted.explain else None,
        explanation=_why_here(candidate) if wanted.explain else None,
    )
    return _with_passage(hit, row, place, wanted) if wanted.with_passage else hit


def _with_passage(hit: Hit, row: PassageRow, place: tuple[int, int], wanted: HitRequest) -> Hit:
    start, end = window_around(row.text, place, MAX_PASSAGE_CHARS)
    text = row.text[start:end]
    is_heading = row.kind is PassageKind.HEADING
    return replace(
        hit,
        passage=text,
        passage_spans=tuple(Span(*span) for span in _spans(text, (0, len(text)), wanted)),
        kind=row.kind.value,
        # Its own text is the last of its path.
        heading_level=len(row.heading_path) if is_heading else 0,
    )


def _with_text_below(
    connection: CorpusConnection, passage_id: int, excluded: tuple[QueryTerm, ...]
) -> PassageRow:
    """Return the passage; a heading, which answers nothing itself, with the text below it."""
    row = read_passages(connection, (passage_id,))[passage_id]
    below = text_after(connection, row) if row.kind is PassageKind.HEADING else ""
    if not below or find_spans(below, excluded):
        return row
    return replace(row, text=f"{row.text}\n{below}")


def _best_of_files(passages: Sequence[RankedPassage]) -> Mapping[int, RankedPassage]:
    best: dict[int, RankedPassage] = {}
    for passage in passages:
        best.setdefault(passage.doc_id, passage)
    return best


def _spans(text: str, chunk: tuple[int, int], wanted: HitRequest) -> Sequence[tuple[int, int]]:
    terms = wanted.terms
    last = terms[-1].tokens[-1:] if terms else ()
    as_prefix = wanted.prefix_last and bool(last) and len(last[0]) >= _MIN_PREFIX_CHARS
    found = _spans_near(text, chunk, terms, as_prefix=as_prefix)
    if found or not wanted.literal:
        return found
    at = text.lower().find(wanted.literal.lower())
    # Lower-casing may lengthen other letters and shift what stands after them.
    is_there = at >= 0 and text[at : at + len(wanted.literal)].lower() == wanted.literal.lower()
    return ((at, at + len(wanted.literal)),) if is_there else ()


def _spans_near(
    text: str, chunk: tuple[int, int], terms: tuple[QueryTerm, ...], *, as_prefix: bool
) -> Sequence[tuple[int, int]]:
    """Return the matches within a snippet's length of chunk: no more can be shown."""
    start = max(chunk[0] - MAX_SNIPPET_CHARS, 0)
    near = text[start : chunk[1] + MAX_SNIPPET_CHARS]
    found = find_spans(near, terms, prefix_last=as_prefix)
    return [(left + start, right + start) for left, right in found]


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except (OSError, ValueError):
        return None


def _is_stale(document: DocumentRow, stat: os.stat_result) -> bool:
    return (document.size_bytes, document.mtime_ns) != (stat.st_size, stat.st_mtime_ns)


def _why_here(candidate: Candidate) -> HitExplanation:
    return HitExplanation((), (Rule.FIRST_KEYWORD_HIT,) if candidate.is_kept_first else ())


def _trace(candidate: Candidate) -> tuple[LegTrace, ...]:
    return tuple(
        LegTrace(leg, rank, candidate.scores[leg]) for leg, rank in candidate.ranks.items()
    )
