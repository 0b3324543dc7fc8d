"""Opening zip packages safely: bounded, told apart by what is wrong with them.

Owns: limits on members, tolerant member names, what is left of a damaged member.
Does not own: XML (xml_tree), a zip's raw records (zip_records), what the parts of a package mean.

A package that lacks its end is not pieced together from its members: LibreOffice and Word do not
open it either unless they are told to repair it, and what is missing nobody can tell.
"""

from __future__ import annotations

import errno
import lzma
import zipfile
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ....contracts.corpus import FileState
from .document import ExtractionFailure
from .reasons import PASSWORD_REASON
from .xml_tree import parse_xml
from .zip_records import directory_bytes, member_chunks

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from lxml.etree import _Element as XmlElement

_READ_STEP_BYTES = 1 << 16
_DAMAGE_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
)
_ZIP_FLAG_ENCRYPTED = 0x1


@dataclass(frozen=True)
class PackageLimits:
    """What a package may unpack to; anything beyond is too_big.

    A member is a bomb when it unpacks to more than max_ratio times its stored size and to
    more than ratio_floor_bytes: real office XML stays under 100, deflate's own limit is 1032.
    """

    max_members: int = 20_000
    max_directory_bytes: int = 16 << 20
    max_member_bytes: int = 256 << 20
    max_total_bytes: int = 768 << 20
    max_ratio: int = 250
    ratio_floor_bytes: int = 16 << 20


DEFAULT_LIMITS = PackageLimits()


class Package:
    """An open zip file whose members are read one at a time within limits.

    Names are matched with forward slashes, and without regard to case where no member has the
    very name; of members of one name the last in the directory counts. Nothing is ever written
    to disk, so no name can lead anywhere. damage lists what could be read in part only, in
    sentences for the file's reason.
    """

    def __init__(self, path: Path, limits: PackageLimits = DEFAULT_LIMITS) -> None:
        self.damage: list[str] = []
        self._limits = limits
        self._n_read_bytes = 0
        self._path = path
        self._refuse_long_directory()
        self._zip = _opened(path)
        members = [info for info in self._zip.infolist() if not info.is_dir()]
        if len(members) > limits.max_members:
            self._zip.close()
            raise ExtractionFailure(
                FileState.TOO_BIG, f"The file's package has {len(members)} parts, too many to read."
            )
        self._members = {_slashed(info.filename): info for info in members}
        self._names_by_folded = {name.casefold(): name for name in self._members}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; nothing more can be read of it."""
        self._zip.close()

    @property
    def names(self) -> list[str]:
        """Return the members' names in stored order, with forward slashes."""
        return list(self._members)

    def has(self, name: str) -> bool:
        """Return whether a member of this name is there."""
        return self._find(name) is not None

    def read_bytes(self, name: str) -> bytes:
        """Return a member's bytes; the readable beginning where the member is damaged.

        Raises ExtractionFailure: corrupt (no such member, nothing readable), encrypted, too_big.
        """
        info = self._checked(name)
        try:
            with self._zip.open(info) as stream:
                return self._joined(iter(lambda: stream.read(_READ_STEP_BYTES), b""))
        except NotImplementedError as error:
            raise ExtractionFailure(
                FileState.UNSUPPORTED,
                "The file's package is compressed in a way that cannot be read.",
                detail=str(error),
            ) from error
        except _DAMAGE_ERRORS as error:
            with self._path.open("rb") as stream:
                data = self._joined(member_chunks(stream, info))
            if not data:
                raise ExtractionFailure(
                    FileState.CORRUPT,
                    f"The file is damaged: its part {name} cannot be read.",
                    detail=str(error),
                ) from error
            self.damage.append(f"The file is damaged: its part {name} was read up to the damage.")
            return data

    def read_xml(self, name: str) -> XmlElement:
        """Return the root of a member's XML; comments and processing instructions left out.

        Raises ExtractionFailure: as read_bytes, and corrupt for XML that holds no element or
        uses entities of its own.
        """
        data = self.read_bytes(name)
        root, whole = parse_xml(data, name=name)
        if not whole:
            self.damage.append(f"The file is damaged: its part {name} was read as far as possible.")
        return root

    def _checked(self, name: str) -> zipfile.ZipInfo:
        info = self._find(name)
        if info is None:
            raise ExtractionFailure(FileState.CORRUPT, f"The file's package has no part {name}.")
        if info.flag_bits & _ZIP_FLAG_ENCRYPTED:
            raise ExtractionFailure(FileState.ENCRYPTED, PASSWORD_REASON)
        limits = self._limits
        stored = max(info.compress_size, 1)
        is_bomb = (
            info.file_size > limits.ratio_floor_bytes and info.file_size > stored * limits.max_ratio
        )
        if is_bomb or info.file_size > limits.max_member_bytes:
            raise ExtractionFailure(
                FileState.TOO_BIG,
                f"The file's part {name} unpacks to {info.file_size >> 20} MB, too much to read.",
            )
        return info

    def _find(self, name: str) -> zipfile.ZipInfo | None:
        plain = _slashed(name)
        if plain in self._members:
            return self._members[plain]
        stored_name = self._names_by_folded.get(plain.casefold())
        return None if stored_name is None else self._members[stored_name]

    def _joined(self, chunks: Iterable[bytes]) -> bytes:
        """Return the chunks as one, counted: what headers say of sizes may be a lie."""
        joined: list[bytes] = []
        n_bytes = 0
        for chunk in chunks:
            n_bytes += len(chunk)
            self._n_read_bytes += len(chunk)
            if (
                n_bytes > self._limits.max_member_bytes
                or self._n_read_bytes > self._limits.max_total_bytes
            ):
                raise ExtractionFailure(
                    FileState.TOO_BIG, "The file unpacks to more than can be read."
                )
            joined.append(chunk)
        return b"".join(joined)

    def _refuse_long_directory(self) -> None:
        n_bytes = directory_bytes(self._path)
        if n_bytes is None:
            raise ExtractionFailure(
                FileState.CORRUPT,
                "The file is incomplete: its end is missing, as after a copy that was cut short.",
            )
        # One longer than the file itself is damaged, which the library will find out.
        if self._limits.max_directory_bytes < n_bytes < self._path.stat().st_size:
            raise ExtractionFailure(
                FileState.TOO_BIG, "The file's package has far too many parts to read."
            )


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except (zipfile.BadZipFile, EOFError, ValueError, NotImplementedError, OSError) as error:
        # A directory that points before the file's beginning is told as an invalid argument.
        if isinstance(error, OSError) and error.errno != errno.EINVAL:
            raise
        raise ExtractionFailure(
            FileState.CORRUPT,
            "The file is damaged: its zip package cannot be opened.",
            detail=str(error),
        ) from error


def _slashed(name: str) -> str:
    return name.replace("\\", "/").lstrip("/")
