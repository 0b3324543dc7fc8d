"""Sections: their own text, what is known of it, and the key of its vector.

Owns: what of a section is embedded, made from the stored rows in one place, and the columns that
describe it. Does not own: the rows themselves (documents), the facts' computation (ingest), the
vectors (section_vectors).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .chunks import text_hash
from .lookup import ChunkRow
from .scope import scoped_query
from .sql import query

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .connection import CorpusConnection
    from .scope import Scope


@dataclass(frozen=True)
class SectionSource:
    """A section as its facts are taken from: text is its passages, heading first, a line each."""

    section_id: int
    heading_path: tuple[str, ...]
    title: str
    language: str | None
    text: str


@dataclass(frozen=True)
class SectionFacts:
    """What is told of a section's text; extracted holds what plug-ins gave, by their names."""

    n_words: int
    n_chars: int
    keywords: tuple[str, ...] = ()
    extracted: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class SectionRow:
    """A stored section; facts is None until it is described."""

    section_id: int
    doc_id: int
    ordinal: int
    heading_path: tuple[str, ...]
    facts: SectionFacts | None


def embedded_text(title: str, heading_path: Sequence[str], text: str) -> str:
    """Return what is embedded of a section: title and headings above it, then its own text.

    What the text begins with is not said twice. The file's name and folder are left out, so that
    moving a file costs no encoding.
    """
    own = text.strip()
    if not own:
        return ""
    named = title.strip()
    above = [part.strip() for part in heading_path[:-1] if part.strip() != named]
    parts = ("" if own.startswith(named) else named, " > ".join(above), own)
    return "\n".join(part for part in parts if part)


def sections_of_document(connection: CorpusConnection, doc_id: int) -> list[SectionSource]:
    """Return a document's sections in reading order, each with its own text."""
    rows = connection.fetch_all(query("sections.of_document"), (doc_id,))
    texts = _texts(connection, [row[0] for row in rows])
    return [
        SectionSource(
            section_id, tuple(json.loads(path)), title, language, texts.get(section_id, "")
        )
        for section_id, path, title, language in rows
    ]


def describe_section(
    connection: CorpusConnection, source: SectionSource, facts: SectionFacts
) -> None:
    """Write what is known of a section, and the key of its vector where it has text."""
    text = embedded_text(source.title, source.heading_path, source.text)
    digest = text_hash(text) if text else None
    if digest is not None:
        connection.execute(query("sections.insert_text"), (digest,))
    row = (
        digest,
        facts.n_words,
        facts.n_chars,
        json.dumps(facts.keywords, ensure_ascii=False),
        json.dumps(dict(facts.extracted), ensure_ascii=False),
        source.section_id,
    )
    connection.execute(query("sections.describe"), row)


def undescribed_documents(connection: CorpusConnection) -> list[int]:
    """Return the documents with sections that nothing is known of, as in an older corpus."""
    return [row[0] for row in connection.fetch_all(query("sections.undescribed_documents"))]


def has_undescribed(connection: CorpusConnection) -> bool:
    """Return True when a section is not described yet."""
    return connection.fetch_one(query("sections.any_undescribed")) is not None


def forget_descriptions(connection: CorpusConnection) -> None:
    """Let every section be described again; keys and facts stay until then."""
    connection.execute(query("sections.forget_descriptions"))


def has_orphaned_texts(connection: CorpusConnection) -> bool:
    """Return True when a section's text is kept that no section has any more."""
    return connection.fetch_one(query("sections.any_orphaned_text")) is not None


def remove_orphaned_texts(connection: CorpusConnection) -> None:
    """Remove the texts that no section has any more, with their vectors in every generation."""
    connection.execute(query("sections.delete_orphaned_texts"))


def embedded_texts(connection: CorpusConnection, section_ids: Sequence[int]) -> dict[int, str]:
    """Return section_id -> the text that is embedded of it, made from its passages."""
    texts = _texts(connection, section_ids)
    rows = connection.fetch_all(query("sections.prefixes"), (json.dumps(list(section_ids)),))
    return {
        section_id: embedded_text(title, json.loads(path), texts.get(section_id, ""))
        for section_id, title, path in rows
    }


def read_sections(
    connection: CorpusConnection, section_ids: Iterable[int]
) -> dict[int, SectionRow]:
    """Return section_id -> row for those of section_ids that are there."""
    rows = connection.fetch_all(query("sections.rows"), (json.dumps(list(section_ids)),))
    return {row[0]: _row(*row) for row in rows}


def _row(section_id: int, doc_id: int, ordinal: int, path: str, *facts: object) -> SectionRow:
    n_words, n_chars, keywords, meta = facts
    known = (
        SectionFacts(
            int(str(n_words)),
            int(str(n_chars)),
            tuple(json.loads(str(keywords))),
            json.loads(str(meta)),
        )
        if n_words is not None
        else None
    )
    return SectionRow(section_id, doc_id, ordinal, tuple(json.loads(path)), known)


def _texts(connection: CorpusConnection, section_ids: Sequence[int]) -> dict[int, str]:
    lines: dict[int, list[str]] = {}
    rows = connection.fetch_all(query("sections.texts"), (json.dumps(list(section_ids)),))
    for section_id, text in rows:
        lines.setdefault(section_id, []).append(text)
    return {section_id: "\n".join(parts) for section_id, parts in lines.items()}


def sections_of_passages(
    connection: CorpusConnection, passage_ids: Iterable[int]
) -> dict[int, int]:
    """Return passage_id -> the section it lies in."""
    rows = connection.fetch_all(query("sections.of_passages"), (json.dumps(list(passage_ids)),))
    return dict(rows)


def section_text_ids(
    connection: CorpusConnection, section_ids: Iterable[int]
) -> dict[int, int | None]:
    """Return section_id -> the id of its text, equal for sections that say the same."""
    rows = connection.fetch_all(query("sections.text_ids"), (json.dumps(list(section_ids)),))
    return dict(rows)


def chunks_of_section(
    connection: CorpusConnection, section_id: int, scope: Scope
) -> list[ChunkRow]:
    """Return a section's chunks in scope in reading order, headings last."""
    return _scoped_chunks(connection, "sections.chunks_of_section", section_id, scope)


def chunks_of_document(connection: CorpusConnection, doc_id: int, scope: Scope) -> list[ChunkRow]:
    """Return a document's chunks in scope in reading order, headings last."""
    return _scoped_chunks(connection, "sections.chunks_of_document", doc_id, scope)


def first_passage(connection: CorpusConnection, section_id: int) -> int | None:
    """Return the passage that a section begins with, or None when it is gone."""
    row = connection.fetch_one(query("sections.first_passage"), (section_id,))
    return int(row[0]) if row else None


def _scoped_chunks(
    connection: CorpusConnection, name: str, owner_id: int, scope: Scope
) -> list[ChunkRow]:
    rows = connection.fetch_all(scoped_query(name, scope), (scope.parameter(), owner_id))
    return [ChunkRow(*row) for row in rows]
