"""The search dialog: draws a screen, and hands what the user does to the presenter.

Owns: one window, from its making to its end. Does not own: what is on the screen (the
presenter), what outlives the window (session), when a window is made (command).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Callable, Final, Optional

import uno
from com.sun.star.awt import Key

from ...documents.kinds import FileKind
from ...embeddings.search_window.parts import Question
from ...embeddings.search_window.screen import PassLine, Screen
from .arrangement import RESULTS, search_rows
from .events import Chosen, Keys, WindowFate
from .layout import Frame, Size, arrange, least_size
from .results_list import Column, ListActions, ListPlace, ResultsList

if TYPE_CHECKING:
    from ...embeddings.search_window.presenter import SearchPresenter
    from ...embeddings.search_window.screen import Preview
    from ...embeddings.texts import Texts
    from .session import Session
    from .window import DialogWindow

_TAB_INDEX: Final = 9
_KINDS: Final = tuple(FileKind)
_COLUMN_UNITS: Final = (
    ("file", 86),
    ("place", 48),
    ("snippet", 162),
    ("date", 38),
    ("reason", 104),
)
_STRETCHING_COLUMN: Final = "snippet"
_MAY_BE_CUT: Final = frozenset({"folder", "heading", "coverage", "pass"})
"""Texts of one line that may be longer than it: all of them can be read under the mouse."""


class SearchWindow:
    """One window that shows the presenter's screen; main thread only."""

    def __init__(self, ctx: Any, window: DialogWindow, texts: Texts, session: Session) -> None:
        self.window = window
        self._texts = texts
        self._session = session
        self._screen = Screen()
        self._permille = -1
        self._is_setting_bar = False
        self._presenter: Optional[SearchPresenter] = None
        widths = session.column_units or tuple(units for _, units in _COLUMN_UNITS)
        columns = [
            Column(texts[f"search.column.{name}"], units, name == _STRETCHING_COLUMN)
            for (name, _), units in zip(_COLUMN_UNITS, widths)
        ]
        place = ListPlace(RESULTS, _TAB_INDEX, texts["search.results"])
        self._list = ResultsList(ctx, window, columns, place)

    def start(self, presenter: SearchPresenter, *, on_close: Callable[[], None]) -> None:
        """Show the window with the presenter's screen, ready to be typed into."""
        self._presenter = presenter
        fate = WindowFate(on_close=on_close, on_front=presenter.refresh)
        self.window.finish(self._texts, fate)
        self._fill_choices()
        self._list.fill(())
        self._listen(presenter, on_close)
        self._draw(presenter.screen)
        self._set_first_size()
        self._arrange()
        self.window.on_resize(self._arrange)
        self.window.show()
        self.window.control("query").setFocus()
        self._set_bar()

    def draw(self, screen: Screen) -> None:
        """Make the window look like the screen."""
        before = self._screen
        self._draw(screen)
        if _shape(before) != _shape(screen):
            self._arrange()
        self._set_bar()

    def keep(self) -> None:
        """Note what the next window is to have of this one: size, columns, words."""
        size = self.window.size
        self._session.size, self._session.position = size, self.window.position
        self._session.column_units = self._list.widths_units
        self._session.query = self.window.control("query").getText()
        self._session.kind = self._kind()

    def focus_query(self) -> None:
        """Come to the front, ready to be typed into."""
        self.window.show()
        query = self.window.control("query")
        query.setFocus()
        selection = uno.createUnoStruct("com.sun.star.awt.Selection", 0, len(query.getText()))
        query.setSelection(selection)

    def _fill_choices(self) -> None:
        kind = self.window.control("kind")
        kind.addItems(tuple(self._texts[f"search.kind.{each.value}"] for each in _KINDS), 0)
        kind.selectItemPos(_KINDS.index(self._session.kind), True)  # noqa: FBT003 - UNO's
        self._fill_history()
        self.window.control("query").setText(self._session.query)

    def _fill_history(self) -> None:
        query = self.window.control("query")
        query.removeItems(0, query.getItemCount())
        query.addItems(tuple(self._session.queries), 0)

    def _listen(self, presenter: SearchPresenter, on_close: Callable[[], None]) -> None:
        self._list.follow(ListActions(presenter.select, presenter.open_selected))
        self.window.control("query").addKeyListener(Keys({Key.RETURN: self._search}))
        self.window.control("kind").addItemListener(Chosen(self._change_kind))
        self.window.on_press(
            {
                "start": self._search,
                "offer": presenter.take_offer,
                "next_match": presenter.next_match,
                "list_unread": presenter.list_unread,
                "pause": presenter.pause_or_resume,
                "cancel_pass": presenter.cancel_pass,
                "help": presenter.help,
                "rebuild": presenter.rebuild,
                "insert": presenter.insert_selected,
                "open": presenter.open_selected,
                "close": on_close,
            }
        )

    def _search(self) -> None:
        field = self.window.control("query")
        query, selection = field.getText(), field.getSelection()
        self._session.remember(query)
        self._fill_history()
        field.setText(query)
        field.setSelection(selection)  # the next words are typed where the last ones ended
        if self._presenter is not None:
            self._presenter.search(Question(query, self._kind()))

    def _change_kind(self) -> None:
        if self._presenter is not None:
            self._presenter.change_kind(self._kind())

    def _kind(self) -> FileKind:
        position = int(self.window.control("kind").getSelectedItemPos())
        return _KINDS[max(0, position)]

    def _draw(self, screen: Screen) -> None:
        before, self._screen = self._screen, screen
        self._set_texts(screen)
        self._set_states(screen)
        if screen.rows != before.rows:
            self._list.fill([row.cells for row in screen.rows], selected=screen.selected)
        elif screen.has_selection:
            self._list.select(screen.selected)
        if screen.preview != before.preview:
            self.window.control("passage").setText(screen.preview.text)
        if (screen.preview, screen.mark) != (before.preview, before.mark):
            self._mark(screen.preview, screen.mark)

    def _set_texts(self, screen: Screen) -> None:
        texts = self._texts
        folder = texts.format("search.folder", folder=screen.folder)
        self._set("folder", folder if screen.folder else texts["search.folder.none"])
        self._set("message", screen.message)
        self._set("heading", screen.preview.heading)
        self._set("coverage", screen.coverage)
        if screen.offer is not None:
            self._set_label("offer", f"search.offer.{screen.offer.value}")
        if screen.indexing is not None:
            self._set("pass", screen.indexing.text)
            paused = screen.indexing.is_paused
            self._set_label("pause", "search.resume" if paused else "search.pause")

    def _set_states(self, screen: Screen) -> None:
        enabled = {
            "start": screen.can_search,
            "rebuild": screen.can_rebuild,
            "insert": screen.has_selection,
            "open": screen.has_selection,
        }
        for name, is_enabled in enabled.items():
            self.window.control(name).setEnable(is_enabled)
        is_indexing = screen.indexing is not None
        has_share = screen.indexing is not None and screen.indexing.permille is not None
        # Hidden, not disabled: GTK's themes have LibreOffice write a disabled button's text in
        # nearly the colour of its ground.
        shown = {
            "list_unread": screen.can_list_unread,
            "next_match": len(screen.preview.marks) > 1,
            "offer": screen.offer is not None,
            "pass": is_indexing,
            "pass_bar": has_share,
            "pause": is_indexing,
            "cancel_pass": is_indexing,
        }
        for name, is_shown in shown.items():
            self.window.control(name).setVisible(is_shown)

    def _set_bar(self) -> None:
        """Bring the bar to its share; nothing of a screen may be drawn after it.

        LibreOffice lets waiting events run while it sets a bar: other screens are drawn
        meanwhile, and the window may be closed.
        """
        if self._is_setting_bar:
            return
        self._is_setting_bar = True
        try:
            while self.window.is_open and self._permille != _permille(self._screen):
                self._permille = _permille(self._screen)
                self.window.control("pass_bar").setValue(self._permille)
        finally:
            self._is_setting_bar = False

    def _set(self, name: str, text: str) -> None:
        control = self.window.control(name)
        if name in _MAY_BE_CUT and control.getModel().HelpText != text:
            control.getModel().HelpText = text
        # A text of the folder or a document may hold "~", which would be taken for a mnemonic.
        text = text.replace("~", "~~")
        if control.getText() != text:
            control.setText(text)

    def _set_label(self, name: str, key: str) -> None:
        control = self.window.control(name)
        if control.getModel().Label != self._texts[key]:
            control.setLabel(self._texts[key])

    def _mark(self, preview: Preview, mark: int) -> None:
        if mark >= len(preview.marks):
            return
        span = preview.marks[mark]
        start = _utf16_length(preview.text[: span.start])
        end = start + _utf16_length(preview.text[span.start : span.end])
        selection = uno.createUnoStruct("com.sun.star.awt.Selection", start, end)
        self.window.control("passage").setSelection(selection)

    def _set_first_size(self) -> None:
        window = self.window
        # Room for the line of a pass, too, which comes and goes.
        fullest = replace(self._screen, indexing=PassLine(""))
        least = least_size(search_rows(window, fullest), window.gap)
        wanted = self._session.size or window.size
        window.set_size(Size(max(wanted.width, least.width), max(wanted.height, least.height)))
        if self._session.position is not None:
            window.move(self._session.position)

    def _arrange(self) -> None:
        window = self.window
        frame = Frame(window.size, window.gap)
        window.place(arrange(search_rows(window, self._screen), frame))
        self._list.fit()


def _shape(screen: Screen) -> Any:
    """Return what of a screen decides how much room its parts need."""
    is_paused = screen.indexing is not None and screen.indexing.is_paused
    return (
        screen.message,
        screen.offer,
        screen.indexing is not None,
        is_paused,
    )


def _permille(screen: Screen) -> int:
    return (screen.indexing.permille or 0) if screen.indexing is not None else 0


def _utf16_length(text: str) -> int:
    # LibreOffice counts UTF-16 units, Python code points.
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
