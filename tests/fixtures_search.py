"""A folder of text files with its corpus, written through the store as a pass writes it.

Encoders here are real ones of the smallest kind: hashed character trigrams, no weights to load.
"""

from __future__ import annotations

import hashlib
import time
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from plugin.contracts.corpus import FileState, ModelChoice
from plugin.contracts.errors import ModelNotFound
from plugin.contracts.models import ModelCard, RerankerCard
from plugin.contracts.search import SearchMode, SearchRequest, SearchResult
from plugin.documents.passages import ExtractedDocument, Location, Passage, PassageKind
from plugin.embeddings.venv.embed.late_interaction import max_sim
from plugin.embeddings.venv.search.corpora import Corpora
from plugin.embeddings.venv.search.pipeline import OWN_TOOLS, SearchTools, run_search
from plugin.embeddings.venv.store.connection import CorpusConnection, atomic, open_corpus
from plugin.embeddings.venv.store.documents import (
    DocumentContent,
    FileStamp,
    Versions,
    publish_document,
)
from plugin.embeddings.venv.store.generations import Generation, open_generation
from plugin.embeddings.venv.store.location import corpus_location
from plugin.embeddings.venv.store.vectors import add_vectors, pending_text_ids, texts_by_id
from plugin.embeddings.venv.types import Chunk, Fingerprint

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from plugin.embeddings.venv.types import Scores, Vectors

DIM = 64
MODEL_ID = "test/trigrams"


@dataclass
class TrigramEncoder:
    """Hashed character trigrams, L2-normalised: texts with like spelling lie close."""

    model_id: str = MODEL_ID
    revision: str = "1"
    n_queries: int = 0
    languages: str = ""
    reread: list[str] = field(default_factory=list)

    @property
    def card(self) -> ModelCard:
        return ModelCard(self.model_id, dim=DIM, max_tokens=512)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text) for text in texts]

    def encode_query(self, text: str) -> Vectors:
        self.n_queries += 1
        return self.encode([text])

    def encode_documents(
        self, texts: Sequence[str], on_batch: Callable[[Sequence[int], Vectors], None]
    ) -> None:
        on_batch(range(len(texts)), self.encode(texts))

    def late_interaction(self) -> TrigramReranker:
        return TrigramReranker(self)

    def encode(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), DIM), dtype=np.float32)
        for row, text in enumerate(texts):
            padded = f"  {text.lower()} "
            for start in range(len(padded) - 2):
                vectors[row, zlib.crc32(padded[start : start + 3].encode()) % DIM] += 1
        vectors += 1e-3
        normalised: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return normalised


@dataclass
class TrigramReranker:
    """MaxSim over whole words: how near a text comes to each word of the query, in logits."""

    encoder: TrigramEncoder

    @property
    def card(self) -> RerankerCard:
        return RerankerCard(self.encoder.model_id, 512, languages=self.encoder.languages)

    def score(self, query: str, texts: Sequence[str]) -> Scores:
        self.encoder.reread += texts
        words = [self.encoder.encode(text.split()) for text in (query, *texts)]
        return np.array([5 * max_sim(words[0], of_text) for of_text in words[1:]], np.float32)


@dataclass
class Provider:
    """Gives one encoder, or none."""

    encoder: TrigramEncoder | None = field(default_factory=TrigramEncoder)
    absence: str = ""

    def choice(self, model_id: str, *, dim: int = 0) -> ModelChoice:  # noqa: ARG002 - the port's
        if self.encoder is None:
            return ModelChoice("", "No model is here.")
        model_id = self.encoder.model_id
        return ModelChoice(model_id, "Chosen for tests.", DIM, absence=self.absence)

    def get(self, model_id: str, *, dim: int = 0, revision: str = "") -> TrigramEncoder:  # noqa: ARG002
        if self.encoder is None:
            raise ModelNotFound(f"{model_id} is not here.", hint="Install it.")
        if revision not in ("", self.encoder.revision):
            raise ModelNotFound("the weights are not those the index was made with.")
        return self.encoder


@dataclass
class CorpusFolder:
    """A folder whose files are paragraphs; each blank-line separated paragraph is a passage."""

    folder: Path
    provider: Provider = field(default_factory=Provider)
    corpora: Corpora = field(default_factory=Corpora)
    tools: SearchTools = OWN_TOOLS

    def open_writer(self) -> CorpusConnection:
        path = corpus_location(self.folder).db_path
        path.parent.mkdir(parents=True, exist_ok=True)
        return open_corpus(path, read_only=False)

    def write(self, name: str, text: str, *, title: str = "", heading: str = "") -> None:
        """Write a file and publish its passages."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        with self.open_writer() as connection, atomic(connection):
            publish_document(connection, document_content(self.folder, name, (title, heading)))

    def write_stamped(self, name: str) -> None:
        """Publish a file as it lies there, with the time it has."""
        with self.open_writer() as connection, atomic(connection):
            publish_document(connection, document_content(self.folder, name))

    def embed(self) -> Generation:
        """Give every text a vector of the provider's encoder."""
        assert self.provider.encoder is not None
        with self.open_writer() as connection:
            return embed_pending(connection, self.provider.encoder)

    def search(
        self,
        query: str,
        *,
        k: int = 10,
        mode: SearchMode = SearchMode.HYBRID,
        explain: bool = False,
        extensions: tuple[str, ...] = (),
    ) -> SearchResult:
        request = SearchRequest(
            str(self.folder), query, k, mode, explain=explain, extensions=extensions
        )
        return self.answer(request)

    def answer(self, request: SearchRequest) -> SearchResult:
        return run_search(
            request,
            corpora=self.corpora,
            encoders=self.provider,
            check=lambda: None,
            tools=self.tools,
        )

    def paths(self, query: str, *, mode: SearchMode = SearchMode.LEXICAL) -> list[str]:
        return [hit.path for hit in self.search(query, mode=mode).hits]


def document_content(folder: Path, name: str, named: tuple[str, str] = ("", "")) -> DocumentContent:
    """Return what a pass would publish of a text file; named is its title and one heading."""
    path = folder / name
    title, heading = named
    text = path.read_text(encoding="utf-8")
    passages = tuple(
        Passage(
            number,
            PassageKind.TEXT,
            part,
            Location(line=number + 1),
            heading_path=(heading,) if heading else (),
        )
        for number, part in enumerate(text.split("\n\n"))
    )
    stat = path.stat()
    return DocumentContent(
        FileStamp(name, stat.st_size, stat.st_mtime_ns, hashlib.sha256(text.encode()).digest()),
        Versions(1, 1),
        ExtractedDocument(FileState.OK, title=title, language="en", passages=passages),
        [[Chunk(p.para_index, 0, len(p.text), p.text)] for p in passages],
    )


def embed_pending(connection: CorpusConnection, encoder: TrigramEncoder) -> Generation:
    """Add the vectors that the corpus lacks; return their generation."""
    fingerprint = Fingerprint(encoder.model_id, encoder.revision, DIM, "", "", 512, 1)
    generation = open_generation(connection, fingerprint, time.time())
    text_ids = pending_text_ids(connection, generation)
    texts = texts_by_id(connection, text_ids)
    if text_ids:
        vectors = encoder.encode([texts[text_id] for text_id in text_ids])
        add_vectors(connection, generation, text_ids, vectors)
    return generation
