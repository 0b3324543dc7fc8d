"""Owns a display of its own: the X server, the window manager and the message bus on it."""

from __future__ import annotations

import contextlib
import os
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WIDTH_PX, HEIGHT_PX = 1280, 860
END_S = 5.0
# Text comes out the same on every machine that has the font; nothing blinks, nothing fades.
GTK_SETTINGS = """[Settings]
gtk-font-name=DejaVu Sans 10
gtk-cursor-blink=0
gtk-enable-animations=0
gtk-icon-theme-name=Adwaita
gtk-xft-antialias=1
gtk-xft-hinting=1
gtk-xft-hintstyle=hintslight
gtk-xft-rgba=none
gtk-overlay-scrolling=false
"""
OPENBOX_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew><focusLast>yes</focusLast></focus>
  <placement><policy>Smart</policy><center>yes</center></placement>
  <theme><name>Clearlooks</name><titleLayout>LC</titleLayout>
    <keepBorder>yes</keepBorder><animateIconify>no</animateIconify>
    <font place="ActiveWindow"><name>DejaVu Sans</name><size>9</size></font>
    <font place="InactiveWindow"><name>DejaVu Sans</name><size>9</size></font>
  </theme>
  <desktops><number>1</number><popupTime>0</popupTime></desktops>
</openbox_config>
"""


@dataclass(frozen=True)
class Screen:
    """A display that programs can draw on."""

    variables: dict[str, str]


@contextlib.contextmanager
def running_screen(folder: Path) -> Iterator[Screen]:
    """Yield a screen whose programs have the folder as home; end them afterwards."""
    for name, text in (
        (".config/gtk-3.0/settings.ini", GTK_SETTINGS),
        (".config/openbox/rc.xml", OPENBOX_SETTINGS),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    own = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder / ".config"), "LC_ALL": "C.UTF-8"}
    with contextlib.ExitStack() as programs:
        display = ":" + programs.enter_context(
            _printing(["Xvfb", "-screen", "0", f"{WIDTH_PX}x{HEIGHT_PX}x24", "-nolisten", "tcp"])
        )
        own["DISPLAY"] = display
        bus = ["dbus-daemon", "--session", "--nofork", "--nosyslog"]
        own["DBUS_SESSION_BUS_ADDRESS"] = programs.enter_context(_printing(bus, own))
        programs.enter_context(_running(["openbox", "--sm-disable"], own))
        yield Screen(own)


@contextlib.contextmanager
def _printing(command: list[str], variables: dict[str, str] | None = None) -> Iterator[str]:
    """Yield the line that the program prints about itself once it is ready."""
    reader, writer = os.pipe()
    option = "-displayfd" if command[0] == "Xvfb" else "--print-address"
    given = [option, str(writer)] if command[0] == "Xvfb" else [f"{option}={writer}"]
    with _running([*command, *given], variables, pass_fds=(writer,)):
        os.close(writer)
        with os.fdopen(reader, encoding="ascii") as lines:
            line = lines.readline().strip()
        if not line:
            raise RuntimeError(f"{command[0]} did not start")
        yield line


@contextlib.contextmanager
def _running(
    command: list[str], variables: dict[str, str] | None = None, pass_fds: tuple[int, ...] = ()
) -> Iterator[None]:
    process = subprocess.Popen(
        command,
        env=os.environ | (variables or {}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        pass_fds=pass_fds,
    )
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
