"""Which folder a document belongs to, decided by names alone.

Owns: the document's own folder or My Documents, the folders that need the user's consent, the
documents that have no folder, each with the key of a sentence for people. Looks at no disk.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from enum import Enum
from pathlib import PurePath, PurePosixPath, PureWindowsPath
from typing import Final, Optional, Tuple, Type
from urllib.parse import unquote, urlsplit


class FolderSource(str, Enum):
    """Where a choice comes from."""

    DOCUMENT = "document"
    MY_DOCUMENTS = "my_documents"
    NONE = "none"


@dataclass(frozen=True)
class FolderChoice:
    """A folder to search, "" for none; reason is the key of a text, "" where all is plain."""

    folder: str
    source: FolderSource
    needs_consent: bool = False
    reason: str = ""


@dataclass(frozen=True)
class Surroundings:
    """The folders of this user and system; homes are the home folder's names, real path too."""

    homes: Tuple[str, ...]
    my_documents: str = ""
    temporary: Tuple[str, ...] = ()
    is_windows: bool = sys.platform == "win32"

    @property
    def path_type(self) -> Type[PurePath]:
        """Return how this system writes paths."""
        return PureWindowsPath if self.is_windows else PurePosixPath


REMOTE: Final = "upkeep.reason.remote"
IN_ARCHIVE: Final = "upkeep.reason.in_archive"
NO_FOLDER: Final = "upkeep.reason.no_folder"
WHOLE_HOME: Final = "upkeep.reason.whole_home"
WHOLE_DRIVE: Final = "upkeep.reason.whole_drive"
SYSTEM: Final = "upkeep.reason.system"
TEMPORARY: Final = "upkeep.reason.temporary"

_SYSTEM_TREES: Final = (
    "/bin /boot /dev /etc /lib /lib64 /proc /sbin /snap /sys /usr /System /Library /Applications"
).split()
_SYSTEM_FOLDERS: Final = "/media /mnt /opt /run /srv /var /Volumes".split()
_WINDOWS_TREES: Final = ("Windows", "Program Files", "Program Files (x86)", "ProgramData")
_TEMPORARY: Final = ("/tmp", "/var/tmp", "/private/tmp")  # noqa: S108 - names, not files
_UNPACKED: Final = re.compile(r"\.fr-|ark-|7zO|Rar\$|Temp\d+_", re.ASCII)
"""How archive programs name the temporary folder of a document that is opened from within."""


def choose_folder(
    document_url: str, surroundings: Surroundings, *, allowed: Tuple[str, ...] = ()
) -> FolderChoice:
    """Return the folder of the document with this URL; "" stands for untitled or none.

    allowed are the folders that the user consented to (settings.allowed_home_folders).
    """
    scheme = urlsplit(document_url).scheme.lower()
    if scheme in ("", "private"):
        return _my_documents(surroundings, allowed)
    if scheme.startswith(("vnd.sun.star.zip", "vnd.sun.star.pkg", "vnd.sun.star.tdoc")):
        return FolderChoice("", FolderSource.NONE, reason=IN_ARCHIVE)
    path = path_of_url(document_url, is_windows=surroundings.is_windows)
    if path is None:
        return FolderChoice("", FolderSource.NONE, reason=REMOTE)
    folder = surroundings.path_type(path).parent
    if _is_unpacked(folder, surroundings):
        return FolderChoice("", FolderSource.NONE, reason=IN_ARCHIVE)
    return judge_folder(str(folder), surroundings, allowed=allowed)


def judge_folder(
    folder: str,
    surroundings: Surroundings,
    *,
    allowed: Tuple[str, ...] = (),
    source: FolderSource = FolderSource.DOCUMENT,
) -> FolderChoice:
    """Return the choice of a folder that is named, with whether it needs consent."""
    reason = why_consent(folder, surroundings)
    needs = bool(reason) and not is_allowed(folder, allowed)
    return FolderChoice(folder, source, needs_consent=needs, reason=reason)


def path_of_url(url: str, *, is_windows: bool = sys.platform == "win32") -> Optional[str]:
    """Return the path that a file URL of LibreOffice names, or None for another kind of URL."""
    parts = urlsplit(url)
    if parts.scheme.lower() != "file":
        return None
    # Names that are no UTF-8 go through as they are on the disk.
    path = unquote(parts.path, errors="surrogateescape")
    host = "" if parts.netloc == "localhost" else parts.netloc
    if not is_windows:
        return path if not host and path.startswith("/") else None
    path = path.replace("/", "\\")
    return f"\\\\{host}{path}" if host else path.lstrip("\\")


def is_allowed(folder: str, allowed: Tuple[str, ...]) -> bool:
    """Return whether the user consented to this very folder."""
    wanted = os.path.normcase(os.path.normpath(folder))
    return any(os.path.normcase(os.path.normpath(each)) == wanted for each in allowed)


def _my_documents(surroundings: Surroundings, allowed: Tuple[str, ...]) -> FolderChoice:
    if not surroundings.my_documents:
        return FolderChoice("", FolderSource.NONE, reason=NO_FOLDER)
    folder, source = surroundings.my_documents, FolderSource.MY_DOCUMENTS
    return judge_folder(folder, surroundings, allowed=allowed, source=source)


def why_consent(path: str, surroundings: Surroundings) -> str:
    """Return the key of the reason why the folder is too much to index unasked, or ""."""
    path_type = surroundings.path_type
    folder = path_type(path)
    if folder == path_type(folder.anchor):
        return WHOLE_DRIVE
    homes = [path_type(home) for home in surroundings.homes if home]
    if any(folder == home or folder in home.parents for home in homes):
        return WHOLE_HOME
    temporary = (*surroundings.temporary, *_TEMPORARY)
    if any(folder == path_type(each) for each in temporary if each):
        return TEMPORARY
    return SYSTEM if _is_system(folder, surroundings) else ""


def _is_system(folder: PurePath, surroundings: Surroundings) -> bool:
    if surroundings.is_windows:
        trees = {name.lower() for name in _WINDOWS_TREES}
        return len(folder.parts) > 1 and folder.parts[1].lower() in trees
    if str(folder) in _SYSTEM_FOLDERS:
        return True
    return any(
        folder == tree or tree in folder.parents for tree in map(PurePosixPath, _SYSTEM_TREES)
    )


def _is_unpacked(folder: PurePath, surroundings: Surroundings) -> bool:
    path_type = surroundings.path_type
    places = [path_type(each) for each in (*surroundings.temporary, *_TEMPORARY) if each]
    places += [path_type(home) / ".cache" for home in surroundings.homes if home]
    for place in places:
        if place in folder.parents:
            first = folder.parts[len(place.parts)]
            return _UNPACKED.match(first) is not None
    return False
