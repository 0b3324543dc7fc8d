"""Opening a hit's document as a user would, or bringing the open one to the front.

Owns: finding it among the open ones, the load arguments, and one clear sentence when it fails.
Does not own: what is then looked for in it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Final, Optional, Tuple

import uno
import unohelper
from com.sun.star.beans import PropertyValue
from com.sun.star.document.MacroExecMode import USE_CONFIG_REJECT_CONFIRMATION as NO_MACROS_ASKED
from com.sun.star.document.UpdateDocMode import ACCORDING_TO_CONFIG as LINKS_AS_CONFIGURED
from com.sun.star.io import IOException
from com.sun.star.lang import IllegalArgumentException
from com.sun.star.task import XInteractionHandler2
from com.sun.star.uno import RuntimeException

from ...contracts.errors import UnreadableDocument
from ...embeddings.jump.delimited import SAMPLE_BYTES, filter_options
from ..listeners import guarded

if TYPE_CHECKING:
    from ...embeddings.jump.target import JumpTarget
    from ...embeddings.texts import Texts

_DELIMITED: Final = frozenset({".csv", ".tsv"})
# Their content tells LibreOffice nothing: without a filter it would ask for one.
_PLAIN: Final = frozenset({".md", ".markdown"})
_CSV_FILTER: Final = "Text - txt - csv (StarCalc)"
_TEXT_FILTER: Final = "Text"
_ANSWERS_TO_ERRORS: Final = frozenset({"XInteractionAbort", "XInteractionApprove"})


def open_document(ctx: Any, target: JumpTarget, texts: Texts) -> Any:
    """Return the target's document: the open one, or it is loaded, which may ask for a password.

    Raises UnreadableDocument where it is missing or cannot be loaded, or the user gave up.
    """
    path = uno.fileUrlToSystemPath(target.doc_url)
    found = find_open(ctx, target.doc_url)
    if found is not None:
        return found
    if not Path(path).exists():
        raise failure_to_show(texts, "missing", path)
    asker = _Asker(ctx)
    try:
        document = _desktop(ctx).loadComponentFromURL(
            target.doc_url, "_default", 0, _arguments(Path(path), asker)
        )
    except (IOException, IllegalArgumentException, RuntimeException) as error:
        raise failure_to_show(texts, asker.reason, path, detail=str(error)) from None
    if document is None:
        raise failure_to_show(texts, asker.reason, path)
    return document


def find_open(ctx: Any, url: str) -> Optional[Any]:
    """Return the open document of a file: URL, however its own URL is written, or None."""
    wanted = _file_id(url)
    documents = _desktop(ctx).getComponents().createEnumeration()
    while documents.hasMoreElements():
        document = documents.nextElement()
        # The Start Centre and Basic's editor are components without a URL.
        own_url = document.getURL() if hasattr(document, "getURL") else ""
        if own_url and (own_url == url or (wanted is not None and _file_id(own_url) == wanted)):
            return document
    return None


def bring_to_front(document: Any) -> None:
    """Show a document's window above the others and give it the keyboard."""
    controller = document.getCurrentController()
    if controller is None:
        return
    frame = controller.getFrame()
    window = frame.getContainerWindow()
    if getattr(window, "IsMinimized", False):
        window.IsMinimized = False
    window.setVisible(True)
    window.toFront()
    frame.activate()
    window.setFocus()


def _arguments(path: Path, asker: _Asker) -> Tuple[PropertyValue, ...]:
    values: Dict[str, Any] = {
        "InteractionHandler": asker,
        "MacroExecutionMode": NO_MACROS_ASKED,  # those of trusted places alone
        "UpdateDocMode": LINKS_AS_CONFIGURED,
    }
    suffix = path.suffix.lower()
    if suffix in _DELIMITED:
        values["FilterName"] = _CSV_FILTER
        values["FilterOptions"] = filter_options(_beginning(path))
    elif suffix in _PLAIN:
        values["FilterName"] = _TEXT_FILTER
    return tuple(_property(name, value) for name, value in values.items())


def _property(name: str, value: Any) -> PropertyValue:
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


def _beginning(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(SAMPLE_BYTES)
    except OSError:
        return b""  # the load itself will say what is wrong


def _file_id(url: str) -> Optional[Tuple[int, int]]:
    """Return the device and number of a file: links and encodings lead to the same."""
    if not url.startswith("file:"):
        return None
    try:
        found = os.stat(uno.fileUrlToSystemPath(url))  # noqa: PTH116 - a URL of any kind may fail
    except (OSError, ValueError, RuntimeException):
        return None
    return found.st_dev, found.st_ino


def failure_to_show(
    texts: Texts, reason: str, path: str, *, detail: str = ""
) -> UnreadableDocument:
    """Return the error that tells the user why a file cannot be shown, and what to do."""
    message = texts.format(f"jump.{reason}", name=Path(path).name)
    return UnreadableDocument(message, hint=texts[f"jump.{reason}.hint"], detail=detail)


def _desktop(ctx: Any) -> Any:
    return ctx.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", ctx)


class _Asker(unohelper.Base, XInteractionHandler2):
    """Lets LibreOffice ask for passwords and the like, and keeps its error boxes away.

    Without a handler a document with a password fails unasked; with LibreOffice's own, a failure
    is told by a box that the caller's sentence would only repeat. Requests are told apart by the
    answers that they allow: their own types are exceptions, which pyuno cannot return as values.
    """

    def __init__(self, ctx: Any) -> None:
        self.reason = "failed"
        self._handler = ctx.ServiceManager.createInstanceWithContext(
            "com.sun.star.task.InteractionHandler", ctx
        )

    def handle(self, request: Any) -> None:
        """Answer a request of the loader."""
        self.handleInteractionRequest(request)

    def handleInteractionRequest(self, request: Any) -> bool:
        """Answer a request of the loader; return whether it was answered."""
        # An exception that leaves here, or None for the answer, ends LibreOffice in some loaders.
        return bool(self._answer(request))

    @guarded
    def _answer(self, request: Any) -> bool:
        answers = {_answer_name(each): each for each in request.getContinuations()}
        if answers and answers.keys() <= _ANSWERS_TO_ERRORS:
            # Approve to a warning says: load it all the same; to an error, that it was read.
            answers[max(answers)].select()
            return True
        if any("Password" in name for name in answers):
            self.reason = "no_password"
        return bool(self._handler.handleInteractionRequest(request))


def _answer_name(continuation: Any) -> str:
    names = [each.typeName.rpartition(".")[2] for each in continuation.getTypes()]
    return next((name for name in names if name.startswith("XInteraction")), "")
