"""What a leg says of whole documents: its best chunk there, and the rest of the document.

Owns: how the two are mixed. Does not own: the legs' chunks and what they know of documents (legs).

A question is often about what a document is about, and answered by one of its paragraphs: the
best chunk alone takes any file that has one similar sentence, the whole alone a file that is
about it and does not say it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....contracts.search import Leg

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .legs import LegResult

    Ranking = list[tuple[int, float]]

LEXICAL_SHARE = 0.5
"""Of the document's own score in the keyword leg where it is alone. nDCG@10 with it and without:
Cranfield .389 and .373, CISI .301 and .280, SciFact .706 and .694, office files .758 and .697."""
LEXICAL_SHARE_BESIDE = 0.15
"""The same beside the dense leg, which knows better what a document is about."""
DENSE_SHARE = 0.4
"""Of the document's vector in the dense leg. nDCG@10 without it and with it: Cranfield .359 and
.387, CISI .406 and .433, 462 office files .809 and .846."""


def document_ranking(
    result: LegResult, chunks: Sequence[tuple[int, float]], *, is_alone: bool
) -> Ranking:
    """Return (doc_id, score) of the documents of chunks, best first, ties by id.

    chunks are (doc_id, score), best first. Without scores of documents, the best chunk's count
    alone.
    """
    best: dict[int, float] = {}
    for doc_id, score in chunks:
        best.setdefault(doc_id, score)
    if result.leg is Leg.DENSE:
        mixed = _mix_cosines(best, result.documents)
    else:
        share = LEXICAL_SHARE if is_alone else LEXICAL_SHARE_BESIDE
        mixed = _mix_shares(best, result.documents, share)
    return sorted(mixed.items(), key=lambda entry: (-entry[1], entry[0]))


def _mix_shares(
    best: Mapping[int, float], documents: Mapping[int, float], share: float
) -> dict[int, float]:
    """Mix two scores without a common scale: each as a part of the highest.

    The sum is on the scale of the chunks' scores.
    """
    top = max(best.values(), default=0.0)
    top_of_documents = max((documents.get(doc_id, 0.0) for doc_id in best), default=0.0)
    if top_of_documents <= 0 or top <= 0:
        return dict(best)
    scale = top / top_of_documents
    return {
        doc_id: (1 - share) * score + share * scale * documents.get(doc_id, 0.0)
        for doc_id, score in best.items()
    }


def _mix_cosines(best: Mapping[int, float], documents: Mapping[int, float]) -> dict[int, float]:
    """Mix cosines; a document without a vector yet is taken to lie as far off as the others do."""
    gaps = [score - documents[doc_id] for doc_id, score in best.items() if doc_id in documents]
    if not gaps:
        return dict(best)
    gap = sum(gaps) / len(gaps)
    return {
        doc_id: (1 - DENSE_SHARE) * score + DENSE_SHARE * documents.get(doc_id, score - gap)
        for doc_id, score in best.items()
    }
