"""Levels and sections on the command line: real scripts, the real worker, the embedded model."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from tests.integration.test_scripts import run_script

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """# Storage

Keep the apples in a cool cellar. They last until spring when nothing touches them.

## Cellar

The cellar must be dark and damp. A bucket of water in the corner is enough for that.

# Juice

Press the fruit on the day it falls. Heat the juice to eighty degrees and bottle it at once.
"""


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("orchard")
    (folder / "fruit.md").write_text(TEXT)
    (folder / "note.txt").write_text("Order new bottles before the harvest begins.")
    done = run_script("index_embeddings_folder.py", str(folder), "--json")
    assert done.returncode == 0, done.stderr
    return folder


def search(folder: Path, *options: str) -> list[dict[str, object]]:
    arguments = ("how hot must the pressed juice get", "--folder", str(folder), "--json", *options)
    done = run_script("search_embeddings_folder.py", *arguments)
    assert done.returncode == 0, done.stderr
    hits: list[dict[str, object]] = json.loads(done.stdout)["hits"]
    return hits


def test_a_search_of_sections_tells_the_section(orchard: Path) -> None:
    (hit, *others) = search(orchard, "--level", "sections")
    assert others
    section = hit["section"]
    assert isinstance(section, dict)
    assert (hit["type"], section["heading"], section["level"]) == ("section", "Juice", 1)
    assert section["location"] == "line=9"
    assert "juice" in section["keywords"]


def test_levels_and_return_types_reach_the_worker(orchard: Path) -> None:
    for options in (
        ("--level", "fused", "--section-weight", "1"),
        ("--level", "sections", "--return-type", "documents"),
        ("--level", "documents"),
    ):
        hits = search(orchard, *options)
        assert (hits[0]["type"], hits[0]["path"]) == ("document", "fruit.md")
        assert len({str(hit["path"]) for hit in hits}) == len(hits)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--level", "documents", "--return-type", "sections"), "documents returns documents"),
        (("--section-weight", "2"), "must be 0 to 1"),
        (("--level", "pages"), "invalid choice"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(
    orchard: Path, options: tuple[str, ...], sentence: str
) -> None:
    done = run_script("search_embeddings_folder.py", "juice", "--folder", str(orchard), *options)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_the_dump_shows_sections_and_a_rebuild_changes_their_strategy(orchard: Path) -> None:
    wrong = run_script("index_embeddings_folder.py", str(orchard), "--section-strategy", "mean")
    assert wrong.returncode == 1
    assert "must be 'centroid' or 'rawspan'" in wrong.stderr
    for strategy in ("rawspan", "centroid"):
        rebuilt = run_script(
            "index_embeddings_folder.py",
            str(orchard),
            "--rebuild-sections",
            "--section-strategy",
            strategy,
        )
        assert rebuilt.returncode == 0, rebuilt.stderr
        dump = run_script("dump_embeddings_cache.py", str(orchard), "--sections")
        assert f"sections by {strategy}" in dump.stdout
        assert "2 Cellar  [" in dump.stdout
        assert "not by meaning" not in dump.stdout
    assert "0 (before first heading)" in dump.stdout  # note.txt has no heading


def test_the_outline_is_shown_without_an_index(tmp_path: Path) -> None:
    (tmp_path / "fruit.md").write_text(TEXT)
    done = run_script("extract_passages.py", "--outline", "--json", str(tmp_path / "fruit.md"))
    assert done.returncode == 0, done.stderr
    sections = json.loads(done.stdout)["sections"]
    assert [(s["level"], s["heading"]) for s in sections] == [
        (1, "Storage"),
        (2, "Cellar"),
        (1, "Juice"),
    ]
    assert sections[0]["start"] == 0
    assert all(s["start"] == before["end"] + 1 for before, s in pairwise(sections))
    shown = run_script("extract_passages.py", "--outline", str(tmp_path / "fruit.md"))
    assert "Cellar" in shown.stdout
