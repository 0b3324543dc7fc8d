#!/usr/bin/env python3
"""Draw the README's picture: what the demo prints on a terminal, as an SVG."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cli import EXIT_OK, ROOT, Failure, UsageParser, run_cli
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    import argparse

WIDTH_CHARS = 118
# The format's own fonts would be fetched from a network; the viewer's monospace will do.
_FONT_FACE = re.compile(r"@font-face \{\{.*?\}\}", re.DOTALL)


def main(argv: list[str] | None = None) -> int:
    """Return 0 after writing the picture."""
    options = _parser().parse_args(argv)
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "demo.py")],
        env={**os.environ, "FORCE_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != EXIT_OK:
        raise Failure("The demo failed.", hint="Run make demo and see why.", detail=done.stderr)
    shown = done.stdout.replace(str(ROOT) + os.sep, "")
    console = Console(record=True, width=WIDTH_CHARS, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(shown))
    svg = console.export_svg(title="make demo", code_format=_FONT_FACE.sub("", CONSOLE_SVG_FORMAT))
    target = Path(options.target)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(svg.replace("Fira Code", "monospace"), encoding="utf-8")
    return EXIT_OK


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(description=__doc__)
    parser.add_argument("target", nargs="?", default=str(ROOT / "docs" / "demo.svg"))
    return parser


if __name__ == "__main__":
    sys.exit(run_cli(main))
