"""Names of cells: "B7" for the second column of the seventh row.

Owns: writing them. Does not own: which cell is meant; readers count rows and columns.
"""

from __future__ import annotations

_N_LETTERS = 26


def cell_address(column: int, row: int) -> str:
    """Return a cell's name from its column and row, both counted from 1."""
    letters = ""
    while column > 0:
        column, letter = divmod(column - 1, _N_LETTERS)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row}"
