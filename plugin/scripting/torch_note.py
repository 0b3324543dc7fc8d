"""Which build of torch an environment has, read from torch's own note without importing it.

Owns: reading that note. Does not own: what follows: the set-up's advice (environment), the choice
of a device (the worker's embed.device).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Dict, Final, Tuple

if TYPE_CHECKING:
    from pathlib import Path

# "cuda: Optional[str] = '13.0'"; None has no quotes.
_NOTE: Final = re.compile(r"^(__version__|cuda|hip|xpu)\b.*=\s*['\"]([^'\"]*)['\"]", re.MULTILINE)
_KINDS: Final = (("cuda", "cuda"), ("rocm", "hip"), ("xpu", "xpu"))


def read_torch_note(package: Path) -> Tuple[str, str]:
    """Return version and kind (cuda, rocm, xpu or cpu) of the torch in a package's folder.

    Both are "" where there is none. A build for macOS is one for the cpu; it has Metal in it.
    """
    try:
        text = (package / "version.py").read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return "", ""
    noted: Dict[str, str] = dict(_NOTE.findall(text))
    kinds = (kind for kind, name in _KINDS if noted.get(name))
    return noted.get("__version__", ""), next(kinds, "cpu") if noted else ""
