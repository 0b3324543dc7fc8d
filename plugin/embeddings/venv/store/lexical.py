"""The keyword leg: query terms to ranked chunks, over FTS5.

Owns: match strings, which terms are worth their cost, and the order of stages. Does not own: what
a term is (analysis) nor phrases and exclusions, which are part of the scope (search).

BM25 costs 2 to 4 microseconds a matching row, so frequent terms decide the time of a search;
they tell least, and are left out where rarer ones remain. Source for BM25 and its weights:
https://www.sqlite.org/fts5.html, section 5.1.1; Robertson and Zaragoza, "The Probabilistic
Relevance Framework", 2009.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .near_terms import near_terms
from .scope import Scope, scoped_query
from .sql import query
from .vocabulary import (
    n_chunks,
    phrase_frequency,
    prefix_frequency,
    stems_of,
    terms_with_substring,
    word_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..analysis.terms import QueryTerm
    from .connection import CorpusConnection

Ranking = list[tuple[int, float]]
"""(chunk_id, score), best first; a higher score is better, ties go by chunk_id."""

COLUMN_WEIGHTS = (3.0, 1.5, 1.0)  # title with file name, headings, body
MAX_FREQUENT_SHARE = 0.3
"""Terms in more of the chunks are not looked up; HIT_BUDGET_ROWS bounds what the others cost.

A share of 0.05 leaves out the very words of a small folder's subject: nDCG@10 of the keyword leg
on Cranfield .289 against .373 with 0.3, on 462 office files .669 against .697.
"""
MAX_TELLING_SHARE = 0.05
"""A word in more of the chunks is not worth marking in a snippet."""
MIN_FREQUENT_CHUNKS = 100  # in a small folder every word is in a large share of the chunks
HIT_BUDGET_ROWS = 30_000
ALL_TERMS_BONUS = 1.25
IN_A_ROW_BONUS = 1.5
_K1 = 1.2
_MIN_IDF = 1e-6  # as FTS5 has it for terms in more than half of the chunks
_MIN_SUBSTRING_CHARS = 3
_MAX_EXPANSIONS = 20
_MAX_SUBSTRINGS = 4
_MAX_LITERAL_PASSAGES = 300_000


@dataclass(frozen=True)
class LexicalQuery:
    """Each term is the index tokens that stand in a row; the last one may be unfinished."""

    terms: tuple[tuple[str, ...], ...]
    prefix_last: bool = False


@dataclass(frozen=True)
class _Clause:
    """One term's match string and an upper bound of the chunks it matches."""

    match: str
    n_chunks: int


def search_lexical(
    connection: CorpusConnection, lexical: LexicalQuery, scope: Scope, *, limit: int
) -> Ranking:
    """Return up to limit chunks that have the query's terms, best first.

    Chunks with all terms come from a cheap intersection, and gain a bonus, more when the terms
    stand in a row; the rest is filled up with chunks that have any of the telling terms.
    """
    clauses = _clauses(connection, lexical)
    if not clauses:
        return []
    run = _Run(connection, scope, limit)
    found: dict[int, float] = {}
    for match, bonus in _stages(connection, lexical, clauses):
        for chunk_id, score in run.matches(match):
            found[chunk_id] = max(found.get(chunk_id, 0.0), score * bonus)
    return sorted(found.items(), key=lambda entry: (-entry[1], entry[0]))[:limit]


def telling_matches(connection: CorpusConnection, lexical: LexicalQuery) -> tuple[str, ...]:
    """Return the match strings of the terms that are worth their cost, rarest first."""
    clauses = _clauses(connection, lexical)
    if not clauses:
        return ()
    return tuple(clause.match for clause in _telling(clauses, n_chunks(connection)))


def search_literal(
    connection: CorpusConnection, literal: str, scope: Scope, *, limit: int
) -> list[int]:
    """Return the first chunk of passages that have literal as it stands, in reading order.

    A scan of the stored text, for what has no words ("???") or lies inside words; upper and
    lower case of ASCII letters are the same. At most 300,000 passages are looked at.
    """
    escaped = literal.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    sql = scoped_query("read_lexical.literal_matches", scope)
    parameters = (scope.parameter(), f"%{escaped}%", _MAX_LITERAL_PASSAGES, limit)
    return [row[0] for row in connection.fetch_all(sql, parameters)]


def first_chunks(connection: CorpusConnection, scope: Scope, *, limit: int) -> list[int]:
    """Return the first chunk of each document in scope, newest document first."""
    sql = scoped_query("read_lexical.first_chunks", scope)
    return [row[0] for row in connection.fetch_all(sql, (scope.parameter(), limit))]


def passages_matching(connection: CorpusConnection, tokens: Sequence[str]) -> frozenset[int]:
    """Return the passages with a chunk that has tokens in a row, in its text, title or headings."""
    rows = connection.fetch_all(query("read_lexical.passages_matching"), (quoted(tokens),))
    return frozenset(row[0] for row in rows)


def term_frequency(
    connection: CorpusConnection, tokens: tuple[str, ...], *, as_prefix: bool
) -> int:
    """Return an upper bound of the chunks with tokens in a row, as_prefix with longer words, too.

    Longer words count only where no word is as it stands.
    """
    n = phrase_frequency(connection, tokens)
    if n or not as_prefix or len(tokens) != 1:
        return n
    return prefix_frequency(connection, tokens[0])


def near_words(connection: CorpusConnection, tokens: tuple[str, ...]) -> list[tuple[str, int]]:
    """Return (word, chunks that have it) one slip away from a word that is not indexed."""
    stems = stems_of(tokens[0]) if len(tokens) == 1 else ()
    near = near_terms(connection, stems[0]) if len(stems) == 1 else []
    return [(word_of(stem), n) for stem, n in near]


def is_in_a_row_anywhere(connection: CorpusConnection, tokens: Sequence[str]) -> bool:
    """Return whether any chunk has tokens in a row, in its text, title or headings."""
    return connection.fetch_one(query("read_lexical.any_match"), (quoted(tokens),)) is not None


def attainable_score(connection: CorpusConnection, lexical: LexicalQuery) -> float:
    """Return what a chunk would score at most if it had every term of the query many times.

    The sum of the terms' inverse document frequencies times (k1 + 1), with FTS5's k1 = 1.2;
    words the index does not have count as the rarest. A found score's share of it tells how
    much of what was asked is there.
    """
    n_all = max(n_chunks(connection), 1)
    frequencies = [phrase_frequency(connection, tokens) for tokens in dict.fromkeys(lexical.terms)]
    idfs = [math.log((n_all - n + 0.5) / (n + 0.5)) for n in frequencies]
    return (_K1 + 1) * sum(max(idf, _MIN_IDF) for idf in idfs)


def telling_terms(
    connection: CorpusConnection, terms: tuple[QueryTerm, ...]
) -> tuple[QueryTerm, ...]:
    """Return terms without the frequent ones, in order; all of them when all are frequent."""
    n_telling = _share(n_chunks(connection), MAX_TELLING_SHARE)
    kept = [t for t in terms if phrase_frequency(connection, t.tokens) <= n_telling]
    return tuple(kept) or terms


def quoted(tokens: Sequence[str]) -> str:
    """Return tokens as one FTS5 string, which is never read as syntax."""
    return '"' + " ".join(tokens).replace('"', '""') + '"'


@dataclass(frozen=True)
class _Run:
    connection: CorpusConnection
    scope: Scope
    limit: int

    def matches(self, match: str) -> Ranking:
        name = "matches" if self.scope.everything else "matches_in_scope"
        sql = scoped_query(f"read_lexical.{name}", self.scope)
        parameters = (self.scope.parameter(), match, *COLUMN_WEIGHTS, self.limit)
        return [(row[0], row[1]) for row in self.connection.fetch_all(sql, parameters)]


def _clauses(connection: CorpusConnection, lexical: LexicalQuery) -> list[_Clause]:
    """Return a clause for each different term that the index can answer, in query order.

    A word that is not indexed stands for those one slip of the keyboard away; where none of the
    words is indexed, for those that hold it, too.
    """
    clauses: dict[str, _Clause] = {}
    is_known = False
    for number, tokens in enumerate(lexical.terms):
        is_last = number == len(lexical.terms) - 1
        clause = _clause(connection, tokens, as_prefix=is_last and lexical.prefix_last)
        is_known = is_known or clause is not None
        clause = clause or _near_clause(connection, tokens)
        if clause is not None:
            clauses[clause.match] = clause
    if is_known:
        return list(clauses.values())
    return [*clauses.values(), *_substring_clauses(connection, lexical)]


def _near_clause(connection: CorpusConnection, tokens: tuple[str, ...]) -> _Clause | None:
    near = near_words(connection, tokens)
    if not near:
        return None
    return _Clause(_any_of([word for word, _ in near]), sum(n for _, n in near))


def _clause(
    connection: CorpusConnection, tokens: tuple[str, ...], *, as_prefix: bool
) -> _Clause | None:
    n = phrase_frequency(connection, tokens)
    if n:
        return _Clause(quoted(tokens), n)
    n = term_frequency(connection, tokens, as_prefix=as_prefix)
    return _Clause(f"{quoted(tokens)} *", n) if n else None


def _substring_clauses(connection: CorpusConnection, lexical: LexicalQuery) -> list[_Clause]:
    """Return clauses of the indexed words that hold the query's, as "Kunde" in a compound.

    Only for queries of which no word is indexed: the whole vocabulary is looked through.
    """
    clauses = []
    for tokens in lexical.terms[:_MAX_SUBSTRINGS]:
        if len(tokens) != 1 or len(tokens[0]) < _MIN_SUBSTRING_CHARS:
            continue
        inside = terms_with_substring(connection, tokens[0], limit=_MAX_EXPANSIONS)
        if inside:
            match = _any_of([word_of(stem) for stem, _ in inside])
            clauses.append(_Clause(match, sum(n for _, n in inside)))
    return clauses


def _stages(
    connection: CorpusConnection, lexical: LexicalQuery, clauses: list[_Clause]
) -> list[tuple[str, float]]:
    """Return (match string, bonus) for all terms in a row, all terms anywhere, and any term."""
    stages = []
    all_known = len(clauses) == len(set(lexical.terms))
    if all_known and len(clauses) > 1:
        in_a_row = tuple(token for term in lexical.terms for token in term)
        stages.append((quoted(in_a_row), IN_A_ROW_BONUS))
        stages.append((_joined(clauses, "AND"), ALL_TERMS_BONUS))
    longer = _with_longer_last(connection, lexical, clauses)
    if all_known and longer is not None:
        stages.append((_joined(longer, "AND"), 1.0))
    stages.append((_joined(_telling(clauses, n_chunks(connection)), "OR"), 1.0))
    return stages


def _with_longer_last(
    connection: CorpusConnection, lexical: LexicalQuery, clauses: list[_Clause]
) -> list[_Clause] | None:
    """Return the clauses with the last word as the beginning of longer ones, if that is cheap."""
    last = lexical.terms[-1]
    if not lexical.prefix_last or len(last) != 1 or clauses[-1].match != quoted(last):
        return None
    n = prefix_frequency(connection, last[0])
    if n > HIT_BUDGET_ROWS:
        return None
    return [*clauses[:-1], _Clause(f"{quoted(last)} *", n)]


def _telling(clauses: list[_Clause], n_all: int) -> list[_Clause]:
    """Return the rarer clauses: in few enough of the chunks, and together within the budget."""
    n_frequent = _share(n_all, MAX_FREQUENT_SHARE)
    rarest_first = sorted(clauses, key=lambda clause: clause.n_chunks)
    kept = [rarest_first[0]]
    n_rows = kept[0].n_chunks
    for clause in rarest_first[1:]:
        n_rows += clause.n_chunks
        if clause.n_chunks > n_frequent or n_rows > HIT_BUDGET_ROWS:
            break
        kept.append(clause)
    return kept


def _any_of(words: Sequence[str]) -> str:
    return f"({' OR '.join(quoted((word,)) for word in words)})"


def _share(n_all: int, share: float) -> int:
    return max(MIN_FREQUENT_CHUNKS, int(share * n_all))


def _joined(clauses: Sequence[_Clause], operator: str) -> str:
    return f" {operator} ".join(clause.match for clause in clauses)
