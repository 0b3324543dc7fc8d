"""Running maintain passes on small real folders, and comparing what they leave behind."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plugin.contracts.maintain import MaintainProgress, MaintainReport, MaintainRequest
from plugin.embeddings.venv.extract import extract_document
from plugin.embeddings.venv.ingest.maintain import run_maintain
from plugin.embeddings.venv.store.connection import open_corpus
from plugin.embeddings.venv.store.generations import active_generation
from plugin.embeddings.venv.store.integrity import check_corpus
from tests.fakes_encoder import OneEncoder

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable
    from pathlib import Path

    from plugin.documents.passages import ExtractedDocument


@dataclass
class DirectExtractor:
    """Extracts in this process and counts what it read."""

    read: list[str] = field(default_factory=list)

    def extract(
        self,
        path: Path,
        *,
        cancel: threading.Event | None = None,  # noqa: ARG002 - the port's signature
    ) -> ExtractedDocument:
        self.read.append(path.name)
        return extract_document(path)


@dataclass
class Folder:
    """One folder of documents with what its passes use and told."""

    path: Path
    encoders: OneEncoder = field(default_factory=OneEncoder)
    extractor: DirectExtractor = field(default_factory=DirectExtractor)
    told: list[MaintainProgress] = field(default_factory=list)

    @property
    def db_path(self) -> Path:
        return self.path / "writeragent_embeddings" / "corpus.db"

    @property
    def encoded(self) -> list[str]:
        assert self.encoders.encoder is not None
        return self.encoders.encoder.encoded

    def write(self, name: str, text: str) -> Path:
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def maintain(
        self, *, check: Callable[[], None] = lambda: None, **request: object
    ) -> MaintainReport:
        return run_maintain(
            MaintainRequest(str(self.path), **request),  # type: ignore[arg-type]
            extractor=self.extractor,
            encoders=self.encoders,
            report=self.told.append,
            check=check,
        )

    def problems(self) -> list[str]:
        with open_corpus(self.db_path, read_only=False) as connection:
            return check_corpus(connection)

    def rows(self, sql: str, *parameters: object) -> list[tuple[object, ...]]:
        with open_corpus(self.db_path, read_only=True) as connection:
            return connection.fetch_all(sql, parameters)

    def matches(self, query: str) -> list[str]:
        return [
            str(row[0])
            for row in self.rows(
                "SELECT DISTINCT d.path FROM chunks_fts f JOIN chunks c ON c.chunk_id = f.rowid"
                " JOIN passages p USING (passage_id) JOIN documents d USING (doc_id)"
                " WHERE chunks_fts MATCH ? ORDER BY d.path",
                query,
            )
        ]


@dataclass(frozen=True)
class Contents:
    """What a corpus holds, free of row ids, so that two builds can be compared."""

    documents: list[tuple[object, ...]]
    chunks: list[tuple[object, ...]]
    texts: list[tuple[object, ...]]
    vectors: dict[bytes, bytes]
    sections: list[tuple[object, ...]] = field(default_factory=list)
    section_vectors: dict[bytes, bytes] = field(default_factory=dict)
    document_vectors: dict[str, bytes] = field(default_factory=dict)


def contents(db_path: Path) -> Contents:
    with open_corpus(db_path, read_only=True) as connection:
        active = active_generation(connection)
        vectors: dict[bytes, bytes] = {}
        if active is not None:
            vectors = dict(
                connection.fetch_all(
                    "SELECT t.text_hash, v.embedding FROM vector_log l JOIN texts t USING (text_id)"  # noqa: S608
                    f" JOIN {active.table} v ON v.rowid = l.seq WHERE l.generation_id = ?",
                    (active.generation_id,),
                )
            )
        return Contents(
            connection.fetch_all(
                "SELECT path, size_bytes, mtime_ns, sha256, state, title, language, n_passages,"
                " n_chunks FROM documents ORDER BY path"
            ),
            connection.fetch_all(
                "SELECT d.path, p.para_index, p.kind, p.location, p.text, s.heading_path,"
                " c.start_char, c.end_char, t.text_hash"
                " FROM documents d JOIN passages p USING (doc_id)"
                " JOIN sections s USING (section_id)"
                " LEFT JOIN chunks c USING (passage_id) LEFT JOIN texts t USING (text_id)"
                " ORDER BY d.path, p.para_index, c.start_char, c.end_char"
            ),
            connection.fetch_all("SELECT text_hash, n_chars FROM texts ORDER BY text_hash"),
            vectors,
            connection.fetch_all(
                "SELECT d.path, s.ordinal, s.heading_path, s.n_words, s.n_chars, s.keywords,"
                " s.meta, t.text_hash FROM sections s JOIN documents d USING (doc_id)"
                " LEFT JOIN section_texts t USING (section_text_id) ORDER BY d.path, s.ordinal"
            ),
            dict(
                connection.fetch_all(
                    "SELECT t.text_hash, v.vector FROM section_vectors v"
                    " JOIN section_texts t USING (section_text_id)"
                    " JOIN generations g USING (generation_id) WHERE g.state = 'active'"
                )
            ),
            dict(
                connection.fetch_all(
                    "SELECT d.path, v.vector FROM document_vectors v"
                    " JOIN documents d USING (doc_id)"
                    " JOIN generations g USING (generation_id) WHERE g.state = 'active'"
                )
            ),
        )
