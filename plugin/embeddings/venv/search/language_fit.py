"""How far a model's vectors may speak for a query, by what languages the model knows.

Owns: the weight of the dense leg. An English model places text of other scripts at random, and
would drag a good keyword leg down with it.
"""

from __future__ import annotations

import unicodedata

from ....contracts.models import MODEL_CARDS

_ENGLISH = "English"
FULL_WEIGHT = 1.0
OTHER_LATIN_WEIGHT = 0.5
OTHER_SCRIPT_WEIGHT = 0.1
_MIN_OTHER_SHARE = 0.3


def dense_weight(model_id: str, query: str) -> float:
    """Return the dense leg's weight for query: 1 where the model knows its script, else less.

    Models without a card are taken to know the language, as their users chose them by hand.
    """
    card = MODEL_CARDS.get(model_id)
    if card is None or card.languages != _ENGLISH:
        return FULL_WEIGHT
    letters = [character for character in query if character.isalpha()]
    if not letters:
        return FULL_WEIGHT
    n_other = sum(map(_is_other_script, letters))
    if n_other / len(letters) >= _MIN_OTHER_SHARE:
        return OTHER_SCRIPT_WEIGHT
    if any(not letter.isascii() for letter in letters):
        return OTHER_LATIN_WEIGHT
    return FULL_WEIGHT


def _is_other_script(letter: str) -> bool:
    return not letter.isascii() and not unicodedata.name(letter, "").startswith("LATIN")
