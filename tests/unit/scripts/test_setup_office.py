"""Which LibreOffice is installed from where: what is read of the system and of its packages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import setup_office
import unpack_office

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

VERSIONS = {
    "libreoffice-core": ["4:25.2.3-2", "4:7.4.7-1"],
    "libreoffice-core-nogui": ["4:25.2.3-2", "4:7.4.7-1"],
    "python3-uno": ["4:25.2.3-2", "4:7.4.7-1"],
    "liborcus-0.17-0": ["0.17.2-2+b2"],
    "libc6": ["2.36-9"],
}
SHOWN = """\
Package: libreoffice-writer
Pre-Depends: dpkg (>= 1.15)
Depends: libreoffice-core (= 4:7.4.7-1) | libreoffice-core-nogui, libc6:any (>= 2.35)
Recommends: fonts-nice

Package: python3-uno
Depends: python3 (<< 3.12)
"""


def test_os_release_is_read_with_and_without_quotes(tmp_path: Path) -> None:
    path = tmp_path / "os-release"
    path.write_text('ID=debian\nVERSION_CODENAME="bookworm"\n# no pair\n', encoding="utf-8")
    assert setup_office.os_release(path) == {"ID": "debian", "VERSION_CODENAME": "bookworm"}
    assert setup_office.os_release(tmp_path / "none") == {}


def test_a_program_that_is_named_needs_no_setup(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(setup_office.PROGRAM_VARIABLE, "/somewhere")
    monkeypatch.setenv("PATH", "/nowhere")  # whatever it started would fail
    assert setup_office.main([]) == 0


def test_without_apt_it_says_the_line_and_ends_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(setup_office.PROGRAM_VARIABLE, raising=False)
    monkeypatch.setenv("PATH", "/nowhere")
    assert setup_office.main([]) == 0
    assert "LibreOffice" in capsys.readouterr().err


def test_dependencies_are_read_with_their_alternatives() -> None:
    assert unpack_office.dependencies_in(SHOWN) == [
        ["dpkg"],
        ["libreoffice-core", "libreoffice-core-nogui"],
        ["libc6"],
        ["python3"],
    ]


def test_libreoffices_own_packages_bear_its_version_and_the_rest_may_be_installed() -> None:
    def take(*names: str) -> tuple[str, str]:
        installed = {"libc6", "libreoffice-core", "python3-uno"}
        return unpack_office.take(list(names), VERSIONS, "7.4.7-1", installed)

    assert take("python3-uno") == ("python3-uno", "4:7.4.7-1")
    assert take("libreoffice-core", "libreoffice-core-nogui") == ("libreoffice-core", "4:7.4.7-1")
    assert take("libc6") == ("libc6", "")
    assert take("liborcus-0.17-0") == ("liborcus-0.17-0", "0.17.2-2+b2")
    assert take("a-virtual-one") == ("a-virtual-one", "")


def test_links_and_paths_of_an_unpacked_version_stay_inside_it(tmp_path: Path) -> None:
    share = tmp_path / "usr/lib/libreoffice/share"
    (share / ".registry").mkdir(parents=True)
    (share / ".registry/main.xcd").write_text("main", encoding="utf-8")
    (share / "registry").symlink_to("/etc/libreoffice/registry")
    (share / "outside").symlink_to("/proc/self/status")
    program = tmp_path / unpack_office.PROGRAM
    program.mkdir()
    base = "BRAND_BASE_DIR=file:///usr/lib/libreoffice\n"
    (program / "fundamentalrc").write_text(base, encoding="utf-8")
    unpack_office.settle(tmp_path)
    moved = (program / "fundamentalrc").read_text(encoding="utf-8").strip()
    assert moved == f"BRAND_BASE_DIR={program.parent.as_uri()}"
    assert (share / "registry/main.xcd").read_text(encoding="utf-8") == "main"
    assert (share / "registry").resolve().is_relative_to(tmp_path)
    assert (share / "outside").readlink().as_posix() == "/proc/self/status"
