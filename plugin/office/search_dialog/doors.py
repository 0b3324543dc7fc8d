"""What leads out of the search window: documents, quotations, setting up, help.

Owns: turning what became of a jump or a quotation into a sentence, asking whether the nearest
place is to be shown, dates by the locale. Does not own: the jump (office.jump).
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Final, Optional

from com.sun.star.lang import Locale
from com.sun.star.util.NumberFormat import DATE

from ...contracts.errors import EmbeddingsError
from ...embeddings.jump.target import JumpTarget
from .. import message_box
from ..jump import Place, insert_quotation, jump_to, show_nearest

if TYPE_CHECKING:
    from ...contracts.search import Hit
    from ...embeddings.texts import Texts
    from ..jump import JumpOutcome

_FIRST_DAY: Final = datetime(1899, 12, 30)  # noqa: DTZ001 - LibreOffice's day 0, in no zone
_S_PER_DAY: Final = 86_400
_SEEN: Final = frozenset({Place.EXACT})


class UnoDoors:
    """The ways out of a search window; main thread only."""

    def __init__(self, ctx: Any, texts: Texts, *, set_up: Callable[[], None]) -> None:
        self._ctx = ctx
        self._texts = texts
        self._set_up = set_up
        self._desktop = ctx.getByName("/singletons/com.sun.star.frame.theDesktop")
        self._dates = LocaleDates(ctx)
        self.window: Optional[Any] = None
        """The window that questions are asked above."""
        self.on_jump: Callable[[Any], None] = _ignore
        """Called with the frame of a document that a hit was opened in."""

    def open_hit(self, hit: Hit) -> str:
        """Show the hit's passage in its document, or offer the nearest place."""
        try:
            outcome = jump_to(self._ctx, JumpTarget.from_hit(hit), self._texts)
        except EmbeddingsError as error:
            return str(error)
        sentence = self._told(outcome)
        document = outcome.document
        controller = document.getCurrentController() if document is not None else None
        if controller is not None:
            self.on_jump(controller.getFrame())
        return sentence

    def insert_hit(self, hit: Hit) -> str:
        """Quote the hit's passage at the cursor of the active document."""
        document = self._desktop.getCurrentComponent()
        usable = document if hasattr(document, "getCurrentController") else None
        try:
            insert_quotation(usable, JumpTarget.from_hit(hit), self._texts)
        except EmbeddingsError as error:
            return str(error)
        return self._texts["search.message.inserted"]

    def open_file(self, path: str) -> str:
        """Open a file as it is, without looking for anything in it."""
        target = JumpTarget(
            doc_url=Path(path).as_uri(),
            path=path,
            title=Path(path).name,
            passage="",
            location="",
        )
        try:
            jump_to(self._ctx, target, self._texts)
        except EmbeddingsError as error:
            return str(error)
        return ""

    def set_up(self) -> None:
        """Open the window that sets the search up."""
        self._set_up()

    def help(self) -> None:
        """Show how questions can be asked."""
        if self.window is not None:
            message_box.inform(
                self.window, self._texts["search.title"], self._texts["search.help.text"]
            )

    def ask(self, question: str) -> bool:
        """Return whether the user says yes."""
        if self.window is None:
            return False
        return message_box.ask(self.window, self._texts["search.title"], question)

    def date(self, modified_at: float) -> str:
        """Return the day as the user's locale writes it."""
        return self._dates.day(modified_at)

    def _told(self, outcome: JumpOutcome) -> str:
        if outcome.offer is None:
            return "" if outcome.place in _SEEN else outcome.message(self._texts)
        question = f"{outcome.message(self._texts)}\n\n{outcome.offer.message(self._texts)}"
        if self.ask(question):
            return show_nearest(outcome).message(self._texts)
        return outcome.message(self._texts)


def _ignore(_frame: object) -> None:
    return


class LocaleDates:
    """Days in the locale of LibreOffice's settings; main thread only."""

    def __init__(self, ctx: Any) -> None:
        manager = ctx.ServiceManager
        default = Locale()  # the locale of Tools > Options > Languages
        formats = "com.sun.star.util.NumberFormatsSupplier"
        supplier = manager.createInstanceWithArgumentsAndContext(formats, (default,), ctx)
        formatter = "com.sun.star.util.NumberFormatter"
        self._formatter = manager.createInstanceWithContext(formatter, ctx)
        self._formatter.attachNumberFormatsSupplier(supplier)
        self._key = supplier.getNumberFormats().getStandardFormat(DATE, default)

    def day(self, timestamp_s: float) -> str:
        """Return the local day of a time."""
        try:
            moment = datetime.fromtimestamp(timestamp_s)  # noqa: DTZ006 - the user's own day
        except (OverflowError, OSError, ValueError):
            return ""
        days = (moment - _FIRST_DAY).total_seconds() / _S_PER_DAY
        return str(self._formatter.convertNumberToString(self._key, days))
