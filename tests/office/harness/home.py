"""Owns the private folders of one LibreOffice: profile, home, documents; nothing of the user's."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from pathlib import Path

# What would tie LibreOffice to the user's session, or its Python to the one that runs the tests.
FOREIGN = (
    "DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS XAUTHORITY SESSION_MANAGER "
    "VIRTUAL_ENV LD_PRELOAD URE_BOOTSTRAP UNO_PATH LANGUAGE "
    "PYTEST_CURRENT_TEST SAL_USE_VCLPLUGIN"
).split()
SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"
  xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
{items}
</oor:items>
"""
ITEM = (
    '<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse">'
    "<value>{value}</value></prop></item>"
)
# The tip of the day and the greeting after an update would come between a test and its dialog.
QUIET = (
    ("/org.openoffice.Office.Common/Misc", "ShowTipOfTheDay", "false"),
    ("/org.openoffice.Office.Common/Misc", "FirstRun", "false"),
    ("/org.openoffice.Office.Common/Save/Document", "CreateBackup", "false"),
    ("/org.openoffice.Office.Recovery/AutoSave", "Enabled", "false"),
)


@dataclass(frozen=True)
class Home:
    """The folders of one LibreOffice, all under one temporary folder."""

    root: Path

    @property
    def profile(self) -> Path:
        """Return LibreOffice's profile."""
        return self.root / "profile"

    @property
    def profile_option(self) -> str:
        """Return the option that makes LibreOffice's programs use the profile."""
        return f"-env:UserInstallation={self.profile.as_uri()}"

    @property
    def documents(self) -> Path:
        """Return what LibreOffice takes for My Documents."""
        return self.root / "home" / "Documents"

    @property
    def temporary(self) -> Path:
        """Return the folder for temporary files."""
        return self.root / "tmp"

    def make(self, language: str = "") -> None:
        """Create the folders; with a language ("de") LibreOffice speaks it."""
        config = self.root / "home" / ".config"
        for folder in (config, self.documents, self.temporary, self.profile / "user"):
            folder.mkdir(parents=True, exist_ok=True)
        (self.root / "run").mkdir(mode=0o700, exist_ok=True)
        (config / "user-dirs.dirs").write_text(
            'XDG_DOCUMENTS_DIR="$HOME/Documents"\n', encoding="utf-8"
        )
        items = [*QUIET]
        if language:
            items.append(("/org.openoffice.Setup/L10N", "ooLocale", language))
            items.append(("/org.openoffice.Office.Linguistic/General", "UILocale", language))
        self.write_settings(items)

    def write_settings(self, items: list[tuple[str, str, str]]) -> None:
        """Write the profile's settings as (path, name, value), before its first start."""
        lines = (
            ITEM.format(path=escape(path), name=name, value=escape(value))
            for path, name, value in items
        )
        target = self.profile / "user" / "registrymodifications.xcu"
        target.write_text(SETTINGS.format(items="\n".join(lines)), encoding="utf-8")

    def variables(self) -> dict[str, str]:
        """Return the environment for LibreOffice's programs: ours, without what is the user's."""
        home = self.root / "home"
        own = {
            "HOME": home,
            "USERPROFILE": home,
            "APPDATA": home / "AppData" / "Roaming",
            "LOCALAPPDATA": home / "AppData" / "Local",
            "XDG_CONFIG_HOME": home / ".config",
            "XDG_DATA_HOME": home / ".local" / "share",
            "XDG_STATE_HOME": home / ".local" / "state",
            "XDG_CACHE_HOME": home / ".cache",
            "XDG_RUNTIME_DIR": self.root / "run",
            "TMPDIR": self.temporary,
        }
        rest = {
            name: value
            for name, value in os.environ.items()
            if name not in FOREIGN and not name.startswith("PYTHON")
        }
        return (
            rest
            | {name: str(value) for name, value in own.items()}
            | {
                "LC_ALL": "C.UTF-8",  # file names are UTF-8 whatever the machine's language
                "SAL_USE_VCLPLUGIN": "svp",  # draws into memory: dialogs and all, without a display
            }
        )
