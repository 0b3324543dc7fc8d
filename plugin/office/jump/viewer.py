"""Hits in files that other programs show better: the system's viewer, with the page told.

Owns: which files these are, and handing one over. Does not own: files that LibreOffice shows.

LibreOffice takes a PDF file apart into a drawing, line by line, and knows no e-books. No system
has a way to tell a viewer the page that works with all of them, so the user is told. A file that
is open in LibreOffice already is shown there.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import uno
from com.sun.star.lang import IllegalArgumentException
from com.sun.star.system import SystemShellExecuteException
from com.sun.star.uno import RuntimeException

from .opening import failure_to_show, find_open
from .outcome import JumpOutcome, Place

if TYPE_CHECKING:
    from ...embeddings.jump.target import JumpTarget
    from ...embeddings.texts import Texts

_SHOWN_BY_VIEWERS: Final = frozenset({".pdf", ".epub"})


def is_for_viewer(ctx: Any, target: JumpTarget) -> bool:
    """Return whether the system's viewer shows the target's document."""
    suffix = Path(target.path).suffix.lower()
    return suffix in _SHOWN_BY_VIEWERS and find_open(ctx, target.doc_url) is None


def show_in_viewer(ctx: Any, target: JumpTarget, texts: Texts) -> JumpOutcome:
    """Return the outcome of opening the target's document in the system's viewer.

    Raises UnreadableDocument where it is missing or the system has no viewer for it.
    """
    path = uno.fileUrlToSystemPath(target.doc_url)
    if not Path(path).exists():
        raise failure_to_show(texts, "missing", path)
    shell = ctx.ServiceManager.createInstanceWithContext(
        "com.sun.star.system.SystemShellExecute", ctx
    )
    try:
        # Flags 0: the file goes to the program that the system has for its kind.
        shell.execute(target.doc_url, "", 0)
    except (SystemShellExecuteException, IllegalArgumentException, RuntimeException) as error:
        raise failure_to_show(texts, "no_viewer", path, detail=str(error)) from None
    key = "jump.in_viewer" if target.location_text else "jump.in_viewer_alone"
    values = {"title": target.title, "place": target.location_text}
    return JumpOutcome(Place.VIEWER, None, key, values)
