"""A table of texts over LibreOffice's grid control.

Owns: columns, rows, keys, and a way around the grid's crash. Does not own: the texts.

Source (accessibility/source/extended/AccessibleGridControl.cxx, commitCellEvent): once a screen
reader has looked at the grid, each key indexes a vector of cells by the current row and column,
unchecked; with rows taken away, or without a current cell, LibreOffice crashes. So rows are
never changed: new rows come with a new grid, with a current cell from the start, and a grid
without rows takes no keys.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Final, Optional, Sequence, Tuple

from com.sun.star.awt import Key
from com.sun.star.view.SelectionType import SINGLE

from .events import DoubleClicked, Keys, RowSelected

if TYPE_CHECKING:
    from .window import DialogWindow

_GRID_MODEL: Final = "com.sun.star.awt.grid.UnoControlGridModel"
_COLUMNS: Final = "com.sun.star.awt.grid.DefaultGridColumnModel"
_ROWS: Final = "com.sun.star.awt.grid.DefaultGridDataModel"
_POSSIZE: Final = 15  # com.sun.star.awt.PosSize.POSSIZE
_LEAST_COLUMN_UNITS: Final = 16
_LEAST_STRETCHING_UNITS: Final = 60
_SCROLL_BAR_UNITS: Final = 12  # with room for rounding, or there is one for the width, too


@dataclass(frozen=True)
class Column:
    """A column: its title, its width in dialog units, whether it takes what room is left."""

    title: str
    width_units: int
    stretches: bool = False


@dataclass(frozen=True)
class ListPlace:
    """A table's name, its place among the window's controls, and what a screen reader calls it."""

    name: str
    tab_index: int
    label: str


@dataclass(frozen=True)
class ListActions:
    """What a table's owner does."""

    on_select: Callable[[int], None]
    on_open: Callable[[], None]


class ResultsList:
    """The table of one window."""

    def __init__(
        self, ctx: Any, window: DialogWindow, columns: Sequence[Column], place: ListPlace
    ) -> None:
        self._ctx = ctx
        self._window = window
        self._columns = tuple(columns)
        self._place = place
        self._name = place.name
        self._actions: Optional[ListActions] = None
        self._selected = RowSelected(self._select)

    def follow(self, actions: ListActions) -> None:
        """Have the actions done from now on."""
        self._actions = actions

    @property
    def control(self) -> Any:
        """Return the grid of the moment."""
        return self._window.control(self._name)

    @property
    def widths_units(self) -> Tuple[int, ...]:
        """Return the columns' widths as the user left them."""
        return tuple(one.ColumnWidth for one in self.control.getModel().ColumnModel.getColumns())

    def fill(self, rows: Sequence[Tuple[str, ...]], *, selected: int = 0) -> None:
        """Show these rows in place of others; the focus stays where it was."""
        old = self.control
        had_focus = old is not None and old.hasFocus()
        place = old.getPosSize() if old is not None else None
        self._remove(old)
        self._insert(rows)
        grid = self.control
        # Unlike other controls, a grid takes no name from the label before it.
        grid.getPeer().setProperty("AccessibleName", self._place.label.replace("~", ""))
        if place is not None:
            grid.setPosSize(place.X, place.Y, place.Width, place.Height, _POSSIZE)
        if rows:
            self._go_to(max(0, selected))
        grid.addSelectionListener(self._selected)
        grid.addMouseListener(DoubleClicked(self._open_at))
        grid.addKeyListener(Keys(self._keys()))
        self.fit()
        self._sort_tabs()
        if had_focus:
            (grid if rows else self._window.control("close")).setFocus()

    def fit(self) -> None:
        """Give the stretching column what the others leave of the table's width."""
        grid = self.control
        shown = grid.getModel().ColumnModel.getColumns()
        room_units = self._window.units(grid.getPosSize().Width) - _SCROLL_BAR_UNITS
        for column, one in zip(self._columns, shown):
            if column.stretches:
                others = sum(each.ColumnWidth for each in shown) - one.ColumnWidth
                one.ColumnWidth = max(_LEAST_STRETCHING_UNITS, room_units - others)

    def select(self, row: int) -> None:
        """Select a row without telling the owner."""
        grid = self.control
        if tuple(grid.getSelectedRows()) == (row,):
            return
        grid.removeSelectionListener(self._selected)
        self._go_to(row)
        grid.addSelectionListener(self._selected)

    def _insert(self, rows: Sequence[Tuple[str, ...]]) -> None:
        model = self._window.dialog.getModel()
        grid = model.createInstance(_GRID_MODEL)
        grid.ColumnModel = self._make_columns()
        grid.GridDataModel = self._make_rows(rows)
        grid.ShowColumnHeader, grid.ShowRowHeader = True, False
        grid.SelectionModel = SINGLE
        grid.VScroll = True
        grid.Name = self._name
        grid.Tabstop, grid.TabIndex = True, self._place.tab_index
        grid.Enabled = bool(rows)
        # The theme's own colours for a selection: those for one without the focus are grey on
        # grey in some themes.
        style = self._window.dialog.StyleSettings
        grid.InactiveSelectionBackgroundColor = style.HighlightColor
        grid.InactiveSelectionTextColor = style.HighlightTextColor
        model.insertByName(self._name, grid)

    def _remove(self, old: Any) -> None:
        if old is None:
            return
        shown = old.getModel().ColumnModel.getColumns()
        self._columns = tuple(
            Column(column.title, one.ColumnWidth, column.stretches)
            for column, one in zip(self._columns, shown)
        )
        old.removeSelectionListener(self._selected)
        self._window.dialog.getModel().removeByName(self._name)
        old.dispose()

    def _make_columns(self) -> Any:
        columns = self._create(_COLUMNS)
        for each in self._columns:
            column = columns.createColumn()
            column.Title = each.title
            column.ColumnWidth = each.width_units
            column.MinWidth = _LEAST_COLUMN_UNITS
            column.Resizeable = True
            column.Flexibility = 0  # by itself it would run under the scroll bar; see fit
            columns.addColumn(column)
        return columns

    def _make_rows(self, rows: Sequence[Tuple[str, ...]]) -> Any:
        data = self._create(_ROWS)
        if rows:
            data.addRows(tuple(range(len(rows))), tuple(rows))
        return data

    def _create(self, service: str) -> Any:
        return self._ctx.ServiceManager.createInstanceWithContext(service, self._ctx)

    def _sort_tabs(self) -> None:
        # A control that is inserted later stands last among the windows, wherever its TabIndex
        # says; this sorts them, and with them what a screen reader takes for its label.
        for controller in self._window.dialog.getTabControllers():
            controller.activateTabOrder()

    def _keys(self) -> Any:
        here = self._select_current
        return {
            Key.RETURN: self._open,
            Key.PAGEUP: here,
            Key.PAGEDOWN: here,
            Key.HOME: lambda: self._go_to(0),
            Key.END: lambda: self._go_to(self._n_rows() - 1),
        }

    def _n_rows(self) -> int:
        return int(self.control.getModel().GridDataModel.RowCount)

    def _select_current(self) -> None:
        # The grid moves its cursor by a page, but not the selection.
        self._go_to(self.control.getCurrentRow())

    def _go_to(self, row: int) -> None:
        grid = self.control
        grid.goToCell(0, row)
        grid.deselectAllRows()
        grid.selectRow(row)

    def _select(self, row: int) -> None:
        if self._actions is not None:
            self._actions.on_select(row)

    def _open(self) -> None:
        if self._actions is not None and self._n_rows():
            self._actions.on_open()

    def _open_at(self, x: int, y: int) -> None:
        if self.control.getRowAtPoint(x, y) >= 0:
            self._open()
