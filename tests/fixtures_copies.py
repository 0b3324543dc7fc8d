"""Files that are copies, versions, or merely made from one template; every word is made here."""

from __future__ import annotations

import random

_WORDS = (
    "tenant landlord premises rent deposit heating repairs garden storage access notice term"
    " renewal insurance damage painting keys parking cellar windows doors meter water power"
    " cleaning stairs waste bicycle balcony pets guests noise alterations furniture invoice"
).split()
_LEGAL = (
    "Payment is due within fourteen days of the date of this invoice without any deduction.",
    "Goods remain the property of the seller until the invoice has been paid in full.",
    "Claims for defects must be made in writing within eight days of delivery.",
    "The place of performance and of jurisdiction for both parties is the seller's seat.",
    "Late payments bear interest at the statutory rate from the first day of default.",
)


def contract(*, seed: int = 1, n_clauses: int = 24) -> list[str]:
    """Return a contract's paragraphs, the same for the same seed."""
    chance = random.Random(seed)
    clauses = [
        f"{number}. The {' '.join(chance.choices(_WORDS, k=18))} shall be agreed in writing."
        for number in range(1, n_clauses + 1)
    ]
    return ["Lease agreement", *clauses]


def edited(paragraphs: list[str], *, n_changed: int) -> list[str]:
    """Return a later version: its last paragraphs changed, and one added."""
    kept = paragraphs[:-n_changed]
    changed = [f"{text} The parties have changed this clause." for text in paragraphs[-n_changed:]]
    return [*kept, *changed, "Signed in duplicate."]


def invoice(number: int, customer: str, amount: str) -> list[str]:
    """Return an invoice; all but three words of it are the template's."""
    return [
        "Brandt Office Supplies",
        f"Invoice {number} for {customer}",
        f"For goods delivered we ask you to pay {amount} euros.",
        *_LEGAL,
    ]


def minutes(day: str, decision: str) -> list[str]:
    """Return the minutes of a meeting, with the same headings and people each time."""
    return [
        "Minutes of the works committee",
        f"Held on {day} in the large meeting room, chaired by Ms Adler, minutes by Mr Roth.",
        "Present: Adler, Roth, Winter, Sommer, Fischer, Vogel. Apologies: none.",
        "1. The minutes of the last meeting were approved without changes.",
        f"2. {decision}",
        "3. Any other business: none. The chair closed the meeting and thanked everyone present.",
    ]


def text_of(paragraphs: list[str]) -> str:
    """Return paragraphs parted by blank lines."""
    return "\n\n".join(paragraphs)
