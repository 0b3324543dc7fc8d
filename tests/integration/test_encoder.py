"""The encoder with the real embedded model, held to sentence-transformers' own encode."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from plugin.contracts.errors import Interrupted
from plugin.contracts.models import EMBEDDED_ENGLISH_MODEL_ID
from plugin.embeddings.venv.embed.encoder import TextEncoder
from plugin.embeddings.venv.embed.locate import locate_model
from plugin.embeddings.venv.embed.torch_model import load_torch_model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plugin.embeddings.venv.types import Vectors

TEXTS = [
    "The alarm code changes on the first Monday.",
    "Große Taschen bleiben in den Schließfächern.",
    "a",
    "Bus and tram fares are paid back in cash at the front desk. " * 5,
    "読書会は十月五日に開きます。",
]


@pytest.fixture(scope="module")
def encoder() -> TextEncoder:
    located = locate_model(EMBEDDED_ENGLISH_MODEL_ID)
    return TextEncoder(located, load_torch_model(located))


@pytest.fixture(scope="module")
def reference() -> Any:
    from sentence_transformers import SentenceTransformer

    folder = locate_model(EMBEDDED_ENGLISH_MODEL_ID).folder
    return SentenceTransformer(str(folder), device="cpu", local_files_only=True)


def encode_all(encoder: TextEncoder, texts: Sequence[str]) -> Vectors:
    vectors = np.full((len(texts), encoder.card.dim), np.nan, np.float32)

    def keep(indices: Sequence[int], batch: Vectors) -> None:
        vectors[list(indices)] = batch

    encoder.encode_documents(texts, keep)
    return vectors


def test_same_vectors_as_the_reference(encoder: TextEncoder, reference: Any) -> None:
    expected = reference.encode(TEXTS, normalize_embeddings=True)
    cosines = (encode_all(encoder, TEXTS) * expected).sum(axis=1)
    assert cosines.min() >= 0.9999


def test_a_query_is_encoded_like_a_text_where_there_are_no_prompts(
    encoder: TextEncoder, reference: Any
) -> None:
    expected = reference.encode(TEXTS[:1], normalize_embeddings=True)
    assert float((encoder.encode_query(TEXTS[0]) * expected).sum()) >= 0.9999


def test_the_end_of_a_long_text_counts(encoder: TextEncoder, reference: Any) -> None:
    filler = "The weather was mild and the trams ran on time. " * 40
    ending = "The insurance number of the lent laptop is HSL-0054-B."
    with_end, without_end = encode_all(encoder, [filler + ending, filler])
    assert encoder.count_tokens([filler])[0] > encoder.card.max_tokens
    query = encoder.encode_query("insurance number of the laptop")[0]
    assert float(with_end @ query) > float(without_end @ query) + 0.02
    cut = reference.encode([filler + ending, filler], normalize_embeddings=True)
    assert float(cut[0] @ cut[1]) > 0.9999, "the reference cuts the end off"


def test_small_budgets_change_no_vector(encoder: TextEncoder) -> None:
    located = locate_model(EMBEDDED_ENGLISH_MODEL_ID)
    narrow = TextEncoder(located, encoder.model, budget_tokens=1)
    cosines = (encode_all(encoder, TEXTS) * encode_all(narrow, TEXTS)).sum(axis=1)
    assert cosines.min() >= 0.9999


def test_a_cancel_stops_between_batches(encoder: TextEncoder) -> None:
    n_batches = 0

    def stop(_indices: Sequence[int], _batch: Vectors) -> None:
        nonlocal n_batches
        n_batches += 1
        raise Interrupted("enough")

    with pytest.raises(Interrupted):
        encoder.encode_documents(["word " * 200] * 40, stop)
    assert n_batches == 1


def test_a_query_does_not_wait_for_the_batches_before_it(encoder: TextEncoder) -> None:
    told: list[int] = []
    begun = threading.Event()

    def keep(indices: Sequence[int], _batch: Vectors) -> None:
        told.extend(indices)
        begun.set()

    texts = [f"The alarm code of room {n} changes on the first Monday. " * 8 for n in range(60)]
    documents = threading.Thread(target=encoder.encode_documents, args=(texts, keep))
    documents.start()
    assert begun.wait(60)
    encoder.encode_query("alarm code")
    n_told_before = len(told)
    documents.join()
    assert n_told_before < len(texts) == len(told)
