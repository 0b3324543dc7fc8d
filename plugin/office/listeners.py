"""The border between UNO's callbacks and our code.

Owns: `guarded`, the one place where an unforeseen error of a listener ends: it is logged, and
LibreOffice goes on. Does not own: errors that are foreseen, which are shown where they arise.
"""

from __future__ import annotations

import functools
import logging
from typing import Any, Callable, Final, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

LOG: Final = logging.getLogger("writeragent")


def guarded(function: Function) -> Function:
    """Return the function, which logs what it would raise and returns None then.

    An exception that leaves a Python listener becomes a RuntimeException in LibreOffice, which
    ends some callers' loops and shows others' users an error that helps nobody.
    """

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except Exception:
            LOG.exception("%s failed", getattr(function, "__qualname__", function))
            return None

    return call  # type: ignore[return-value]
