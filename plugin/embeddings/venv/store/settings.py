"""What was chosen for a corpus and stays chosen.

Owns: the table settings. Does not own: what the names mean; each module names its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .sql import query

if TYPE_CHECKING:
    from .connection import CorpusConnection


def read_setting(connection: CorpusConnection, name: str) -> str | None:
    """Return the value kept under name, or None."""
    row = connection.fetch_one(query("settings.read"), (name,))
    return str(row[0]) if row else None


def write_setting(connection: CorpusConnection, name: str, value: str | None) -> None:
    """Keep value under name; None forgets it. The caller has a transaction open."""
    if value is None:
        connection.execute(query("settings.delete"), (name,))
    else:
        connection.execute(query("settings.write"), (name, value))
