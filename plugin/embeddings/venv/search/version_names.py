"""What file names say of being versions of one document.

Owns: the marks by which people name versions, in English and German. Does not own: whether the
texts agree (copies). A number or a date alone is no mark: invoices and minutes are named so. Nor is
a year or month behind a mark ("Report final 2024"), which says what a document is about; a day is.
Marks stand at the ends of a name: "Lease R2 Tower" and "Lease new Miller" name what they are about.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile
from pathlib import PurePosixPath

from ..analysis.folding import fold

_MARKS = frozenset(
    """
    version ver rev revision draft final finished copy of new old corrected revised signed approved
    updated update backup bak
    kopie von entwurf endfassung fassung endversion neu alt korrigiert uberarbeitet unterschrieben
    unterzeichnet freigegeben aktuell sicherung stand
    """.split()
)
_COPY_MARKS = frozenset(("copy", "backup", "bak", "kopie", "sicherung"))
_NOT_IN_FRONT = frozenset(("new", "old", "neu", "alt"))  # "new Miller" is a tenant
_NUMBERED_MARK = re.compile(r"(?:v|ver|version|rev|r|fassung)\d+")
_ARCHIVE_FOLDERS = frozenset(
    """
    old archive archiv backup backups bak alt drafts entwurfe versions versionen previous copies
    kopien sicherung
    """.split()
)
_COUNTER = re.compile(r"\s*\(\d{1,3}\)(?=\s*$)")
_PERIOD = re.compile(r"(?:(?:0[1-9]|1[0-2]) )?(?:19|20)\d\d|(?:19|20)\d\d (?:0[1-9]|1[0-2])")
_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=4096)
def version_key(path: str) -> str:
    """Return what versions of one document have in common in their paths, "" for no name at all.

    The folder, without one for archives, and the name without extension, version marks
    ("report_v2 final", "Kopie von report") and a counter in brackets ("report (1)").
    """
    pure = PurePosixPath(path)
    stem = _words(_COUNTER.sub("", pure.stem))
    name = " ".join(_without_marks(stem))
    if not name:
        return ""
    folders = [part for part in pure.parts[:-1] if " ".join(_words(part)) not in _ARCHIVE_FOLDERS]
    return "/".join((*folders, name))


@lru_cache(maxsize=4096)
def has_counter(path: str) -> bool:
    """Return whether a name ends as that of a second download does: "invoice (1).pdf"."""
    return _COUNTER.search(PurePosixPath(path).stem) is not None


@lru_cache(maxsize=4096)
def is_named_as_copy(path: str) -> bool:
    """Return whether a path says that the file is a copy kept aside: by its name or its folder."""
    pure = PurePosixPath(path)
    words = _words(_COUNTER.sub("", pure.stem))
    in_archive = any(" ".join(_words(part)) in _ARCHIVE_FOLDERS for part in pure.parts[:-1])
    at_ends = {*words[:1], *words[-1:]}
    return in_archive or has_counter(path) or bool(at_ends & _COPY_MARKS)


def _words(text: str) -> list[str]:
    return _WORD.findall(fold(text))


def _without_marks(words: list[str]) -> list[str]:
    in_front = sum(1 for _ in takewhile(_is_mark_in_front, words))
    behind = sum(1 for _ in takewhile(lambda word: _is_mark(word) or word.isdecimal(), words[::-1]))
    period = _period_at_end(words)
    kept: list[str] = []
    is_after_mark = False
    for place, word in enumerate(words):
        is_at_end = place < in_front or place >= len(words) - behind
        is_number_of_mark = is_after_mark and word.isdecimal() and place < len(words) - period
        is_after_mark = is_at_end and (is_number_of_mark or _is_mark(word))
        if not is_after_mark:
            kept.append(word)
    return kept


def _is_mark(word: str) -> bool:
    return word in _MARKS or _NUMBERED_MARK.fullmatch(word) is not None


def _is_mark_in_front(word: str) -> bool:
    return word in _MARKS and word not in _NOT_IN_FRONT


def _period_at_end(words: list[str]) -> int:
    """Return how many words at the end name a year, or a month of a year; not a day."""
    numbers = list(takewhile(str.isdecimal, reversed(words)))
    return len(numbers) if _PERIOD.fullmatch(" ".join(reversed(numbers))) else 0
