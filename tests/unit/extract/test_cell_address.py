"""Names of cells up to the last column that any program has."""

from __future__ import annotations

import pytest

from plugin.embeddings.venv.extract.cell_address import cell_address


@pytest.mark.parametrize(
    ("column", "name"),
    [(1, "A7"), (26, "Z7"), (27, "AA7"), (702, "ZZ7"), (703, "AAA7"), (16384, "XFD7")],
)
def test_a_cell_is_named_by_letters_and_its_row(column: int, name: str) -> None:
    assert cell_address(column, 7) == name
