"""Whether anything that was found is relevant: "nothing relevant here" is an answer, too.

Owns: the evidence, what is shown whatever the evidence says, and the judgement. Does not own: the
coefficients (contracts.floors), the legs, what is told then (coverage).

A search by meaning always finds something. Its best cosine alone tells little: models differ in
their range, and a folder of one subject is near to every question on it. So it is weighed against
how much of the query's telling words stands together, by a logistic regression that is learned a
model on questions whose answers are there or not (scripts/learn_floor.py). Only what the legs
found counts, not how they are fused.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....contracts.explanation import Exemption, FloorEvidence, FloorJudgement
from ....contracts.floors import RELEVANCE_FLOORS, RelevanceFloor
from ....contracts.models import EMBEDDED_ENGLISH_MODEL_ID
from ....contracts.search import Leg
from ..store.vocabulary import n_chunks, phrase_frequency
from ..store.words import chunks_with, is_title
from .language_fit import FULL_WEIGHT, dense_weight

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..store.connection import CorpusConnection
    from ..store.scope import Scope
    from .legs import LegResult
    from .query import ParsedQuery

    Term = tuple[str, ...]

MIN_CHUNKS = 200
"""A smaller folder has no floor: its words' rarity says little, and its hits are soon looked at."""
MAX_WORDS = 12
"""The rarest words of a query that are looked for; the others tell little and cost time."""
N_BEST_CHUNKS = 5
N_NEAREST_CHUNKS = 3
ALL_WORDS_SHARE = 0.9
_MIN_TITLE_WORDS = 2
_MIN_CODE_CHARS = 5
_MIN_SLIP_CHARS = 6
"""What looks like a slip in a shorter word is another word as often: bread and read."""


@dataclass(frozen=True)
class _Words:
    """The query's telling words with their weights by rarity, and how many chunks have each."""

    weights: Mapping[Term, float]
    n_chunks: Mapping[Term, int]
    n_all_chunks: int

    @property
    def total(self) -> float:
        return sum(self.weights.values()) or 1.0

    @property
    def known(self) -> list[Term]:
        return [term for term in self.weights if self.n_chunks[term]]


@dataclass(frozen=True)
class Asked:
    """What was asked: the query, where it was looked for, and the model of the vectors."""

    parsed: ParsedQuery
    scope: Scope
    model_id: str


def judge(
    connection: CorpusConnection, asked: Asked, results: Sequence[LegResult]
) -> FloorJudgement | None:
    """Return whether what the legs found is relevant, or None where no meaning was searched."""
    rankings = {result.leg: result.ranking for result in results}
    nearest = rankings.get(Leg.DENSE)
    if not nearest:
        return None
    terms = [term.tokens for term in asked.parsed.terms if term.tokens]
    respelled = {
        term.tokens: near[0].tokens for result in results for term, near in result.respelled.items()
    }
    words = _words(connection, [_as_meant(term, respelled) for term in terms])
    evidence = _evidence(connection, words, rankings)
    floor = RELEVANCE_FLOORS.get(asked.model_id)
    if floor is None:
        return FloorJudgement(evidence, 0.0, 0.0, Exemption.NO_FLOOR, is_relevant=True)
    odds = log_odds(floor, evidence)
    if odds >= floor.threshold:
        return FloorJudgement(evidence, odds, floor.threshold, Exemption.NONE, is_relevant=True)
    exemption = _asked_for(asked, words)
    if exemption is Exemption.NONE:
        if respelled and respelled.keys() >= set(terms):
            exemption = Exemption.RESPELLED
        else:
            is_literal = bool(rankings.get(Leg.LEXICAL)) and not respelled
            exemption = _is_there(connection, words, evidence, is_literal=is_literal)
    if exemption is Exemption.NONE and not _is_judged_language(asked, evidence):
        exemption = Exemption.LANGUAGE
    spared = exemption is not Exemption.NONE
    return FloorJudgement(evidence, odds, floor.threshold, exemption, is_relevant=spared)


def log_odds(floor: RelevanceFloor, evidence: FloorEvidence) -> float:
    """Return the logarithm of the odds that an answer is there."""
    return (
        floor.bias
        + floor.best_cosine * evidence.best_cosine
        + floor.word_coverage * evidence.word_coverage
        + floor.meaning_coverage * evidence.meaning_coverage
        + floor.known_share * evidence.known_share
        + floor.log_n_words * math.log(max(evidence.n_words, 1))
    )


def _as_meant(term: Term, respelled: Mapping[Term, Term]) -> Term:
    """Return the word that a long one with a slip was looked up as, any other as it is."""
    return respelled.get(term, term) if len("".join(term)) >= _MIN_SLIP_CHARS else term


def _words(connection: CorpusConnection, terms: Sequence[Term]) -> _Words:
    counts = {term: phrase_frequency(connection, term) for term in dict.fromkeys(terms)}
    rarest = sorted(counts, key=counts.__getitem__)[:MAX_WORDS]
    n_all = max(n_chunks(connection), 1)
    weights = {
        term: math.log1p((n_all - counts[term] + 0.5) / (counts[term] + 0.5)) for term in rarest
    }
    return _Words(weights, counts, n_all)


def _evidence(
    connection: CorpusConnection, words: _Words, rankings: Mapping[Leg, Sequence[tuple[int, float]]]
) -> FloorEvidence:
    nearest = rankings[Leg.DENSE]
    best = [chunk_id for ranking in rankings.values() for chunk_id, _ in ranking[:N_BEST_CHUNKS]]
    covered = dict.fromkeys(best, 0.0)
    for term in words.known:
        for chunk_id in chunks_with(connection, term, covered):
            covered[chunk_id] += words.weights[term]
    by_meaning = (covered[chunk_id] for chunk_id, _ in nearest[:N_NEAREST_CHUNKS])
    return FloorEvidence(
        best_cosine=nearest[0][1],
        word_coverage=max(covered.values()) / words.total,
        meaning_coverage=max(by_meaning) / words.total,
        known_share=sum(words.weights[term] for term in words.known) / words.total,
        n_words=len(words.n_chunks),
        n_known_words=sum(n > 0 for n in words.n_chunks.values()),
    )


def _asked_for(asked: Asked, words: _Words) -> Exemption:
    if words.n_all_chunks < MIN_CHUNKS:
        return Exemption.SMALL_FOLDER
    if asked.scope.passages is not None:
        return Exemption.PHRASE
    if asked.parsed.filters.file_names or asked.parsed.filters.headings:
        return Exemption.FILTER
    return Exemption.NONE


def _is_judged_language(asked: Asked, evidence: FloorEvidence) -> bool:
    """Return whether a query is in English, and, where answers may be in others, so is the folder.

    An answer in another language than its question shares no words with it and lies further off.
    """
    if dense_weight(EMBEDDED_ENGLISH_MODEL_ID, asked.parsed.text) < FULL_WEIGHT:
        return False
    is_english_model = asked.model_id == EMBEDDED_ENGLISH_MODEL_ID
    return is_english_model or evidence.n_known_words * 2 >= evidence.n_words


def _is_there(
    connection: CorpusConnection,
    words: _Words,
    evidence: FloorEvidence,
    *,
    is_literal: bool,
) -> Exemption:
    """Return what of the query stands in the folder just so; is_literal: what the scan found."""
    if evidence.word_coverage >= ALL_WORDS_SHARE:
        return Exemption.ALL_WORDS
    known = words.known
    if not known and is_literal:
        return Exemption.LITERAL
    if any(_is_code(term) for term in known):
        return Exemption.IDENTIFIER
    if len(known) >= _MIN_TITLE_WORDS and is_title(connection, known):
        return Exemption.FILE_NAME
    return Exemption.NONE


def _is_code(term: Term) -> bool:
    """Return whether a word is written as numbers and codes are: AB-12, 2026/13/x, 4711234."""
    text = "".join(term)
    has_digit = any(character.isdigit() for character in text)
    is_mixed = len(term) > 1 or any(character.isalpha() for character in text)
    return has_digit and (is_mixed or len(text) >= _MIN_CODE_CHARS)
