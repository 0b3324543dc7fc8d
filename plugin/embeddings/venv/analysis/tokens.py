"""Text to index tokens: what the full-text index is given in place of the text.

Owns where tokens begin and end. Does not own the folding of characters (folding, alphabet),
nor stemming, which is the index's own (porter).

- A token is a run of letters or a run of digits, folded: "DEC-0054" gives "dec 0054", "i18n"
  gives "i 18 n". Asked as a phrase, an identifier is found whole, and "gpt4" also finds "GPT-4".
- Text without blanks between words (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese) gives
  each unit and each pair of neighbours, in turn: 東京都 gives "東 東京 京 京都 都". A word of
  any length is then an exact phrase, wherever a dictionary would cut, and pairs are rare enough
  to be looked up fast. A unit is a character with its marks.
- Arabic words are indexed by their light stems (arabic).
- What may also be asked for stands after the text, once each, so that it breaks no phrase:
  "WriterAgent" is in place as "writeragent", with "writer agent" at the end; "1,250.00" is in
  place as "1 250 00", with "1250" at the end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from .alphabet import MARKS, TOKEN_CHARACTERS, UNSPACED
from .arabic import light_stem
from .folding import compose, fold_located

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_UNIT = re.compile(f"[{UNSPACED}][{MARKS}]*")
_PIECE = re.compile(f"[0-9]+|(?:[{UNSPACED}][{MARKS}]*)+|[^0-9 {UNSPACED}]+")
_CAMEL_BORDER = re.compile("(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_GROUPED_NUMBER = re.compile("[0-9]{1,3}(?:[,.'\u2019\u00a0\u202f][0-9]{3})+(?![0-9])")
_NOT_DIGITS = re.compile("[^0-9]+")


@dataclass(frozen=True)
class Token:
    """A token as the index has it, for characters [start, end) of the original text."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Piece:
    """A run of letters, of digits, or of units without blanks between words (unspaced)."""

    units: tuple[Token, ...]
    unspaced: bool

    @property
    def start(self) -> int:
        """Return where the piece begins in the original text."""
        return self.units[0].start

    @property
    def end(self) -> int:
        """Return where the piece ends in the original text."""
        return self.units[-1].end


def index_text(text: str) -> str:
    """Return the tokens of text, separated by single blanks, for the full-text index.

    The tokenizer "unicode61 remove_diacritics 0" splits the result into just these tokens.
    """
    words = compose(text).translate(TOKEN_CHARACTERS).split()
    tokens: list[str] = []
    extras: list[str] = []
    for word in words:
        if word.isascii() and word.isalpha() and (word.islower() or word.istitle()):
            tokens.append(word)
        else:
            _split_word(word, tokens, extras)
    extras += [_NOT_DIGITS.sub("", number) for number in _GROUPED_NUMBER.findall(text)]
    return " ".join([*tokens, *dict.fromkeys(extras)]).casefold()


def locate_pieces(text: str) -> list[Piece]:
    """Return the pieces of text in order, each unit with its place in text.

    unit_tokens over all of them gives index_text(text) without what it adds at the end.
    """
    folded = fold_located(text, TOKEN_CHARACTERS)
    pieces = []
    for match in _PIECE.finditer(folded.text):
        unspaced = bool(_UNIT.match(match[0]))
        inner = _UNIT.finditer(match[0]) if unspaced else re.finditer(".+", match[0], re.DOTALL)
        spans = [(match.start() + unit.start(), match.start() + unit.end()) for unit in inner]
        units = tuple(
            Token(
                light_stem(folded.text[start:end].casefold()),
                folded.starts[start],
                folded.ends[end - 1],
            )
            for start, end in spans
        )
        pieces.append(Piece(units, unspaced))
    return pieces


def unit_tokens(units: Sequence[Token]) -> list[Token]:
    """Return the index tokens of one piece's units: each unit, and each pair of neighbours."""
    tokens = list(units[:1])
    for left, right in pairwise(units):
        tokens += (Token(left.text + right.text, left.start, right.end), right)
    return tokens


def _split_word(word: str, tokens: list[str], extras: list[str]) -> None:
    for piece in _PIECE.findall(word):
        if _UNIT.match(piece):
            tokens += _interleave(_UNIT.findall(piece))
            continue
        tokens.append(light_stem(piece))
        parts = _CAMEL_BORDER.split(piece)
        if len(parts) > 1:
            extras += parts


def _interleave(units: Sequence[str]) -> Iterable[str]:
    yield from units[:1]
    for left, right in pairwise(units):
        yield left + right
        yield right
