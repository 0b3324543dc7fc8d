"""The sidebar's panel: question, results, passage, in a narrow column.

Owns: its controls and where they stand. Does not own: what it shows (search_window), its life
(element). It has no mnemonics: they would clash with the document window's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Tuple

import uno

from ...embeddings.search_window.parts import Question
from ...embeddings.search_window.presenter import SearchPresenter
from ...embeddings.search_window.screen import Screen
from ..localise import localise
from ..search_dialog.events import Chosen, Keys, Pressed, Resized
from ..search_dialog.layout import STRETCH, Cell, Frame, Row, Size, arrange

if TYPE_CHECKING:
    from ...embeddings.search_window.parts import SearchParts
    from ...embeddings.search_window.screen import Preview, ResultRow, UnreadFiles

_POSSIZE: Final = 15  # com.sun.star.awt.PosSize.POSSIZE
_GAP_PX: Final = 6
_UNSEEN_PX: Final = 14
"""GTK's sidebar shows this much less of a panel's height than it gives."""

_MESSAGE_LINES: Final = 3
_RETURN: Final[int] = uno.getConstantByName("com.sun.star.awt.Key.RETURN")


class SearchPanel:
    """The view of one panel, and its presenter; main thread only."""

    def __init__(self, window: Any, parts: SearchParts) -> None:
        self._window = window
        self._texts = parts.texts
        self._screen = Screen()
        localise(window, parts.texts)
        self._presenter = SearchPresenter(self, parts)
        self._listen()
        self._presenter.open()
        self._lay_out()

    def close(self) -> None:
        """Stop what runs for the panel."""
        self._presenter.close()

    def refresh(self) -> None:
        """Follow the settings and the active document."""
        self._presenter.refresh()

    def show(self, screen: Screen) -> None:
        """Make the panel look like this."""
        before, self._screen = self._screen, screen
        line = screen.indexing.text if screen.indexing is not None else screen.coverage
        self._control("message").setText("\n".join(filter(None, (screen.message, line))))
        if screen.rows != before.rows:
            self._show_rows(screen.rows)
        if screen.selected != before.selected and screen.has_selection:
            self._control("results").selectItemPos(screen.selected, True)  # noqa: FBT003 - UNO's
        self._show_preview(screen.preview, screen.mark)
        for name in ("open", "insert"):
            self._control(name).setEnable(screen.has_selection)
        self._control("start").setEnable(screen.can_search)
        self._show_offer(before)

    def ask(self, question: str) -> bool:
        """Return False: the panel has no button that needs an answer."""
        del question
        return False

    def show_unread(self, files: UnreadFiles) -> None:
        """Point to the window that lists them."""
        self._control("message").setText(
            self._texts.format("sidebar.unread", headline=files.headline)
        )

    def _show_rows(self, rows: Tuple[ResultRow, ...]) -> None:
        results = self._control("results")
        results.removeItems(0, results.getItemCount())
        lines = (
            self._texts.format("sidebar.row", file=row.file, place=row.place, snippet=row.snippet)
            for row in rows
        )
        results.addItems(tuple(lines), 0)

    def _show_preview(self, preview: Preview, mark: int) -> None:
        passage = self._control("passage")
        if passage.getText() != preview.text:
            passage.setText(preview.text)
        if preview.marks:
            span = preview.marks[mark]
            passage.setSelection(
                uno.createUnoStruct("com.sun.star.awt.Selection", span.start, span.end)
            )

    def _show_offer(self, before: Screen) -> None:
        offer = self._screen.offer
        button = self._control("offer")
        button.setVisible(offer is not None)
        if offer is not None:
            button.setLabel(self._texts[f"search.offer.{offer.value}"].replace("~", ""))
        if offer is not before.offer:
            self._lay_out()

    def _listen(self) -> None:
        actions = {
            "start": self._search,
            "offer": self._presenter.take_offer,
            "open": self._presenter.open_selected,
            "insert": self._presenter.insert_selected,
        }
        for name, action in actions.items():
            self._control(name).addActionListener(Pressed(action))
        results = self._control("results")
        results.addItemListener(Chosen(self._select))
        results.addActionListener(Pressed(self._presenter.open_selected))  # a double click
        results.addKeyListener(Keys({_RETURN: self._presenter.open_selected}))
        self._control("query").addKeyListener(Keys({_RETURN: self._search}))
        self._window.addWindowListener(Resized(self._lay_out))

    def _search(self) -> None:
        self._presenter.search(Question(self._control("query").getText()))

    def _select(self) -> None:
        self._presenter.select(self._control("results").getSelectedItemPos())

    def _lay_out(self) -> None:
        place = self._window.getPosSize()
        line = self._control("query_label").getPreferredSize().Height
        button = self._control("start").getPreferredSize()
        shown = (Cell("offer", STRETCH, button.Height),) if self._screen.offer is not None else ()
        rows = (
            Row((Cell("query_label", STRETCH, line),)),
            Row(
                (
                    Cell("query", STRETCH, button.Height),
                    Cell("start", button.Width, button.Height),
                )
            ),
            Row((Cell("message", STRETCH, line * _MESSAGE_LINES),)),
            Row(shown),
            Row((Cell("results_label", STRETCH, line),)),
            Row((Cell("results", STRETCH, line * 4),), share=3),
            Row((Cell("passage_label", STRETCH, line),)),
            Row((Cell("passage", STRETCH, line * 4),), share=2),
            Row((Cell("open", STRETCH, button.Height), Cell("insert", STRETCH, button.Height))),
        )
        frame = Frame(Size(place.Width, place.Height - _UNSEEN_PX), _GAP_PX)
        for name, box in arrange(rows, frame).items():
            self._control(name).setPosSize(box.x, box.y, box.width, box.height, _POSSIZE)

    def _control(self, name: str) -> Any:
        return self._window.getControl(name)
