"""The scripts' shared plumbing: progress only on a terminal, with rate and time left."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))

import cli
import render

from plugin.contracts.search import Span


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_nothing_is_drawn_off_a_terminal() -> None:
    stream = io.StringIO()
    bar = cli.ProgressBar(stream)
    bar.show(cli.Step("text", 1, 2, "files"))
    bar.close()
    assert stream.getvalue() == ""


def test_a_terminal_sees_counts_and_clears_the_line() -> None:
    stream = Terminal()
    bar = cli.ProgressBar(stream)
    bar.show(cli.Step("text", 3, 12, "files", "report.odt"))
    assert "3/12 files" in stream.getvalue()
    assert "report.odt" in stream.getvalue()
    bar.close()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_a_total_of_zero_is_no_division() -> None:
    stream = Terminal()
    cli.ProgressBar(stream).show(cli.Step("scan", 0, 0, "files"))
    assert "0/0" in stream.getvalue()


@pytest.mark.parametrize(
    ("seconds", "text"), [(5.9, "5 s"), (61, "1 min 1 s"), (3600 * 2 + 180, "2 h 3 min")]
)
def test_durations_read_like_speech(seconds: float, text: str) -> None:
    assert cli._duration(seconds) == text


def test_spans_are_marked_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "styled", lambda: True)
    lines = render.marked_lines("new  boiler\n now", (Span(5, 11),))
    assert lines == [f"new {render.BOLD}boiler{render.PLAIN}", "now"]
