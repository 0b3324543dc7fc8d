"""Owns the LibreOffice that is pictured: its home with the sample folder, its look, its language.

The home lies where every machine can have it, for its path is in the pictures.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.office.harness import extensions
from tests.office.harness.home import QUIET, Home
from tests.office.harness.office import Office
from tests.office.screenshots.screen import running_screen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from office_installation import Installation

    from tests.office.screenshots.screen import Screen

ROOT = Path(tempfile.gettempdir()) / "writeragent"
SAMPLES = extensions.ROOT / "samples"
FOLDER = "Library"
SAVED_AT_S = 1_767_607_200  # 5 January 2026, the sample's time: the list shows when files changed
A_DAY_S = 86_400
PATH = "/usr/local/bin:/usr/bin:/bin"
VENV = ".venv"


@dataclass(frozen=True)
class Look:
    """How LibreOffice looks and what it speaks."""

    plugin: str = "gtk3"
    theme: str = "Adwaita"
    language: str = ""
    is_high_contrast: bool = False


@dataclass(frozen=True)
class Studio:
    """One LibreOffice on a screen, with a document of the sample folder open."""

    office: Office
    screen: Screen
    documents: Path
    venv: Path


@contextlib.contextmanager
def running_studio(installation: Installation, look: Look, document: str) -> Iterator[Studio]:
    """Yield a LibreOffice with the extension and the document open; end it afterwards."""
    home = _make_home(installation, look)
    folder = home.documents / FOLDER
    venv = home.root / "home" / "python"
    venv.symlink_to(extensions.ROOT / VENV)
    with running_screen(home.root / "home") as screen:
        variables = screen.variables | {
            "SAL_USE_VCLPLUGIN": look.plugin,
            "GTK_THEME": look.theme,
            "PATH": PATH,
            "TZ": "UTC",
        }
        office = Office(installation, home, variables, (str(folder / document),))
        office.start()
        try:
            yield Studio(office, screen, folder, venv)
        finally:
            office.stop()
            shutil.rmtree(ROOT)


def _make_home(installation: Installation, look: Look) -> Home:
    if ROOT.exists():
        shutil.rmtree(ROOT)
    ROOT.mkdir(mode=0o700)
    home = Home(ROOT)
    home.make(language=look.language)
    _write_settings(home, look)
    for oxt in (
        extensions.build_ours(ROOT / "tmp" / "writeragent.oxt"),
        extensions.build_probe(ROOT / "tmp" / "probe.oxt"),
    ):
        extensions.install(installation, home, oxt)
    _copy_samples(home.documents / FOLDER)
    return home


def _write_settings(home: Home, look: Look) -> None:
    common = "/org.openoffice.Office.Common"
    items = [*QUIET]
    if look.language:
        items.append(("/org.openoffice.Setup/L10N", "ooLocale", look.language))
        items.append(("/org.openoffice.Setup/L10N", "ooSetupSystemLocale", look.language))
        items.append(("/org.openoffice.Office.Linguistic/General", "UILocale", look.language))
    if look.is_high_contrast:
        items.append((f"{common}/Accessibility", "HighContrast", "2"))
    home.write_settings(items)


def _copy_samples(folder: Path) -> None:
    # Not every machine has a font for the Japanese file.
    ignored = shutil.ignore_patterns("writeragent_embeddings", "読書会.txt")
    shutil.copytree(SAMPLES, folder, ignore=ignored)
    for number, path in enumerate(sorted(folder.iterdir())):
        at_s = SAVED_AT_S - number * A_DAY_S
        os.utime(path, (at_s, at_s))
