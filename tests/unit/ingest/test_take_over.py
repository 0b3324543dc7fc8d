"""Which generations hold the vectors that another one lacks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plugin.embeddings.venv.ingest.take_over import holds_same_vectors
from plugin.embeddings.venv.types import Fingerprint

OLD = Fingerprint("m", "r", 768, "d: ", "q: ", 512, 1, pooling="mean")


@pytest.mark.parametrize(
    "target",
    [
        replace(OLD, chunker_version=2),
        replace(OLD, query_prompt="question: "),
        replace(OLD, dim=256, native_dim=768),
    ],
    ids=["chunker", "prompt of queries", "cut"],
)
def test_a_texts_vector_does_not_depend_on(target: Fingerprint) -> None:
    assert holds_same_vectors(OLD, target)


@pytest.mark.parametrize(
    "target",
    [
        replace(OLD, model_id="n"),
        replace(OLD, revision="s"),
        replace(OLD, document_prompt=""),
        replace(OLD, max_tokens=256),
        replace(OLD, pooling="cls"),
        replace(OLD, prefix="title"),
        replace(OLD, normalisation="none"),
    ],
)
def test_a_texts_vector_depends_on(target: Fingerprint) -> None:
    assert not holds_same_vectors(OLD, target)


def test_a_cut_vector_is_no_source_for_a_whole_one() -> None:
    assert not holds_same_vectors(replace(OLD, dim=256, native_dim=768), OLD)


def test_what_pooled_unknown_is_taken_to_have_pooled_as_now() -> None:
    assert holds_same_vectors(replace(OLD, pooling=""), OLD)
