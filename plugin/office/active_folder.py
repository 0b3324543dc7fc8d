"""The document in front and the folders of this user, as LibreOffice knows them.

Owns: asking for them. Does not own: which folder a document belongs to (folder_choice).
"""

from __future__ import annotations

import os
from typing import Any, Final, Optional

import uno
from com.sun.star.uno import RuntimeException

from ..embeddings.upkeep.folder_choice import Surroundings

_PATHS: Final = "/singletons/com.sun.star.util.thePathSettings"
_TEMPORARY_NAMES: Final = ("TMPDIR", "TEMP", "TMP")


class UnoActiveFolder:
    """The active document and the user's folders; main thread only."""

    def __init__(self, ctx: Any) -> None:
        self._ctx = ctx
        self._desktop = ctx.getByName("/singletons/com.sun.star.frame.theDesktop")
        home = os.path.expanduser("~")  # noqa: PTH111 - Path.home() raises where there is none
        self._homes = (home, os.path.realpath(home)) if os.path.isabs(home) else ()  # noqa: PTH117

    def document_url(self) -> str:
        """Return the active document's URL, "" when it is untitled or there is none."""
        component = self._desktop.getCurrentComponent()
        if component is None:
            component = self._newest_document()
        # The Start Centre and the Basic editor are components without a URL.
        return str(component.getURL()) if hasattr(component, "getURL") else ""

    def surroundings(self) -> Surroundings:
        """Return the folders that a choice depends on."""
        named = (os.environ.get(name, "") for name in _TEMPORARY_NAMES)
        temporary = (self._configured("Temp"), *named)
        return Surroundings(
            homes=self._homes,
            my_documents=self._configured("Work"),
            temporary=tuple(path.rstrip("/\\") for path in temporary if path),
        )

    def _configured(self, name: str) -> str:
        """Return a folder of Tools > Options > Paths; of several the one that is written to."""
        url = str(self._ctx.getByName(_PATHS).getPropertyValue(name)).rpartition(";")[2]
        try:
            return str(uno.fileUrlToSystemPath(url)) if url else ""
        except RuntimeException:  # no file URL: My Documents on a server
            return ""

    def _newest_document(self) -> Optional[Any]:
        # Without a focus, as in a window manager's start, no component is the current one.
        frames = self._desktop.getFrames()
        for index in reversed(range(frames.getCount())):
            controller = frames.getByIndex(index).getController()
            model = controller.getModel() if controller is not None else None
            if model is not None:
                return model
        return None
