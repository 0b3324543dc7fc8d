"""The Model Server window: which server, which model, its key, and the yes to what it gets.

Owns: what the window shows, the checks, the question. Does not own: the window (office.options),
keeping what it says, which the Vector Search page does when it is kept itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Optional, Protocol

from .server_form import ServerForm, privacy_text, server_complaint

if TYPE_CHECKING:
    from ..texts import Texts


class ServerView(Protocol):
    """The window; main thread only."""

    def form(self) -> ServerForm:
        """Return what the fields hold; confirmed is not among them."""

    def show_form(self, form: ServerForm) -> None:
        """Put values into the fields."""

    def show_privacy(self, text: str) -> None:
        """Show what is sent where."""

    def show_key_line(self, text: str) -> None:
        """Show how long the key lasts."""

    def complain(self, sentence: str) -> None:
        """Show a message box."""

    def ask(self, question: str) -> bool:
        """Ask a yes-or-no question and return whether it was yes."""

    def close(self) -> None:
        """Close the window."""


class ServerPresenter:
    """One showing of the window; accepted is what the user agreed to, None until then."""

    def __init__(
        self, view: ServerView, texts: Texts, form: ServerForm, *, keeps_keys: bool
    ) -> None:
        self._view = view
        self._texts = texts
        self._shown = form
        self._keeps_keys = keeps_keys
        self.accepted: Optional[ServerForm] = None

    def show(self) -> None:
        """Fill the window."""
        self._view.show_form(self._shown)
        kept = "kept" if self._keeps_keys else "session"
        self._view.show_key_line(self._texts[f"server.key.{kept}"])
        self.changed()

    def changed(self) -> None:
        """Tell what is sent where by what the fields hold now."""
        self._view.show_privacy(privacy_text(self._view.form(), self._texts))

    def press_ok(self) -> None:
        """Take the fields: complain, or ask once for each address, and close."""
        typed = self._view.form()
        form = replace(
            typed,
            url=typed.url.strip().rstrip("/"),
            name=typed.name.strip(),
            key=typed.key.strip(),
            confirmed=self._shown.confirmed,
        )
        complaint = server_complaint(form, self._texts)
        if complaint:
            self._view.complain(complaint)
            return
        if form.is_used and form.confirmed != form.url:
            if not self._agrees(form):
                return
            form = replace(form, confirmed=form.url)
        self.accepted = form
        self._view.close()

    def press_cancel(self) -> None:
        """Close the window; nothing changes."""
        self._view.close()

    def _agrees(self, form: ServerForm) -> bool:
        server = form.server
        if server is None:
            return False
        key = "server.ask.loopback" if server.is_loopback else "server.ask.remote"
        question = self._texts.format(
            key, host=server.host, privacy=privacy_text(form, self._texts)
        )
        return self._view.ask(question)
