"""Arabic words without article, conjunction and endings, as the index has them.

Owns: the light stemming of one folded word. Does not own: folding, which already makes one letter
of the forms of alef and of yeh, nor where words begin and end (tokens). In Arabic the article,
"and" and the possessives are written with the word: without this, a question finds a noun only in
the form in which it was typed.

Source: Larkey, Ballesteros and Connell, "Light Stemming for Arabic Information Retrieval", 2007
(light10).
"""

from __future__ import annotations

import re

_WORD = re.compile("[\u0620-\u064a\u066e-\u06d3]{3,}")
_AND = "\u0648"
_MIN_CHARS_AFTER_AND = 3
# al, wal, bal, kal, fal, ll
_ARTICLES = (
    "\u0627\u0644",
    "\u0648\u0627\u0644",
    "\u0628\u0627\u0644",
    "\u0643\u0627\u0644",
    "\u0641\u0627\u0644",
    "\u0644\u0644",
)
# ha, an, at, un, in, yh, yt, h, t, y
_ENDINGS = (
    "\u0647\u0627",
    "\u0627\u0646",
    "\u0627\u062a",
    "\u0648\u0646",
    "\u064a\u0646",
    "\u064a\u0647",
    "\u064a\u0629",
    "\u0647",
    "\u0629",
    "\u064a",
)
_MIN_CHARS = 2


def light_stem(word: str) -> str:
    """Return a folded word's light stem; any word that is not Arabic comes back as it is."""
    if _WORD.fullmatch(word) is None:
        return word
    if word[0] == _AND and len(word) > _MIN_CHARS_AFTER_AND:
        word = word[1:]
    for article in _ARTICLES:
        if word.startswith(article) and len(word) - len(article) >= _MIN_CHARS:
            word = word[len(article) :]
            break
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _MIN_CHARS:
            word = word[: -len(ending)]
    return word
