"""Hits in the words of a list: one row each, and the passage of the one that is selected.

Owns: marking the words that matched, the place in the user's language, why a hit is there.
Does not own: the hits (the worker), the list (a view).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Dict, Final, Iterator, List, Tuple

from ...contracts.search import Leg
from .screen import Preview, ResultRow

if TYPE_CHECKING:
    from ...contracts.search import Hit, Span
    from ..texts import Texts

_N_WORDS: Final = 4
"""How many of the words that matched are named."""

_N_COPIES: Final = 3
"""How many of a file's copies are named."""

_PLACES: Final = {"slide": 0, "page": 0, "line": 0, "para": 1}
"""A location key's part -> what people's counting adds to it."""


def result_row(hit: Hit, texts: Texts, date: Callable[[float], str]) -> ResultRow:
    """Return the hit's row; the path's last part is the file's name."""
    return ResultRow(
        file=hit.path.rpartition("/")[2],
        place=place_text(hit, texts),
        snippet=marked_snippet(hit, texts),
        date=date(hit.modified_at) if hit.modified_at else "",
        reason=reason_text(hit, texts),
    )


def preview_of(hit: Hit, texts: Texts) -> Preview:
    """Return the passage to be read, under its file, headings and what is to be known of it."""
    file = hit.path if hit.title in hit.path else f"{hit.title} ({hit.path})"
    # The title is often the first heading itself.
    headings = hit.heading_path[1:] if hit.heading_path[:1] == (hit.title,) else hit.heading_path
    parts = [file, *headings]
    heading = f" {texts['search.heading.separator']} ".join(_one_line(part) for part in parts)
    for note in _heading_notes(hit, texts):
        heading = texts.format("search.heading.note", heading=heading, note=note)
    if hit.passage:
        return Preview(heading, hit.passage, hit.passage_spans)
    return Preview(heading, hit.snippet, hit.spans)


def _heading_notes(hit: Hit, texts: Texts) -> Iterator[str]:
    if hit.n_more_in_file:
        yield texts.count("search.heading.more", hit.n_more_in_file)
    if hit.stale:
        yield texts["search.heading.stale"]
    if hit.also_in:
        yield also_in_text(hit, texts)


def also_in_text(hit: Hit, texts: Texts) -> str:
    """Return which copies and versions of the file the hit stands for; the first are named."""
    names = [_one_line(_name_beside(copy.path, hit.path)) for copy in hit.also_in]
    named = f"{texts['search.also_in.separator']} ".join(names[:_N_COPIES])
    if len(names) <= _N_COPIES:
        return texts.count("search.also_in", len(names), names=named)
    return texts.count("search.also_in.more", len(names) - _N_COPIES, names=named)


def _name_beside(path: str, other: str) -> str:
    """Return a file's name, with its folder where that is another one than other's."""
    folder, _, name = path.rpartition("/")
    return name if folder == other.rpartition("/")[0] else path


def place_text(hit: Hit, texts: Texts) -> str:
    """Return where in its file the hit is; a cell's address is the same in every language."""
    name, _, value = hit.location.partition("=")
    if name not in _PLACES or not value.isdecimal():
        return hit.location_text
    return texts.format(f"search.place.{name}", n=int(value) + _PLACES[name])


def marked_snippet(hit: Hit, texts: Texts) -> str:
    """Return the snippet in one line, with marks around the words that matched."""
    pieces: List[str] = []
    at = 0
    for span in sorted(hit.spans, key=lambda each: each.start):
        if span.start < at:  # overlaps the one before
            continue
        word = hit.snippet[span.start : span.end]
        pieces += [hit.snippet[at : span.start], texts.format("search.mark", word=word)]
        at = span.end
    pieces.append(hit.snippet[at:])
    return _one_line("".join(pieces))


def reason_text(hit: Hit, texts: Texts) -> str:
    """Return why the hit is there: the words that matched, or its meaning, or both."""
    reasons = []
    if Leg.LEXICAL in hit.matched_by:
        words = _words(hit)
        named = texts.format("search.reason.words", words=", ".join(words))
        reasons.append(named if words else texts["search.reason.text"])
    if Leg.DENSE in hit.matched_by:
        reasons.append(texts["search.reason.meaning"])
    return f"{texts['search.reason.separator']} ".join(reasons)


def _words(hit: Hit) -> Tuple[str, ...]:
    places: Tuple[Tuple[str, Tuple[Span, ...]], ...] = (
        (hit.snippet, hit.spans),
        (hit.passage, hit.passage_spans),
    )
    words: Dict[str, str] = {}
    for text, spans in places:
        for span in spans:
            word = _one_line(text[span.start : span.end])
            words.setdefault(word.casefold(), word)
    return tuple(words.values())[:_N_WORDS]


def _one_line(text: str) -> str:
    return " ".join(text.split())
