"""LlamaIndex's own fusion over the corpus that is there: its QueryFusionRetriever, as it comes.

Owns: the legs as LlamaIndex's retrievers, and its ranked nodes as passages. Does not own: the
legs (search.legs), the fusion (llama-index-core), the index, which any backend reads unchanged.

Reciprocal rank fusion of the question as it is (num_queries=1): no language model writes further
queries, the mock one only stands in for OpenAI's, which LlamaIndex would load. Nothing here uses
a network, NLTK's data or another thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.llms import MockLLM
from llama_index.core.retrievers import QueryFusionRetriever
from llama_index.core.retrievers.fusion_retriever import FUSION_MODES
from llama_index.core.schema import NodeWithScore, TextNode

from ....contracts.search import SearchBackend
from ..search.candidates import passages_by_chunk
from ..search.retrieval import Retrieved, legs_of

if TYPE_CHECKING:
    from llama_index.core.schema import QueryBundle

    from ..search.legs import LegResult
    from ..search.retrieval import Question, RunLeg

_ALL: Final = 1_000_000
"""Chunks that fusion may give: the search itself decides how many hits there are."""

_CHUNK_ID: Final = "chunk_id"


class LegRetriever(BaseRetriever):
    """One leg as a retriever; result is what it found, None before and where it cannot run."""

    def __init__(self, run: RunLeg) -> None:
        super().__init__()
        self._run = run
        self.result: LegResult | None = None

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:  # noqa: ARG002 - the leg knows the parsed query, filters and all
        self.result = self._run()
        ranking = self.result.ranking if self.result is not None else []
        return [_node(chunk_id, score) for chunk_id, score in ranking]


class LlamaIndex:
    """Reciprocal rank fusion by LlamaIndex: each leg's places count, and both legs alike."""

    name = SearchBackend.LLAMA_INDEX.value

    def retrieve(self, question: Question) -> Retrieved:
        """Return the passages by the fused ranks of their best chunks."""
        with legs_of(question) as legs:
            retrievers = [LegRetriever(run) for run in legs.values()]
            nodes = _fused(retrievers, question.search.parsed.text)
        results = tuple(each.result for each in retrievers if each.result is not None)
        scores = {node.metadata[_CHUNK_ID]: node.get_score() for node in nodes}
        ranked = passages_by_chunk(question.corpus.connection, results, scores)
        return Retrieved(results, {each.leg: 1 / len(results) for each in results}, ranked)


def _fused(retrievers: list[LegRetriever], text: str) -> list[NodeWithScore]:
    if not retrievers:
        return []
    fusion = QueryFusionRetriever(
        [*retrievers],
        llm=MockLLM(),
        mode=FUSION_MODES.RECIPROCAL_RANK,
        similarity_top_k=_ALL,
        num_queries=1,
        use_async=False,
    )
    return fusion.retrieve(text)


def _node(chunk_id: int, score: float) -> NodeWithScore:
    # Fusion tells nodes apart by a hash of text and metadata, so equal texts of two files need
    # the id in it; no step reads the text, which therefore is not fetched.
    node = TextNode(id_=str(chunk_id), metadata={_CHUNK_ID: chunk_id})
    return NodeWithScore(node=node, score=score)
