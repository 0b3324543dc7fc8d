"""What the Set Up window shows: its states, its buttons, what it must be able to do.

Owns: the form. Does not own: when what is shown (setup_presenter), the window (office.options).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol, Tuple


class SetupState(str, Enum):
    """Where the setting up is; the value is the end of the text's key."""

    PLANNING = "planning"
    ASKING = "asking"
    CURRENT = "current"
    RUNNING = "running"
    STOPPING = "stopping"
    STOPPED = "stopped"
    FAILED = "failed"
    DONE = "done"
    TESTING = "testing"
    FETCHING = "fetching"


@dataclass(frozen=True)
class SetupButtons:
    """What can be pressed; can_start is the yes, is_cancel tells Cancel from Close.

    can_choose is for the list of what to compute on, can_fetch for the multilingual model where
    there is none.
    """

    can_start: bool = False
    is_cancel: bool = False
    can_leave: bool = True
    can_test: bool = False
    can_turn_on: bool = False
    can_choose: bool = False
    can_fetch: bool = False


class SetupView(Protocol):
    """The Set Up window; main thread only."""

    def show_headline(self, text: str) -> None:
        """Show one or two sentences."""

    def show_details(self, text: str) -> None:
        """Show what can be read and copied at leisure."""

    def show_progress(self, n_done: int, n_all: int, *, step: str, line: str) -> None:
        """Show how far it is; n_all 0 shows no bar."""

    def show_choices(self, labels: Tuple[str, ...], i_chosen: int) -> None:
        """Show what can be chosen to compute on; without labels there is no such choice."""

    def show_buttons(self, buttons: SetupButtons) -> None:
        """Let the buttons be pressed that have a sense now."""

    def ask(self, question: str) -> bool:
        """Ask a yes-or-no question and return whether it was yes."""

    def close(self) -> None:
        """Close the window."""
