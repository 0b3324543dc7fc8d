"""What every script shares: exit codes, usage errors, one JSON object on stdout, a progress bar.

Runs on any Python 3.9 or later without packages. Exit codes: 0 ok, 1 usage, 2 failure.
"""

import argparse
import contextlib
import io
import json
import os
import re
import shlex
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
    Interrupted,
    error_to_wire,
)

EXIT_OK = 0
EXIT_USAGE = 1
EXIT_FAILURE = 2
REFRESH_S = 0.1
# Control characters, line ends and marks that turn the direction of a terminal's line.
_UNPRINTABLE = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069]")


class Failure(EmbeddingsError):
    """Raised when a script cannot do its work; message and hint are shown to the user."""


class UsageParser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one sentence and exits with 1."""

    def error(self, message: str) -> NoReturn:
        """Tell the message with the way to help, as JSON where asked for, and exit with 1."""
        name = Path(sys.argv[0]).name
        hint = f"{self._quoting_hint(message)}See {name} --help."
        error = BadRequest(f"{name}: {message}.", hint=hint)
        sys.exit(report_error(error, as_json="--json" in sys.argv))

    def _quoting_hint(self, message: str) -> str:
        words = [action.dest for action in self._actions if not action.option_strings]
        taken_for_option = "are required" in message and any(
            word.startswith("-") and word not in self._option_string_actions
            for word in sys.argv[1:]
        )
        if not words or not (taken_for_option or message.startswith("unrecognized arguments")):
            return ""
        word = words[0]
        return f"Put the {word} in quotes; put -- before a {word} that begins with a dash. "


def run_cli(main: Callable[[Optional[List[str]]], int]) -> int:
    """Return main's exit code; errors become one sentence on stderr, or JSON where asked for."""
    signal.signal(signal.SIGTERM, _interrupt)
    _prepare_streams()
    try:
        code = _exit_code(main)
        sys.stdout.flush()  # here, for what fails at exit ends in a traceback
    except KeyboardInterrupt:
        _tell("")  # the terminal shows ^C in this line
        error = Interrupted(
            "Stopped. What was finished is kept.", hint="Run the same command to go on."
        )
        return report_error(error, as_json="--json" in sys.argv)
    except BrokenPipeError:
        # The reader of our output (head, less) left: not a failure of ours.
        _discard_output()
        return EXIT_OK
    except OSError as error:
        _discard_output()
        what = printable(str(error.filename or "The output"))
        _tell(f"{what} could not be read or written: {error.strerror or error}.")
        return EXIT_FAILURE
    return code


def _exit_code(main: Callable[[Optional[List[str]]], int]) -> int:
    try:
        return main(None)
    except EmbeddingsError as error:
        return report_error(error, as_json="--json" in sys.argv)
    except SystemExit as end:  # of the argument parser: what it printed is flushed as well
        return end.code if isinstance(end.code, int) else EXIT_OK


def _prepare_streams() -> None:
    # Python has no stream where the caller closed it.
    if sys.stdout is None:
        sys.stdout = _no_stream()
    if sys.stderr is None:
        sys.stderr = _no_stream()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _no_stream() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - open until the end


def _discard_output() -> None:
    # What is still buffered would fail again at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _interrupt(_signal: int, _frame: object) -> NoReturn:
    raise KeyboardInterrupt


def _tell(sentence: str) -> None:
    # With stderr gone too there is nobody left to tell.
    with contextlib.suppress(OSError):
        sys.stderr.write(f"{sentence}\n")
        sys.stderr.flush()


def report_error(error: EmbeddingsError, *, as_json: bool) -> int:
    """Return the exit code for an error after telling it: 1 for a bad request, else 2."""
    if as_json:
        print_json({"error": error_to_wire(error)})
    _tell(printable(str(error)))
    if error.detail and os.environ.get("WRITERAGENT_DEBUG"):
        _tell(error.detail)
    return EXIT_USAGE if isinstance(error, BadRequest) else EXIT_FAILURE


def printable(text: str) -> str:
    r"""Return the text on one line, with control characters as escapes such as \x1b."""
    return _UNPRINTABLE.sub(lambda found: ascii(found.group())[1:-1], text)


def need_words(text: str, name: str) -> str:
    """Return the text; raises BadRequest where it is empty. name is what the user calls it."""
    if not text.strip():
        raise BadRequest(f"The {name} is empty.", hint=f"Give the {name} in quotes.")
    return text


def count(text: str) -> int:
    """Return an option's number; raises ArgumentTypeError where it is not 0 or more."""
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text} is not a number of 0 or more")
    return number


def index_command(folder: str) -> str:
    """Return the command that makes or renews a folder's index, quoted for a shell."""
    return f"scripts/index_embeddings_folder.py {shlex.quote(folder)}"


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
            f" ({rate:.0f}/s{left}) {printable(step.detail)}"
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
