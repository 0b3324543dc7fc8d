"""What runs when LibreOffice shows its first window: upkeep begins.

Bound to onFirstVisibleTask, not OnStartApp: that one fires in `soffice --convert-to` runs, too.
"""

from __future__ import annotations

from typing import Any, Final, Sequence, Tuple

import unohelper
from com.sun.star.lang import XServiceInfo
from com.sun.star.task import XJob

from .application import current
from .listeners import guarded

IMPLEMENTATION: Final = "org.writeragent.search.StartupJob"


class StartupJob(unohelper.Base, XJob, XServiceInfo):
    """The job of registry/Jobs.xcu."""

    def __init__(self, ctx: Any, *_args: object) -> None:
        self._ctx = ctx

    @guarded
    def execute(self, _args: Sequence[Any]) -> Tuple[()]:
        """Start the application's upkeep once; later windows change nothing."""
        current(self._ctx).start()
        return ()

    def getImplementationName(self) -> str:
        """Return the name that Jobs.xcu registers."""
        return IMPLEMENTATION

    def supportsService(self, name: str) -> bool:
        """Return whether the name is this service's."""
        return name == IMPLEMENTATION

    def getSupportedServiceNames(self) -> Tuple[str, ...]:
        """Return the one service."""
        return (IMPLEMENTATION,)
