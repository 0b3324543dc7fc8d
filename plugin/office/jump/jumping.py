"""Jumping to a hit: open the document, find the passage, select it or offer what is near.

Owns: the order of these steps. Does not own: how each application is searched (writer, calc,
slides), how documents are opened (opening), what other programs show (viewer).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Final, Tuple

from . import calc, slides, viewer, writer
from .opening import bring_to_front, open_document
from .outcome import Finding, JumpOutcome, Place

if TYPE_CHECKING:
    from ...embeddings.jump.target import JumpTarget
    from ...embeddings.texts import Texts

_Finder = Callable[[Any, "JumpTarget"], Finding]
_FINDERS: Final[Tuple[Tuple[str, _Finder], ...]] = (
    ("com.sun.star.text.GenericTextDocument", writer.find),
    ("com.sun.star.sheet.SpreadsheetDocument", calc.find),
    ("com.sun.star.drawing.GenericDrawingDocument", slides.find),
)


def jump_to(ctx: Any, target: JumpTarget, texts: Texts) -> JumpOutcome:
    """Return what became of showing a hit's passage; a document already open is not loaded again.

    Where the passage is gone nothing is selected: the outcome has an offer, which show_nearest
    takes. A document for another program's eyes goes there, and the outcome has none. Raises
    UnreadableDocument, with a sentence and a hint for the user, for what cannot be opened.
    """
    if viewer.is_for_viewer(ctx, target):
        return viewer.show_in_viewer(ctx, target, texts)
    document = open_document(ctx, target, texts)
    bring_to_front(document)
    finding = _find(document, target)
    if finding.show is not None:
        finding.show()
    return JumpOutcome(
        place=finding.place,
        document=document,
        message_key=finding.message_key or f"jump.{finding.place.value}",
        values={"title": target.title, "place": target.location_text, **finding.values},
        offer=finding.offer,
    )


def show_nearest(outcome: JumpOutcome) -> JumpOutcome:
    """Return the outcome of showing what was offered; the same outcome where nothing was."""
    if outcome.offer is None:
        return outcome
    bring_to_front(outcome.document)
    outcome.offer.show()
    values = {**outcome.values, "place": outcome.offer.label}
    return JumpOutcome(Place.NEAREST, outcome.document, "jump.nearest", values)


def _find(document: Any, target: JumpTarget) -> Finding:
    if document.getCurrentController() is None:
        return Finding(Place.DOCUMENT)
    for service, find in _FINDERS:
        if document.supportsService(service):
            return find(document, target)
    return Finding(Place.DOCUMENT)
