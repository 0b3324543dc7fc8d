"""Which of a run's three languages a piece of text is in.

Owns: the choice by script, as Word makes it (ECMA-376-1, 17.3.2.20 w:lang and 17.3.2.26
w:rFonts). Does not own: where the languages come from (styles).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..script_languages import Languages

_EAST_ASIAN = re.compile(
    "[\u1100-\u11ff\u2e80-\u303f\u3040-\u30ff\u3100-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)
_COMPLEX_SCRIPT = re.compile("[\u0590-\u08ff\u0900-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufeff]")


def script_language(text: str, languages: Languages) -> str | None:
    """Return the BCP-47 tag of the language that the text's script points to, or None.

    A text in East Asian or complex script without a language of its own gives None: the Latin
    one would be wrong.
    """
    if text.isascii():
        return languages.western
    if _EAST_ASIAN.search(text):
        return languages.asian
    if _COMPLEX_SCRIPT.search(text):
        return languages.complex
    return languages.western
