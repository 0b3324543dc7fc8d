"""A search request and its answer, as both sides and every user see them."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Optional, Tuple

from .corpus import DEFAULT_RULES, Coverage, FolderRules, ModelChoice
from .explanation import Explanation, HitExplanation

DEFAULT_K = 10
MAX_K = 200
MAX_PASSAGE_CHARS = 20_000
MAX_N_PER_FILE = 4
DEFAULT_RERANK_BUDGET_MS = 500


class Leg(str, Enum):
    """One of the two ways a chunk is found; the value is what matched_by shows."""

    LEXICAL = "fts"
    DENSE = "vec"


class SearchMode(str, Enum):
    """Which legs take part in a search."""

    HYBRID = "hybrid"
    LEXICAL = "fts"
    DENSE = "vec"


class SearchBackend(str, Enum):
    """How chunks are found and ranked: the product's own way, or LlamaIndex over the same index."""

    HYBRID = "hybrid"
    LLAMA_INDEX = "llama_index"


DEFAULT_BACKEND = SearchBackend.HYBRID.value


class SearchLevel(str, Enum):
    """What is ranked: single passages, whole sections, whole documents, or two levels fused."""

    AUTO = "auto"
    CHUNKS = "chunks"
    SECTIONS = "sections"
    DOCUMENTS = "documents"
    FUSED = "fused"


class ReturnType(str, Enum):
    """What one hit stands for."""

    DOCUMENTS = "documents"
    SECTIONS = "sections"


DEFAULT_SECTION_WEIGHT = 0.35


class AnswerStatus(str, Enum):
    """What kind of answer this is; an empty one says why it is empty."""

    READY = "ready"
    INDEXING = "indexing"
    NO_CORPUS = "no_corpus"
    EMPTY_FOLDER = "empty_folder"
    NO_MATCH = "no_match"
    NOTHING_RELEVANT = "nothing_relevant"


@dataclass(frozen=True)
class Span:
    """Characters [start, end) of a snippet or passage, in Python string offsets."""

    start: int
    end: int


@dataclass(frozen=True)
class RerankChoice:
    """The reranker that reorders the best hits, and how long it may take; "" is none.

    model_id is a cross-encoder's name on a hub or its folder, or contracts.models.OWN_RERANKER.
    Loading it for the first time is not counted.
    """

    model_id: str = ""
    budget_ms: int = DEFAULT_RERANK_BUDGET_MS


NO_RERANKER = RerankChoice()


@dataclass(frozen=True)
class SearchRequest:
    """One query against one folder's corpus; with_passage fills in a hit's whole passage.

    extensions ((".odt", ".docx")) leaves out files with others; none allows all. Copies and
    versions of one document make one hit; with all_versions each file makes its own. mmr_lambda
    from 0 to 1 weighs a hit's relevance against its likeness to the hits before it; 1 is
    relevance alone. n_per_file, 1 to 4, is how many passages of one file may be hits.
    level says what is ranked, return_type what a hit is; None is the level's own unit: documents,
    but sections at the level of sections. auto is chunks for documents, fused for sections.
    section_weight, 0 to 1, is the sections' part where chunks and sections are fused.
    trusted_models are models whose program code may run, by name or folder. model_id may name a
    model server (contracts.http_model), which api_key is for. backend is a value of SearchBackend.
    """

    folder: str
    query: str
    k: int = DEFAULT_K
    mode: SearchMode = SearchMode.HYBRID
    explain: bool = False
    model_id: str = ""
    with_passage: bool = False
    extensions: Tuple[str, ...] = ()
    rules: FolderRules = DEFAULT_RULES
    all_versions: bool = False
    rerank: RerankChoice = NO_RERANKER
    mmr_lambda: float = 1.0
    n_per_file: int = 1
    level: SearchLevel = SearchLevel.AUTO
    return_type: Optional[ReturnType] = None
    section_weight: float = DEFAULT_SECTION_WEIGHT
    trusted_models: Tuple[str, ...] = ()
    api_key: str = field(default="", repr=False)
    backend: str = DEFAULT_BACKEND


@dataclass(frozen=True)
class LegTrace:
    """A candidate's 1-based rank and raw score in one leg; higher is better in every leg."""

    leg: Leg
    rank: int
    score: float


@dataclass(frozen=True)
class AlsoIn:
    """A file that is a copy or version of a hit's file; modified_at are Unix seconds."""

    doc_url: str
    path: str
    modified_at: float


@dataclass(frozen=True)
class SectionOfHit:
    """The section a hit stands for; location and location_text are those of its first passage.

    heading is its own, "(before first heading)" without one; level its depth in the outline, from
    1, 0 without heading; index its place among its document's sections, from 0. extracted are
    pairs of a plug-in's name and what it told.
    """

    heading: str
    level: int
    index: int
    location: str
    location_text: str
    n_words: int = 0
    n_chars: int = 0
    keywords: Tuple[str, ...] = ()
    extracted: Tuple[Tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Hit:
    """A passage that answers, best per file; location_text is for people, location for machines.

    score is fusion's: after a rerank the hits are in another order. rerank_score is filled for a
    request to explain: the reranker's, None where it did not read the hit.
    also_in are the found copies and versions of the file, which make no hits of their own.
    The four fields from passage on are filled for a request with_passage: the passage's text, of
    a long one 20,000 characters around the match; all matches in it; what it is (a value of
    documents.passages.PassageKind); how deep a heading lies in the outline, from 1, else 0.
    The passage of a heading goes on with the text below it, as its snippet does. A hit whose type
    is "section" stands for the section in section, shown by its best passage.
    """

    doc_url: str
    path: str
    title: str
    score: float
    snippet: str
    para_index: int
    matched_by: Tuple[Leg, ...]
    location: str
    location_text: str
    heading_path: Tuple[str, ...] = ()
    spans: Tuple[Span, ...] = ()
    modified_at: float = 0.0
    stale: bool = False
    n_more_in_file: int = 0
    trace: Tuple[LegTrace, ...] = ()
    passage: str = ""
    passage_spans: Tuple[Span, ...] = ()
    kind: str = ""
    heading_level: int = 0
    also_in: Tuple[AlsoIn, ...] = ()
    rerank_score: Optional[float] = None
    type: str = "document"
    section: Optional[SectionOfHit] = None
    explanation: Optional[HitExplanation] = None


@dataclass(frozen=True)
class SearchResult:
    """The answer to one request: hits best first, what they rest on, and why there are none.

    nearest are up to three hits that are probably no answer, of a search that found nothing
    relevant. explanation is filled for a request with explain.
    """

    status: AnswerStatus
    hits: Tuple[Hit, ...]
    coverage: Coverage
    model: ModelChoice
    legs: Tuple[Leg, ...] = ()
    message: str = ""
    elapsed_ms: float = 0.0
    notes: Tuple[str, ...] = field(default=())
    corpus_path: Optional[str] = None
    nearest: Tuple[Hit, ...] = ()
    explanation: Optional[Explanation] = None
