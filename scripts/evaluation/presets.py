"""Named evaluations and the figures to beat: the reader of presets.toml.

Owns: what stands in that file, and its checks. Does not own: running them (comparison).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import tomllib
from cli import ROOT

from plugin.contracts.errors import BadRequest
from plugin.contracts.search import SearchMode

if TYPE_CHECKING:
    from collections.abc import Mapping

PRESETS_PATH = Path(__file__).with_name("presets.toml")
QUESTIONS_FOLDER = PRESETS_PATH.with_name("questions")
DEFAULT_SHARED = ROOT.parent / "shared"


@dataclass(frozen=True)
class Baseline:
    """A figure measured outside this project; was_other_questions makes it no bar to pass."""

    way: str
    measure: str
    value: float
    source: str
    model: str = ""
    was_other_questions: bool = False

    def is_for(self, mode: SearchMode, model_id: str) -> bool:
        """Return whether the figure stands beside a mode's with a model."""
        return self.way == mode.value and self.model in model_id


@dataclass(frozen=True)
class PresetSet:
    """A set of a preset: where it lies, how it is asked, its baselines.

    data and queries are folders below the shared one. own_questions is one below QUESTIONS_FOLDER:
    questions that the project wrote itself, asked of data instead of those that lie there.
    """

    name: str
    data: str
    queries: str = ""
    own_questions: str = ""
    is_inside: bool = False
    are_sections: bool = False
    n_known_items: int = 0
    baselines: tuple[Baseline, ...] = ()

    def queries_folder(self, shared: Path) -> Path | None:
        """Return the folder of the questions, None where they lie beside the documents."""
        if self.own_questions:
            return QUESTIONS_FOLDER / self.own_questions
        return shared / self.queries if self.queries else None


@dataclass(frozen=True)
class Preset:
    """A named evaluation of several sets; max_queries 0 asks all questions of each.

    Without models the search's own choice is measured.
    """

    name: str
    title: str
    sets: tuple[PresetSet, ...]
    modes: tuple[SearchMode, ...]
    max_queries: int = 0
    models: tuple[str, ...] = ()


def read_presets(path: Path = PRESETS_PATH) -> dict[str, Preset]:
    """Return the presets by name, in the order of the file."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    sets = {name: _set(name, table) for name, table in content["set"].items()}
    return {
        name: Preset(
            name,
            table["title"],
            tuple(sets[set_name] for set_name in table["sets"]),
            tuple(SearchMode(mode) for mode in table["modes"]),
            table.get("max_queries", 0),
            tuple(table.get("models", ())),
        )
        for name, table in content["preset"].items()
    }


def preset_named(name: str) -> Preset:
    """Return a preset; raises BadRequest with the names that there are."""
    presets = read_presets()
    if name not in presets:
        raise BadRequest(f"There is no preset {name}.", hint=f"There are: {', '.join(presets)}.")
    return presets[name]


def _set(name: str, table: Mapping[str, object]) -> PresetSet:
    rows = table.get("baselines", [])
    if not isinstance(rows, list):
        raise TypeError(f"The baselines of {name} are no list.")
    if "queries" in table and "own_questions" in table:
        raise ValueError(f"The set {name} has questions in two places.")
    return PresetSet(
        name=name,
        data=str(table["data"]),
        queries=str(table.get("queries", "")),
        own_questions=str(table.get("own_questions", "")),
        is_inside=bool(table.get("inside", False)),
        are_sections=bool(table.get("sections", False)),
        n_known_items=int(str(table.get("known_items", 0))),
        baselines=tuple(_baseline(row) for row in rows),
    )


def _baseline(row: Mapping[str, object]) -> Baseline:
    return Baseline(
        way=str(row["way"]),
        measure=str(row["measure"]),
        value=float(str(row["value"])),
        source=str(row["source"]),
        model=str(row.get("model", "")),
        was_other_questions=bool(row.get("other", False)),
    )
