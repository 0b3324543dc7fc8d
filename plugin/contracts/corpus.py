"""What a corpus is on disk and what is known of each of its files.

Owns: the fixed names of the cache folder, the rules of a folder, the states of a file, coverage.
Does not own: where the cache lies when the folder is not writable (the worker decides).
"""

from dataclasses import dataclass
from enum import Enum
from typing import Optional, Tuple

CACHE_FOLDER_NAME = "writeragent_embeddings"
CORPUS_FILE_NAME = "corpus.db"
META_FILE_NAME = "corpus_meta.json"
DEFAULT_MAX_FILE_BYTES = 256 << 20


class IndexPlace(str, Enum):
    """Where a folder's index is made."""

    AUTO = "auto"  # beside the documents where that is safe, else in the user's cache directory
    CACHE = "cache"  # always in the user's cache directory


@dataclass(frozen=True)
class FolderRules:
    """What the user's settings say of a folder; a pass brings the corpus in line with them.

    exclude are patterns in the simple form of .gitignore ("*.tmp", "drafts/", "old/*.doc"):
    a name, or a path relative to the folder with "/", in any case. A file larger than
    max_file_bytes is not read and says so in its state.
    """

    index_place: IndexPlace = IndexPlace.AUTO
    exclude: Tuple[str, ...] = ()
    max_file_bytes: int = DEFAULT_MAX_FILE_BYTES


DEFAULT_RULES = FolderRules()


class FileState(str, Enum):
    """What became of one file at its last extraction."""

    OK = "ok"
    PARTIAL = "partial"
    EMPTY = "empty"
    ENCRYPTED = "encrypted"
    CORRUPT = "corrupt"
    TOO_BIG = "too_big"
    TIMEOUT = "timeout"
    UNSUPPORTED = "unsupported"
    NEEDS_OCR = "needs_ocr"
    PLACEHOLDER = "placeholder"
    DENIED = "denied"

    @property
    def has_text(self) -> bool:
        """Return True when passages of the file are in the corpus."""
        return self in (FileState.OK, FileState.PARTIAL)


@dataclass(frozen=True)
class FileReport:
    """One file of the folder with its state and the reason for it, for lists shown to people."""

    path: str
    state: FileState
    reason: str = ""
    n_passages: int = 0
    n_chunks: int = 0


def short_model_name(model_id: str) -> str:
    """Return what people call a model: its id without its publisher or its folder's path."""
    return model_id.replace("\\", "/").rstrip("/").rpartition("/")[2] or model_id


@dataclass(frozen=True)
class ModelBuild:
    """A model whose vectors are being made, and the one that answers until they are complete.

    n_done of n texts have their vector; one text may be in many chunks.
    """

    model_id: str
    answering_model_id: str
    n_done: int
    n: int

    @property
    def percent(self) -> int:
        """Return how much is done, 0 to 100; 100 only when nothing lacks."""
        return 100 * self.n_done // self.n if self.n else 100


@dataclass(frozen=True)
class Coverage:
    """How much of the folder an answer can see.

    n_files counts the folder's documents at the last scan, n_text those whose text is
    searchable, n_failed those without text for a reason, n_stale those that changed since.
    n_chunks_embedded of n_chunks have a vector of the generation that answers. building is the
    model that is to answer next, while its vectors are made.
    """

    n_files: int
    n_text: int
    n_failed: int
    n_chunks: int
    n_chunks_embedded: int
    n_stale: int = 0
    indexing: bool = False
    building: Optional[ModelBuild] = None

    @property
    def ready(self) -> bool:
        """Return True when every readable file is searchable by both legs."""
        settled = self.n_text + self.n_failed >= self.n_files and not self.n_stale
        return settled and self.n_chunks_embedded >= self.n_chunks and not self.indexing


WORDS_ALONE = " Keyword search works alone."
"""The end of a reason why no model answers, in a folder that has no vectors."""


@dataclass(frozen=True)
class ModelChoice:
    """Which embedding model answers and why; model_id is empty where keyword search works alone.

    revision tells two weights of one model apart; "" is not known. lane says in one sentence what
    computes on this machine and why; "" where nothing does. prompts are what stands before a
    document's and a query's text; () is not known. absence says why this is not the model that was
    asked for, "" where it is.
    """

    model_id: str
    reason: str
    dim: int = 0
    revision: str = ""
    lane: str = ""
    prompts: Tuple[str, ...] = ()
    absence: str = ""


@dataclass(frozen=True)
class SectionReport:
    """One section of a file, for lists shown to people; level 0 has no heading above it.

    has_vector says whether it is found by meaning as a whole. extracted are pairs of a plug-in's
    name and what it told.
    """

    path: str
    heading_path: Tuple[str, ...]
    level: int
    index: int
    n_words: int
    n_chars: int
    keywords: Tuple[str, ...] = ()
    extracted: Tuple[Tuple[str, str], ...] = ()
    has_vector: bool = False


@dataclass(frozen=True)
class CorpusStatus:
    """The state of one folder's corpus, as told without loading a model.

    sections and section_strategy are filled for a request with_sections. problem says why an index
    that is there cannot be read, in which case exists is False.
    """

    folder: str
    corpus_path: str
    exists: bool
    coverage: Coverage
    model: ModelChoice
    files: Tuple[FileReport, ...] = ()
    updated_at: Optional[float] = None
    sections: Tuple[SectionReport, ...] = ()
    section_strategy: str = ""
    problem: str = ""
