"""Documents in other formats, as LibreOffice's own command line writes them."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from plugin.scripting.office_installation import Installation

CONVERSION_S = 90


def convert(
    installation: Installation, source: Path, extension: str, *, export_filter: str = ""
) -> Path:
    """Write a document in another format beside it, and return where; fails where that fails.

    export_filter is what follows the extension in --convert-to. The profile lies beside it, too.
    """
    target = source.with_suffix(f".{extension}")
    wanted = f"{extension}:{export_filter}" if export_filter else extension
    command = [
        str(installation.soffice),
        *(f"-env:UserInstallation={(source.parent / 'profile').as_uri()}", "--headless"),
        *("--norestore", "--convert-to", wanted, "--outdir", str(source.parent), str(source)),
    ]
    output = b""
    for _ in range(2):  # the first start of a profile may restart itself and forget its work
        process = subprocess.Popen(
            command,
            env={**os.environ, **installation.variables()},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=CONVERSION_S)
        finally:
            with contextlib.suppress(ProcessLookupError):  # all that it started goes with it
                os.killpg(process.pid, signal.SIGKILL)
        if target.exists():
            return target
    raise AssertionError(f"LibreOffice made no {target.name}: {output!r}")
