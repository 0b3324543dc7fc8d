"""Quoting a passage in the document that the user works on, with its source.

Owns: where the quotation goes in each application, as one undo step. Does not own: the passage.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Final, Iterator

import unohelper
from com.sun.star.awt import Point, Size
from com.sun.star.document import XUndoAction
from com.sun.star.table.CellContentType import EMPTY
from com.sun.star.text.ControlCharacter import PARAGRAPH_BREAK

from ...contracts.errors import BadRequest
from ..listeners import guarded

if TYPE_CHECKING:
    from ...embeddings.jump.target import JumpTarget
    from ...embeddings.texts import Texts

# The programmatic name: the same in every language of the user interface.
_QUOTATIONS: Final = "Quotations"
_MOVE, _EXTEND, _AFTER = False, True, False  # what UNO's booleans mean
_CELL: Final = "com.sun.star.sheet.SheetCell"
_TEXT_CURSOR: Final = "com.sun.star.text.TextCursor"


def insert_quotation(document: Any, target: JumpTarget, texts: Texts) -> None:
    """Insert the passage with its source at the cursor of a document, as one undo step.

    Raises BadRequest, with a sentence for the user, where nothing can be inserted.
    """
    if document is None or document.getCurrentController() is None:
        raise _refusal(texts, "no_document")
    if document.isReadonly():
        raise _refusal(texts, "read_only")
    with _one_step(document, texts["jump.undo_quotation"]):
        if document.supportsService("com.sun.star.text.GenericTextDocument"):
            _into_text(document, target, texts)
        elif document.supportsService("com.sun.star.sheet.SpreadsheetDocument"):
            _into_cell(document, target, texts)
        elif document.supportsService("com.sun.star.drawing.GenericDrawingDocument"):
            _onto_slide(document, target, texts)
        else:
            raise _refusal(texts, "no_document")


def _into_text(document: Any, target: JumpTarget, texts: Texts) -> None:
    controller = document.getCurrentController()
    view = controller.getViewCursor()
    text = view.getText()
    cursor = text.createTextCursorByRange(view.getEnd())
    paragraph = text.createTextCursorByRange(view.getEnd())
    paragraph.gotoStartOfParagraph(_MOVE)
    paragraph.gotoEndOfParagraph(_EXTEND)
    source = _source(target, texts)
    if not paragraph.getString().strip():
        _insert(cursor, f"{target.text} {source}")
        cursor.ParaStyleName = _QUOTATIONS
    else:
        _insert(cursor, f"{_quoted(target, texts)} {source}")
    view.gotoRange(cursor.getEnd(), _MOVE)


def _insert(cursor: Any, text: str) -> None:
    """Insert text at a cursor, a paragraph a line."""
    body = cursor.getText()
    for number, line in enumerate(text.split("\n")):
        if number:
            body.insertControlCharacter(cursor, PARAGRAPH_BREAK, _AFTER)
        body.insertString(cursor, line, _AFTER)


def _into_cell(document: Any, target: JumpTarget, texts: Texts) -> None:
    selected = document.getCurrentSelection()
    if selected is None or not selected.supportsService(_CELL):
        raise _refusal(texts, "no_cell")
    if selected.getType() != EMPTY:
        raise _refusal(texts, "cell_filled")
    if selected.getSpreadsheet().isProtected() and selected.CellProtection.IsLocked:
        raise _refusal(texts, "read_only")
    selected.setString(f"{target.text} {_source(target, texts)}")


def _onto_slide(document: Any, target: JumpTarget, texts: Texts) -> None:
    controller = document.getCurrentController()
    selected = controller.getSelection()
    words = f"{_quoted(target, texts)} {_source(target, texts)}"
    if selected is not None and selected.supportsService(_TEXT_CURSOR):
        selected.getText().insertString(selected.getEnd(), words, _AFTER)
        return
    box = _Box(document, words, texts["jump.undo_quotation"])
    box.redo()
    document.getUndoManager().addUndoAction(box)


class _Box(unohelper.Base, XUndoAction):
    """A text box on the slide that is shown, with its way back.

    LibreOffice records no undo step for shapes that are added by UNO.
    """

    def __init__(self, document: Any, words: str, title: str) -> None:
        self.Title = title
        self._document = document
        self._words = words
        self._page = document.getCurrentController().getCurrentPage()
        self._box: Any = None

    @guarded
    def redo(self) -> None:
        """Add the box and select it."""
        box = self._document.createInstance("com.sun.star.drawing.TextShape")
        self._page.add(box)
        width = self._page.Width * 2 // 3
        box.setSize(Size(width, self._page.Height // 6))
        box.setPosition(Point((self._page.Width - width) // 2, self._page.Height * 2 // 3))
        box.TextAutoGrowHeight = True
        box.setString(self._words)
        self._document.getCurrentController().select(box)
        self._box = box

    @guarded
    def undo(self) -> None:
        """Remove the box; a removed shape cannot be added again, so redo makes a new one."""
        if self._box is None:
            return
        # LibreOffice crashes over a selected shape that is no longer there.
        self._document.getCurrentController().select(None)
        self._page.remove(self._box)
        self._box = None


@contextlib.contextmanager
def _one_step(document: Any, title: str) -> Iterator[None]:
    undo = document.getUndoManager()
    undo.enterUndoContext(title)
    try:
        yield
    finally:
        undo.leaveUndoContext()


def _quoted(target: JumpTarget, texts: Texts) -> str:
    return texts.format("jump.quoted", text=target.text)


def _source(target: JumpTarget, texts: Texts) -> str:
    if target.location_text:
        return texts.format("jump.source", title=target.title, place=target.location_text)
    return texts.format("jump.source_file", title=target.title)


def _refusal(texts: Texts, reason: str) -> BadRequest:
    return BadRequest(texts[f"jump.{reason}"], hint=texts[f"jump.{reason}.hint"])
