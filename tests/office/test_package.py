"""The extension as a file, installed, in LibreOffice's menus, beside others, and out of the way."""

from __future__ import annotations

import os
import shutil
import subprocess
import zipfile
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import build_oxt
import pytest

from tests.office import package_steps as steps
from tests.office.harness import extensions
from tests.office.harness.home import Home
from tests.office.harness.process import group_pids

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from pathlib import Path

    from office_installation import Installation

    from tests.office.harness.office import Office

    StartOffice = Callable[..., AbstractContextManager[Office]]
    MakeHome = Callable[[], Home]

IDENTIFIER = "org.writeragent.search"
KINDS = ("swriter", "scalc", "simpress", "sdraw")
MAX_BYTES = 1_000_000
CONVERT_WAIT_S = 90
OOR = "{http://openoffice.org/2001/registry}"
MANIFEST = "{http://openoffice.org/2001/manifest}"


@pytest.fixture
def own_home(installation: Installation, our_oxt: Path, tmp_path: Path) -> Home:
    """Return a home with our extension alone, without the probe."""
    home = Home(tmp_path / "own")
    home.make()
    extensions.install(installation, home, our_oxt)
    return home


def unpacked(home: Home) -> Path:
    """Return the folder that our extension was unpacked to."""
    cache = home.profile / "user/uno_packages/cache/uno_packages"
    (found,) = cache.glob("*/writeragent.oxt")
    return found


def our_key() -> str:
    """Return the shortcut as the registry spells it."""
    root = ET.parse(extensions.ROOT / "extension/registry/Accelerators.xcu").getroot()
    (key,) = (
        node.get(f"{OOR}name", "") for node in root.iter("node") if node.find("prop") is not None
    )
    return key


def _copy_sources(root: Path, target: Path) -> None:
    for source in build_oxt.contents(root):
        copy = target / source.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)


def test_two_builds_are_the_same_bytes_and_small(tmp_path: Path) -> None:
    # From copies: the sources' place and dates must not show, nor what ran from them.
    _copy_sources(extensions.ROOT, tmp_path / "first")
    _copy_sources(tmp_path / "first", tmp_path / "second")
    leftover = tmp_path / "second/plugin/__pycache__/left.cpython-311.pyc"
    leftover.parent.mkdir()
    leftover.touch()
    build_oxt.build(tmp_path / "first.oxt", root=tmp_path / "first")
    os.utime(tmp_path / "second/description.xml", (0, 0))
    build_oxt.build(tmp_path / "second.oxt", root=tmp_path / "second")
    assert (tmp_path / "first.oxt").read_bytes() == (tmp_path / "second.oxt").read_bytes()
    assert (tmp_path / "first.oxt").stat().st_size < MAX_BYTES


def test_every_part_is_registered_and_is_gone_when_removed(
    installation: Installation, own_home: Home, our_oxt: Path
) -> None:
    with zipfile.ZipFile(our_oxt) as archive:
        manifest = ET.fromstring(archive.read("META-INF/manifest.xml"))
    parts = [entry.get(f"{MANIFEST}full-path") for entry in manifest]
    listed = extensions.unopkg(installation, own_home, "list")
    shown = listed.split("bundled Packages: {")[-1]
    for part in parts:
        _, found, after = shown.partition(f"/{part}\n")
        assert found, f"{part} is not listed:\n{listed}"
        assert after.splitlines()[0].strip() == "is registered: yes", f"{part}:\n{listed}"
    extensions.unopkg(installation, own_home, "remove", IDENTIFIER)
    assert IDENTIFIER not in extensions.unopkg(installation, own_home, "list")


@pytest.mark.parametrize("kind", KINDS)
def test_the_menu_is_there_and_its_letter_is_its_own(office: Office, kind: str) -> None:
    office.run(steps.new_document, kind)
    keys = office.wait_for(steps.mnemonics)
    assert "WriterAgent" in keys
    _assert_no_clash(keys)


def test_the_menus_letter_is_its_own_in_german(
    installation: Installation, prepared_home: Home, start_office: StartOffice, tmp_path: Path
) -> None:
    if not (installation.registry / "Langpack-de.xcd").exists():
        pytest.skip("needs LibreOffice's German language pack")
    home = Home(tmp_path / "german")
    shutil.copytree(prepared_home.root, home.root)
    home.make(language="de")
    with start_office(home=home) as german:
        for kind in KINDS:
            german.run(steps.new_document, kind)
            keys = german.wait_for(steps.mnemonics)
            assert "Bearbeiten" in keys
            _assert_no_clash(keys)
        assert "Dateien im Ordner durchsuchen..." in german.run(steps.menu_items, "WriterAgent")


def _assert_no_clash(keys: dict[str, list[int]]) -> None:
    ours = keys["WriterAgent"]
    assert len(ours) == 1
    clashing = [name for name, codes in keys.items() if codes == ours]
    assert clashing == ["WriterAgent"]


def test_the_search_stands_after_find_and_replace(office: Office) -> None:
    office.run(steps.new_document, "swriter")
    office.run(steps.press_key, "Alt+E")
    items = office.wait_for(steps.menu_items, "Edit")
    assert items[items.index("Find and Replace...") + 1] == "Search Nearby Files..."
    assert office.run(steps.menu_items, "WriterAgent")[0] == "Search Nearby Files..."


def test_the_shortcut_is_ours_and_taken_by_nothing_of_libreoffice(
    office: Office, installation: Installation
) -> None:
    key = our_key()
    assert office.run(steps.command_of_key, key) == f"{IDENTIFIER}:search"
    registries = sorted(installation.registry.glob("*.xcd"))
    texts = [path.read_text(encoding="utf-8") for path in registries]
    assert any('oor:name="F_MOD1"' in text for text in texts)  # that is where it keeps its keys
    assert not [text for text in texts if f'oor:name="{key}"' in text]


@pytest.mark.parametrize("kind", KINDS)
def test_the_shortcut_opens_the_search(office: Office, kind: str) -> None:
    office.run(steps.new_document, kind)
    office.run(steps.press_key, "Ctrl+Alt+Shift+F")
    assert office.wait_for(steps.dialogs) == ["Search Nearby Files"]


def test_a_conversion_starts_nothing_of_ours(
    installation: Installation, own_home: Home, tmp_path: Path
) -> None:
    source = tmp_path / "letter.txt"
    source.write_text("A letter.", encoding="utf-8")
    out = tmp_path / "out"
    command = [str(installation.soffice), own_home.profile_option, "--headless", "--norestore"]
    command += ["--convert-to", "odt", "--outdir", str(out), str(source)]
    variables = own_home.variables() | installation.variables()
    before = _files(own_home.root / "home")
    for _ in range(3):  # a first start ends early, to be started again
        process = subprocess.Popen(
            command, env=variables, stdin=subprocess.DEVNULL, start_new_session=True
        )
        assert process.wait(CONVERT_WAIT_S) in (0, 79, 81)
        if process.returncode == 0:
            break
    assert (out / "letter.odt").exists()
    assert group_pids(process.pid) == []
    assert not (own_home.profile / "user" / "writeragent").exists()
    assert not list(unpacked(own_home).rglob("__pycache__")), "our Python was loaded"
    assert _ours_in(_files(own_home.root / "home") - before) == []


def test_a_window_starts_it(start_office: StartOffice) -> None:
    """What the conversion must not leave is there after a window: that test can fail."""
    with start_office() as mine:
        assert mine.run(steps.our_root) == ""
        mine.run(steps.new_document, "swriter")
        mine.wait_for(steps.our_root)
        assert list(unpacked(mine.home).rglob("__pycache__"))


def _files(folder: Path) -> set[Path]:
    return set(folder.rglob("*"))


def _ours_in(paths: set[Path]) -> list[Path]:
    return [path for path in paths if "writeragent" in path.as_posix().lower()]


@pytest.mark.parametrize("first", ["ours", "other"])
def test_another_extensions_plugin_package_works_beside_ours(
    first: str,
    installation: Installation,
    make_home: MakeHome,
    start_office: StartOffice,
    tmp_path: Path,
) -> None:
    home = make_home()
    other = steps.build_other_extension(tmp_path / "other.oxt")
    extensions.install(installation, home, other)
    with start_office(home=home) as both:
        if first == "ours":
            assert both.run(steps.start_ours)
        answer = both.run(steps.ask_other_extension)
        assert answer["says"] == "from the other one"
        assert "/other.oxt/" in answer["plugin"]
        assert both.run(steps.start_ours)
        assert "/writeragent.oxt/plugin/" in both.run(steps.our_root)
        assert both.run(steps.ask_other_extension) == answer
