"""Apt's sources are read in both formats, and a further suite takes its mirror from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apt_sources
import pytest

if TYPE_CHECKING:
    from pathlib import Path

DEB822 = """\
# the main archive
Types: deb
URIs: http://mirror.test/debian
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By: /usr/share/keyrings/debian.gpg

Types: deb-src
URIs: http://sources.test/debian
Suites: bookworm
Components: main

Types: deb
Enabled: no
URIs: http://off.test/debian
Suites: bookworm
Components: main
"""
ONE_LINE = """\
# deb http://comment.test/debian bookworm main
deb http://plain.test/debian bookworm main   # the archive
deb [arch=amd64 signed-by=/keys/a.gpg] http://signed.test/debian bookworm-updates main contrib
deb-src http://sources.test/debian bookworm main
deb http://flat.test/repo ./
"""
KEY = "Signed-By:\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n abc"


def test_deb822_leaves_out_what_is_off_or_source_code() -> None:
    (only,) = apt_sources.parse_deb822(DEB822)
    assert only == apt_sources.Source(
        ("http://mirror.test/debian",),
        ("bookworm", "bookworm-updates"),
        ("main", "contrib"),
        "/usr/share/keyrings/debian.gpg",
    )


def test_one_line_format_with_and_without_options() -> None:
    plain, signed = apt_sources.parse_one_line(ONE_LINE)[:2]
    assert plain == apt_sources.Source(("http://plain.test/debian",), ("bookworm",), ("main",))
    assert signed.signed_by == "/keys/a.gpg"
    assert signed.components == ("main", "contrib")


@pytest.mark.parametrize(("name", "text"), [("a.sources", DEB822), ("a.list", ONE_LINE)])
def test_the_further_suite_is_on_the_same_mirror(tmp_path: Path, name: str, text: str) -> None:
    folder = tmp_path / "sources.list.d"
    folder.mkdir()
    (folder / name).write_text(text, encoding="utf-8")
    (folder / f"{name}.save").write_text("deb http://old.test/debian bookworm main")
    sources = apt_sources.read_sources(tmp_path)
    written = apt_sources.further_suite(sources, release="bookworm", suite="bookworm-backports")
    assert written is not None
    (added,) = apt_sources.parse_deb822(written)
    assert added.uris[0] in ("http://mirror.test/debian", "http://plain.test/debian")
    assert added.suites == ("bookworm-backports",)
    (folder / "more.sources").write_text(written, encoding="utf-8")
    again = apt_sources.read_sources(tmp_path)
    assert apt_sources.further_suite(again, release="bookworm", suite="bookworm-backports") is None


def test_no_suite_without_a_mirror_of_the_release() -> None:
    sources = apt_sources.parse_one_line("deb http://plain.test/debian trixie main")
    assert apt_sources.further_suite(sources, release="bookworm", suite="b") is None
    assert apt_sources.further_suite([], release="bookworm", suite="b") is None


def test_a_key_written_into_the_file_comes_along() -> None:
    text = f"Types: deb\nURIs: http://a.test/\nSuites: bookworm\nComponents: main\n{KEY}\n"
    sources = apt_sources.parse_deb822(text)
    written = apt_sources.further_suite(sources, release="bookworm", suite="more")
    assert written is not None
    assert apt_sources.parse_deb822(written)[0].signed_by == sources[0].signed_by
    assert "\n abc" in written
