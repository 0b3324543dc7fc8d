"""Which documents the user leaves out of a folder, by patterns.

Owns: the patterns' form, the simple one of .gitignore. Without "/" a pattern is a name at any
depth ("*.tmp"); with one it is a path from the folder on ("old/*.doc", "/notes.txt"); a "/" at
its end makes it a folder's ("drafts/"). "*" and "?" stay within a name, "**" spans folders. Upper
and lower case are alike, and so are the ways to write an accent. What lies in an excluded folder
is excluded. A file called .corpusignore in the folder holds such patterns, too: one a line, blank
lines and those that begin with "#" left out. Does not own: listing (listing).
"""

import unicodedata
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Final, Optional, Sequence, Tuple

IGNORE_FILE_NAME: Final = ".corpusignore"
"""A file in the folder itself whose patterns go where the folder goes, for all who search it."""

_ANY_FOLDERS = "**"
_COMMENT = "#"
_MAX_PATTERNS = 1_000  # each is tried on each name


@dataclass(frozen=True)
class _Pattern:
    """One pattern by the names its path is made of; folders_only when it ended in "/"."""

    names: Tuple[str, ...]
    folders_only: bool

    def covers(self, names: Sequence[str], *, is_folder: bool) -> bool:
        return (is_folder or not self.folders_only) and _fits(names, self.names)


class Exclusion:
    """The patterns of one folder; an empty or blank pattern excludes nothing."""

    def __init__(self, patterns: Sequence[str] = ()) -> None:
        read = (_read(pattern) for pattern in patterns)
        self._patterns = tuple(pattern for pattern in read if pattern is not None)

    def covers(self, path: str, *, is_folder: bool) -> bool:
        """Return whether a pattern names this entry; the folders above it are not looked at."""
        if not self._patterns:
            return False
        names = _normalised(path).split("/")
        return any(pattern.covers(names, is_folder=is_folder) for pattern in self._patterns)

    def leaves_out(self, path: str) -> bool:
        """Return whether the file at path, or a folder above it, is excluded."""
        if not self._patterns:
            return False
        names = path.split("/")
        above = ("/".join(names[:n]) for n in range(1, len(names)))
        return self.covers(path, is_folder=False) or any(
            self.covers(folder, is_folder=True) for folder in above
        )


@lru_cache(maxsize=64)
def exclusion_of(patterns: Tuple[str, ...]) -> Exclusion:
    """Return the exclusion for patterns, read once."""
    return Exclusion(patterns)


def patterns_in(text: str) -> Tuple[str, ...]:
    """Return the patterns in the text of an ignore file, in order, each once."""
    lines = (line.strip() for line in text.lstrip("\ufeff").splitlines())
    patterns = dict.fromkeys(line for line in lines if line and not line.startswith(_COMMENT))
    return tuple(patterns)[:_MAX_PATTERNS]


def _read(pattern: str) -> Optional[_Pattern]:
    text = _normalised(pattern.strip().replace("\\", "/"))
    names = tuple(name for name in text.split("/") if name not in ("", "."))
    if not names:
        return None
    folders_only = text.endswith("/")
    is_path = "/" in text.rstrip("/")
    return _Pattern(names if is_path else (_ANY_FOLDERS, *names), folders_only)


def _fits(names: Sequence[str], wanted: Sequence[str]) -> bool:
    if not wanted:
        return not names
    if wanted[0] == _ANY_FOLDERS:
        rest = wanted[1:] or ("*",)
        return any(_fits(names[start:], rest) for start in range(len(names)))
    return bool(names) and fnmatchcase(names[0], wanted[0]) and _fits(names[1:], wanted[1:])


def _normalised(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()
