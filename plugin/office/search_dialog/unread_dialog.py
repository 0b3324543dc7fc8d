"""The small dialog that lists the files that could not be read.

Owns: its window. Does not own: which files, in which words (embeddings.unread_files).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Final, Tuple

from .events import WindowFate
from .layout import STRETCH, Cell, Frame, Row, arrange, least_size
from .results_list import Column, ListActions, ListPlace, ResultsList
from .window import DialogWindow

if TYPE_CHECKING:
    from pathlib import Path

    from ...embeddings.search_window.screen import UnreadFiles
    from ...embeddings.texts import Texts

_TAB_INDEX: Final = 2
_LEAST_LIST_UNITS: Final = 60
_LINE_UNITS: Final = 2


class UnreadDialog:
    """One showing of the list; main thread only."""

    def __init__(self, window: DialogWindow, ctx: Any, texts: Texts) -> None:
        self.window = window
        self._files: Tuple[str, ...] = ()
        self._selected = 0
        columns = (
            Column(texts["search.unread.column.name"], 110),
            Column(texts["search.unread.column.state"], 70),
            Column(texts["search.unread.column.reason"], 120, stretches=True),
        )
        place = ListPlace("files", _TAB_INDEX, texts["search.unread.files"])
        self._list = ResultsList(ctx, window, columns, place)
        fate = WindowFate(on_close=self.close, on_front=_nothing)
        window.finish(texts, fate)

    def show(self, files: UnreadFiles, on_open: Callable[[str], None]) -> None:
        """Show the files; on_open gets the path of one that is to be opened."""
        self._files = tuple(row.path for row in files.rows)
        self.window.control("headline").setText(files.headline)
        self._list.fill([(row.name, row.state, row.reason) for row in files.rows])

        def open_selected() -> None:
            if self._selected < len(self._files):
                on_open(self._files[self._selected])

        self._list.follow(ListActions(self._select, open_selected))
        self.window.on_press({"open": open_selected, "close": self.close})
        self.window.control("open").setEnable(bool(self._files))
        self.window.on_resize(self._arrange)
        least = least_size(self._rows(), self.window.gap)
        size = self.window.size
        if least.width > size.width:
            self.window.set_size(type(size)(least.width, size.height))
        self._arrange()
        self.window.show()
        self._list.control.setFocus()

    def close(self) -> None:
        """Close the window; a second call does nothing."""
        self.window.end()

    def _select(self, row: int) -> None:
        self._selected = row

    def _arrange(self) -> None:
        frame = Frame(self.window.size, self.window.gap)
        self.window.place(arrange(self._rows(), frame))
        self._list.fit()

    def _rows(self) -> Tuple[Row, ...]:
        window = self.window
        width = window.size.width - 2 * window.gap
        close, opening = window.button("close"), window.button("open")
        return (
            Row((Cell("headline", STRETCH, window.height_for("headline", width)),)),
            Row((Cell("files_label", STRETCH, window.preferred("files_label").height),)),
            Row((Cell("files", STRETCH, window.pixels(_LEAST_LIST_UNITS)),), share=1),
            Row((Cell("line", STRETCH, window.pixels(_LINE_UNITS)),)),
            Row(
                (
                    Cell("", STRETCH, 0),
                    Cell("open", opening.width, opening.height),
                    Cell("close", close.width, close.height),
                )
            ),
        )


def make_unread_dialog(ctx: Any, xdl: Path, parent: Any, texts: Texts) -> UnreadDialog:
    """Return the dialog above its parent, not shown yet."""
    return UnreadDialog(DialogWindow(ctx, xdl, parent), ctx, texts)


def _nothing() -> None:
    return
