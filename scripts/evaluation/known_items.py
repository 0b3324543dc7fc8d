"""Known items: words that stand in a file, for which the search must find that file.

A known-item search is one for a document that the asker knows to exist (Robertson and Hancock-
Beaulieu, 1992); here its words are taken from the document by chance, so that any folder can be
measured without labels. Two kinds are made: six consecutive words of a passage, and two
consecutive characters of a passage in Chinese, Japanese or Korean. Relevant is every file that
has the words or characters verbatim. Owns: drawing them, and which files have them. Does not own:
asking (runs), measuring (measures).
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli import Failure

from evaluation.data import LabelledQuery

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

SIX_WORDS, TWO_CHARACTERS = "six words", "two characters"
MIN_WORDS_OF_PASSAGE = 10
N_WORDS, N_CHARACTERS = 6, 2
SEED = 20_260_101
_HAS_LETTER = re.compile(r"[^\W_]")
# Han, the two kana and Hangul: scripts whose words a user types as two characters.
_CJK_RUN = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]{2,}")
_N_ATTEMPTS = 50


@dataclass(frozen=True)
class FileText:
    """A file's passages: their words, joined by one space, and as they stand."""

    path: str
    passages: tuple[str, ...]
    words: tuple[str, ...]

    def has_words(self, wanted: str) -> bool:
        """Return whether a passage has the words one after the other, in any case."""
        spaced = f" {wanted.casefold()} "
        return any(spaced in text for text in self.words)

    def has_characters(self, wanted: str) -> bool:
        """Return whether a passage has the characters as they stand."""
        return any(wanted in text for text in self.passages)


def files_of(texts: Iterable[tuple[str, str]]) -> list[FileText]:
    """Return the files of (path, passage) pairs, sorted by path."""
    passages: dict[str, list[str]] = defaultdict(list)
    for path, text in texts:
        passages[path].append(text)
    return [
        FileText(
            path, tuple(found), tuple(f" {' '.join(_words(text)).casefold()} " for text in found)
        )
        for path, found in sorted(passages.items())
    ]


def _words(text: str) -> list[str]:
    """Return what white space parts, without marks that stand alone: nobody would type them."""
    return [word for word in text.split() if _HAS_LETTER.search(word)]


def known_items(
    files: Sequence[FileText], n_items: int, *, seed: int = SEED
) -> list[LabelledQuery]:
    """Return at most n_items queries of each kind, the same for the same files and seed.

    A file is drawn first and a passage of it then, so that a long table is not all that is asked
    for. Raises Failure where no file has a passage to take words from.
    """
    draw = random.Random(seed)  # noqa: S311 - a sample, no secret
    items = [
        *_drawn(files, n_items, _six_words, draw, SIX_WORDS),
        *_drawn(files, n_items, _two_characters, draw, TWO_CHARACTERS),
    ]
    if not items:
        raise Failure(
            f"No file has a passage of {MIN_WORDS_OF_PASSAGE} words.",
            hint="Known items are taken from passages; name another folder.",
        )
    return items


def _drawn(
    files: Sequence[FileText],
    n_items: int,
    take: Callable[[str, random.Random], str],
    draw: random.Random,
    kind: str,
) -> Iterator[LabelledQuery]:
    fitting = [[text for text in file.passages if fits(text, kind)] for file in files]
    sources = [passages for passages in fitting if passages]
    seen: set[str] = set()
    for _ in range(n_items * _N_ATTEMPTS if sources else 0):
        if len(seen) >= n_items:
            return
        words = take(draw.choice(draw.choice(sources)), draw)
        if words not in seen:
            seen.add(words)
            yield _item(f"{kind.split()[1]}-{len(seen)}", words, kind, files)


def fits(text: str, kind: str) -> bool:
    """Return whether a passage is long enough to take an item of a kind from it."""
    if kind == SIX_WORDS:
        return len(_words(text)) >= MIN_WORDS_OF_PASSAGE
    return bool(_CJK_RUN.search(text))


def _item(query_id: str, words: str, kind: str, files: Sequence[FileText]) -> LabelledQuery:
    has = FileText.has_words if kind == SIX_WORDS else FileText.has_characters
    grades = {file.path: 1 for file in files if has(file, words)}
    return LabelledQuery(query_id, words, kind, "", grades, is_negative=False)


def _six_words(text: str, draw: random.Random) -> str:
    words = _words(text)
    start = draw.randrange(len(words) - N_WORDS + 1)
    return " ".join(words[start : start + N_WORDS])


def _two_characters(text: str, draw: random.Random) -> str:
    run = draw.choice(_CJK_RUN.findall(text))
    start = draw.randrange(len(run) - N_CHARACTERS + 1)
    return str(run[start : start + N_CHARACTERS])
