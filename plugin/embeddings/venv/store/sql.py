"""SQL texts and the one place where identifiers are quoted.

Owns: loading queries/*.sql once, and quote_identifier. Does not own: what the queries mean;
each module of the store names its own file.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

QUERIES_FOLDER = Path(__file__).parent / "queries"
_NAME_LINE = re.compile(r"^-- name: (\w+)[^\n]*\n", re.MULTILINE)


def query(name: str) -> str:
    """Return the SQL called "file" (the whole file) or "file.statement" (one named part of it).

    A part starts at a line "-- name: statement" and ends at the next such line. Raises
    KeyError for a name that is not there: that is a fault of the program, not of a corpus.
    """
    file_name, _, statement = name.partition(".")
    if not statement:
        return _file_text(file_name)
    return _statements(file_name)[statement]


def query_on_table(name: str, table: str) -> str:
    """Return the SQL called name with each {table} replaced by the quoted table name."""
    return query(name).replace("{table}", quote_identifier(table))


def quote_identifier(name: str) -> str:
    """Return name as an SQL identifier in double quotes, as https://sqlite.org/lang_keywords.html.

    Raises ValueError for an empty name or one with a NUL, which SQLite would cut.
    """
    if not name or "\0" in name:
        raise ValueError(f"not an identifier: {name!r}")
    return '"' + name.replace('"', '""') + '"'


@cache
def _file_text(file_name: str) -> str:
    return (QUERIES_FOLDER / f"{file_name}.sql").read_text(encoding="utf-8")


@cache
def _statements(file_name: str) -> dict[str, str]:
    parts = _NAME_LINE.split(_file_text(file_name))
    return {name: body.strip().rstrip(";") for name, body in zip(parts[1::2], parts[2::2])}
