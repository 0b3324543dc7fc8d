"""Characters that OOXML writes as _xHHHH_ because XML cannot hold them.

Owns: unescaping (ECMA-376-1, 22.9.2.19 ST_Xstring). Does not own: which texts are escaped so.
"""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")


def unescaped(text: str) -> str:
    """Return a string with its _xHHHH_ escapes as the characters that they stand for."""
    if "_x" not in text:
        return text
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
