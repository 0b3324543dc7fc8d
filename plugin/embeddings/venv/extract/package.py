"""Opening zip packages and XML safely: bounded, no entities, typed failures.

Owns: limits on members, tolerant member names, XML parsing without entities or network.
Does not own: what the parts of a package mean.
"""

from __future__ import annotations

import zipfile
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ....contracts.corpus import FileState
from .document import ExtractionFailure

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from lxml.etree import _Element as XmlElement

_READ_STEP_BYTES = 1 << 16
_DAMAGE_ERRORS = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError)
_ZIP_FLAG_ENCRYPTED = 0x1


@dataclass(frozen=True)
class PackageLimits:
    """What a package may unpack to; anything beyond is too_big.

    A member is a bomb when it unpacks to more than max_ratio times its stored size and to
    more than ratio_floor_bytes: real office XML stays under 100, deflate's own limit is 1032.
    """

    max_members: int = 20_000
    max_member_bytes: int = 256 << 20
    max_total_bytes: int = 768 << 20
    max_ratio: int = 250
    ratio_floor_bytes: int = 16 << 20


DEFAULT_LIMITS = PackageLimits()


class Package:
    """An open zip file whose members are read one at a time within limits.

    Names are matched with forward slashes and without regard to case. damage lists what
    could be read in part only, in sentences for the file's reason.
    """

    def __init__(self, path: Path, limits: PackageLimits = DEFAULT_LIMITS) -> None:
        self.damage: list[str] = []
        self._limits = limits
        self._n_read_bytes = 0
        try:
            self._zip = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, EOFError, ValueError, NotImplementedError) as error:
            raise ExtractionFailure(
                FileState.CORRUPT,
                "The file is damaged: its zip package cannot be opened.",
                detail=str(error),
            ) from error
        members = [info for info in self._zip.infolist() if not info.is_dir()]
        if len(members) > limits.max_members:
            self._zip.close()
            raise ExtractionFailure(
                FileState.TOO_BIG, f"The file's package has {len(members)} parts, too many to read."
            )
        self._members = {_plain_name(info.filename): info for info in members}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._zip.close()

    @property
    def names(self) -> list[str]:
        """Return the members' names in stored order, with forward slashes."""
        return [info.filename.replace("\\", "/").lstrip("/") for info in self._members.values()]

    @property
    def size_bytes(self) -> int:
        """Return what all members unpack to, as declared."""
        return sum(info.file_size for info in self._members.values())

    def has(self, name: str) -> bool:
        """Return whether a member of this name is there."""
        return _plain_name(name) in self._members

    def read_bytes(self, name: str) -> bytes:
        """Return a member's bytes; the readable beginning where the member is damaged.

        Raises ExtractionFailure: corrupt (no such member, nothing readable), encrypted, too_big.
        """
        info = self._checked(name)
        chunks: list[bytes] = []
        try:
            with self._zip.open(info) as stream:
                while chunk := stream.read(_READ_STEP_BYTES):
                    self._count(len(chunk))
                    chunks.append(chunk)
        except NotImplementedError as error:
            raise ExtractionFailure(
                FileState.UNSUPPORTED,
                "The file's package is compressed in a way that cannot be read.",
                detail=str(error),
            ) from error
        except (*_DAMAGE_ERRORS, RuntimeError) as error:
            if not chunks:
                raise ExtractionFailure(
                    FileState.CORRUPT,
                    f"The file is damaged: its part {name} cannot be read.",
                    detail=str(error),
                ) from error
            self.damage.append(f"The file is damaged: its part {name} was read up to the damage.")
        return b"".join(chunks)

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
        info = self._members.get(_plain_name(name))
        if info is None:
            raise ExtractionFailure(FileState.CORRUPT, f"The file's package has no part {name}.")
        if info.flag_bits & _ZIP_FLAG_ENCRYPTED:
            raise ExtractionFailure(FileState.ENCRYPTED, "The file is protected by a password.")
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

    def _count(self, n_bytes: int) -> None:
        self._n_read_bytes += n_bytes
        if self._n_read_bytes > self._limits.max_total_bytes:
            raise ExtractionFailure(FileState.TOO_BIG, "The file unpacks to more than can be read.")


def parse_xml(data: bytes, *, name: str) -> tuple[XmlElement, bool]:
    """Return the root of an XML document and whether it is well-formed to its end.

    Damaged XML gives the tree up to the damage. A document type is allowed; entities that it
    declares are refused when used. Nothing is fetched, nothing expanded.
    Raises ExtractionFailure (corrupt) when there is no element or an entity is used, and
    MemoryError.
    """
    from lxml import etree

    try:
        return _without_entities(etree.fromstring(data, _parser()), name), True
    except (etree.XMLSyntaxError, ValueError) as error:
        if getattr(error, "code", None) == etree.ErrorTypes.ERR_NO_MEMORY:
            raise MemoryError from error  # libxml2 tells it so; the file is not to blame
        if b"<!ENTITY" in data[:100_000]:
            raise _entity_failure(name) from error
        root = _recovered(data)
        if root is None:
            raise ExtractionFailure(
                FileState.CORRUPT,
                f"The file is damaged: its part {name} is not XML.",
                detail=str(error),
            ) from error
        return _without_entities(root, name), False


def _plain_name(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").casefold()


def _parser(*, recover: bool = False) -> object:
    from lxml import etree

    # huge_tree stays off: it would lift libxml2's bounds on depth, text length and entity growth.
    return etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
        recover=recover,
    )


def _recovered(data: bytes) -> XmlElement | None:
    from lxml import etree

    try:
        return etree.fromstring(data, _parser(recover=True))
    except (etree.XMLSyntaxError, ValueError):
        return None


def _without_entities(root: XmlElement, name: str) -> XmlElement:
    from lxml import etree

    if next(root.iter(etree.Entity), None) is not None:
        raise _entity_failure(name)
    return root


def _entity_failure(name: str) -> ExtractionFailure:
    return ExtractionFailure(
        FileState.CORRUPT, f"The file's part {name} uses XML entities, which are not read."
    )
