"""Plots as inline SVG: means with intervals, shares in a bar, distributions of times.

Owns: drawing. Colours and fonts come from the page's style sheet (classes "mode-0" to "mode-5" and
"share-0" ...); modes also differ in their marks, for who does not see colours. Does not own: what
is drawn (report).
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evaluation.measures import Estimate

WIDTH = 760
_LEFT = 170
_RIGHT = 20
_PLOT = WIDTH - _LEFT - _RIGHT
_TOP = 8
_AXIS = 28
_MODE_STEP = 12
_ROW_GAP = 12
_BAR = 20
_TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
_CURVE_HEIGHT = 180
_MIN_LABELLED_SHARE = 0.06


@dataclass(frozen=True)
class EstimateRow:
    """One row of a plot of means: its name and each mode's estimate, in the order of modes."""

    label: str
    estimates: tuple[Estimate, ...]


@dataclass(frozen=True)
class ShareRow:
    """One bar: its name and how many there are of each part."""

    label: str
    counts: tuple[int, ...]


def estimate_plot(title: str, rows: Sequence[EstimateRow], modes: Sequence[str]) -> str:
    """Return a plot from 0 to 1 with a mark and an interval for each row and mode."""
    row_height = _MODE_STEP * len(modes) + _ROW_GAP
    height = _TOP + row_height * len(rows) + _AXIS
    parts = list(_axis(height))
    for number, row in enumerate(rows):
        top = _TOP + number * row_height
        parts.append(_label(row.label, top + row_height / 2))
        for place, estimate in enumerate(row.estimates):
            y = top + _ROW_GAP / 2 + _MODE_STEP * (place + 0.5)
            parts += _marked_interval(estimate, y=y, place=place, mode=modes[place])
    return _svg(title, height, parts)


def share_plot(title: str, rows: Sequence[ShareRow], parts_of_bar: Sequence[str]) -> str:
    """Return a bar a row whose parts are shares of its whole."""
    height = _TOP + (_BAR + _ROW_GAP) * len(rows) + _AXIS
    drawn = list(_axis(height))
    for number, row in enumerate(rows):
        y = _TOP + number * (_BAR + _ROW_GAP) + _ROW_GAP / 2
        drawn.append(_label(row.label, y + _BAR / 2))
        drawn += _bar(row, y=y, names=parts_of_bar)
    return _svg(title, height, drawn)


def _bar(row: ShareRow, *, y: float, names: Sequence[str]) -> Iterator[str]:
    total = sum(row.counts) or 1
    done = 0
    for place, n_part in enumerate(row.counts):
        start, width = _x(done / total), _PLOT * n_part / total
        done += n_part
        tip = f"<title>{escape(f'{row.label}, {names[place]}: {n_part} of {total}')}</title>"
        yield (
            f'<rect class="share-{place}" x="{start:.1f}" y="{y:.1f}" width="{width:.1f}"'
            f' height="{_BAR}">{tip}</rect>'
        )
        if n_part / total >= _MIN_LABELLED_SHARE:
            yield (
                f'<text class="count share-text-{place}" x="{start + width / 2:.1f}"'
                f' y="{y + _BAR / 2 + 4:.1f}">{n_part}</text>'
            )


def curve_plot(title: str, curves: Sequence[Sequence[float]], unit: str) -> str:
    """Return the share of values that are at most x, a line a curve, x from 0 to the largest."""
    height = _TOP + _CURVE_HEIGHT + _AXIS
    largest = max((max(curve) for curve in curves if curve), default=1.0) or 1.0
    parts = [
        f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        for y in (_TOP, _TOP + _CURVE_HEIGHT / 2, _TOP + _CURVE_HEIGHT)
    ]
    for share, word in ((0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")):
        parts.append(_label(word, _TOP + _CURVE_HEIGHT * (1 - share)))
    parts += [_tick(share, height, f"{share * largest:.0f} {unit}") for share in _TICKS]
    for place, curve in enumerate(curves):
        parts.append(_curve(sorted(curve), largest=largest, place=place))
    return _svg(title, height, parts)


def _curve(values: Sequence[float], *, largest: float, place: int) -> str:
    points = " ".join(
        f"{_x(value / largest):.1f},{_TOP + _CURVE_HEIGHT * (1 - number / len(values)):.1f}"
        for number, value in enumerate(values, start=1)
    )
    return f'<polyline class="curve mode-{place}" points="{points}"/>'


def legend_mark(place: int) -> str:
    """Return a mode's mark as a small picture of its own."""
    return (
        f'<svg class="legend" width="16" height="12" aria-hidden="true">{_mark(8, 6, place)}</svg>'
    )


def _marked_interval(estimate: Estimate, *, y: float, place: int, mode: str) -> Iterator[str]:
    tip = f"{mode}: {estimate.mean:.3f}, 95 % from {estimate.low:.3f} to {estimate.high:.3f}"
    yield (
        f'<g class="mode-{place}"><title>{escape(tip)}</title>'
        f'<line x1="{_x(estimate.low):.1f}" x2="{_x(estimate.high):.1f}"'
        f' y1="{y:.1f}" y2="{y:.1f}"/>{_mark(_x(estimate.mean), y, place)}</g>'
    )


def _mark(x: float, y: float, place: int) -> str:
    if place == 0:
        return f'<circle class="mark mode-{place}" cx="{x:.1f}" cy="{y:.1f}" r="4.5"/>'
    # A square, or one that stands on its corner.
    turn = f' transform="rotate(45 {x:.1f} {y:.1f})"' if place > 1 else ""
    corner = f'x="{x - 3.5:.1f}" y="{y - 3.5:.1f}"'
    return f'<rect class="mark mode-{place}" {corner} width="7" height="7"{turn}/>'


def _x(share: float) -> float:
    return _LEFT + _PLOT * share


def _axis(height: float) -> Iterator[str]:
    for share in _TICKS:
        x = _x(share)
        yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{height - _AXIS}"/>'
        yield _tick(share, height, f"{share:.1f}")


def _tick(share: float, height: float, text: str) -> str:
    return f'<text class="tick" x="{_x(share):.1f}" y="{height - 8}">{escape(text)}</text>'


def _label(text: str, y: float) -> str:
    return f'<text class="label" x="{_LEFT - 12}" y="{y + 4:.1f}">{escape(text)}</text>'


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {height:.0f}" role="img"'
        f' aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )
