"""A window made from an .xdl file: its controls by name, measured and moved.

Owns: making it above a parent, texts, sizes in pixels, its end. Does not own: what it shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Mapping, Optional, Tuple

import uno
from com.sun.star.beans import NamedValue
from com.sun.star.lang import DisposedException
from com.sun.star.util.MeasureUnit import APPFONT

from ..localise import localise
from .events import Pressed, Resized
from .layout import Box, Size

if TYPE_CHECKING:
    from pathlib import Path

    from ...embeddings.texts import Texts
    from .events import Action, WindowFate

_POSSIZE: Final = 15  # com.sun.star.awt.PosSize.POSSIZE
_SIZE: Final = 12  # com.sun.star.awt.PosSize.SIZE
_POS: Final = 3  # com.sun.star.awt.PosSize.POS
_CHILDREN_TOO: Final = 1  # com.sun.star.awt.InvalidateStyle.CHILDREN
_GAP_UNITS: Final = 4
_BUTTON_WIDTH_UNITS: Final = 50


class DialogWindow:
    """A modeless dialog; main thread only."""

    def __init__(self, ctx: Any, xdl: Path, parent: Any) -> None:
        """Make it, not shown yet; it stands above its parent and ends with it."""
        manager = ctx.ServiceManager
        provider = manager.createInstanceWithContext("com.sun.star.awt.DialogProvider2", ctx)
        arguments = () if parent is None else (NamedValue("ParentWindow", parent),)
        self.dialog = provider.createDialogWithArguments(xdl.as_uri(), arguments)
        self._fate: Optional[WindowFate] = None

    def finish(self, texts: Texts, fate: WindowFate) -> None:
        """Put the texts in and listen to what becomes of it."""
        localise(self.dialog, texts)
        self._fate = fate
        self.dialog.addTopWindowListener(fate)

    @property
    def is_open(self) -> bool:
        """Return whether it has been finished and not ended."""
        return self._fate is not None

    def control(self, name: str) -> Any:
        """Return a control by its id in the .xdl file."""
        return self.dialog.getControl(name)

    def on_press(self, actions: Mapping[str, Action]) -> None:
        """Have each named button do its action."""
        for name, action in actions.items():
            self.control(name).addActionListener(Pressed(action))

    def on_resize(self, action: Action) -> None:
        """Call action when the size has changed."""
        self.dialog.addWindowListener(Resized(action))

    @property
    def size(self) -> Size:
        """Return the room inside."""
        place = self.dialog.getPosSize()
        return Size(place.Width, place.Height)

    def set_size(self, size: Size) -> None:
        """Give it another size."""
        self.dialog.setPosSize(0, 0, size.width, size.height, _SIZE)

    @property
    def position(self) -> Tuple[int, int]:
        """Return where its left upper corner is."""
        place = self.dialog.getPosSize()
        return (place.X, place.Y)

    def move(self, position: Tuple[int, int]) -> None:
        """Put its left upper corner somewhere else."""
        self.dialog.setPosSize(*position, 0, 0, _POS)

    @property
    def gap(self) -> int:
        """Return the space between controls."""
        return self.pixels(_GAP_UNITS)

    def pixels(self, units: int) -> int:
        """Return a length of so many dialog units, which go with the font."""
        size = uno.createUnoStruct("com.sun.star.awt.Size", units, units)
        return int(self.dialog.convertSizeToPixel(size, APPFONT).Width)

    def units(self, pixels: int) -> int:
        """Return a length in dialog units."""
        size = uno.createUnoStruct("com.sun.star.awt.Size", pixels, pixels)
        return int(self.dialog.convertSizeToLogic(size, APPFONT).Width)

    def preferred(self, name: str) -> Size:
        """Return the size that a control's text needs."""
        size = self.control(name).getPreferredSize()
        return Size(size.Width, size.Height)

    def button(self, name: str) -> Size:
        """Return a button's size: as wide as its text needs, and no narrower than is usual."""
        needed = self.preferred(name)
        return Size(max(needed.width, self.pixels(_BUTTON_WIDTH_UNITS)), needed.height)

    def height_for(self, name: str, width: int) -> int:
        """Return the height of a text that is broken into lines of this width."""
        size = uno.createUnoStruct("com.sun.star.awt.Size", max(1, width), 1)
        return int(self.control(name).calcAdjustedSize(size).Height)

    def place(self, boxes: Mapping[str, Box]) -> None:
        """Move controls to their places."""
        for name, box in boxes.items():
            self.control(name).setPosSize(box.x, box.y, box.width, box.height, _POSSIZE)
        # A table that moves leaves its old header on the window's ground.
        self.dialog.getPeer().invalidate(_CHILDREN_TOO)

    def show(self) -> None:
        """Show it, in front."""
        self.dialog.setVisible(True)
        self.dialog.toFront()

    def end(self) -> None:
        """Take it off the screen for good; a second call does nothing."""
        fate, self._fate = self._fate, None
        if fate is None:
            return
        try:
            self.dialog.removeTopWindowListener(fate)
            self.dialog.dispose()
        except DisposedException:  # it went with its parent
            return
