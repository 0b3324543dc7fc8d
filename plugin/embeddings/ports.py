"""The doors between the host's logic and LibreOffice; plugin/office stands behind each.

Owns: the protocols alone. Tests of the logic put plain implementations behind them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Protocol

if TYPE_CHECKING:
    from .settings import Settings


class MainThread(Protocol):
    """The way to LibreOffice's main thread, the only one that may touch documents and windows."""

    def post(self, action: Callable[[], None]) -> bool:
        """Run action on the main thread soon, in the order of posting; for any thread.

        Returns False, and drops the action, once LibreOffice is ending.
        """


class SettingsStore(Protocol):
    """Where the user's settings are kept; main thread only."""

    def read(self) -> Settings:
        """Return the settings of the moment."""

    def write(self, settings: Settings) -> None:
        """Keep the settings and tell those who follow them."""

    def key_of(self, url: str) -> str:
        """Return the key of the model server at url, "" where there is none."""

    def keeps_keys(self) -> bool:
        """Return whether a key lasts beyond this session."""

    def follow(self, on_change: Callable[[Settings], None]) -> None:
        """Call on_change, on the main thread, with each new state."""
