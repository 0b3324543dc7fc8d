"""Controls keep to their rows, their gaps and the window."""

from __future__ import annotations

import itertools

from plugin.office.search_dialog.layout import (
    STRETCH,
    Box,
    Cell,
    Frame,
    Row,
    Size,
    arrange,
    least_size,
)

ROWS = (
    Row((Cell("label", 40, 10), Cell("field", STRETCH, 14), Cell("go", 50, 16))),
    Row((Cell("list", STRETCH, 30),), share=3),
    Row((Cell("text", STRETCH, 20),), share=1),
    Row((Cell("help", 50, 16), Cell("", STRETCH, 0), Cell("close", 50, 16))),
)
GAP = 4


def test_what_stretches_takes_what_is_left() -> None:
    boxes = arrange(ROWS, Frame(Size(300, 200), GAP))
    assert boxes["field"] == Box(48, 5, 300 - 2 * 4 - 40 - 50 - 2 * 4, 14)
    assert boxes["label"].y == 4 + (16 - 10) // 2
    assert boxes["go"].x + boxes["go"].width == 300 - GAP
    assert boxes["close"].x + boxes["close"].width == 300 - GAP
    assert boxes["help"].x == GAP
    assert "" not in boxes


def test_height_that_is_left_is_shared() -> None:
    least = least_size(ROWS, GAP)
    assert least.height == 16 + 30 + 20 + 16 + 5 * GAP
    boxes = arrange(ROWS, Frame(Size(300, least.height + 40), GAP))
    assert boxes["list"].height == 30 + 30
    assert boxes["text"].height == 20 + 10
    assert boxes["close"].y + boxes["close"].height == least.height + 40 - GAP


def test_a_window_too_low_squeezes_what_shares_first() -> None:
    least = least_size(ROWS, GAP)
    boxes = arrange(ROWS, Frame(Size(300, least.height - 8), GAP))
    assert boxes["list"].height == 30 - 6
    assert boxes["close"].y + boxes["close"].height == least.height - 8 - GAP
    tiny = arrange(ROWS, Frame(Size(300, 10), GAP))
    assert tiny["list"].height == 10
    assert all(box.width >= 0 and box.height > 0 for box in tiny.values())


def test_rows_do_not_touch() -> None:
    boxes = arrange(ROWS, Frame(Size(300, 260), GAP))
    order = ["go", "list", "text", "close"]
    for above, below in itertools.pairwise(order):
        assert boxes[below].y == boxes[above].y + boxes[above].height + GAP


def test_a_row_without_controls_takes_no_room() -> None:
    with_empty = (ROWS[0], Row(()), *ROWS[1:])
    frame = Frame(Size(300, 200), GAP)
    assert arrange(with_empty, frame) == arrange(ROWS, frame)
    assert least_size(with_empty, GAP) == least_size(ROWS, GAP)


def test_least_width_is_that_of_the_widest_row() -> None:
    assert least_size(ROWS, GAP).width == GAP + 50 + GAP + 0 + GAP + 50 + GAP
