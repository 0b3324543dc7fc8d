"""Finding a passage in a document's text as it is now.

Owns: the words that both are compared by, finding them in a run of blocks, and what survives of
an edited passage. Does not own: where the blocks come from (office.jump), or what a target is.

Index and application write the same text differently: no-break spaces, soft hyphens, wrapped
lines, " | " between cells, Markdown's marks. So both are compared word by word.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

_UNSEEN: Final = (
    r"\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc"
)
# Written without spaces: each character counts as a word of its own.
_UNSPACED: Final = (
    r"\u0e00-\u0eff\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_LETTER: Final = rf"[^\W_{_UNSPACED}]"
_WORD: Final = re.compile(
    rf"[{_UNSPACED}]|{_LETTER}(?:[{_UNSEEN}\u0300-\u036f]*{_LETTER})*[\u0300-\u036f]*"
)
_DROPPED: Final = re.compile(rf"[{_UNSEEN}]")
_SENTENCE_END: Final = re.compile(
    r"(?<=[.!?\u2026])[\"'\u2019\u201d\u00bb)\]]*\s+|(?<=[\u3002\uff01\uff1f])|[\n\t]+|\s\|\s"
)

_MIN_SENTENCE_WORDS: Final = 4
_WINDOW_WORDS: Final = (12, 8, 5, 3)
_MAX_PROBES: Final = 400
_MAX_PLACES: Final = 200
_MAX_ALIGNED_PLACES: Final = 20
_MAX_ALIGNED_WORDS: Final = 600
_MAX_WORD_CHARS: Final = 12
_SLACK_WORDS: Final = 10
_MIN_SHARE: Final = 0.34
_MOST_SHARE: Final = 0.6
_LONG_RUN_WORDS: Final = 8
_MIN_RUN_WORDS: Final = 4
WHOLE_SHARE: Final = 0.95


class Word(NamedTuple):
    """A word as it is compared, and the characters [start, end) that it was read from."""

    key: str
    start: int
    end: int


@dataclass(frozen=True)
class Match:
    """Where a passage, or what is left of it, stands: from a character of one block to another.

    share is how much of the passage's words is there; run how many of them in one piece.
    """

    first_block: int
    start: int
    last_block: int
    end: int
    share: float = 1.0
    run: int = 0

    @property
    def is_whole(self) -> bool:
        """Return True when practically all of the passage is there."""
        return self.share >= WHOLE_SHARE

    @property
    def survives(self) -> bool:
        """Return True when enough is there to call it the passage, edited."""
        if self.run >= _LONG_RUN_WORDS or self.share >= _MOST_SHARE:
            return True
        return self.share >= _MIN_SHARE and self.run >= _MIN_RUN_WORDS


def words(text: str) -> List[Word]:
    """Return the words of a text in order; punctuation and white space are no words."""
    return [Word(_key(found[0]), found.start(), found.end()) for found in _WORD.finditer(text)]


def word_key(text: str) -> str:
    """Return a text's words, folded, a blank between them: equal for what reads the same."""
    return " ".join(_key(found) for found in _WORD.findall(text))


def sentences(text: str) -> List[str]:
    """Return the sentences, lines and cells of a text, those without a word left out."""
    parts = (part.strip() for part in _SENTENCE_END.split(text))
    return [part for part in parts if _WORD.search(part)]


def probes(text: str) -> Tuple[str, ...]:
    """Return the pieces of a passage to look for, best first, each once.

    The whole where it is one line, its sentences from the longest, then windows of fewer and
    fewer words. No piece runs over a line break, a tab or the border of a cell.
    """
    parts = sentences(text)
    found = [] if any(mark in text for mark in "\n\t") or " | " in text else [text.strip()]
    found += sorted(
        (part for part in parts if len(words(part)) >= _MIN_SENTENCE_WORDS), key=len, reverse=True
    )
    for n_words in _WINDOW_WORDS:
        for part in parts:
            found.extend(_windows(part, n_words))
    if not found:
        found = sorted(parts, key=len, reverse=True)
    return tuple(dict.fromkeys(piece for piece in found if piece))[:_MAX_PROBES]


class TextStream:
    """The words of a document's blocks (paragraphs, cells, shapes) as one run, to be searched."""

    def __init__(self, blocks: Sequence[str]) -> None:
        self._blocks = blocks
        self._starts: List[int] = []
        pieces: List[str] = []
        at = 1
        for block in blocks:
            self._starts.append(at)
            key = word_key(block)
            if key:
                pieces.append(key)
                at += len(key) + 1
        self._text = f" {' '.join(pieces)} "

    def places(self, text: str) -> List[Match]:
        """Return every place where all words of a text stand in a row.

        A text without words ("* * *") is where a block says nothing else.
        """
        key = word_key(text)
        if key:
            return [self._match(start, end) for start, end in self._find(key)]
        signs = "".join(text.split())
        return [
            Match(index, 0, index, len(block))
            for index, block in enumerate(self._blocks)
            if signs and "".join(block.split()) == signs
        ]

    def within(self, text: str, around: Match) -> Optional[Match]:
        """Return where a piece of a matched passage stands inside the match, or None."""
        low = (around.first_block, around.start)
        high = (around.last_block, around.end)
        for match in self.places(text):
            begin, finish = (match.first_block, match.start), (match.last_block, match.end)
            if low <= begin and finish <= high:
                return match
        return None

    def remains(self, text: str) -> List[Match]:
        """Return where pieces of a text that is not there as a whole still stand, best first."""
        wanted = [word.key for word in words(text)]
        for probe in probes(text):
            key = word_key(probe)
            spots = list(self._find(key))[:_MAX_ALIGNED_PLACES]
            if spots:
                piece = _Piece.of(key.split(" "), wanted)
                found = [self._aligned(spot, piece) for spot in spots]
                return sorted(found, key=lambda match: -match.share)
        return []

    def equals(self, match: Match) -> bool:
        """Return True when a match takes all words of the blocks that it touches."""
        first, last = words(self._blocks[match.first_block]), words(self._blocks[match.last_block])
        return not first or (first[0].start >= match.start and last[-1].end <= match.end)

    def _find(self, key: str) -> Iterator[Tuple[int, int]]:
        if not key:
            return
        wanted, at = f" {key} ", 0
        for _ in range(_MAX_PLACES):
            at = self._text.find(wanted, at)
            if at < 0:
                return
            yield at + 1, at + 1 + len(key)
            at += 1

    def _aligned(self, spot: Tuple[int, int], piece: _Piece) -> Match:
        """Return the place around a piece that was found, widened to what else is left there."""
        reach_chars = (len(piece.wanted) + _SLACK_WORDS) * _MAX_WORD_CHARS
        head = self._text[max(0, spot[0] - reach_chars) : spot[0]].split(" ")[:-1]
        head = [key for key in head if key][-(piece.at + _SLACK_WORDS) :]
        n_after = len(piece.wanted) - piece.at + _SLACK_WORDS
        tail = self._text[spot[0] : spot[0] + reach_chars].split(" ")[:n_after]
        here = head + [key for key in tail if key]
        # A word cut in two at either end could be taken for another: it is only lost.
        matcher = SequenceMatcher(None, piece.wanted, here, autojunk=False)
        runs = [run for run in matcher.get_matching_blocks() if run.size >= min(2, piece.n_words)]
        if not runs:
            return self._match(*spot, share=piece.n_words / piece.n_of, run=piece.n_words)
        begin = spot[0] - sum(len(key) + 1 for key in head[runs[0].b :])
        if runs[0].b > len(head):
            begin = spot[0] + sum(len(key) + 1 for key in here[len(head) : runs[0].b])
        end = begin + sum(len(key) + 1 for key in here[runs[0].b : runs[-1].b + runs[-1].size]) - 1
        n_found = sum(run.size for run in runs)
        longest = max(run.size for run in runs)
        return self._match(begin, end, share=n_found / piece.n_of, run=longest)

    def _match(self, start: int, end: int, *, share: float = 1.0, run: int = 0) -> Match:
        first, at = self._locate(start)
        last, until = self._locate(end - 1)
        return Match(
            first,
            words(self._blocks[first])[at].start,
            last,
            words(self._blocks[last])[until].end,
            share,
            run,
        )

    def _locate(self, offset: int) -> Tuple[int, int]:
        """Return the block at an offset of the run, and which of its words."""
        block = bisect_right(self._starts, offset) - 1
        return block, self._text.count(" ", self._starts[block], offset)


def _key(text: str) -> str:
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", _DROPPED.sub("", text)).casefold().replace(" ", "")


def _windows(part: str, n_words: int) -> Iterable[str]:
    found = words(part)
    if len(found) <= n_words:
        return
    step = max(1, n_words // 2)
    starts = [*range(0, len(found) - n_words, step), len(found) - n_words]
    for start in starts:
        yield part[found[start].start : found[start + n_words - 1].end]


@dataclass(frozen=True)
class _Piece:
    """A piece of a passage: the words around it (wanted), where among them it is, of how many."""

    wanted: List[str]
    at: int
    n_words: int
    n_of: int

    @staticmethod
    def of(piece: List[str], passage: List[str]) -> _Piece:
        """Return a piece among the words of its passage; of a long one the part around it."""
        n_words = len(piece)
        starts = range(len(passage) - n_words + 1)
        at = next((start for start in starts if passage[start : start + n_words] == piece), 0)
        first = max(0, at - _MAX_ALIGNED_WORDS // 2)
        wanted = passage[first : first + _MAX_ALIGNED_WORDS]
        return _Piece(wanted, at - first, n_words, len(passage))
