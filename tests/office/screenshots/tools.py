"""Owns what the pictures need on this machine, and the sentence for one that lacks it."""

from __future__ import annotations

import shutil

from office_installation import find_installation

PROGRAMS = (
    "Xvfb",
    "openbox",
    "xdotool",
    "xprop",
    "xwininfo",
    "import",
    "convert",
    "dbus-daemon",
)
HOW_TO_GET_THEM = "run: python3 scripts/setup_office.py --screenshots"


def what_is_missing() -> str:
    """Return the names of what is missing, "" where all is there."""
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    installation = find_installation()
    if installation is None:
        missing.append("LibreOffice")
    elif not list(installation.program.glob("libvclplug_gtk3lo.so")):
        missing.append("LibreOffice's GTK look")
    return ", ".join(missing)
