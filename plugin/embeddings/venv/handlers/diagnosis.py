"""Trying everything the worker needs, one thing after another, each for real.

Owns: the order of the checks and what a failed one says. Does not own: the tries themselves
(packages, store.diagnosis, embed.diagnosis). A check that fails ends no other.
"""

from __future__ import annotations

import platform
import sys
import time
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING

from ....contracts.errors import EmbeddingsError, Interrupted
from ....contracts.methods import CheckResult, Diagnosis
from ....contracts.models import NO_MODEL_ID
from ..embed.quiet import quiet_environment
from .packages import OPTIONAL_PACKAGES, PACKAGES, install_line, missing_package, version_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ....contracts.methods import DiagnoseRequest
    from ....scripting.call_context import CallContext
    from ..embed.model_server.encoders import RequestEncoders
    from .packages import Package

MIN_PYTHON = (3, 11)
STEP_S = 600.0
"""How long one check may take: importing torch from a cold, busy disk takes a minute."""

# What importing a broken or ill-matched package may raise. An abort in C ends the process, and
# the host then knows of every check before it.
_IMPORT_SLIPS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    ImportError,
    LookupError,
    NameError,
    OSError,
    RuntimeError,
    SyntaxError,
    SystemError,
    TypeError,
    ValueError,
)


@dataclass(frozen=True)
class _Finding:
    """What a check that worked found."""

    version: str = ""
    message: str = ""


@dataclass
class _Checks:
    """The checks so far; each is told as soon as it is done."""

    context: CallContext
    done: list[CheckResult] = field(default_factory=list)

    def run(self, name: str, attempt: Callable[[], _Finding]) -> CheckResult:
        """Make one check; a failure is its result. Raises Interrupted after a cancel."""
        started_s = time.perf_counter()
        with self.context.quiet_section(STEP_S):
            result = _tried(name, attempt)
        result = replace(result, elapsed_ms=(time.perf_counter() - started_s) * 1000)
        self.done.append(result)
        self.context.progress(result)
        return result


def diagnose(
    request: DiagnoseRequest, *, encoders: Callable[[], RequestEncoders], context: CallContext
) -> Diagnosis:
    """Return what became of each check; encoders is called for the check of the model alone."""
    quiet_environment()
    checks = _Checks(context)
    checks.run("python", _check_python)
    for package in PACKAGES:
        _check_package(checks, package)
    for package in OPTIONAL_PACKAGES:
        _check_optional(checks, package)
    sqlite = checks.run("sqlite", _check_sqlite)
    checks.run("vec0", _check_vec)
    checks.run("fts5", _check_fts5)
    device = checks.run("device", _check_device)
    checks.run("model", lambda: _check_model(encoders, request))
    return Diagnosis(
        python=platform.python_version(),
        executable=sys.executable,
        sqlite=sqlite.version,
        device=device.version,
        device_reason=device.message,
        checks=tuple(checks.done),
    )


def _tried(name: str, attempt: Callable[[], _Finding]) -> CheckResult:
    try:
        found = attempt()
    except Interrupted:
        raise
    except ModuleNotFoundError as error:
        return _failed(name, missing_package(error))
    except EmbeddingsError as error:
        return _failed(name, error)
    except _IMPORT_SLIPS as error:
        return CheckResult(name, ok=False, message=f"{type(error).__name__}: {error}")
    return CheckResult(name, ok=True, version=found.version, message=found.message)


def _failed(name: str, error: EmbeddingsError) -> CheckResult:
    return CheckResult(name, ok=False, message=error.message, hint=error.hint)


def _check_python() -> _Finding:
    version = platform.python_version()
    if sys.version_info[:2] < MIN_PYTHON:
        wanted = ".".join(map(str, MIN_PYTHON))
        raise EmbeddingsError(
            f"The worker needs Python {wanted} or later; this one is {version}.",
            hint=f"Make an environment with Python {wanted} or later.",
        )
    return _Finding(version, sys.executable)


def _check_package(checks: _Checks, package: Package) -> None:
    version = version_of(package)

    def attempt() -> _Finding:
        try:
            import_module(package.module)
        except _IMPORT_SLIPS as error:
            raise _why_not(package, version, error) from error
        return _Finding(version)

    checks.run(package.name, attempt)


def _check_optional(checks: _Checks, package: Package) -> None:
    if version_of(package):
        _check_package(checks, package)
        return
    line = install_line(package.name)
    told = f"Not installed; only the search backend llama_index needs it: {line}."
    checks.run(package.name, lambda: _Finding("", told))


def _why_not(package: Package, version: str, error: Exception) -> EmbeddingsError:
    if isinstance(error, ModuleNotFoundError) and not version:
        message, line = f"{package.name} is not installed.", install_line(package.name)
        return EmbeddingsError(message, hint=f"Install it with {line}.")
    message = f"{package.name} {version} is installed and does not load: {error}"
    line = install_line(f"--force-reinstall {package.name}")
    return EmbeddingsError(message, hint=f"Install it again with {line}.")


def _check_sqlite() -> _Finding:
    from ..store.diagnosis import sqlite_in_use

    version, module = sqlite_in_use()
    return _Finding(version, module)


def _check_vec() -> _Finding:
    from ..store.diagnosis import try_vec

    return _Finding(try_vec(), "The vector extension is loaded.")


def _check_fts5() -> _Finding:
    from ..store.diagnosis import try_fts5

    try_fts5()
    return _Finding("", "A keyword query found its row.")


def _check_device() -> _Finding:
    from ..embed.devices.choice import choose_device

    choice = choose_device()
    return _Finding(choice.device, choice.reason)


def _check_model(encoders: Callable[[], RequestEncoders], request: DiagnoseRequest) -> _Finding:
    model_id, trusted_models = request.model_id, request.trusted_models
    if model_id == NO_MODEL_ID:
        return _Finding("", "No model is wanted; keyword search works alone.")
    from ..embed.diagnosis import try_model

    provider = encoders()
    tried = try_model(provider, model_id, trusted_models)
    choice = provider.choice(model_id, trusted_models=trusted_models)
    encoded = (
        f"{tried.model_id} encodes a sentence: {tried.dim} dimensions, norm {tried.norm:.3f}, "
        f"{tried.elapsed_ms:.0f} ms on {tried.device}."
    )
    sentences = (f"{choice.reason.rstrip('.')}.", encoded, choice.lane)
    return _Finding(tried.revision, " ".join(filter(None, sentences)))
