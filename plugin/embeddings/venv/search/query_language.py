"""Whether a query is in English, as far as its few words tell.

Owns: the answer for queries. Does not own: the language of longer texts (chunk.language), what
follows for the legs (language_fit, foreign).
"""

from __future__ import annotations

import re
import unicodedata

from ..chunk.language import english_probability

_MIN_OTHER_LETTERS_SHARE = 0.3
_MIN_FUNCTION_WORDS = 2
_MIN_SENTENCE_WORDS = 4  # "El Ni\u00f1o" is a name in any language
_MIN_LOWER_CASE_WORDS = 2  # "Mt Rushmore ranger Achtenburg" is no sentence
_MAX_ENGLISH_PROBABILITY = 0.1
_WORD = re.compile(r"[^\W\d_]+(['\u2019-][^\W\d_]+)*")
_MARKS = "\"'.,:;?!()¿¡„“”«»"

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
_ONLY_ENGLISH_WORDS = frozenset(
    """
    the and of to for on by with from into about against between before after during without
    within how what when which who whom whose where why does your their this that these those
    there than then been have would should could because while only more most other such each some
    many much few
    """.split()
)
"""Words of theirs that are hardly common elsewhere, as "was" and "in" are in German."""


def is_english(query: str) -> bool | None:
    """Return whether a query reads as English; None where that cannot be told, as of a name."""
    if has_other_script(query) or reads_as_other_latin(query):
        return False
    return True if _ENGLISH_WORDS.intersection(_bare_words(query)) else None


def has_other_script(query: str) -> bool:
    """Return whether a good part of a query's letters are no Latin ones."""
    letters = [character for character in query if character.isalpha()]
    if not letters:
        return False
    return sum(map(_is_other_script, letters)) / len(letters) >= _MIN_OTHER_LETTERS_SHARE


def reads_as_other_latin(query: str) -> bool:
    """Return whether a query reads as another language than English in Latin letters.

    Its commonest words tell, or langdetect where there are words enough. Names, codes and a
    title of a few words are taken as English. The first time langdetect is asked takes 0.25 s.
    """
    words = _bare_words(query)
    n_english = sum(word in _ENGLISH_WORDS for word in words)
    n_other = sum(word in _FUNCTION_WORDS for word in words)
    if n_other > n_english:
        has_marks = any(letter.isalpha() and not letter.isascii() for letter in query)
        if n_other >= _MIN_FUNCTION_WORDS or (has_marks and len(words) >= _MIN_SENTENCE_WORDS):
            return True
    return _is_sentence(query) and english_probability(query) < _MAX_ENGLISH_PROBABILITY


def _is_sentence(query: str) -> bool:
    """Return whether a query has words enough for a guess, and none that only English has."""
    words = [word for word in query.split() if _WORD.fullmatch(word.strip(_MARKS))]
    n_lower_case = sum(word.lower() == word for word in words)
    is_long = len(words) >= _MIN_SENTENCE_WORDS and n_lower_case >= _MIN_LOWER_CASE_WORDS
    return is_long and _ONLY_ENGLISH_WORDS.isdisjoint(_bare_words(query))


def _bare_words(query: str) -> list[str]:
    return ["".join(filter(str.isalpha, word)) for word in query.lower().split()]


def _is_other_script(letter: str) -> bool:
    return not letter.isascii() and not unicodedata.name(letter, "").startswith("LATIN")
