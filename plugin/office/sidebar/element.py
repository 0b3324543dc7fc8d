"""What LibreOffice's sidebar asks for: a factory, and the element it makes for each panel.

Owns: the panel's window from its making to its end, and its height. Does not own: what is in it
(panel). LibreOffice makes a panel for each document window, many times over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, List, Optional, Sequence, Tuple

import uno
import unohelper
from com.sun.star.awt import XContainerWindowEventHandler
from com.sun.star.lang import EventObject, XComponent, XServiceInfo
from com.sun.star.ui import LayoutSize, XSidebarPanel, XToolPanel, XUIElement, XUIElementFactory

from ..application import EXTENSION_ROOT, current
from ..implementations import PANEL_FACTORY
from ..listeners import guarded
from ..search_dialog.doors import UnoDoors
from .panel import SearchPanel

if TYPE_CHECKING:
    from ...embeddings.settings import Settings

_TOOLPANEL: Final[int] = uno.getConstantByName("com.sun.star.ui.UIElementType.TOOLPANEL")
_LEAST_WIDTH_PX: Final = 180
_HEIGHT: Final = LayoutSize(260, -1, 460)
"""At least, at most (-1: as much as there is), and best in pixels."""


class PanelFactory(unohelper.Base, XUIElementFactory, XServiceInfo):
    """Makes the panels of registry/Factories.xcu."""

    def __init__(self, ctx: Any, *_args: object) -> None:
        self._ctx = ctx

    @guarded
    def createUIElement(self, url: str, arguments: Sequence[Any]) -> PanelElement:
        """Return a panel for the window that the arguments name."""
        given = {argument.Name: argument.Value for argument in arguments}
        return PanelElement(self._ctx, url, given["Frame"], given["ParentWindow"])

    def getImplementationName(self) -> str:
        """Return the name that Factories.xcu gives."""
        return PANEL_FACTORY

    def supportsService(self, name: str) -> bool:
        """Return whether the name is this service's."""
        return name == PANEL_FACTORY

    def getSupportedServiceNames(self) -> Tuple[str, ...]:
        """Return the one service."""
        return (PANEL_FACTORY,)


class PanelElement(
    unohelper.Base,
    XUIElement,
    XToolPanel,
    XSidebarPanel,
    XContainerWindowEventHandler,
    XComponent,
):
    """One panel as the sidebar handles it: element, tool panel and sidebar panel in one."""

    def __init__(self, ctx: Any, url: str, frame: Any, parent: Any) -> None:
        self.ResourceURL, self.Frame, self.Type = url, frame, _TOOLPANEL
        self._ctx = ctx
        self._listeners: List[Any] = []
        provider = ctx.ServiceManager.createInstanceWithContext(
            "com.sun.star.awt.ContainerWindowProvider", ctx
        )
        xdl = (EXTENSION_ROOT / "dialogs" / "SearchPanel.xdl").as_uri()
        self._window = provider.createContainerWindow(xdl, "", parent, self)
        application = current(ctx)
        doors = UnoDoors(ctx, application.texts, set_up=self._open_setup)
        doors.window = frame.getContainerWindow()
        parts = application.search_parts(doors)
        self._panel: Optional[SearchPanel] = SearchPanel(self._window, parts)
        application.settings.follow(self._settings_changed)
        self._window.setVisible(True)  # blank until then

    def getRealInterface(self) -> PanelElement:
        """Return the panel."""
        return self

    @property
    def Window(self) -> Any:
        """Return the panel's window."""
        return self._window

    def createAccessible(self, _parent: object) -> Any:
        """Return what a screen reader is told."""
        return self._window.getAccessibleContext()

    def getHeightForWidth(self, _width: int) -> Any:
        """Return the heights that suit the panel."""
        return _HEIGHT

    def getMinimalWidth(self) -> int:
        """Return the width below which nothing can be read."""
        return _LEAST_WIDTH_PX

    def callHandlerMethod(self, _window: object, _event: object, _name: str) -> bool:
        """Return False: the .xdl file names no methods."""
        return False

    def getSupportedMethodNames(self) -> Tuple[str, ...]:
        """Return none."""
        return ()

    @guarded
    def dispose(self) -> None:
        """Close the panel: the sidebar ends its elements, and leaves their windows to them."""
        panel, self._panel = self._panel, None
        if panel is None:
            return
        current(self._ctx).settings.unfollow(self._settings_changed)
        panel.close()
        listeners, self._listeners = self._listeners, []
        for listener in listeners:
            listener.disposing(EventObject(self))
        self._window.dispose()

    def addEventListener(self, listener: Any) -> None:
        """Tell the listener of the panel's end."""
        self._listeners.append(listener)

    def removeEventListener(self, listener: Any) -> None:
        """Tell the listener no more."""
        if listener in self._listeners:
            self._listeners.remove(listener)

    def _settings_changed(self, _settings: Settings) -> None:
        if self._panel is not None:
            self._panel.refresh()

    def _open_setup(self) -> None:
        current(self._ctx).commands["setup"](self.Frame)
