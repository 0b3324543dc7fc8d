"""Models of seven shapes through a real worker: index, switch, switch back, search.

After every step each stored vector is compared with what sentence-transformers itself makes of
the same text, and the keyword index is what it was before any model.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from plugin.contracts.maintain import MaintainReport, MaintainRequest
from plugin.contracts.models import NO_MODEL_ID
from plugin.contracts.search import SearchMode, SearchRequest
from plugin.embeddings.client import EmbeddingsClient, start_client
from plugin.embeddings.venv.store.connection import open_corpus
from plugin.embeddings.venv.store.generations import active_generation, all_generations
from plugin.embeddings.venv.store.integrity import check_corpus
from plugin.embeddings.venv.store.vectors import texts_by_id
from tests.fixtures_model_shapes import SHAPES, Shape, make_shape
from tests.fixtures_models import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plugin.embeddings.venv.types import Vectors

pytestmark = pytest.mark.timeout(300)

ROOT = Path(__file__).resolve().parents[2]
N_FILES = 12
N_HITS = 5
MIN_COSINE = 0.999
NEAR_TIE = 1e-3  # of vectors this alike either may come first
QUERY = "who paid the bus fare at the library on monday"
TEXT_ROWS = (
    "SELECT * FROM documents",
    "SELECT * FROM passages",
    "SELECT * FROM chunks",
    "SELECT * FROM texts",
    "SELECT * FROM chunks_fts_data",
)


@dataclass
class Bench:
    """One folder of one-paragraph files, one worker, and models by the name of their shape."""

    folder: Path
    models: Path
    client: EmbeddingsClient
    made: dict[str, Path] = field(default_factory=dict)
    references: dict[str, Any] = field(default_factory=dict)

    def model(self, shape: Shape) -> Path:
        if shape.name not in self.made:
            self.made[shape.name] = make_shape(self.models / shape.name, shape)
        return self.made[shape.name]

    def reference(self, shape: Shape) -> Any:
        from sentence_transformers import SentenceTransformer

        if shape.name not in self.references:
            self.references[shape.name] = SentenceTransformer(
                str(self.model(shape)), device="cpu", trust_remote_code=True
            )
        return self.references[shape.name]

    def maintain(self, shape: Shape, *, dim: int = 0, trusted: bool = True) -> MaintainReport:
        path = str(self.model(shape))
        names = (path,) if trusted and shape.has_own_code else ()
        return self.client.maintain(
            MaintainRequest(str(self.folder), model_id=path, dim=dim, trusted_models=names)
        )

    def found(self, shape: Shape) -> list[str]:
        names = (str(self.model(shape)),) if shape.has_own_code else ()
        result = self.client.search(
            SearchRequest(
                str(self.folder), QUERY, k=N_HITS, mode=SearchMode.DENSE, trusted_models=names
            )
        )
        return [Path(hit.path).name for hit in result.hits]

    @property
    def db_path(self) -> Path:
        return self.folder / "writeragent_embeddings" / "corpus.db"

    def text_index(self) -> list[list[tuple[Any, ...]]]:
        with open_corpus(self.db_path, read_only=True) as connection:
            return [connection.fetch_all(sql) for sql in TEXT_ROWS]

    def stored(self) -> tuple[list[str], Vectors]:
        """Return the texts with the active generation's vector of each, in one order."""
        with open_corpus(self.db_path, read_only=True) as connection:
            assert check_corpus(connection) == []
            active = active_generation(connection)
            assert active is not None
            rows = connection.fetch_all(
                f"SELECT l.text_id, v.embedding FROM vector_log l"  # noqa: S608 - the table's name
                f" JOIN {active.table} v ON v.rowid = l.seq"
                " WHERE l.generation_id = ? ORDER BY l.text_id",
                (active.generation_id,),
            )
            texts = texts_by_id(connection, [row[0] for row in rows])
            n_texts = connection.fetch_all("SELECT count(*) FROM texts")[0][0]
        assert len(rows) == len(texts) == n_texts, "a vector is lost"
        blobs = b"".join(row[1] for row in rows)
        vectors = np.frombuffer(blobs, "<f4").reshape(len(rows), active.fingerprint.dim)
        return [texts[row[0]] for row in rows], vectors

    def assert_as_made_directly(self, shape: Shape, dim: int) -> None:
        texts, vectors = self.stored()
        assert vectors.shape == (N_FILES, dim)
        expected = self.reference(shape).encode(
            texts, prompt=shape.document_prompt, truncate_dim=dim, normalize_embeddings=True
        )
        cosines = (vectors * expected).sum(axis=1)
        assert cosines.min() >= MIN_COSINE, (shape.name, cosines.min())
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
        self.assert_found_best_first(shape, texts, expected)

    def assert_found_best_first(self, shape: Shape, texts: list[str], vectors: Vectors) -> None:
        query = self.reference(shape).encode(
            QUERY,
            prompt=shape.query_prompt,
            truncate_dim=vectors.shape[1],
            normalize_embeddings=True,
        )
        cosines = dict(zip(texts, vectors @ query, strict=True))
        found = [
            cosines[(self.folder / name).read_text(encoding="utf-8")] for name in self.found(shape)
        ]
        best = sorted(cosines.values(), reverse=True)[:N_HITS]
        assert np.allclose(found, best, atol=NEAR_TIE), shape.name


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """The models, made and loaded once, and the worker; its folder is no test's."""
    client = start_client(root=str(ROOT), venv="")
    try:
        yield Bench(tmp_path_factory.mktemp("unused"), tmp_path_factory.mktemp("models"), client)
    finally:
        client.close()


@pytest.fixture
def bench(models: Bench, tmp_path: Path) -> Bench:
    """The models with a folder of the test's own."""
    draw = random.Random(3)
    for number in range(N_FILES):
        words = " ".join(draw.choices(WORDS[:-4], k=40))
        (tmp_path / f"{number:02}.txt").write_text(f"{words} n{number}", encoding="utf-8")
    return replace(models, folder=tmp_path)


def test_every_shape_is_indexed_searched_and_switched_back_to(bench: Bench) -> None:
    bench.client.maintain(MaintainRequest(str(bench.folder), model_id=NO_MODEL_ID))
    text_index = bench.text_index()
    for shape in SHAPES:
        report = bench.maintain(shape)
        assert report.n_encoded == N_FILES, report.notes
        assert (report.model.model_id, report.model.dim) == (str(bench.model(shape)), shape.dim)
        bench.assert_as_made_directly(shape, shape.dim)
    for shape in reversed(SHAPES):
        assert bench.maintain(shape).n_encoded == 0, f"{shape.name} was encoded twice"
        bench.assert_as_made_directly(shape, shape.dim)
    assert bench.text_index() == text_index
    with open_corpus(bench.db_path, read_only=True) as connection:
        fingerprints = [g.fingerprint for g in all_generations(connection)]
    assert [f.pooling for f in fingerprints] == [shape.pooling for shape in SHAPES]
    assert [f.max_tokens for f in fingerprints] == [shape.window for shape in SHAPES]


@pytest.mark.parametrize(
    ("shape", "dim"),
    [(shape, dim) for shape in SHAPES for dim in shape.mrl_dims],
    ids=lambda value: value.name if isinstance(value, Shape) else str(value),
)
def test_a_cut_is_made_of_the_whole_vectors_and_may_be_undone(
    bench: Bench, shape: Shape, dim: int
) -> None:
    bench.maintain(shape)
    report = bench.maintain(shape, dim=dim)
    assert (report.n_encoded, report.model.dim) == (0, dim), report.notes
    assert not any("Meaning search" in note for note in report.notes), report.notes
    bench.assert_as_made_directly(shape, dim)
    assert bench.maintain(shape, dim=dim).n_encoded == 0
    assert bench.maintain(shape).n_encoded == 0
    bench.assert_as_made_directly(shape, shape.dim)


def test_a_cut_that_the_model_was_not_made_for_changes_nothing(bench: Bench) -> None:
    shape = SHAPES[0]
    bench.maintain(shape)
    report = bench.maintain(shape, dim=16)
    assert f"{bench.model(shape)} gives no vectors of 16 dimensions, only 32." in str(report)
    bench.assert_as_made_directly(shape, shape.dim)


def test_code_of_a_models_own_runs_only_by_name(bench: Bench) -> None:
    shape = next(shape for shape in SHAPES if shape.has_own_code)
    before = bench.maintain(SHAPES[0])
    report = bench.maintain(shape, trusted=False)
    assert "comes with program code of its own" in report.model.reason
    assert report.model.model_id == str(bench.model(SHAPES[0])), "the old vectors answer"
    assert report.model.reason.endswith("The index still answers with it.")
    assert report.coverage.n_chunks_embedded == before.coverage.n_chunks_embedded
    bench.assert_as_made_directly(SHAPES[0], SHAPES[0].dim)
    bench.maintain(shape)
    bench.assert_as_made_directly(shape, shape.dim)
    refused = bench.client.search(SearchRequest(str(bench.folder), QUERY, mode=SearchMode.DENSE))
    assert refused.hits == ()
    assert "comes with program code of its own" in refused.message
