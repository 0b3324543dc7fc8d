"""An answer in another language than the question is not held to words that it cannot have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.generations import GenerationState
from plugin.contracts.models import EMBEDDED_ENGLISH_MODEL_ID, EMBEDDED_MULTILINGUAL_MODEL_ID
from plugin.contracts.search import Leg
from plugin.embeddings.venv.search.candidates import fuse_legs
from plugin.embeddings.venv.search.foreign import foreign_documents
from plugin.embeddings.venv.store.generations import Generation
from plugin.embeddings.venv.types import Fingerprint
from tests.fixtures_search import CorpusFolder

if TYPE_CHECKING:
    from pathlib import Path

LANGUAGES = {"report.txt": "en-GB", "bericht.txt": "de", "verslag.txt": "nl-NL", "codes.txt": None}


def generation_of(model_id: str) -> Generation:
    fingerprint = Fingerprint(model_id, "", 384, "", "", 512, 1)
    return Generation(1, fingerprint, GenerationState.ACTIVE, 0.0)


@pytest.fixture
def corpus(tmp_path: Path) -> CorpusFolder:
    made = CorpusFolder(tmp_path)
    for name, language in LANGUAGES.items():
        made.write(name, "text")
        with made.open_writer() as connection:
            connection.execute("UPDATE documents SET language = ? WHERE path = ?", (language, name))
    return made


def foreign_names(corpus: CorpusFolder, question: str, model_id: str) -> set[str]:
    with corpus.open_writer() as connection:
        found = foreign_documents(connection, question, generation_of(model_id))
        names: dict[int, str] = dict(connection.fetch_all("SELECT doc_id, path FROM documents"))
    return {names[doc_id] for doc_id in found}


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("the position of the government on encryption", {"bericht.txt", "verslag.txt"}),
        ("wann darf man das Wasser wieder trinken und wann nicht?", {"report.txt"}),
        ("когда можно пить воду", {"report.txt"}),
        ("GPT-4", set()),
        ("mascarpone", set()),
    ],
)
def test_documents_are_foreign_to_a_question_whose_language_is_clear(
    corpus: CorpusFolder, question: str, names: set[str]
) -> None:
    assert foreign_names(corpus, question, EMBEDDED_MULTILINGUAL_MODEL_ID) == names


def test_a_model_of_one_language_finds_nothing_foreign(corpus: CorpusFolder) -> None:
    question = "the position of the government"
    assert foreign_names(corpus, question, EMBEDDED_ENGLISH_MODEL_ID) == set()
    with corpus.open_writer() as connection:
        assert foreign_documents(connection, question, None) == frozenset()


def test_the_nearest_in_another_language_comes_before_files_that_share_a_word() -> None:
    rankings = {
        Leg.LEXICAL: [(1, 9.0), (2, 8.5), (3, 2.0)],
        Leg.DENSE: [(4, 0.90), (1, 0.82), (5, 0.80), (2, 0.79), (3, 0.78)],
    }
    weights = {Leg.LEXICAL: 0.5, Leg.DENSE: 0.5}
    alone = fuse_legs(rankings, weights, cut=())
    helped = fuse_legs(rankings, weights, cut=(), foreign={4})
    assert max(alone, key=alone.__getitem__) == 1
    assert max(helped, key=helped.__getitem__) == 4
    assert {key: helped[key] for key in (1, 2, 3, 5)} == {key: alone[key] for key in (1, 2, 3, 5)}
