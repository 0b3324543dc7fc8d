"""Search quality on the sample folder with the embedded model: floors on Success@k and MRR."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.maintain import MaintainRequest
from plugin.contracts.models import EMBEDDED_ENGLISH_MODEL_ID
from plugin.contracts.search import SearchMode, SearchRequest
from plugin.embeddings.client import EmbeddingsClient, start_client

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
PARAPHRASE, KEYWORD, OTHER_LANGUAGE = "paraphrase", "keyword", "other language"

QRELS = [
    ("whom do I tell when I am too sick to come?", "Volunteer handbook.docx", PARAPHRASE),
    ("how do I get money back for the tram", "Volunteer handbook.docx", PARAPHRASE),
    ("can catalogue staff stay at home on some days", "Remote work policy.odt", PARAPHRASE),
    ("when does the children's holiday programme begin", "Summer reading launch.pptx", PARAPHRASE),
    ("who looks after the radiators", "Suppliers.xlsx", PARAPHRASE),
    ("is the data saved somewhere each night", "README.md", PARAPHRASE),
    ("HSL-0054-B laptop", "Remote work policy.odt", KEYWORD),
    ("Ebersbach", "Suppliers.xlsx", KEYWORD),
    ("M-2042", "members.csv", KEYWORD),
    ("summer reading prizes vouchers budget", "Budget 2026.ods", KEYWORD),
    ("Schließfächer Schirme", "Hausordnung.odt", OTHER_LANGUAGE),
    ("Was darf ich im Lesesaal trinken?", "Hausordnung.odt", OTHER_LANGUAGE),
    ("à quelle heure ouvre la bibliothèque en été", "Compte rendu 12 mars.docx", OTHER_LANGUAGE),
    ("donación de libros infantiles", "Carta donacion.rtf", OTHER_LANGUAGE),
    ("会議室 読書会", "読書会.txt", OTHER_LANGUAGE),
]


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evaluation") / "samples"
    shutil.copytree(
        ROOT / "samples", folder, ignore=shutil.ignore_patterns("writeragent_embeddings")
    )
    return folder


@pytest.fixture(scope="module")
def client(samples: Path) -> Iterator[EmbeddingsClient]:
    client = start_client(venv=sys.prefix)
    client.maintain(MaintainRequest(str(samples), model_id=EMBEDDED_ENGLISH_MODEL_ID))
    yield client
    client.close()


def ranks(client: EmbeddingsClient, samples: Path, mode: SearchMode, kinds: set[str]) -> list[int]:
    """Return the 1-based rank of each question's file, 0 where it is not among the first ten."""
    found = []
    for question, path, kind in QRELS:
        if kind in kinds:
            request = SearchRequest(
                str(samples), question, mode=mode, model_id=EMBEDDED_ENGLISH_MODEL_ID
            )
            paths = [hit.path for hit in client.search(request).hits]
            found.append(paths.index(path) + 1 if path in paths else 0)
    return found


def success_at(k: int, found: list[int]) -> float:
    return sum(1 for rank in found if 0 < rank <= k) / len(found)


def mean_reciprocal_rank(found: list[int]) -> float:
    return sum(1 / rank for rank in found if rank) / len(found)


def test_hybrid_finds_the_right_file(client: EmbeddingsClient, samples: Path) -> None:
    found = ranks(client, samples, SearchMode.HYBRID, {PARAPHRASE, KEYWORD, OTHER_LANGUAGE})
    assert success_at(1, found) >= 0.8, found
    assert success_at(3, found) >= 0.93, found
    assert mean_reciprocal_rank(found) >= 0.87, found


def test_keywords_alone_find_names_codes_and_any_language(
    client: EmbeddingsClient, samples: Path
) -> None:
    found = ranks(client, samples, SearchMode.LEXICAL, {KEYWORD, OTHER_LANGUAGE})
    assert success_at(1, found) >= 0.95, found


def test_meaning_alone_finds_paraphrases(client: EmbeddingsClient, samples: Path) -> None:
    found = ranks(client, samples, SearchMode.DENSE, {PARAPHRASE})
    assert success_at(3, found) >= 0.8, found
