from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plugin.embeddings.venv.store.driver import sqlite_module
from plugin.embeddings.venv.store.sql import (
    QUERIES_FOLDER,
    query,
    query_on_table,
    quote_identifier,
)


def test_a_statement_is_found_by_file_and_name() -> None:
    assert query("write_documents.delete_document") == "DELETE FROM documents WHERE doc_id = ?"


def test_an_unknown_statement_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        query("write_documents.no_such_statement")


def test_a_table_name_is_quoted_where_it_stands() -> None:
    sql = query_on_table("write_vectors.delete_vector", 'odd"name')
    assert sql == 'DELETE FROM "odd""name" WHERE rowid = ?'


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1))
def test_any_quoted_name_makes_exactly_that_table(name: str) -> None:
    db = sqlite_module().connect(":memory:")
    if name.lower().startswith("sqlite_"):
        return
    db.execute(f"CREATE TABLE {quote_identifier(name)} (x)")
    assert db.execute("SELECT name FROM sqlite_master").fetchall() == [(name,)]
    db.close()


@pytest.mark.parametrize("name", ["", "a\0b"])
def test_what_is_no_identifier_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="identifier"):
        quote_identifier(name)


def test_every_query_file_is_text_with_named_statements() -> None:
    for file in QUERIES_FOLDER.glob("*.sql"):
        assert file.read_text(encoding="utf-8").strip()
