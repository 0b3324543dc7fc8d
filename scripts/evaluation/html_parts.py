"""Parts that an evaluation's page is put together from: tables, and the legend of plots."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from evaluation.svg import legend_mark

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def legend(names: Sequence[str]) -> str:
    """Return a line that says which mark is whose."""
    marks = (f"{legend_mark(place)} {escape(name)}" for place, name in enumerate(names))
    return f'<p class="legend">{" &nbsp; ".join(marks)}</p>'


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return an HTML table; a wide one scrolls by itself."""
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    rows_and_head = f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    return f'<div class="wide"><table>{rows_and_head}</table></div>'
