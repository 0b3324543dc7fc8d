"""The search's own model as reranker: both lanes, models that cannot, and in the real worker."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from plugin.contracts.errors import BadVectors
from plugin.contracts.explanation import Rule
from plugin.contracts.http_model import HttpModel
from plugin.contracts.maintain import MaintainRequest
from plugin.contracts.models import EMBEDDED_ENGLISH_MODEL_ID, NO_MODEL_ID, OWN_RERANKER
from plugin.contracts.search import NO_RERANKER, RerankChoice, SearchMode, SearchRequest
from plugin.contracts.user_cache import MODELS_DIR_VARIABLE
from plugin.embeddings.client import EmbeddingsClient, start_client
from plugin.embeddings.venv.embed.devices.priority import PriorityGate
from plugin.embeddings.venv.embed.encoder import TextEncoder
from plugin.embeddings.venv.embed.late_interaction import FULL_LOGITS, max_sim
from plugin.embeddings.venv.embed.locate import locate_model
from plugin.embeddings.venv.embed.model_server.encoder import HttpEncoder
from plugin.embeddings.venv.embed.onnx_lane.onnx_model import OnnxModel
from plugin.embeddings.venv.embed.provider import EncoderProvider
from plugin.embeddings.venv.embed.torch_model import load_torch_model, token_rows
from plugin.embeddings.venv.embed.truncated import TruncatedEncoder
from plugin.embeddings.venv.vectors import normalised
from tests.fixtures_models import TinyModel, make_tiny_model

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
PROMPTS = {"query": "query : ", "document": "passage : "}
TEXTS = ["bus fare is paid at the desk", "alarm code of the library", "monday", "bus fare"]
SHAPES = {
    "bert": TinyModel(prompts=PROMPTS),
    "first token": TinyModel(pooling={"pooling_mode": "cls"}),
    "xlm-roberta": TinyModel(kind="xlm-roberta", prompts=PROMPTS),
    "mpnet": TinyModel(kind="mpnet"),
}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(MODELS_DIR_VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def on_torch(folder: Path) -> TextEncoder:
    located = locate_model(str(folder))
    return TextEncoder(located, load_torch_model(located, "cpu"))


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_both_lanes_give_the_same_states_and_scores(tmp_path: Path, shape: TinyModel) -> None:
    folder = make_tiny_model(tmp_path / "tiny", shape)
    fast, reference = EncoderProvider().for_passes().whole(str(folder)), on_torch(folder)
    assert isinstance(fast.model, OnnxModel)
    windows = [[2, 7, 8, 9, 3], [2, 6, 3], [2, 9, 6, 10, 3]]
    for own, wanted in zip(
        fast.model.states(windows), reference.model.states(windows), strict=True
    ):
        assert own.shape == wanted.shape
        assert (normalised(own) * normalised(wanted)).sum(axis=1).min() > 0.999
    pair = [each.late_interaction().score("bus fare", TEXTS) for each in (fast, reference)]
    assert np.abs(pair[0] - pair[1]).max() < 0.05


@pytest.mark.usefixtures("cache")
def test_only_own_tokens_count(tmp_path: Path) -> None:
    folder = make_tiny_model(tmp_path / "tiny", TinyModel(prompts=PROMPTS))
    model = (encoder := on_torch(folder)).model
    query, text = model.tokenize(["query : bus fare", "passage : bus"], with_special_tokens=True)
    of_query, of_text = (normalised(rows) for rows in model.states([query, text]))
    reranker = encoder.late_interaction()
    assert 0 < reranker.stranger < 0.95
    likeness = max_sim(of_query[3:-1], of_text[3:-1])
    wanted = (likeness - reranker.stranger) / (1 - reranker.stranger) * FULL_LOGITS
    scores = reranker.score("bus fare", ["bus"])
    assert scores.dtype == np.float32
    assert scores[0] == pytest.approx(wanted, abs=1e-3)
    assert reranker.score("bus fare", []).shape == (0,)


@pytest.mark.usefixtures("cache")
def test_a_long_text_is_cut_at_its_end(tmp_path: Path) -> None:
    folder = make_tiny_model(tmp_path / "tiny", TinyModel())  # 24 tokens with the special ones
    reranker = on_torch(folder).late_interaction()
    start = "alarm code monday " * 8
    scores = reranker.score("bus", [start, start + "bus", "bus " + start, ""])
    assert scores[0] == pytest.approx(scores[1], abs=1e-4)
    assert abs(scores[0] - scores[2]) > 1e-3
    assert np.isfinite(scores).all()
    assert reranker.card.max_tokens == 24


@pytest.mark.usefixtures("cache")
def test_a_cut_model_compares_as_the_whole_one(tmp_path: Path) -> None:
    encoder = on_torch(make_tiny_model(tmp_path / "tiny", TinyModel()))
    assert TruncatedEncoder(encoder, 8).late_interaction() is encoder.late_interaction()


def test_modules_that_leave_no_states_of_tokens_are_told() -> None:
    import torch

    mask = np.array([[True, True, False]])
    whole = {"token_embeddings": torch.ones(1, 3, 4), "sentence_embedding": torch.ones(1, 4)}
    assert token_rows(whole, mask)[0].shape == (2, 4)
    for changed in ({}, {"token_embeddings": torch.ones(1, 1, 4)}):
        with pytest.raises(BadVectors, match="none for its words"):
            token_rows({"sentence_embedding": torch.ones(1, 4), **changed}, mask)


def test_a_model_on_a_server_gives_none() -> None:
    model = HttpModel("http://localhost:9/v1", "m", 8)
    with pytest.raises(BadVectors, match="none for its words"):
        HttpEncoder(model, PriorityGate(), dim=8).late_interaction()


# In the real worker, with the model that comes with the environment.

DOCUMENTS = {
    "canteen.txt": "The canteen serves soup on Fridays. Whoever loses a mobile device tells the"
    " service desk at once, which blocks its card. New chairs come in June. The printer on the"
    " first floor is out of order until Tuesday. Parking is free after six.",
    "minutes.txt": "The chair opened the meeting at nine and thanked the caterers. The roof was"
    " repaired in spring. Tenants transfer the monthly sum for their flat by the third working"
    " day. The garden club asks for new hoses. The lift is serviced in May.",
    "phone.txt": "A phone is a good thing to have if one is away.",
    "rent.txt": "Rents in the city rose again this year, say people who pay a lot.",
    "landlord.txt": "Landlords like quiet people.",
    "stolen.txt": "The museum reports that a painting was stolen.",
    "boat.txt": "The ferry leaves the island at noon and carries cars, bicycles and dogs.",
    "garden.txt": "Roses are pruned in March, hedges in June; lawns are mown every second week.",
    "code.txt": "Form ZK-4471 is handed in at the counter on the second floor.",
    "office.txt": "The housing office is open on weekdays; forms lie on the table by the door.",
}
OWN = RerankChoice(OWN_RERANKER, budget_ms=20_000)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("late")
    for name, text in DOCUMENTS.items():
        (made / name).write_text(text, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[EmbeddingsClient]:
    started = start_client(root=str(ROOT), venv="")
    try:
        started.maintain(MaintainRequest(str(folder), model_id=EMBEDDED_ENGLISH_MODEL_ID))
        yield started
    finally:
        started.close()


@pytest.fixture
def request_(folder: Path) -> SearchRequest:
    question = "lost my smartphone, who cancels the sim"
    return SearchRequest(
        str(folder), question, explain=True, rerank=OWN, model_id=EMBEDDED_ENGLISH_MODEL_ID
    )


def test_an_answer_in_other_words_comes_up(
    client: EmbeddingsClient, request_: SearchRequest
) -> None:
    plain = [hit.path for hit in client.search(replace(request_, rerank=NO_RERANKER)).hits]
    result = client.search(request_)
    assert result.notes == ()
    scores = {hit.path: hit.rerank_score or 0.0 for hit in result.hits}
    assert sorted(scores) == sorted(plain)
    assert all(-1 < score < FULL_LOGITS for score in scores.values())
    assert max(scores, key=lambda path: scores[path]) == "canteen.txt"
    assert list(scores).index("canteen.txt") < plain.index("canteen.txt")
    assert all(hit.explanation and Rule.RERANKED in hit.explanation.rules for hit in result.hits)


def test_what_has_the_code_stays_first(client: EmbeddingsClient, request_: SearchRequest) -> None:
    asked = replace(request_, query="housing office forms on the table by the door ZK-4471")
    before = [hit.path for hit in client.search(replace(asked, rerank=NO_RERANKER)).hits]
    after = [hit.path for hit in client.search(asked).hits]
    assert after.index("code.txt") <= before.index("code.txt")


def test_time_is_kept_and_told(client: EmbeddingsClient, request_: SearchRequest) -> None:
    client.search(request_)  # the model is loaded
    started_s = time.monotonic()
    hurried = client.search(replace(request_, rerank=replace(OWN, budget_ms=1)))
    assert time.monotonic() - started_s < 5
    n_hits = len(hurried.hits)
    assert hurried.notes == (
        f"The reranker read the first 1 of {n_hits} hits in its 1 ms; the rest keep their order.",
    )


def test_where_the_model_takes_no_part_one_note_says_so(
    client: EmbeddingsClient, request_: SearchRequest
) -> None:
    note = "The hits are not reranked: the search's own model took no part in this search."
    by_words = replace(request_, query="people pay rents", mode=SearchMode.LEXICAL)
    for asked in (by_words, replace(by_words, mode=SearchMode.HYBRID, model_id=NO_MODEL_ID)):
        result = client.search(asked)
        assert result.hits
        assert result.notes == (note,)


def test_an_english_model_leaves_german_questions_alone(
    client: EmbeddingsClient, request_: SearchRequest
) -> None:
    result = client.search(replace(request_, query="Wann ist die Miete für die Wohnung fällig?"))
    assert any(
        note.startswith(f"The hits are not reranked: {EMBEDDED_ENGLISH_MODEL_ID} knows English")
        for note in result.notes
    )
