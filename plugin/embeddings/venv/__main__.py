"""Start the embeddings worker: `python -m plugin.embeddings.venv`, spoken to over its pipes."""

from __future__ import annotations

import sys

from ...contracts.errors import PackageMissing
from ...contracts.methods import METHODS
from ...scripting.serve import refuse_to_serve, serve


def main() -> int:
    """Serve until the host leaves, or tell it which package is missing; return the exit status."""
    try:
        from .handlers import Handlers
    except ModuleNotFoundError as error:
        package = (error.name or str(error)).partition(".")[0]
        if package == str(__package__).partition(".")[0]:
            raise  # our own module, so nothing that an installation would mend
        return refuse_to_serve(
            PackageMissing(
                f"This Python lacks the package {package}.",
                hint="Run make setup, or name another environment with --venv.",
                detail=f"{sys.executable}: {error}",
            )
        )
    return serve(Handlers().table(), METHODS)


if __name__ == "__main__":
    sys.exit(main())
