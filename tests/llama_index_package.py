"""LlamaIndex, which not every environment has; on a build server it must be there."""

from __future__ import annotations

import os
from importlib import import_module

import pytest


def need_llama_index() -> None:
    """Skip in plain sight where the package is not installed; on a build server fail."""
    if os.environ.get("CI") == "true":
        import_module("llama_index.core")
    pytest.importorskip("llama_index.core", reason="llama-index-core is not installed")
