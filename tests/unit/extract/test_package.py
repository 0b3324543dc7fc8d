"""Zip packages that lie, are cut, locked or hostile."""

from __future__ import annotations

import os
import struct
import zipfile
from typing import TYPE_CHECKING, BinaryIO

import pytest

from plugin.contracts.corpus import FileState
from plugin.embeddings.venv.extract.document import ExtractionFailure
from plugin.embeddings.venv.extract.package import Package, PackageLimits

if TYPE_CHECKING:
    from pathlib import Path


def _zip(path: Path, members: dict[str, bytes]) -> Path:
    path.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in members.items():
            package.writestr(name, data)
    return path


def test_names_match_without_case_and_with_backslashes(tmp_path: Path) -> None:
    path = _zip(tmp_path / "a.docx", {"Word\\Document.xml": b"<a/>"})
    with Package(path) as package:
        assert package.has("word/document.xml")
        assert package.read_xml("/word/document.xml").tag == "a"


def test_a_bomb_is_too_big(tmp_path: Path) -> None:
    path = _zip(tmp_path / "bomb.odt", {"content.xml": b"<a>" + b" " * (20 << 20) + b"</a>"})
    with Package(path) as package, pytest.raises(ExtractionFailure) as caught:
        package.read_bytes("content.xml")
    assert caught.value.state is FileState.TOO_BIG


def test_limits_of_members_and_total(tmp_path: Path) -> None:
    path = _zip(tmp_path / "a.zip", {f"m{number}": b"x" * 100 for number in range(5)})
    with pytest.raises(ExtractionFailure, match="5 parts"):
        Package(path, PackageLimits(max_members=4))
    with Package(path, PackageLimits(max_total_bytes=150)) as package:
        package.read_bytes("m0")
        with pytest.raises(ExtractionFailure):
            package.read_bytes("m1")


def test_an_encrypted_member_is_encrypted(tmp_path: Path) -> None:
    path = _zip(tmp_path / "a.zip", {"m": b"secret"})
    data = bytearray(path.read_bytes())
    central = data.find(b"PK\x01\x02")
    data[6] |= 1
    data[central + 8] |= 1
    path.write_bytes(data)
    with Package(path) as package, pytest.raises(ExtractionFailure) as caught:
        package.read_bytes("m")
    assert caught.value.state is FileState.ENCRYPTED


@pytest.mark.parametrize("n_cut", [1, 30, 90, 200])
def test_a_cut_package_is_corrupt_and_says_that_its_end_is_missing(
    tmp_path: Path, n_cut: int
) -> None:
    path = _zip(tmp_path / "a.odt", {"content.xml": os.urandom(500)})
    path.write_bytes(path.read_bytes()[:-n_cut])
    with pytest.raises(ExtractionFailure, match="incomplete: its end is missing") as caught:
        Package(path)
    assert caught.value.state is FileState.CORRUPT


def test_a_bad_checksum_gives_what_can_be_read_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.odt"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as package:
        package.writestr("content.xml", b"<a>" + b"x" * (1 << 18) + b"</a>")
    data = path.read_bytes()
    position = data.rfind(b"xxxx")
    path.write_bytes(data[:position] + b"y" + data[position + 1 :])
    with Package(path) as package:
        assert len(package.read_bytes("content.xml")) > 1 << 16
        assert "damage" in package.damage[0]


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_small_member_with_a_bad_checksum_is_whole_and_told(tmp_path: Path, method: int) -> None:
    path = tmp_path / "a.odt"
    with zipfile.ZipFile(path, "w", method) as package:
        package.writestr("content.xml", b"<a>some text</a>")
    _change(path, b"PK\x01\x02", 16, b"\0\0\0\0")
    with Package(path) as package:
        assert package.read_bytes("content.xml") == b"<a>some text</a>"
        assert package.damage == [
            "The file is damaged: its part content.xml was read up to the damage."
        ]


def test_a_broken_member_is_read_up_to_the_damage(tmp_path: Path) -> None:
    content = b"".join(b"<p>%d %s</p>" % (n, os.urandom(20).hex().encode()) for n in range(3000))
    path = _zip(tmp_path / "a.odt", {"content.xml": content})
    data = bytearray(path.read_bytes())
    half = len(data) // 2
    data[half : half + 200] = bytes(200)
    path.write_bytes(data)
    with Package(path) as package:
        read = package.read_bytes("content.xml")
        assert content.startswith(read[: len(content) // 3])
        assert package.damage


def test_a_member_that_is_nowhere_is_corrupt_and_the_others_are_read(tmp_path: Path) -> None:
    path = _zip(tmp_path / "a.odt", {"content.xml": b"<a/>", "meta.xml": b"<m/>"})
    _change(path, b"PK\x03\x04", 0, b"gone")
    with Package(path) as package:
        with pytest.raises(ExtractionFailure, match=r"part content\.xml cannot be read"):
            package.read_bytes("content.xml")
        assert package.read_bytes("meta.xml") == b"<m/>"


@pytest.mark.parametrize("n_more", [-7, 1, 4000])
def test_members_that_were_moved_are_found_by_their_names(tmp_path: Path, n_more: int) -> None:
    middle = os.urandom(2000)
    members = {"mimetype": b"m" * 50, "content.xml": b"<a>text</a>", "x": middle, "y.xml": b"<y/>"}
    path = _zip(tmp_path / "a.odt", members)
    data = path.read_bytes()
    half = data.index(middle[:30]) + 500
    path.write_bytes(data[:half] + bytes(max(0, n_more)) + data[half + max(0, -n_more) :])
    with Package(path) as package:
        names = ("mimetype", "content.xml", "y.xml")
        assert [package.read_bytes(name) for name in names] == [members[name] for name in names]


def test_a_size_that_lies_is_found_out_while_reading(tmp_path: Path) -> None:
    path = _zip(tmp_path / "a.odt", {"content.xml": b" " * (8 << 20)})
    _change(path, b"PK\x01\x02", 24, struct.pack("<L", 10))
    with Package(path, PackageLimits(max_member_bytes=1 << 20)) as package:
        with pytest.raises(ExtractionFailure) as caught:
            package.read_bytes("content.xml")
    assert caught.value.state is FileState.TOO_BIG


def test_members_over_one_another_count_each_time_they_are_read(tmp_path: Path) -> None:
    # Many directory entries for one compressed stretch: a bomb without a large ratio anywhere.
    path = _zip(tmp_path / "a.odt", {"m000": b" " * 1_000_000})
    data = path.read_bytes()
    start = data.index(b"PK\x01\x02")
    end = data.index(b"PK\x05\x06")
    entry = data[start:end]
    entries = b"".join(entry.replace(b"m000", b"m%03d" % n) for n in range(900))
    fields = struct.pack("<2H2L", 900, 900, len(entries), start)
    path.write_bytes(data[:start] + entries + b"PK\x05\x06\0\0\0\0" + fields + b"\0\0")
    with Package(path, PackageLimits(max_total_bytes=5 << 20)) as package:
        with pytest.raises(ExtractionFailure) as caught:
            for name in package.names:
                package.read_bytes(name)
    assert caught.value.state is FileState.TOO_BIG


def test_a_package_in_a_package_is_bytes(tmp_path: Path) -> None:
    inner = _zip(tmp_path / "inner.zip", {"deeper": b"x"}).read_bytes()
    with Package(_zip(tmp_path / "a.zip", {"inner.zip": inner})) as package:
        assert package.names == ["inner.zip"]
        assert package.read_bytes("inner.zip") == inner


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_of_members_of_one_name_the_last_is_read_and_the_very_name_goes_first(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as package:
        for name, data in (("a.xml", b"1"), ("a.xml", b"2"), ("A.XML", b"3"), ("B.xml", b"4")):
            package.writestr(name, data)
    with Package(path) as package:
        assert [package.read_bytes(name) for name in ("a.xml", "A.XML", "b.XML")] == [
            b"2",
            b"3",
            b"4",
        ]


def test_names_lead_nowhere(tmp_path: Path) -> None:
    names = ["../up.xml", "/etc/hostname", "..\\..\\up.xml", "C:\\up.xml", "a/../../up.xml"]
    path = _zip(tmp_path / "in" / "a.zip", dict.fromkeys(names, b"x"))
    before = sorted(tmp_path.rglob("*"))
    with Package(path) as package:
        assert [package.read_bytes(name) for name in package.names] == [b"x"] * 5
        with pytest.raises(ExtractionFailure, match="no part"):
            package.read_bytes("/etc/passwd")
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_compressions_of_the_standard_library_are_read(tmp_path: Path, method: int) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", method) as package:
        package.writestr("m", b"some text")
    with Package(path) as package:
        assert package.read_bytes("m") == b"some text"
    data = bytearray(path.read_bytes())
    data[40:46] = b"\xff" * 6
    path.write_bytes(data)
    with Package(path) as package, pytest.raises(ExtractionFailure) as caught:
        package.read_bytes("m")
    assert caught.value.state is FileState.CORRUPT


@pytest.mark.parametrize("method", [9, 93, 98])
def test_an_unknown_compression_is_unsupported(tmp_path: Path, method: int) -> None:
    path = _zip(tmp_path / "a.zip", {"m": b"some text"})
    _change(path, b"PK\x01\x02", 10, struct.pack("<H", method))
    _change(path, b"PK\x03\x04", 8, struct.pack("<H", method))
    with Package(path) as package, pytest.raises(ExtractionFailure) as caught:
        package.read_bytes("m")
    assert caught.value.state is FileState.UNSUPPORTED


def test_what_stands_before_and_after_a_package_is_passed_over(tmp_path: Path) -> None:
    path = _zip(tmp_path / "a.zip", {"m": b"some text"})
    end = struct.pack("<H", 7) + b"comment"
    path.write_bytes(b"#!/bin/sh\n" * 50 + path.read_bytes()[:-2] + end)
    with Package(path) as package:
        assert package.read_bytes("m") == b"some text"


def test_members_with_their_sizes_behind_them_and_in_zip64_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with path.open("wb") as raw, zipfile.ZipFile(_Unseekable(raw), "w") as package:
        with package.open("m", "w", force_zip64=True) as member:
            member.write(b"some text")
    with Package(path) as package:
        assert package.read_bytes("m") == b"some text"


def test_a_very_long_directory_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = _zip(tmp_path / "a.zip", {"m": os.urandom(3000)})
    _change(path, b"PK\x05\x06", 12, struct.pack("<L", 2000))
    with pytest.raises(ExtractionFailure) as caught:
        Package(path, PackageLimits(max_directory_bytes=1999))
    assert caught.value.state is FileState.TOO_BIG
    _change(path, b"PK\x05\x06", 12, struct.pack("<L", 9000))
    with pytest.raises(ExtractionFailure) as caught:
        Package(path, PackageLimits(max_directory_bytes=1999))
    assert caught.value.state is FileState.CORRUPT


def test_a_directory_before_the_files_beginning_is_corrupt(tmp_path: Path) -> None:
    path = _zip(tmp_path / "a.zip", {"m": b"x"})
    _change(path, b"PK\x05\x06", 12, struct.pack("<2L", 5000, 10))
    with pytest.raises(ExtractionFailure) as caught:
        Package(path)
    assert caught.value.state is FileState.CORRUPT


class _Unseekable:
    """A pipe: what a program that writes a zip as it goes is given."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, data: bytes, /) -> int:
        return self._stream.write(data)

    def flush(self) -> None:
        self._stream.flush()

    def close(self) -> None:
        self._stream.close()


def _change(path: Path, mark: bytes, offset: int, new: bytes) -> None:
    """Change bytes of the first record of this mark."""
    data = bytearray(path.read_bytes())
    start = data.index(mark) + offset
    data[start : start + len(new)] = new
    path.write_bytes(data)
