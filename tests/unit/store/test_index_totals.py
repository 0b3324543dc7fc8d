"""Words weigh as in a fresh index, however often the files were read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.embeddings.venv.store.index_totals import (
    MIN_REMOVED,
    counts_removed_rows,
    rebuild_index,
)
from plugin.embeddings.venv.store.integrity import check_corpus
from plugin.embeddings.venv.store.lexical import LexicalQuery, search_lexical
from plugin.embeddings.venv.store.scope import Scope
from tests.fixtures_search import CorpusFolder

if TYPE_CHECKING:
    from pathlib import Path

N_FILES = 4
N_PARAGRAPHS = MIN_REMOVED // N_FILES


def written(folder: Path, *, n_times: int) -> CorpusFolder:
    """Return files whose every paragraph has a common word, one of ten a rare one."""
    corpus = CorpusFolder(folder)
    for _ in range(n_times):
        for number in range(N_FILES):
            lines = [
                f"common line {place}" + " rare" * (place % 10 == 0)
                for place in range(N_PARAGRAPHS)
            ]
            corpus.write(f"{number}.txt", "\n\n".join(lines))
    return corpus


def scores(corpus: CorpusFolder) -> list[float]:
    asked = LexicalQuery((("rare",), ("line",)))
    with corpus.open_writer() as connection:
        return [score for _, score in search_lexical(connection, asked, Scope(), limit=50)]


def test_files_that_were_read_again_score_as_in_a_fresh_index(tmp_path: Path) -> None:
    fresh, again = tmp_path / "fresh", tmp_path / "again"
    once, twice = written(fresh, n_times=1), written(again, n_times=2)
    assert scores(twice) != pytest.approx(scores(once)), "the drift that is to be mended"
    with twice.open_writer() as connection:
        assert counts_removed_rows(connection)
        rebuild_index(connection)
        assert not counts_removed_rows(connection)
        assert check_corpus(connection) == []
    assert scores(twice) == pytest.approx(scores(once))


def test_a_fresh_index_and_an_empty_one_are_left_alone(tmp_path: Path) -> None:
    for folder, n_times in ((tmp_path / "one", 1), (tmp_path / "none", 0)):
        with written(folder, n_times=n_times).open_writer() as connection:
            assert not counts_removed_rows(connection)


def test_a_stopped_rebuild_leaves_the_index_as_it_was(tmp_path: Path) -> None:
    corpus = written(tmp_path, n_times=2)
    before = scores(corpus)

    def stop() -> None:
        raise InterruptedError

    with corpus.open_writer() as connection:
        with pytest.raises(InterruptedError):
            rebuild_index(connection, check=stop)
        assert check_corpus(connection) == []
    assert scores(corpus) == before
