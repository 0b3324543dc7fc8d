"""The query language: natural words, "phrases", -words, and ext: file: heading: after: before:.

Owns: what a user's line means. Does not own: which files fit the filters (scope), nor the words'
index form (analysis). Every line means something: what is no operator is plain words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from ....contracts.errors import BadRequest
from ..analysis.terms import QueryTerm, phrase_term, query_terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_QUERY_CHARS = 4000
MAX_TERMS = 48
MAX_OPERATOR_WORDS = 20
"""In a longer line quotes and hyphens are those of a text: a pasted paragraph that quotes a title
does not ask for files that have it. ext:, file: and the like stay operators."""
_QUOTES = str.maketrans("\u201c\u201d\u201e\u201f\u00ab\u00bb\uff02", '"' * 7)
_PART = re.compile(
    r"""(?<!\S)
    (?P<minus>[-\u2212\u2013]?)
    (?:(?P<prefix>ext|file|heading|after|before):)?
    (?:"(?P<phrase>[^"]*)"(?!\w) | (?P<word>\S+))""",
    re.VERBOSE | re.IGNORECASE,
)
_EXCLUDABLE = re.compile(r"[^\W\d_]")
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_EXTENSION = re.compile(r"[.\w]+(?:,[.\w]+)*")


@dataclass(frozen=True)
class Filters:
    """What a file or heading must be; empty parts allow all. Times are Unix nanoseconds.

    extensions are in lower case without a dot, any of them fits; of file_names and headings all
    must occur. A file's time must lie in [after_ns, before_ns). within holds the extensions, with
    dots, that the caller of the search keeps to, whatever the query's own filter says.
    """

    extensions: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    file_names: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    after_ns: int | None = None
    before_ns: int | None = None

    @property
    def any(self) -> bool:
        """Return True when a filter is set."""
        return self != Filters()


@dataclass(frozen=True)
class ParsedQuery:
    """A query's parts; text is what the encoder gets: all that is asked for, without operators.

    terms holds the words of text in order, those of phrases too; phrases and excluded are looked
    up as they stand. prefix_last is set when the line ends in a word that may be unfinished.
    notes tell the user what was not taken as it may have been meant.
    """

    text: str
    terms: tuple[QueryTerm, ...]
    phrases: tuple[QueryTerm, ...] = ()
    excluded: tuple[QueryTerm, ...] = ()
    filters: Filters = Filters()
    prefix_last: bool = False
    notes: tuple[str, ...] = ()


def parse_query(query: str, *, within: tuple[str, ...] = ()) -> ParsedQuery:
    """Return the parts of query, kept to the extensions within.

    Raises BadRequest when the query is blank, and for nothing else.
    """
    line = _readable(query)
    if not line:
        raise BadRequest("The query is empty.", hint="Type a few words to look for.")
    parsed = _parse(line)
    if not parsed.text and not parsed.filters.any:
        # Nothing but exclusions: there is nothing to take them from, so they are words ("-rf").
        words = line.rstrip()
        parsed = ParsedQuery(words, query_terms(words))
    notes = [*_cuts(query, parsed), *_no_dates(line)]
    filters = replace(parsed.filters, within=within)
    return replace(parsed, terms=parsed.terms[:MAX_TERMS], filters=filters, notes=tuple(notes))


def _cuts(query: str, parsed: ParsedQuery) -> Iterator[str]:
    if len(query) > MAX_QUERY_CHARS:
        yield f"The query is long: only its first {MAX_QUERY_CHARS:,} characters were looked at."
    if len(parsed.terms) > MAX_TERMS:
        yield f"The query is long: only its first {MAX_TERMS} words were looked up by keyword."


def _no_dates(line: str) -> Iterator[str]:
    for part in _PART.finditer(line.translate(_QUOTES)):
        value, _ = _value(part, line)
        is_meant = (part["prefix"] or "").lower() in ("after", "before") and not part["minus"]
        if is_meant and value and _start_of_ns(value) is None:
            whole = line[part.start() : part.end()]
            yield f"{whole} has no date (YYYY, YYYY-MM or YYYY-MM-DD) and was taken as words."


def _readable(query: str) -> str:
    shortened = query[:MAX_QUERY_CHARS].replace("\0", " ")
    return shortened.encode("utf-8", "replace").decode("utf-8").lstrip()


def _parse(line: str) -> ParsedQuery:
    words: list[str] = []
    phrases: list[QueryTerm] = []
    excluded: list[QueryTerm] = []
    filters: list[tuple[str, str]] = []
    ends_in_word = False
    parts = list(_PART.finditer(line.translate(_QUOTES)))
    is_prose = len(parts) > MAX_OPERATOR_WORDS
    for part in parts:
        # Quotes are told apart on the translated line, texts are taken as they were typed.
        value, is_phrase = _value(part, line)
        ends_in_word = not is_phrase
        if _is_filter(part, value):
            filters.append((part["prefix"].lower(), value))
        elif is_prose:
            words.append(line[part.start() : part.end()])
        elif _is_excluded(part, value):
            excluded += _as_phrase(value)
        elif is_phrase and not part["prefix"]:
            words.append(value)
            phrases += _as_phrase(value)
        else:
            words.append(line[part.start() : part.end()])
    text = " ".join(words)
    terms = query_terms(text)
    at_end = bool(terms) and terms[-1].source_end == len(text)
    unfinished = at_end and len(terms) <= MAX_TERMS and ends_in_word and not line[-1].isspace()
    return ParsedQuery(
        text, terms, tuple(phrases), tuple(excluded), _filters(filters), prefix_last=unfinished
    )


def _value(part: re.Match[str], line: str) -> tuple[str, bool]:
    is_phrase = part["phrase"] is not None
    start, end = part.span("phrase" if is_phrase else "word")
    return line[start:end].strip(), is_phrase


def _is_filter(part: re.Match[str], value: str) -> bool:
    if not part["prefix"] or part["minus"] or not value:
        return False
    prefix = part["prefix"].lower()
    if prefix in ("after", "before"):
        return _start_of_ns(value) is not None
    return prefix != "ext" or _EXTENSION.fullmatch(value) is not None


def _is_excluded(part: re.Match[str], value: str) -> bool:
    # A minus before a digit is a number's sign, and two minuses begin an option's name.
    if not part["minus"] or part["prefix"] or not value:
        return False
    return part["phrase"] is not None or _EXCLUDABLE.match(value) is not None


def _as_phrase(text: str) -> list[QueryTerm]:
    term = phrase_term(text)
    return [term] if term is not None and term.tokens else []


def _filters(parts: Iterable[tuple[str, str]]) -> Filters:
    by_prefix: dict[str, list[str]] = {}
    for prefix, value in parts:
        by_prefix.setdefault(prefix, []).append(value)
    extensions = ",".join(by_prefix.get("ext", ())).lower().split(",")
    afters = [_start_of_ns(value) for value in by_prefix.get("after", ())]
    befores = [_start_of_ns(value) for value in by_prefix.get("before", ())]
    return Filters(
        extensions=tuple(name.lstrip(".") for name in extensions if name.strip(".")),
        file_names=tuple(by_prefix.get("file", ())),
        headings=tuple(by_prefix.get("heading", ())),
        after_ns=max((ns for ns in afters if ns is not None), default=None),
        before_ns=min((ns for ns in befores if ns is not None), default=None),
    )


def _start_of_ns(value: str) -> int | None:
    """Return the local start of a year, month or day ("2024", "2024-05", "2024-05-01"), or None."""
    match = _DATE.fullmatch(value)
    if match is None:
        return None
    year, month, day = (int(part or 1) for part in match.groups())
    try:
        start = datetime(year, month, day).astimezone()
    except (ValueError, OverflowError, OSError):
        return None
    seconds = (start - datetime.fromtimestamp(0, start.tzinfo)) // timedelta(seconds=1)
    return seconds * 1_000_000_000
