"""Owns opening, listing and closing documents, and sending commands, inside LibreOffice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import uno
import unohelper
from com.sun.star.awt import XCallback
from com.sun.star.beans import PropertyValue
from com.sun.star.lang import DisposedException
from com.sun.star.util import CloseVetoException


def desktop(ctx: Any) -> Any:
    """Return LibreOffice's desktop."""
    return ctx.getValueByName("/singletons/com.sun.star.frame.theDesktop")


def properties(**values: Any) -> tuple[Any, ...]:
    """Return the values as a tuple of PropertyValue."""
    return tuple(_property(name, value) for name, value in values.items())


def _property(name: str, value: Any) -> Any:
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


def open_document(ctx: Any, path: str, *, hidden: bool = False) -> Any:
    """Return the document at the path, opened (or the one that is open already)."""
    return _in_front(
        desktop(ctx).loadComponentFromURL(
            Path(path).absolute().as_uri(), "_default", 0, properties(Hidden=hidden)
        ),
        hidden=hidden,
    )


def new_document(ctx: Any, kind: str = "swriter", *, hidden: bool = False) -> Any:
    """Return a new document: swriter, scalc, simpress, sdraw."""
    return _in_front(
        desktop(ctx).loadComponentFromURL(
            f"private:factory/{kind}", "_blank", 0, properties(Hidden=hidden)
        ),
        hidden=hidden,
    )


def _in_front(document: Any, *, hidden: bool) -> Any:
    # Without a window manager LibreOffice 7.4 now and then leaves another window the active one.
    controller = document.getCurrentController() if document is not None else None
    if controller is not None and not hidden:
        controller.getFrame().activate()
    return document


def save_as(document: Any, path: str, **options: Any) -> None:
    """Save the document there, as File > Save As does (options: FilterName, Password, ...)."""
    document.storeAsURL(Path(path).absolute().as_uri(), properties(**options))


def documents(ctx: Any) -> list[Any]:
    """Return the open documents."""
    parts = desktop(ctx).getComponents().createEnumeration()
    found = []
    while parts.hasMoreElements():
        found.append(parts.nextElement())
    return [part for part in found if hasattr(part, "getURL")]


def document_ids(ctx: Any) -> list[str]:
    """Return a name of each open document that lasts as long as it is open."""
    return [document.RuntimeUID for document in documents(ctx)]


def close_all(ctx: Any, keep: tuple[str, ...] | list[str] = ()) -> None:
    """Close the documents unsaved, but for those whose ids are given."""
    for document in documents(ctx):
        if document.RuntimeUID not in keep:
            close(document)


def close(document: Any) -> None:
    """Close one document unsaved."""
    try:
        document.setModified(False)
        document.close(True)
    except (DisposedException, CloseVetoException):
        return


def current_document_url(ctx: Any) -> str:
    """Return the URL of the document in front; empty for none, the start centre, an unnamed one."""
    component = desktop(ctx).getCurrentComponent()
    return component.getURL() if component is not None and hasattr(component, "getURL") else ""


class _Dispatch(unohelper.Base, XCallback):
    def __init__(self, ctx: Any, url: str, arguments: dict[str, Any]) -> None:
        self._ctx, self._url, self._arguments = ctx, url, arguments

    def notify(self, _data: Any) -> None:
        dispatch_now(self._ctx, self._url, **self._arguments)


def dispatch(ctx: Any, url: str, **arguments: Any) -> None:
    """Send a command soon and return at once: a modal dialog it opens blocks nobody."""
    callback = ctx.ServiceManager.createInstanceWithContext("com.sun.star.awt.AsyncCallback", ctx)
    callback.addCallback(_Dispatch(ctx, url, arguments), None)


def dispatch_now(ctx: Any, url: str, **arguments: Any) -> Any:
    """Send a command to the current frame, wait for it and return its result."""
    helper = ctx.ServiceManager.createInstanceWithContext("com.sun.star.frame.DispatchHelper", ctx)
    return helper.executeDispatch(current_frame(ctx), url, "", 0, properties(**arguments))


def current_frame(ctx: Any) -> Any:
    """Return the frame in front; without focus the newest one (headless windows may have none)."""
    frame = desktop(ctx).getCurrentFrame()
    if frame is not None:
        return frame
    frames = desktop(ctx).getFrames()
    return frames.getByIndex(frames.getCount() - 1) if frames.getCount() else desktop(ctx)


def file_url(path: str) -> str:
    """Return the path as UNO writes it."""
    return uno.systemPathToFileUrl(path)


def terminate(ctx: Any) -> None:
    """Close every document unsaved and end LibreOffice."""
    close_all(ctx)
    desktop(ctx).terminate()
