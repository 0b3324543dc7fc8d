"""How far a model's vectors may speak for a query, by what languages the model knows.

Owns: the weight of the dense leg. An English model places text of other languages by spelling
and chance, and would drag a good keyword leg down with it.
"""

from __future__ import annotations

import unicodedata

from ....contracts.http_model import HTTP_MODEL_PREFIX
from ....contracts.models import MODEL_CARDS
from ..embed.model_server.cards import known_card

ENGLISH = "English"
_MANY = " languages"
"""How the cards of models of many languages end: "100 languages"."""
FULL_WEIGHT = 1.0
OTHER_LATIN_WEIGHT = 0.2
OTHER_SCRIPT_WEIGHT = 0.1
_MIN_OTHER_LETTERS_SHARE = 0.3
_MIN_FUNCTION_WORDS = 2
_MIN_SENTENCE_WORDS = 4  # "El Ni\u00f1o" is a name in any language

# The commonest words that are no English ones, of German, French, Spanish, Portuguese, Italian,
# Dutch, Swedish, Danish, Norwegian, Polish, Czech, Turkish, Finnish and Hungarian.
_FUNCTION_WORDS = frozenset(
    """
    der das und ist nicht ein eine einen mit auf den dem des von zu wie wird sind oder auch
    le la les du une et est dans pour que qui sur avec pas au aux ce cette quel quelle el
    los las un una en y es por con para como del lo al qué cuál cuando o os uma em não com
    se da dos das ao quem quando onde foi são il di che e per non si gli della del sono nel
    alla het een van op te dat niet zijn voor aan er wordt wat hoe waar och att det som är
    på för av till inte og af til ikke jeg hvad hvor w z na nie się jest jak czy co gdzie je
    v ve bir bu için ile ne ja on ei että se kun mikä az egy és hogy nem mi
    """.split()
)
_ENGLISH_WORDS = frozenset(
    """
    the of and to in is was are for on with as at by it be this that from or an how what
    when which who where why do does did can we i my our your not
    """.split()
)


def dense_weight(model_id: str, query: str) -> float:
    """Return the dense leg's weight for query: 1 where the model knows its language, else less.

    Models without a card are taken to know the language, as their users chose them by hand.
    """
    return language_weight(_languages(model_id), query)


def knows_many_languages(model_id: str) -> bool:
    """Return whether a model's card says that it knows many languages."""
    return _languages(model_id).endswith(_MANY)


def is_english(query: str) -> bool | None:
    """Return whether a query reads as English; None where that cannot be told, as of a name."""
    if language_weight(ENGLISH, query) < FULL_WEIGHT:
        return False
    words = {"".join(filter(str.isalpha, word)) for word in query.lower().split()}
    return True if words & _ENGLISH_WORDS else None


def language_weight(languages: str, query: str) -> float:
    """Return how far a model with a card's languages may speak for query: 1 where it knows it."""
    if languages != ENGLISH:
        return FULL_WEIGHT
    letters = [character for character in query if character.isalpha()]
    if not letters:
        return FULL_WEIGHT
    if sum(map(_is_other_script, letters)) / len(letters) >= _MIN_OTHER_LETTERS_SHARE:
        return OTHER_SCRIPT_WEIGHT
    return OTHER_LATIN_WEIGHT if _reads_as_other_latin(query) else FULL_WEIGHT


def _languages(model_id: str) -> str:
    of_server = model_id.startswith(HTTP_MODEL_PREFIX)
    name = model_id.removeprefix(HTTP_MODEL_PREFIX)
    card = known_card(name) if of_server else MODEL_CARDS.get(model_id)
    return card.languages if card else ""


def _is_other_script(letter: str) -> bool:
    return not letter.isascii() and not unicodedata.name(letter, "").startswith("LATIN")


def _reads_as_other_latin(query: str) -> bool:
    """Return True when a query's function words are another language's, more than English."""
    words = ["".join(filter(str.isalpha, word)) for word in query.lower().split()]
    n_english = sum(word in _ENGLISH_WORDS for word in words)
    n_other = sum(word in _FUNCTION_WORDS for word in words)
    if n_other <= n_english:
        return False
    has_marks = any(letter.isalpha() and not letter.isascii() for letter in query)
    is_sentence = len(words) >= _MIN_SENTENCE_WORDS
    return n_other >= _MIN_FUNCTION_WORDS or (has_marks and is_sentence)
