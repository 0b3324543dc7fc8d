"""Opening the options at one of their pages, and leaving them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.office import options_steps as steps

if TYPE_CHECKING:
    from tests.office.harness.office import Office


def open_options_at(office: Office, leaf: str) -> None:
    office.post(steps.open_options, leaf)
    office.wait_for(steps.options_are_open)


def close_options(office: Office, button: str) -> None:
    office.post(steps.press_in_options, button)
    office.wait_for(steps.options_are_closed)


def give_up_options(office: Office) -> None:
    """Cancel the options and what is asked above them, where a test left them open."""
    if not office.run(steps.options_are_open):
        return
    if office.run(steps.dialog_text):
        office.post(steps.answer_message, "OK")
    close_options(office, "Cancel")
