"""Owns sending a Python function's source to the probe, and its answer back."""

from __future__ import annotations

import ast
import functools
import inspect
import socket
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.office.harness.wire import read_message, write_message

if TYPE_CHECKING:
    from collections.abc import Callable

GRACE_S = 5.0
TESTS = Path(__file__).resolve().parents[2]
PLAIN = (str, bytes, int, float, tuple, list, dict, set)


class RemoteFailure(AssertionError):
    """The function failed inside LibreOffice; the text is its traceback there."""


class RemoteTimeout(AssertionError):
    """The function did not come back in time; the text shows what LibreOffice's threads do."""


class RemoteHang(RemoteTimeout):
    """Not even the probe's own thread came back: something holds the interpreter."""


class RemoteGone(AssertionError):
    """LibreOffice ended while it was asked."""


def describe(function: Callable[..., Any], arguments: tuple[Any, ...]) -> dict[str, Any]:
    """Return the function as the probe reads it.

    The tests' own functions and plain constants that it names are sent with it.
    """
    sources: dict[str, dict[str, Any]] = {}
    constants: dict[str, Any] = {}
    _gather(function, sources, constants)
    return {
        "sources": list(sources.values()),
        "constants": constants,
        "name": function.__name__,
        "arguments": arguments,
    }


def _gather(
    function: Callable[..., Any], sources: dict[str, Any], constants: dict[str, Any]
) -> None:
    file = inspect.getfile(function)
    known = sources.get(function.__name__)
    if known is not None:
        if known["file"] != file:
            raise TypeError(f"two functions called {function.__name__}: {known['file']}, {file}")
        return
    if not function.__name__.isidentifier():
        raise TypeError("a lambda has no source of its own: write a function")
    if function.__closure__:
        outer = ", ".join(function.__code__.co_freevars)
        raise TypeError(f"{function.__name__} takes {outer} from around it: pass it as an argument")
    first = function.__code__.co_firstlineno
    lines = inspect.getblock(_lines_of(file)[first - 1 :])
    sources[function.__name__] = {
        "text": textwrap.dedent("".join(lines)),
        "file": file,
        "line": first,
    }
    for name in _names(function.__code__):
        value = function.__globals__.get(name)
        if inspect.isfunction(value) and Path(inspect.getfile(value)).is_relative_to(TESTS):
            _gather(value, sources, constants)
        elif isinstance(value, PLAIN) and not name.startswith("__") and _is_literal(value):
            constants[name] = repr(value)


@functools.cache
def _lines_of(file: str) -> list[str]:
    # Read once: a file that is edited during a run has other functions at the known lines.
    return Path(file).read_text(encoding="utf-8").splitlines(keepends=True)


def remember_sources(folder: Path) -> None:
    """Read the folder's files now, as they are imported."""
    for path in folder.glob("*.py"):
        _lines_of(str(path))


def _is_literal(value: Any) -> bool:
    try:
        return bool(ast.literal_eval(repr(value)) == value)
    except (ValueError, SyntaxError):
        return False


def _names(code: Any) -> set[str]:
    # Comprehensions and inner functions are code objects among the constants.
    inner = [part for part in code.co_consts if inspect.iscode(part)]
    return set(code.co_names).union(*map(_names, inner))


def call(port: int, request: dict[str, Any]) -> Any:
    """Return what the function returned inside LibreOffice."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=GRACE_S) as connection:
            connection.settimeout(request["timeout_s"] + GRACE_S)
            write_message(connection, request)
            answer = read_message(connection)
    except TimeoutError as error:
        raise RemoteHang(f"{request['name']}: LibreOffice hangs") from error
    except (EOFError, ConnectionError) as error:
        raise RemoteGone(f"{request['name']}: LibreOffice is gone ({error})") from error
    if "late" in answer:
        raise RemoteTimeout(f"{request['name']}: the main thread is busy\n{answer['late']}")
    if "error" in answer:
        raise RemoteFailure(answer["error"])
    return answer["value"]
