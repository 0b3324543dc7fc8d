"""Owns taking a picture of a window: waiting until nothing moves, cropping, making it small."""

from __future__ import annotations

import os
import re
import subprocess
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.office.screenshots.screen import HEIGHT_PX, WIDTH_PX

if TYPE_CHECKING:
    from pathlib import Path

    from tests.office.screenshots.screen import Screen

WAIT_S = 20.0
BLINKING_WAIT_S = 3.0
CALM_S = 1.2
POLL_S = 0.1
N_COLOURS = 64
MAX_BYTES = 120_000


@dataclass(frozen=True)
class Box:
    """A part of the screen in pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def geometry(self) -> str:
        """Return it as X programs write it."""
        return f"{self.width}x{self.height}+{self.x}+{self.y}"


WHOLE = Box(0, 0, WIDTH_PX, HEIGHT_PX)


class Camera:
    """Presses keys and takes pictures on a screen."""

    def __init__(self, screen: Screen, target: Path, *, is_blinking: bool) -> None:
        self._variables = os.environ | screen.variables
        self._target = target
        self._is_blinking = is_blinking  # without GTK the caret does: two states, either will do

    def key(self, *keys: str) -> None:
        """Press and release keys: "alt+g"."""
        self._do("xdotool", "key", "--clearmodifiers", *keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self._do("xdotool", "type", "--delay", "5", text)

    def wait_for_window(self, title: str) -> None:
        """Wait until a window that is titled so is there and has the keyboard."""
        window = self._window(title)
        self._do("xdotool", "windowfocus", "--sync", window)

    def size(self, title: str, box: Box) -> None:
        """Give the window that is titled so a place and a size."""
        window = self._window(title)
        self._do("xdotool", "windowsize", window, str(box.width), str(box.height))
        self._do("xdotool", "windowmove", window, str(box.x), str(box.y))

    def point_away(self) -> None:
        """Put the pointer where it lights nothing up."""
        self._do("xdotool", "mousemove", str(WIDTH_PX - 1), str(HEIGHT_PX - 1))

    def frame_of(self, title: str) -> Box:
        """Return where the window that is titled so stands, with its frame."""
        window = self._window(title)
        # Not xdotool's own, which counts the frame twice.
        lines = self._do("xwininfo", "-id", window)
        x, y, width, height = (
            int(re.search(rf"{label}:\s+(-?\d+)", lines)[1])  # type: ignore[index]
            for label in ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
        )
        extents = self._do("xprop", "-id", window, "_NET_FRAME_EXTENTS")
        left, right, top, bottom = map(int, re.findall(r"\d+", extents.partition("=")[2]))
        return Box(x - left, y - top, width + left + right, height + top + bottom)

    def take(self, name: str, box: Box) -> Path:
        """Save what that part of the screen shows once nothing moves; return the file."""
        raw = self._settled(box)
        path = self._target / f"{name}.png"
        small = ["-strip", "+dither", "-colors", str(N_COLOURS), "-define", "png:color-type=3"]
        plain = ["-define", "png:exclude-chunks=date,time", "-define", "png:compression-level=9"]
        command = ["convert", "png:-", "+repage", *small, *plain, str(path)]
        subprocess.run(command, input=raw, env=self._variables, check=True)
        if path.stat().st_size > MAX_BYTES:
            raise RuntimeError(f"{path.name} has {path.stat().st_size} bytes")
        return path

    def keep_evidence(self) -> None:
        """Save the whole screen as it is, for a picture that could not be taken."""
        self._target.joinpath("failure.png").write_bytes(self._shot(WHOLE))

    def _settled(self, box: Box) -> bytes:
        wait_s = BLINKING_WAIT_S if self._is_blinking else WAIT_S
        deadline, calm_since, before = time.monotonic() + wait_s, time.monotonic(), b""
        while True:
            now = self._shot(box)
            if now != before:
                before, calm_since = now, time.monotonic()
            elif time.monotonic() - calm_since > CALM_S:
                return now
            if time.monotonic() > deadline:
                if self._is_blinking:
                    return now
                raise RuntimeError("the screen does not come to rest")
            time.sleep(POLL_S)

    def _shot(self, box: Box) -> bytes:
        command = ["import", "-window", "root", "-crop", box.geometry, "-strip", "png:-"]
        done = subprocess.run(command, env=self._variables, capture_output=True, check=True)
        return done.stdout

    def _window(self, title: str) -> str:
        deadline = time.monotonic() + WAIT_S
        while True:
            found = self._do("xdotool", "search", "--onlyvisible", "--name", title, is_quiet=True)
            if found:
                return found.split()[-1]
            if time.monotonic() > deadline:
                raise LookupError(f"no window {title!r}")
            time.sleep(POLL_S)

    def _do(self, *command: str, is_quiet: bool = False) -> str:
        done = subprocess.run(
            command, env=self._variables, capture_output=True, text=True, check=False
        )
        if done.returncode and not is_quiet:
            raise RuntimeError(f"{' '.join(command)}: {done.stderr}")
        return done.stdout.strip()
