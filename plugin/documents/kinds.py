"""Which files of a folder are documents, told by their names alone.

Owns: the extensions, and the names that are never documents (owner files, locks, hidden and
temporary files). Does not own: what a file really is; the worker looks at its content.
"""

import re
from typing import Dict, FrozenSet

from ..contracts.corpus import CACHE_FOLDER_NAME

READ_EXTENSIONS: FrozenSet[str] = frozenset(
    {
        *(".odt", ".ott", ".fodt", ".ods", ".ots", ".fods"),
        *(".odp", ".otp", ".fodp", ".odg", ".otg", ".fodg"),
        *(".docx", ".docm", ".xlsx", ".xlsm", ".pptx", ".pptm"),
        *(".csv", ".tsv", ".txt", ".md", ".rtf"),
    }
)
"""Extensions whose text is read."""

LISTED_EXTENSIONS: FrozenSet[str] = READ_EXTENSIONS | frozenset(
    [".dotx", ".doc", ".xls", ".ppt", ".html", ".pdf", ".epub"]
)
"""Extensions of all files that users expect to see; those not read get a state with the reason."""

_OWN_NAMES: Dict[str, str] = {".htm": ".html", ".markdown": ".md", ".text": ".txt", ".tab": ".tsv"}
_WORD_TEMPORARY = re.compile(r"~WR[A-Z]\d+\.", re.IGNORECASE)


def extension_of(name: str) -> str:
    """Return a name's extension in lower case with its dot, by its usual spelling; "" if none."""
    dot = name.rfind(".")
    if dot <= 0:
        return ""
    extension = name[dot:].lower()
    return _OWN_NAMES.get(extension, extension)


def is_document_name(name: str) -> bool:
    """Return whether a file of this name is listed as a document.

    Left out: hidden files, owner files of Office ("~$"), locks of LibreOffice (".~lock."),
    temporary files of Word and everything without a document's extension.
    """
    if name.startswith((".", "~$")) or _WORD_TEMPORARY.match(name):
        return False
    return extension_of(name) in LISTED_EXTENSIONS


def is_listed_folder_name(name: str) -> bool:
    """Return whether a sub-folder of this name is looked into: not hidden, not the cache."""
    return not name.startswith(".") and name != CACHE_FOLDER_NAME
