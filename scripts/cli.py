"""What every script shares: exit codes, usage errors, one JSON object on stdout, a progress bar.

Runs on any Python 3.9 or later without packages. Exit codes: 0 ok, 1 usage, 2 failure.
"""

import argparse
import json
import os
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, List, NoReturn, Optional, TextIO

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from plugin.contracts.errors import (  # noqa: E402 - the line above makes it importable
    BadRequest,
    EmbeddingsError,
    error_to_wire,
)

EXIT_OK = 0
EXIT_USAGE = 1
EXIT_FAILURE = 2
REFRESH_S = 0.1


class Failure(EmbeddingsError):
    """Raised when a script cannot do its work; message and hint are shown to the user."""


class UsageParser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one sentence and exits with 1."""

    def error(self, message: str) -> NoReturn:
        """Print the message with the way to help and exit with the usage code."""
        name = Path(sys.argv[0]).name
        sys.stderr.write(f"{name}: {message}. See {name} --help.\n")
        sys.exit(EXIT_USAGE)


def run_cli(main: Callable[[Optional[List[str]]], int]) -> int:
    """Return main's exit code; errors become one sentence on stderr, or JSON where asked for."""
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        return main(None)
    except EmbeddingsError as error:
        return report_error(error, as_json="--json" in sys.argv)
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped. What was finished is kept; run the same command to go on.\n")
        return EXIT_FAILURE
    except BrokenPipeError:
        # The reader of our output (head, less) left: not a failure of ours.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_OK


def _interrupt(_signal: int, _frame: object) -> NoReturn:
    raise KeyboardInterrupt


def report_error(error: EmbeddingsError, *, as_json: bool) -> int:
    """Return the exit code for an error after telling it: 1 for a bad request, else 2."""
    if as_json:
        print_json({"error": error_to_wire(error)})
    sys.stderr.write(f"{error}\n")
    if error.detail and os.environ.get("WRITERAGENT_DEBUG"):
        sys.stderr.write(f"{error.detail}\n")
    return EXIT_USAGE if isinstance(error, BadRequest) else EXIT_FAILURE


def print_json(value: Dict[str, object]) -> None:
    """Write one JSON object and a newline to stdout."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


@dataclass(frozen=True)
class Step:
    """One state of long work: a word for the stage, done of total, and what is being read."""

    stage: str
    n_done: int
    n_total: int
    unit: str
    detail: str = ""


class ProgressBar:
    """Shows one line on a terminal: stage, bar, counts, rate and time left; silent elsewhere."""

    def __init__(self, stream: Optional[TextIO] = None) -> None:
        self._stream = stream or sys.stderr
        self._shown = self._stream.isatty()
        self._stage = ""
        self._started_s = 0.0
        self._n_at_start = 0
        self._drawn_s = 0.0

    def show(self, step: Step) -> None:
        """Draw the step, at most ten times a second."""
        now_s = time.monotonic()
        if step.stage != self._stage:
            self._stage, self._started_s, self._n_at_start = step.stage, now_s, step.n_done
            self._drawn_s = 0.0
        if not self._shown or now_s - self._drawn_s < REFRESH_S:
            return
        self._drawn_s = now_s
        self._stream.write("\r\x1b[K" + self._line(step, now_s - self._started_s))
        self._stream.flush()

    def _line(self, step: Step, elapsed_s: float) -> str:
        share = step.n_done / step.n_total if step.n_total else 0.0
        rate = (step.n_done - self._n_at_start) / elapsed_s if elapsed_s > 0 else 0.0
        left = f", {_duration((step.n_total - step.n_done) / rate)} left" if rate > 0 else ""
        bar = "#" * int(share * 24)
        line = (
            f"{step.stage:<8}[{bar:<24}] {step.n_done}/{step.n_total} {step.unit}"
            f" ({rate:.0f}/s{left}) {step.detail}"
        )
        return line[: max(20, _terminal_width() - 1)]

    def close(self) -> None:
        """Clear the line."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def _terminal_width() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns
    except OSError:
        return 80


def _duration(seconds: float) -> str:
    minutes, rest_s = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest_s} s" if minutes else f"{rest_s} s"
