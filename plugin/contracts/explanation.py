"""Why an answer is as it is: filled for a request with explain.

Owns: what is told of a query, of each leg, of the floor and of each hit. Does not own: the hits
(search).
"""

from dataclasses import dataclass
from enum import Enum
from typing import Optional, Tuple


class TermUse(str, Enum):
    """What became of a word of the query in the keyword leg."""

    LOOKED_UP = "looked up"
    FREQUENT = "left out as frequent"
    UNKNOWN = "not in the folder"


class Exemption(str, Enum):
    """Why a query's hits are shown whatever the floor says; NONE where the floor decides."""

    NONE = ""
    NO_FLOOR = "the model has no learned floor"
    LANGUAGE = "the query is in a language that the floor was not learned for"
    SMALL_FOLDER = "the folder is small"
    FILTER = "the query names the files or headings"
    PHRASE = "the quoted phrase is there"
    LITERAL = "the text is found as it was typed"
    RESPELLED = "words that are spelled like all of the query's are there"
    ALL_WORDS = "one passage has all the telling words"
    IDENTIFIER = "a name or code of the query is there"
    FILE_NAME = "a file is called so"


class Rule(str, Enum):
    """What gave a hit another place than its fused score, or made it stand for others."""

    FIRST_KEYWORD_HIT = "first by keywords, kept within the first five"
    RERANKED = "ordered by the reranker"
    COPIES = "stands for copies"


@dataclass(frozen=True)
class TermTrace:
    """A word of the query: as it was typed, its index tokens, and how many chunks have it."""

    text: str
    tokens: Tuple[str, ...]
    n_chunks: int
    use: TermUse


@dataclass(frozen=True)
class LegUse:
    """A leg as it ran: its weight in the fusion, how many chunks it found, by which model.

    leg is a value of contracts.search.Leg; confidence tells how far its first chunk is trusted.
    """

    leg: str
    weight: float
    n_chunks: int
    confidence: float
    model_id: str = ""


@dataclass(frozen=True)
class FloorEvidence:
    """What speaks for an answer being there; shares are of the words' weights by rarity.

    best_cosine is the nearest chunk's; word_coverage the largest share of the query that one of
    the best chunks of either leg has; meaning_coverage that of the nearest three; known_share
    what the folder has at all. n_known_words of the n_words are in the folder.
    """

    best_cosine: float
    word_coverage: float
    meaning_coverage: float
    known_share: float
    n_words: int
    n_known_words: int = 0


@dataclass(frozen=True)
class FloorJudgement:
    """Whether an answer is relevant: log_odds against threshold, unless exemption says so."""

    evidence: FloorEvidence
    log_odds: float
    threshold: float
    exemption: Exemption
    is_relevant: bool


@dataclass(frozen=True)
class Explanation:
    """Why an answer is as it is; knows_language tells whether the model knows the query's.

    backend is the value of contracts.search.SearchBackend that found and ranked the chunks.
    """

    terms: Tuple[TermTrace, ...]
    phrases: Tuple[str, ...]
    excluded: Tuple[str, ...]
    legs: Tuple[LegUse, ...]
    knows_language: bool = True
    floor: Optional[FloorJudgement] = None
    backend: str = ""


@dataclass(frozen=True)
class HitExplanation:
    """Why a hit is where it is: the words of the query that it shows, and the rules at work."""

    matched_words: Tuple[str, ...]
    rules: Tuple[Rule, ...] = ()
