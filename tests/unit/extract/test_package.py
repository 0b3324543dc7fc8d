"""Zip packages and XML that lie, are cut, locked or hostile."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.embeddings.venv.extract.document import ExtractionFailure
from plugin.embeddings.venv.extract.package import Package, PackageLimits, parse_xml

if TYPE_CHECKING:
    from pathlib import Path


def _zip(path: Path, members: dict[str, bytes]) -> Path:
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


def test_a_cut_package_is_corrupt(tmp_path: Path) -> None:
    path = _zip(tmp_path / "a.odt", {"content.xml": b"<a/>" * 100})
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(ExtractionFailure) as caught:
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


def test_a_harmless_document_type_is_read() -> None:
    root, whole = parse_xml(b'<!DOCTYPE a SYSTEM "x.dtd"><a>hi</a>', name="a")
    assert root.text == "hi"
    assert whole


@pytest.mark.parametrize(
    "data",
    [
        b'<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/hostname">]><a>&e;</a>',
        b'<!DOCTYPE a [<!ENTITY e "text">]><a>&e;</a>',
        b'<!DOCTYPE a [<!ENTITY e "&f;&f;"><!ENTITY f "&e;&e;">]><a>&e;</a>',
    ],
)
def test_entities_are_refused(data: bytes) -> None:
    with pytest.raises(ExtractionFailure, match="entities"):
        parse_xml(data, name="a")


def test_xml_is_read_up_to_its_damage() -> None:
    root, whole = parse_xml(b"<a><b>good</b><b>cut", name="a")
    assert "good" in "".join(root.itertext())
    assert not whole
    with pytest.raises(ExtractionFailure):
        parse_xml(b"", name="a")
