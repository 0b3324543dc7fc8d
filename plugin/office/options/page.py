"""What both options pages do: LibreOffice's events in, controls out.

Owns: the page's life: filled, kept, taken back, left. Does not own: what its fields mean.

Source: ExtensionsTabPage (cui/source/options/treeopt.cxx) makes a handler for each showing of a
page and calls it with "initialize" when the page is first seen, "ok" for OK and Apply, "back"
for Reset. Another page hides the window; Cancel just ends it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Final, Mapping, Optional, Protocol, Tuple

import uno
import unohelper
from com.sun.star.awt import XContainerWindowEventHandler, XWindowListener
from com.sun.star.lang import XServiceInfo

from .. import message_box
from ..listeners import guarded
from ..localise import localise

if TYPE_CHECKING:
    from .desk import OptionsDesk

_EXTERNAL_EVENT: Final = "external_event"


class PagePresenter(Protocol):
    """What both presenters have."""

    def show(self) -> None:
        """Fill the page from the settings."""

    def save(self) -> bool:
        """Keep what the page holds."""

    def leave(self) -> None:
        """Stop what runs."""


class PageWindow:
    """The page's controls by name."""

    def __init__(self, desk: OptionsDesk, window: Any) -> None:
        self.desk = desk
        self.window = window

    def control(self, name: str) -> Any:
        """Return a control."""
        return self.window.getControl(name)

    def get(self, name: str, key: str) -> Any:
        """Return a property of a control."""
        return self.control(name).getModel().getPropertyValue(key)

    def set(self, name: str, key: str, value: object) -> None:
        """Set a property of a control."""
        control = self.control(name)
        if control is None:  # the window is on its way out: its controls go first
            return
        model = control.getModel()
        if isinstance(value, tuple):
            # A bare tuple reaches UNO as []any, which a list of strings refuses.
            uno.invoke(model, "setPropertyValue", (key, uno.Any("[]string", value)))
        else:
            model.setPropertyValue(key, value)

    def show_status(self, text: str) -> None:
        """Show one line below."""
        self.set("Status", "Label", text)

    def complain(self, sentence: str) -> None:
        """Show a message box."""
        message_box.warn(self.window.getPeer(), self._title, sentence)

    def ask(self, question: str) -> bool:
        """Ask a yes-or-no question and return whether it was yes."""
        return message_box.ask(self.window.getPeer(), self._title, question)

    @property
    def _title(self) -> str:
        return self.desk.parts.texts["common.product"]


class OptionsPage(unohelper.Base, XContainerWindowEventHandler, XServiceInfo):
    """One showing of a page; its subclass says which."""

    SERVICE = ""
    METHODS: Tuple[str, ...] = ()

    def __init__(self, desk: OptionsDesk) -> None:
        self.desk = desk
        self.presenter: Optional[PagePresenter] = None
        self._actions: Mapping[str, Callable[[], None]] = {}
        self._listener: Optional[_PageListener] = None

    def make_presenter(self, window: Any) -> PagePresenter:
        """Return the presenter of a page that was just made."""
        raise NotImplementedError

    def actions(self) -> Dict[str, Callable[[], None]]:
        """Return what the controls' events do, by the names in the .xdl file."""
        raise NotImplementedError

    def callHandlerMethod(self, window: Any, event: object, method: str) -> bool:
        """Take an event of the page or of a control; returns whether it was one of ours."""
        return bool(self._handle(window, event, method))

    def getSupportedMethodNames(self) -> Tuple[str, ...]:
        """Return the names of all events."""
        return (_EXTERNAL_EVENT, *self.METHODS)

    def leave(self) -> None:
        """Stop what runs: another page is shown."""
        if self.presenter is not None:
            self.presenter.leave()

    def end(self) -> None:
        """Stop what runs and let go of the window, which is gone.

        A cycle would leave its objects to a garbage collection on any thread, and freeing them
        takes the SolarMutex.
        """
        self.leave()
        self.presenter = self._listener = None
        self._actions = {}
        self.forget()

    def forget(self) -> None:
        """Let go of what the subclass keeps."""
        raise NotImplementedError

    @guarded
    def _handle(self, window: Any, event: object, method: str) -> bool:
        if method == _EXTERNAL_EVENT:
            return self._take_external(window, event)
        if self.presenter is None or method not in self._actions:
            return False
        self._actions[method]()
        return True

    def _take_external(self, window: Any, event: object) -> bool:
        if event == "initialize":
            localise(window, self.desk.parts.texts)
            self.presenter = self.make_presenter(window)
            self._actions = self.actions()
            self._listener = _PageListener(self)
            window.addWindowListener(self._listener)
            self.presenter.show()
        elif self.presenter is None:
            return False
        elif event == "ok":
            self.presenter.save()
        elif event == "back":
            self.presenter.show()
        return True

    def getImplementationName(self) -> str:
        """Return the name that OptionsDialog.xcu registers."""
        return self.SERVICE

    def supportsService(self, name: str) -> bool:
        """Return whether the name is this service's."""
        return name == self.SERVICE

    def getSupportedServiceNames(self) -> Tuple[str, ...]:
        """Return the one service."""
        return (self.SERVICE,)


class _PageListener(unohelper.Base, XWindowListener):
    def __init__(self, page: OptionsPage) -> None:
        self._page = page

    @guarded
    def windowHidden(self, _event: object) -> None:
        """Another page is shown."""
        self._page.leave()

    @guarded
    def disposing(self, _event: object) -> None:
        """Stop what runs: the options are closed."""
        self._page.end()

    def windowShown(self, _event: object) -> None:
        """Nothing to do."""

    def windowResized(self, _event: object) -> None:
        """Nothing to do: the page's size is fixed."""

    def windowMoved(self, _event: object) -> None:
        """Nothing to do."""
