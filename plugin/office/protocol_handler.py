"""What menu entries and shortcuts call: org.writeragent.search:<command>.

Owns: the commands' names. Does not own: what they do (application).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Optional, Sequence, Tuple

import unohelper
from com.sun.star.frame import XDispatch, XDispatchProvider
from com.sun.star.lang import XInitialization, XServiceInfo

from .application import current
from .listeners import guarded

if TYPE_CHECKING:
    from .application import Application

PROTOCOL: Final = "org.writeragent.search:"
IMPLEMENTATION: Final = "org.writeragent.search.ProtocolHandler"
SERVICE: Final = "com.sun.star.frame.ProtocolHandler"


class ProtocolHandler(unohelper.Base, XInitialization, XDispatchProvider, XDispatch, XServiceInfo):
    """One frame's door to the commands."""

    def __init__(self, ctx: Any, *_args: object) -> None:
        self._ctx = ctx
        self._frame: Optional[Any] = None

    def initialize(self, args: Sequence[Any]) -> None:
        """Take the frame that the menu belongs to."""
        self._frame = args[0] if args else None

    def queryDispatch(self, url: Any, _target: str, _flags: int) -> Optional[ProtocolHandler]:
        """Return this object for its own protocol."""
        return self if url.Protocol == PROTOCOL else None

    def queryDispatches(self, requests: Sequence[Any]) -> Tuple[Optional[ProtocolHandler], ...]:
        """Return one dispatch for each request."""
        return tuple(self.queryDispatch(r.FeatureURL, r.FrameName, r.SearchFlags) for r in requests)

    @guarded
    def dispatch(self, url: Any, _args: Sequence[Any]) -> None:
        """Run the command that the URL names; an unknown one does nothing."""
        application: Application = current(self._ctx)
        command = application.commands.get(url.Path)
        if command is not None:
            command(self._frame)

    def addStatusListener(self, _listener: object, _url: object) -> None:
        """Every command is always enabled."""

    def removeStatusListener(self, _listener: object, _url: object) -> None:
        """Nothing was kept."""

    def getImplementationName(self) -> str:
        """Return the name that ProtocolHandler.xcu registers."""
        return IMPLEMENTATION

    def supportsService(self, name: str) -> bool:
        """Return whether the name is this service's."""
        return name == SERVICE

    def getSupportedServiceNames(self) -> Tuple[str, ...]:
        """Return the one service."""
        return (SERVICE,)
