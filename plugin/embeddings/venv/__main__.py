"""Start the embeddings worker: `python -m plugin.embeddings.venv`, spoken to over its pipes."""

from __future__ import annotations

import sys

from ...contracts.methods import METHODS
from ...scripting.serve import serve
from .handlers import Handlers

if __name__ == "__main__":
    sys.exit(serve(Handlers().table(), METHODS))
