"""When a folder's index is brought up to date: on open, on save, with the tick, when asked for.

Owns: turning what happens in LibreOffice into passes, by the user's mode and consent. Does not
own: the passes (maintain_queue), the folder of a document (folder_choice), listening (office).

Main thread only. Reads no disk.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Callable, Dict, Final, Protocol

from .folder_choice import (
    FolderChoice,
    FolderSource,
    choose_folder,
    judge_folder,
    path_of_url,
)

if TYPE_CHECKING:
    from ..ports import SettingsStore
    from ..settings import Settings
    from .folder_choice import Surroundings
    from .maintain_queue import MaintainQueue

SAVE_DELAY_S: Final = 2.0
"""Saves that follow each other this closely are one pass."""

ASK_AGAIN_S: Final = 60.0
"""How long an outdated answer asks for no second pass: one that helps nothing must not repeat."""


class ActiveDocument(Protocol):
    """The document that the user works on; main thread only."""

    def document_url(self) -> str:
        """Return its URL, "" when it is untitled or there is none."""


class Consent(Protocol):
    """Asks the user about a folder that is large or odd; main thread only."""

    def ask(self, choice: FolderChoice, on_yes: Callable[[], None]) -> None:
        """Ask soon; call on_yes on the main thread when the answer is yes."""


@dataclass(frozen=True)
class UpkeepParts:
    """What upkeep works with; use_settings is the service's, surroundings the folders of now."""

    queue: MaintainQueue
    settings: SettingsStore
    use_settings: Callable[[Settings], None]
    active: ActiveDocument
    surroundings: Callable[[], Surroundings]
    consent: Consent


class Upkeep:
    """Keeps the folders that the user works in searchable; does nothing while search is off."""

    def __init__(self, parts: UpkeepParts, *, save_delay_s: float = SAVE_DELAY_S) -> None:
        self._parts = parts
        self._save_delay_s = save_delay_s
        self._asked_s: Dict[str, float] = {}
        self._known = parts.settings.read()
        parts.use_settings(self._known)

    def active_choice(self) -> FolderChoice:
        """Return the folder that the user works in, to be searched and kept up to date."""
        return self._choice(self._parts.active.document_url(), self._parts.settings.read())

    def opened(self, document_url: str) -> None:
        """Bring the folder of a document that was opened up to date, the document first."""
        self._touched(document_url, delay_s=0.0)

    def saved(self, document_url: str) -> None:
        """Bring the folder of a document that was saved up to date, the document first."""
        self._touched(document_url, delay_s=self._save_delay_s)

    def focused(self, document_url: str) -> None:
        """Let the folder of the document in front be the next one."""
        settings = self._parts.settings.read()
        choice = self._choice(document_url, settings)
        if settings.search_is_on and choice.folder:
            self._parts.queue.prefer(choice.folder)

    def tick(self) -> None:
        """Bring the folder that the user works in up to date."""
        settings = self._parts.settings.read()
        if not settings.search_is_on:
            return
        choice = self._choice(self._parts.active.document_url(), settings)
        if choice.folder and not choice.needs_consent:
            self._parts.queue.prefer(choice.folder)
            self._parts.queue.enqueue(choice.folder)

    def outdated(self, folder: str) -> None:
        """Bring a folder up to date whose answer was not; ask first where consent is needed."""
        settings = self._parts.settings.read()
        now_s = time.monotonic()
        asked_s = self._asked_s.get(folder)
        if not settings.search_is_on or (asked_s is not None and now_s - asked_s < ASK_AGAIN_S):
            return
        is_first = asked_s is None
        self._asked_s[folder] = now_s
        if is_first or not self._judged(folder).needs_consent:  # a no counts for the session
            self.index(folder)

    def index(self, folder: str, *, rebuild: bool = False) -> None:
        """Have a pass over a folder that the user named; ask first where consent is needed."""
        choice = self._judged(folder)
        if not choice.needs_consent:
            self._parts.queue.enqueue(folder, rebuild=rebuild)
            return

        def go_on() -> None:
            self._remember(choice.folder)
            self._parts.queue.enqueue(folder, rebuild=rebuild)

        self._parts.consent.ask(choice, go_on)

    def settings_changed(self, settings: Settings) -> None:
        """Stop everything when search was turned off; else bring the folder in line with them."""
        before, self._known = self._known, settings
        queue, use = self._parts.queue, self._parts.use_settings
        if not settings.search_is_on:
            queue.cancel_all()
            use(settings)
        elif _as_used(before) != _as_used(settings):
            queue.restart(lambda: use(settings))
            self.tick()
        else:
            use(settings)

    def _touched(self, document_url: str, *, delay_s: float) -> None:
        settings = self._parts.settings.read()
        if not settings.search_is_on:
            return
        choice = self._choice(document_url, settings)
        if choice.source is not FolderSource.DOCUMENT or choice.needs_consent:
            return
        # Named from the folder on: the worker knows the folder by its real path.
        first_paths = (Path(path_of_url(document_url) or "").name,)
        self._parts.queue.enqueue(choice.folder, first_paths=first_paths, delay_s=delay_s)

    def _choice(self, document_url: str, settings: Settings) -> FolderChoice:
        return choose_folder(
            document_url, self._parts.surroundings(), allowed=settings.allowed_home_folders
        )

    def _judged(self, folder: str) -> FolderChoice:
        settings = self._parts.settings.read()
        return judge_folder(
            folder, self._parts.surroundings(), allowed=settings.allowed_home_folders
        )

    def _remember(self, folder: str) -> None:
        settings = self._parts.settings.read()
        if folder not in settings.allowed_home_folders:
            allowed = (*settings.allowed_home_folders, folder)
            self._parts.settings.write(replace(settings, allowed_home_folders=allowed))


def _as_used(settings: Settings) -> Settings:
    return replace(settings, allowed_home_folders=())
