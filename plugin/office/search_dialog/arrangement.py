"""The rows of the search dialog, from the sizes that its texts need.

Owns: which control stands beside which. Does not own: the arithmetic (layout), the controls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, List, Tuple

from .layout import STRETCH, Cell, Row

if TYPE_CHECKING:
    from ...embeddings.search_window.screen import Screen
    from .window import DialogWindow

RESULTS: Final = "results"
_LABELS: Final = ("query_label", "kind_label")
_RESULTS_SHARE: Final = 3
_PASSAGE_SHARE: Final = 2
_LEAST_RESULTS_UNITS: Final = 60
_LEAST_PASSAGE_UNITS: Final = 36
_BAR_UNITS: Final = 60
_KIND_UNITS: Final = 110
_LINE_UNITS: Final = 2
_N_MESSAGE_LINES: Final = 2


def search_rows(window: DialogWindow, screen: Screen) -> Tuple[Row, ...]:
    """Return the dialog's rows from top to bottom, without what is not shown."""
    return (
        *_question_rows(window),
        _message_row(window, screen),
        Row((_stretching(window, "results_label"),)),
        Row((Cell(RESULTS, STRETCH, window.pixels(_LEAST_RESULTS_UNITS)),), share=_RESULTS_SHARE),
        *_passage_rows(window),
        Row((_stretching(window, "coverage"), _button(window, "list_unread"))),
        *_pass_rows(window, screen),
        Row((Cell("line", STRETCH, window.pixels(_LINE_UNITS)),)),
        _button_row(window),
    )


def _question_rows(window: DialogWindow) -> Tuple[Row, ...]:
    label_width = max(window.preferred(name).width for name in _LABELS)
    query_label, kind_label = (
        Cell(name, label_width, window.preferred(name).height) for name in _LABELS
    )
    query = Cell("query", STRETCH, window.preferred("query").height)
    kind_width = max(window.pixels(_KIND_UNITS), window.preferred("kind").width)
    kind = Cell("kind", kind_width, window.preferred("kind").height)
    return (
        Row((query_label, query, _button(window, "start"))),
        Row((kind_label, kind, _stretching(window, "folder"))),
    )


def _message_row(window: DialogWindow, screen: Screen) -> Row:
    offers: List[Cell] = [_button(window, "offer")] if screen.offer is not None else []
    width = window.size.width - 2 * window.gap
    width -= sum(cell.width + window.gap for cell in offers)
    # Two lines at least, so that the table does not jump with each answer.
    two_lines = _N_MESSAGE_LINES * window.preferred("query_label").height
    height = max(window.height_for("message", width), two_lines)
    return Row((Cell("message", STRETCH, height), *offers))


def _passage_rows(window: DialogWindow) -> Tuple[Row, ...]:
    label = window.preferred("passage_label")
    cells = (
        Cell("passage_label", label.width, label.height),
        _stretching(window, "heading"),
        _button(window, "next_match"),
    )
    passage = Cell("passage", STRETCH, window.pixels(_LEAST_PASSAGE_UNITS))
    return (Row(cells), Row((passage,), share=_PASSAGE_SHARE))


def _pass_rows(window: DialogWindow, screen: Screen) -> Tuple[Row, ...]:
    if screen.indexing is None:
        return ()
    buttons = (_button(window, "pause"), _button(window, "cancel_pass"))
    bar = Cell("pass_bar", window.pixels(_BAR_UNITS), window.preferred("pass").height)
    return (Row((_stretching(window, "pass"), bar, *buttons)),)


def _button_row(window: DialogWindow) -> Row:
    left, right = ("help", "rebuild"), ("insert", "open", "close")
    gap = Cell("", STRETCH, 0)
    return Row(
        (
            *(_button(window, name) for name in left),
            gap,
            *(_button(window, name) for name in right),
        )
    )


def _button(window: DialogWindow, name: str) -> Cell:
    size = window.button(name)
    return Cell(name, size.width, size.height)


def _stretching(window: DialogWindow, name: str) -> Cell:
    return Cell(name, STRETCH, window.preferred(name).height)
