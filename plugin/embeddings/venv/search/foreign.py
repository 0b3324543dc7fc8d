"""Documents in another language than the question: its words cannot be in them.

Owns: which they are, and what stands in for their words. Does not own: the legs, the fusion.

A model of many languages finds an answer in another language than the question; fused with a
keyword leg that cannot, it falls behind files that merely share a name with the question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....contracts.search import Leg
from ..store.scope import documents_by_language
from .language_fit import knows_many_languages
from .query_language import is_english

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from ..store.connection import CorpusConnection
    from ..store.generations import Generation

SHARE_OF_MEANING = 0.5
"""Of a document's share in the dense leg: what it counts with in the keyword leg at least."""


def foreign_documents(
    connection: CorpusConnection, text: str, generation: Generation | None
) -> frozenset[int]:
    """Return the documents that are known to be in another language than the question.

    Told is only what is English and what is not. Empty where the question's language is unclear,
    as that of names and codes, and for models that know one language or two.
    """
    if generation is None or not knows_many_languages(generation.fingerprint.model_id):
        return frozenset()
    asked_in_english = is_english(text)
    if asked_in_english is None:
        return frozenset()
    return documents_by_language(connection, "en", same=not asked_in_english)


def with_foreign_shares(
    shares: Mapping[Leg, Mapping[int, float]], foreign: Container[int]
) -> Mapping[Leg, Mapping[int, float]]:
    """Return the legs' shares with those that meaning gives foreign documents for their words."""
    if Leg.LEXICAL not in shares or Leg.DENSE not in shares:
        return shares
    words = dict(shares[Leg.LEXICAL])
    for doc_id, share in shares[Leg.DENSE].items():
        if doc_id in foreign:
            words[doc_id] = max(words.get(doc_id, 0.0), SHARE_OF_MEANING * share)
    return {**shares, Leg.LEXICAL: words}
