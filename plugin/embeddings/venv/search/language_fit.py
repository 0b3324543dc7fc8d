"""How far a model's vectors may speak for a query, by what languages the model knows.

Owns: the weight of the dense leg. An English model places text of other languages by spelling
and chance, and would drag a good keyword leg down with it.
"""

from __future__ import annotations

from ....contracts.http_model import HTTP_MODEL_PREFIX
from ....contracts.models import MODEL_CARDS
from ..embed.model_server.cards import known_card
from .query_language import has_other_script, reads_as_other_latin

ENGLISH = "English"
_MANY = " languages"
"""How the cards of models of many languages end: "100 languages"."""
FULL_WEIGHT = 1.0
OTHER_LATIN_WEIGHT = 0.25
OTHER_SCRIPT_WEIGHT = 0.2
"""Beside the keyword leg's weight (search.weights). Hybrid nDCG@10 of all-MiniLM-L6-v2 on 200
XQuAD questions with weight 0 / .1 / .2 / .3 / .4: de .916 .921 .931 .933 .939, tr .904 .913 .914
.913 .913, vi .950 .954 .948 .946 .941, ru .908 .911 .913 .917 .911, zh .966 .966 .966 .958 .956."""


def dense_weight(model_id: str, query: str) -> float:
    """Return the dense leg's weight for query: 1 where the model knows its language, else less.

    Models without a card are taken to know the language, as their users chose them by hand.
    """
    return language_weight(_languages(model_id), query)


def knows_many_languages(model_id: str) -> bool:
    """Return whether a model's card says that it knows many languages."""
    return _languages(model_id).endswith(_MANY)


def language_weight(languages: str, query: str) -> float:
    """Return how far a model with a card's languages may speak for query: 1 where it knows it."""
    if languages != ENGLISH:
        return FULL_WEIGHT
    if has_other_script(query):
        return OTHER_SCRIPT_WEIGHT
    return OTHER_LATIN_WEIGHT if reads_as_other_latin(query) else FULL_WEIGHT


def _languages(model_id: str) -> str:
    of_server = model_id.startswith(HTTP_MODEL_PREFIX)
    name = model_id.removeprefix(HTTP_MODEL_PREFIX)
    card = known_card(name) if of_server else MODEL_CARDS.get(model_id)
    return card.languages if card else ""
