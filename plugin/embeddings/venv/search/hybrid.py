"""The product's own way to find and rank chunks: both legs, fused by document.

Owns: the order of its steps. Does not own: the steps (legs, weights, candidates).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....contracts.search import SearchBackend
from .candidates import rank_passages
from .foreign import foreign_documents
from .retrieval import Retrieved, legs_of
from .weights import leg_weights

if TYPE_CHECKING:
    from .retrieval import Backend, Question


class Hybrid:
    """Relative-score fusion, weighted by how far each leg is to be trusted."""

    name = SearchBackend.HYBRID.value

    def retrieve(self, question: Question) -> Retrieved:
        """Return the passages by the fused score of their documents."""
        search, generation = question.search, question.generation
        with legs_of(question) as legs:
            results = tuple(found for run in legs.values() if (found := run()) is not None)
        connection = question.corpus.connection
        weights = leg_weights(results, generation, search.parsed)
        foreign = foreign_documents(connection, search.parsed.text, generation)
        ranked = rank_passages(connection, results, weights, n_rows=search.n_rows, foreign=foreign)
        return Retrieved(results, weights, ranked)


HYBRID: Final[Backend] = Hybrid()
