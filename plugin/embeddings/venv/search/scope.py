"""From a query's filters, phrases and exclusions to the ids a search may look at.

Owns: what fits a filter. Names and headings fit when they hold the wanted text, folded.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from ....documents.kinds import extension_of
from ..analysis.folding import fold
from ..store.lexical import passages_matching
from ..store.scope import Scope, document_facts, section_headings

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..analysis.terms import QueryTerm
    from ..store.connection import CorpusConnection
    from .query import Filters, ParsedQuery


def resolve_scope(connection: CorpusConnection, parsed: ParsedQuery) -> tuple[Scope, list[str]]:
    """Return the scope of a query, and notes for the user on what could not be kept to.

    A phrase must stand in the passage as it is; one that stands nowhere counts as words, which
    is noted. Exclusions take away the passages that have the word in text, title or headings.
    """
    documents = _fitting_documents(connection, parsed.filters)
    sections = _fitting_sections(connection, parsed.filters)
    passages: frozenset[int] | None = None
    notes = []
    for phrase in parsed.phrases:
        found = passages_matching(connection, phrase.tokens)
        both = found if passages is None else passages & found
        if both:
            passages = both
        else:
            notes.append("No passage has the quoted phrase just so; its words were looked for.")
    excluded = _excluded(connection, parsed.excluded)
    return Scope(documents, sections, passages, excluded), list(dict.fromkeys(notes))


def _excluded(connection: CorpusConnection, terms: tuple[QueryTerm, ...]) -> frozenset[int]:
    found = [passages_matching(connection, term.tokens) for term in terms]
    return frozenset().union(*found)


def _fitting_documents(connection: CorpusConnection, filters: Filters) -> frozenset[int] | None:
    tests = _document_tests(filters)
    if not tests:
        return None
    return frozenset(
        doc_id
        for doc_id, path, mtime_ns in document_facts(connection)
        if all(test(path, mtime_ns) for test in tests)
    )


def _document_tests(filters: Filters) -> list[Callable[[str, int], bool]]:
    tests: list[Callable[[str, int], bool]] = []
    if filters.extensions:
        tests.append(
            lambda path, _mtime: (
                PurePosixPath(path).suffix.lower().lstrip(".") in filters.extensions
            )
        )
    if filters.within:
        within = frozenset(extension_of(f"x{ending}") for ending in filters.within)
        tests.append(lambda path, _mtime: extension_of(PurePosixPath(path).name) in within)
    if filters.file_names:
        wanted = [fold(name) for name in filters.file_names]
        tests.append(lambda path, _mtime: all(name in fold(path) for name in wanted))
    if filters.after_ns is not None:
        after_ns = filters.after_ns
        tests.append(lambda _path, mtime_ns: mtime_ns >= after_ns)
    if filters.before_ns is not None:
        before_ns = filters.before_ns
        tests.append(lambda _path, mtime_ns: mtime_ns < before_ns)
    return tests


def _fitting_sections(connection: CorpusConnection, filters: Filters) -> frozenset[int] | None:
    if not filters.headings:
        return None
    wanted = [fold(heading) for heading in filters.headings]
    return frozenset(
        section_id
        for section_id, headings in section_headings(connection)
        if all(heading in fold(headings) for heading in wanted)
    )
