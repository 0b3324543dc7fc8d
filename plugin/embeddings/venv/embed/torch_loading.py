"""Loading by sentence-transformers: quiet, from a folder alone, failures told in words.

Owns the import and what its errors mean. Does not own which class is made, nor the device's choice.
"""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....contracts.errors import ModelNotFound, PackageMissing
from .devices.table import CPU_ROW
from .devices.torch_probe import import_torch
from .error_line import first_line

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType


@dataclass(frozen=True)
class Loading:
    """What is loaded, on which device, and two hints: without the package, without the model."""

    what: str
    device: str
    without_package: str
    without_model: str


@contextmanager
def quiet_loading(loading: Loading) -> Iterator[ModuleType]:
    """Yield sentence_transformers; what goes wrong inside is told as the model's failure.

    Raises PackageMissing where it cannot be imported, ModelNotFound where the model's files are
    damaged; RuntimeError comes through from an accelerator, whose caller takes the CPU then.
    """
    import_torch()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        package, damage = _imported(loading)
        try:
            yield package
        except RuntimeError as error:
            if loading.device != CPU_ROW.device:
                raise
            raise _unloadable(loading, error) from error
        except (OSError, ValueError, KeyError, ImportError, damage) as error:
            raise _unloadable(loading, error) from error


def _imported(loading: Loading) -> tuple[ModuleType, type[Exception]]:
    try:
        import sentence_transformers
        from safetensors import SafetensorError
        from transformers.utils import logging as transformers_logging
    except (ImportError, OSError) as error:
        raise PackageMissing(
            f"sentence-transformers cannot be loaded: {error}",
            hint=f"Run scripts/setup_venv.py again; {loading.without_package}.",
            detail=repr(error),
        ) from error
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    return sentence_transformers, SafetensorError


def _unloadable(loading: Loading, error: BaseException) -> ModelNotFound:
    return ModelNotFound(
        f"{loading.what} cannot be loaded: {first_line(error)}",
        hint=f"Download it again, or choose another{loading.without_model}.",
        detail=repr(error),
    )
