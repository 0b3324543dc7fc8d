"""The characters tokens are made of, and how they are written so that SQLite keeps them together.

Owns the table from text to token characters and blanks. Does not own what a token is (tokens).

FTS5's unicode61 splits words at combining marks and knows neither newer scripts' signs nor
emoji. Such characters are written as private-use ones, which it takes for letters: U+0xxxx as
U+Fxxxx, U+1xxxx as U+10xxxx. Private-use characters in documents (bullets of symbol fonts) are
blanks, so nothing else can be there.
Source: https://www.sqlite.org/fts5.html, section 4.3.1.
"""

from __future__ import annotations

import unicodedata

from .folding import fold_character

# Letters and digits by today's Unicode that unicode61, at Unicode 6.1, takes for marks.
_MARKS_OF_OLD = frozenset(map(chr, (*range(0x19B0, 0x19C1), 0x19C8, 0x19C9, 0x1CF2, 0x1CF3)))
_PICTURES = (range(0x2600, 0x27C0), range(0x1F000, 0x1FC00))

# Scripts written without blanks between words, and pictures: each unit is a token.
UNSPACED = (
    "\u0e01-\u0e46\u0e81-\u0edf"  # Thai, Lao
    "\u1000-\u1059\u1780-\u17df"  # Burmese, Khmer
    "\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff"  # Hangul
    "\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3041-\u30ff\u3105-\u318e\u31a0-\u31bf\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd"  # Han
    "\U000f2600-\U000f27bf\U0010f000-\U0010fbff"  # pictures, as written
)
MARKS = "\U000f0000-\U000f25ff\U000f27c0-\U0010efff"
"""Regular-expression ranges of marks as written, which belong to the unit before them."""


class _TokenTable(dict[int, str]):
    def __missing__(self, code_point: int) -> str:
        written = "".join(map(_write, fold_character(chr(code_point))))
        self[code_point] = written
        return written


def _write(character: str) -> str:
    if character.isalnum() and character not in _MARKS_OF_OLD:
        return character
    code_point = ord(character)
    is_picture = any(code_point in block for block in _PICTURES)
    if character.isalnum() or is_picture or unicodedata.category(character)[0] == "M":
        return chr(0xF0000 + code_point)
    return " "


TOKEN_CHARACTERS: dict[int, str] = _TokenTable()
"""For str.translate: each composed character as token characters and blanks, case kept."""
TOKEN_CHARACTERS.update((code_point, _write(chr(code_point))) for code_point in range(128))
