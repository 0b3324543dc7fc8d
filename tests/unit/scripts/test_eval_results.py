"""Published results: kept by preset, put between two marks, the same for the same figures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from cli import ROOT, Failure
from evaluation.comparison import Line, Verdict
from evaluation.measures import Estimate
from evaluation.presets import read_presets
from evaluation.results import (
    BEGIN,
    END,
    PresetResult,
    machine_name,
    merged,
    read_results,
    table_block,
    with_block,
    write_results,
)

if TYPE_CHECKING:
    from pathlib import Path

LINE = Line(
    preset="english",
    set_name="cranfield",
    way="fts",
    model_id="",
    n_queries=225,
    measures={"nDCG@10": Estimate(0.373, 0.3, 0.4)},
    p50_ms=50.5,
    p95_ms=90.5,
    verdicts=(Verdict("nDCG@10", 0.369, "FTS5", passed=True),),
)
VECTORS = replace(LINE, way="vec", model_id="MiniLM", verdicts=())
ENGLISH = PresetResult("english", "English", "2026-01-31", "cmd --x", "2 cores", (LINE, VECTORS))
OFFICE = PresetResult("office", "Office", "2026-01-30", "cmd", "2 cores", (VECTORS,))
ORDER = ("english", "languages", "office")


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "docs" / "results.json"
    assert read_results(path) == []
    write_results(path, [ENGLISH, OFFICE])
    assert read_results(path) == [ENGLISH, OFFICE]


def test_a_preset_replaces_its_own_figures_alone() -> None:
    newer = replace(ENGLISH, measured_on="2026-02-01")
    assert merged([OFFICE, ENGLISH], [newer], ORDER) == [newer, OFFICE]
    nothing = replace(ENGLISH, measured_on="2026-02-02", lines=())
    assert merged([ENGLISH], [nothing], ORDER) == [ENGLISH]


def test_the_part_between_the_marks_is_replaced_and_the_rest_stays() -> None:
    text = f"# Title\n\n{BEGIN}\nold\n{END}\n\nEnd.\n"
    once = with_block(text, table_block([ENGLISH, OFFICE]))
    assert once.startswith(
        f"# Title\n\n{BEGIN}\n\n**English** (MiniLM; 2026-01-31, 2 cores; `cmd --x`)\n\n| set |"
    )
    assert "| cranfield | 225 | nDCG@10 | **.373** (.369) | .373 |" in once
    assert once.endswith(f"|\n\n{END}\n\nEnd.\n")
    assert "old" not in once
    assert with_block(once, table_block([ENGLISH, OFFICE])) == once


@pytest.mark.parametrize("text", ["no marks", f"{BEGIN} alone", f"{END} before {BEGIN}"])
def test_a_document_without_marks_is_refused(text: str) -> None:
    with pytest.raises(Failure, match="has no place for the results"):
        with_block(text, table_block([]))


def test_a_damaged_file_of_results_is_told(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_text('{"presets": [{"preset": "english"}]}', encoding="utf-8")
    with pytest.raises(Failure, match="cannot be read as results"):
        read_results(path)


def test_the_readme_has_what_the_results_say() -> None:
    """A table that somebody edited by hand, or forgot to write anew, is found here."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    results = read_results(ROOT / "docs" / "results.json")
    assert with_block(readme, table_block(results)) == readme
    assert [result.preset for result in results] == [
        name for name in read_presets() if name in {result.preset for result in results}
    ]


def test_a_machine_is_told_by_its_class() -> None:
    assert machine_name(2, "cpu").startswith("2 cores (")
    assert machine_name(2, "").endswith(", no GPU")
    assert machine_name(8, "cuda").endswith(", cuda")
