"""Packages for pip and uv, made by code: a wheel is a zip, and a source package may never end."""

from __future__ import annotations

import io
import tarfile
import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_ENDLESS_BACKEND = """\
import os, pathlib, subprocess, sys, time
def get_requires_for_build_wheel(config_settings=None):
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(120)"])
    part = pathlib.Path({mark!r} + ".part")
    part.write_text(f"{{os.getpid()}} {{child.pid}}")
    part.rename({mark!r})
    time.sleep(120)
"""
_PYPROJECT = """\
[build-system]
requires = []
build-backend = "endless_backend"
backend-path = ["."]
[project]
name = "endless"
version = "1.0"
"""


def make_wheel(folder: Path, name: str, version: str = "1.0", code: str = "") -> None:
    """Write a wheel of one module, with a script of the same name that prints its Python."""
    folder.mkdir(exist_ok=True)
    info = f"{name}-{version}.dist-info"
    script = "\n\ndef main():\n    import sys\n    print(sys.prefix, __name__)\n"
    files = {
        f"{name}.py": code + script,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\n"
        "Tag: py3-none-any\n",
        f"{info}/entry_points.txt": f"[console_scripts]\n{name} = {name}:main\n",
    }
    record = "".join(f"{path},,\n" for path in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        for path, text in {**files, f"{info}/RECORD": record}.items():
            wheel.writestr(path, text)


def make_endless_source(folder: Path, mark: Path) -> None:
    """Write a source package whose building starts a child, writes both ids to mark and hangs."""
    folder.mkdir(exist_ok=True)
    files = {
        "pyproject.toml": _PYPROJECT,
        "PKG-INFO": "Metadata-Version: 2.1\nName: endless\nVersion: 1.0\n",
        "endless_backend.py": _ENDLESS_BACKEND.format(mark=str(mark)),
    }
    with tarfile.open(folder / "endless-1.0.tar.gz", "w:gz") as archive:
        for name, text in files.items():
            entry = tarfile.TarInfo(f"endless-1.0/{name}")
            entry.size = len(text.encode())
            archive.addfile(entry, io.BytesIO(text.encode()))
