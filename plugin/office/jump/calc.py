"""Finding and selecting a row's cell, a comment or a shape in a spreadsheet.

Owns: which row is the passage's, what is beside the cells, hidden sheets, what is offered.
Does not own: comparing rows (calc_rows). The document is never changed: a hidden sheet stays so.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, List, NamedTuple, Optional, Tuple

from ...embeddings.jump.passage_match import TextStream
from .calc_rows import RowSearch
from .outcome import Finding, Offer, Place

if TYPE_CHECKING:
    from ...embeddings.jump.target import JumpTarget

_SAME_SHARE: Final = 0.8
_LIKE_SHARE: Final = 0.5
# Kinds of passages that no cell holds, but the sheet's page headers or the document's properties.
_OUTSIDE: Final = ("header", "frontmatter")


class _Row(NamedTuple):
    """A row that holds the passage, with how much of it."""

    share: float
    sheet: Any
    row: int


def find(document: Any, target: JumpTarget) -> Finding:
    """Return where the target's passage is in a spreadsheet."""
    return _Search(document, target).find()


class _Search:
    """One search for one passage."""

    def __init__(self, document: Any, target: JumpTarget) -> None:
        self._document = document
        self._target = target
        place = target.place
        sheets = document.getSheets()
        self._sheets = [sheets.getByIndex(index) for index in range(sheets.getCount())]
        self._said = next((each for each in self._sheets if each.Name == place.sheet), None)
        self._row, self._column = place.row, place.column
        if place.line is not None:  # delimited text: one sheet, about a line a row
            self._said, self._row, self._column = self._sheets[0], place.line - 1, 0
        self._rows = RowSearch(document, target.cells)

    def find(self) -> Finding:
        """Return where the passage is."""
        if not self._target.text.strip():
            return Finding(Place.DOCUMENT)
        finding = self._as_sheet_name() or self._as_comment() or self._in_rows()
        finding = finding or self._in_shapes()
        if finding is not None:
            return finding
        if self._target.kind in _OUTSIDE:
            return Finding(Place.DOCUMENT, message_key="jump.in_properties")
        return Finding(Place.GONE, offer=self._nearest())

    def _in_rows(self) -> Optional[Finding]:
        found: List[_Row] = []
        if self._said is not None and self._row is not None:
            here = _Row(self._rows.share(self._said, self._row), self._said, self._row)
            if here.share >= _SAME_SHARE:
                return self._show_row(here, Place.EXACT)
            found.append(here)
        for sheet in self._sheets_in_order():
            rows = self._rows.candidates(sheet, near=self._row)
            found.extend(_Row(self._rows.share(sheet, row), sheet, row) for row in rows)
            if any(row.share >= _SAME_SHARE for row in found):
                break
        best = max(found, key=self._fitness, default=None)
        if best is None or best.share < _LIKE_SHARE:
            return None
        is_exact = self._row is None and best.share >= _SAME_SHARE and best.sheet is self._said
        return self._show_row(best, Place.EXACT if is_exact else Place.MOVED)

    def _fitness(self, row: _Row) -> Tuple[float, int]:
        return row.share, -abs(row.row - (self._row or 0))

    def _sheets_in_order(self) -> List[Any]:
        others = [sheet for sheet in self._sheets if sheet is not self._said]
        return [self._said, *others] if self._said is not None else others

    def _show_row(self, found: _Row, place: Place) -> Finding:
        if not found.sheet.IsVisible:
            return self._hidden(found.sheet)
        column = self._rows.column_of(found.sheet, found.row, self._target.asked_for)
        if column is None:
            column = self._rows.column_of(found.sheet, found.row, self._target.cells[0])
        cell = found.sheet.getCellByPosition(column or self._column or 0, found.row)
        shown = cell.getRows().getByIndex(0).IsVisible
        key = "" if shown else "jump.hidden_row"
        return Finding(place, show=partial(self._select, found.sheet, cell), message_key=key)

    def _as_sheet_name(self) -> Optional[Finding]:
        """Return the sheet where the passage is its name: a sheet's name heads its rows."""
        if self._target.kind != "heading" or self._said is None:
            return None
        if not self._said.IsVisible:
            return self._hidden(self._said)
        cell = self._said.getCellByPosition(0, 0)
        return Finding(Place.EXACT, show=partial(self._select, self._said, cell))

    def _as_comment(self) -> Optional[Finding]:
        if self._target.kind not in ("comment", ""):
            return None
        for sheet in self._sheets_in_order():
            comments = [*_items(sheet.getAnnotations())]
            places = TextStream([_said(comment) for comment in comments]).places(self._target.text)
            if not places:
                continue
            if not sheet.IsVisible:
                return self._hidden(sheet)
            cell = comments[places[0].first_block].getParent()
            as_said = cell.getCellAddress().Row == self._row and sheet is self._said
            place = Place.EXACT if as_said else Place.MOVED
            return Finding(place, show=partial(self._select, sheet, cell))
        return None

    def _in_shapes(self) -> Optional[Finding]:
        for sheet in self._sheets_in_order():
            shapes = [*_items(sheet.getDrawPage())]
            places = TextStream([_says(shape) for shape in shapes]).places(self._target.text)
            if not places:
                continue
            if not sheet.IsVisible:
                return self._hidden(sheet)
            place = Place.EXACT if sheet is self._said else Place.MOVED
            shape = shapes[places[0].first_block]
            return Finding(place, show=partial(self._select, sheet, shape))
        return None

    def _hidden(self, sheet: Any) -> Finding:
        values = {"sheet": sheet.Name}
        return Finding(
            Place.HIDDEN, offer=self._nearest(), message_key="jump.hidden_sheet", values=values
        )

    def _nearest(self) -> Optional[Offer]:
        """Return the remembered cell, on the nearest sheet that is shown."""
        wanted = self._sheets.index(self._said) if self._said is not None else 0
        shown = [index for index, sheet in enumerate(self._sheets) if sheet.IsVisible]
        if not shown:
            return None
        sheet = self._sheets[min(shown, key=lambda index: abs(index - wanted))]
        column, row = (self._column or 0, self._row or 0) if sheet is self._said else (0, 0)
        cell = sheet.getCellByPosition(column, row)
        label = cell.AbsoluteName.replace("$", "")
        return Offer("jump.offer_cell", label, partial(self._select, sheet, cell))

    def _select(self, sheet: Any, chosen: Any) -> None:
        controller = self._document.getCurrentController()
        controller.setActiveSheet(sheet)
        controller.select(chosen)


def _items(container: Any) -> List[Any]:
    return [container.getByIndex(index) for index in range(container.getCount())]


def _said(comment: Any) -> str:
    # A comment read from .xlsx has its text in the shape alone, which is made when it is asked for.
    text = comment.getString() or comment.getAnnotationShape().getString()
    return f"{comment.getAuthor()}: {text}"


def _says(shape: Any) -> str:
    texts = [shape.Title, shape.Description]
    if hasattr(shape, "getString"):
        texts.append(shape.getString())
    return "\n".join(text for text in texts if text)
