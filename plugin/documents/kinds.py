"""Which files of a folder are documents, told by their names alone.

Owns: the extensions, and the names that are never documents (owner files, locks, hidden and
temporary files). Does not own: what a file really is; the worker looks at its content.
"""

import re
from enum import Enum
from typing import Dict, Final, FrozenSet, Tuple

from ..contracts.corpus import CACHE_FOLDER_NAME


class FileKind(str, Enum):
    """A group of files as users tell them apart; the value is the end of its name's text key."""

    ALL = "all"
    TEXT = "text"
    SHEET = "sheet"
    SLIDES = "slides"
    PDF = "pdf"
    OTHER = "other"


_EXTENSIONS_OF_KIND: Final[Dict[FileKind, FrozenSet[str]]] = {
    FileKind.TEXT: frozenset(
        {
            *(".odt", ".ott", ".fodt", ".sxw"),
            *(".docx", ".docm", ".dotx", ".dotm", ".doc", ".dot"),
            *(".rtf", ".txt", ".md"),
        }
    ),
    FileKind.SHEET: frozenset(
        {
            *(".ods", ".ots", ".fods", ".sxc"),
            *(".xlsx", ".xlsm", ".xltx", ".xltm", ".xlsb", ".xls", ".xlt"),
            *(".csv", ".tsv"),
        }
    ),
    FileKind.SLIDES: frozenset(
        {
            *(".odp", ".otp", ".fodp", ".odg", ".otg", ".fodg", ".sxi"),
            *(".pptx", ".pptm", ".potx", ".potm", ".ppsx", ".ppsm", ".ppt", ".pot", ".pps"),
        }
    ),
    FileKind.PDF: frozenset({".pdf"}),
    FileKind.OTHER: frozenset({".html", ".mhtml", ".epub"}),
}

LISTED_EXTENSIONS: FrozenSet[str] = frozenset().union(*_EXTENSIONS_OF_KIND.values())
"""Extensions of all files that users expect to find; one that cannot be read says why."""

_OWN_NAMES: Final[Dict[str, str]] = {
    ".htm": ".html",
    ".xhtml": ".html",
    ".mht": ".mhtml",
    ".markdown": ".md",
    ".text": ".txt",
    ".tab": ".tsv",
}
# What systems and servers keep on a disk for themselves: deleted files, previews, copies.
_SYSTEM_FOLDERS = frozenset(
    {
        *("$recycle.bin", "recycler", "system volume information", "lost+found"),
        *("#recycle", "@eadir", "#snapshot", "__macosx"),
    }
)
_WORD_TEMPORARY = re.compile(r"~WR[A-Z]\d+\.", re.IGNORECASE)


def extension_of(name: str) -> str:
    """Return a name's extension in lower case with its dot, by its usual spelling; "" if none."""
    dot = name.rfind(".")
    if dot <= 0:
        return ""
    extension = name[dot:].lower()
    return _OWN_NAMES.get(extension, extension)


def extensions_of_kind(kind: FileKind) -> Tuple[str, ...]:
    """Return the extensions of a kind, in every spelling and in order; () for ALL."""
    if kind is FileKind.ALL:
        return ()
    own = _EXTENSIONS_OF_KIND[kind]
    return tuple(sorted(own | {other for other, usual in _OWN_NAMES.items() if usual in own}))


def is_document_name(name: str) -> bool:
    """Return whether a file of this name is listed as a document.

    Left out: hidden files, owner files of Office ("~$"), locks of LibreOffice (".~lock."),
    temporary files of Word and everything without a document's extension.
    """
    if name.startswith((".", "~$")) or _WORD_TEMPORARY.match(name):
        return False
    return extension_of(name) in LISTED_EXTENSIONS


def is_listed_folder_name(name: str) -> bool:
    """Return whether a sub-folder of this name is looked into: not hidden, not the cache.

    Nor the folders in which systems keep deleted files and previews.
    """
    return (
        not name.startswith(".")
        and name != CACHE_FOLDER_NAME
        and name.casefold() not in _SYSTEM_FOLDERS
    )
