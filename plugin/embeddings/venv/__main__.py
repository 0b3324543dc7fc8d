"""Start the embeddings worker: `python -m plugin.embeddings.venv`, spoken to over its pipes."""

from __future__ import annotations

import sys

from ...contracts.methods import METHODS
from ...scripting.serve import serve
from .handlers import Handlers


def main() -> int:
    """Serve until the host leaves; return the exit status."""
    return serve(Handlers().table(), METHODS)


if __name__ == "__main__":
    sys.exit(main())
