"""Several evaluations side by side: a line a set and way, with the figure to beat.

Owns: running presets one set after the other, and what passes. Does not own: one evaluation
(evaluate), how lines are shown (comparison_table).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from evaluation.evaluate import Wanted, evaluate
from evaluation.runs import Asking
from evaluation.ways import WayChoices, make_ways
from plugin.contracts.errors import BadRequest, EmbeddingsError
from plugin.contracts.search import DEFAULT_BACKEND, NO_RERANKER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from evaluation.evaluate import Evaluation
    from evaluation.measures import Estimate
    from evaluation.presets import Baseline, Preset, PresetSet
    from evaluation.runs import Run
    from plugin.contracts.search import RerankChoice, SearchLevel, SearchMode
    from plugin.embeddings.client import EmbeddingsClient


@dataclass(frozen=True)
class Choices:
    """What of a preset the caller decides: where the sets are, ways, how many questions.

    Empty modes and models are the preset's own; max_queries -1 is its own number, 0 asks all.
    """

    shared: Path
    modes: tuple[SearchMode, ...] = ()
    models: tuple[str, ...] = ()
    rerank: RerankChoice = NO_RERANKER
    levels: tuple[SearchLevel, ...] = ()
    backends: tuple[str, ...] = (DEFAULT_BACKEND,)
    k: int = 10
    is_deep: bool = True
    with_traces: bool = False
    max_queries: int = -1


@dataclass(frozen=True)
class Verdict:
    """A baseline beside what was measured; passed is None where it is no bar."""

    measure: str
    baseline: float
    source: str
    passed: bool | None


@dataclass(frozen=True)
class Line:
    """One set in one way."""

    preset: str
    set_name: str
    way: str
    model_id: str
    n_queries: int
    measures: dict[str, Estimate]
    p50_ms: float
    p95_ms: float
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True)
class NotMeasured:
    """A set that could not be measured, and why."""

    preset: str
    set_name: str
    reason: str


@dataclass(frozen=True)
class Comparison:
    """All lines of the presets, in order, and the evaluations that they came from."""

    titles: dict[str, str]
    lines: tuple[Line, ...]
    not_measured: tuple[NotMeasured, ...]
    evaluations: tuple[Evaluation, ...]

    def to_json(self) -> dict[str, object]:
        """Return the lines as plain values, without the answers."""
        return {
            "presets": self.titles,
            "lines": [asdict(line) for line in self.lines],
            "not_measured": [asdict(gap) for gap in self.not_measured],
        }


def compare_presets(
    client: EmbeddingsClient,
    presets: Sequence[Preset],
    choices: Choices,
    *,
    tell: Callable[[str], None],
) -> Comparison:
    """Return the comparison; tell gets a line before and after each set, for people who wait.

    A set that is not there or cannot be measured is told and left out, so that one of them does
    not cost the figures of the others.
    """
    lines: list[Line] = []
    gaps: list[NotMeasured] = []
    evaluations: list[Evaluation] = []
    for preset in presets:
        for number, one in enumerate(preset.sets, start=1):
            tell(f"{preset.name}: {one.name} ({number} of {len(preset.sets)})")
            try:
                evaluation = evaluate(client, wanted_of(preset, one, choices))
            except EmbeddingsError as error:
                tell(f"{one.name} is left out: {error.message}")
                gaps.append(NotMeasured(preset.name, one.name, error.message))
                continue
            evaluations.append(evaluation)
            found = list(_lines(preset, one, evaluation))
            tell("  " + ", ".join(map(_in_short, found)))
            lines += found
    titles = {preset.name: preset.title for preset in presets}
    return Comparison(titles, tuple(lines), tuple(gaps), tuple(evaluations))


def _in_short(line: Line) -> str:
    measure, estimate = next(iter(line.measures.items()))
    return f"{line.way} {measure} {estimate.mean:.3f}"


def wanted_of(preset: Preset, one: PresetSet, choices: Choices) -> Wanted:
    """Return what is to be measured of a set; raises BadRequest where it is not here."""
    data = choices.shared / one.data
    if not data.is_dir():
        raise BadRequest(
            f"There is no folder {data}.", hint="Name where the sets are: --shared DIR"
        )
    max_queries = preset.max_queries if choices.max_queries < 0 else choices.max_queries
    return Wanted(
        data=data,
        queries=one.queries_folder(choices.shared),
        ways=make_ways(
            WayChoices(
                choices.modes or preset.modes,
                choices.models or preset.models,
                choices.rerank,
                choices.levels,
                choices.backends,
            )
        ),
        asking=Asking(
            choices.k, choices.is_deep, one.is_inside, choices.with_traces, one.are_sections
        ),
        n_known_items=one.n_known_items,
        max_queries=max_queries,
    )


def _lines(preset: Preset, one: PresetSet, evaluation: Evaluation) -> Iterator[Line]:
    summary = evaluation.summary
    for run, mode in zip(evaluation.runs, summary.modes):
        model_id = _model(run, evaluation)
        yield Line(
            preset=preset.name,
            set_name=one.name,
            way=run.name,
            model_id=model_id,
            n_queries=summary.facts.n_queries - summary.facts.n_negatives,
            measures=mode.measures,
            p50_ms=mode.timing.p50_ms,
            p95_ms=mode.timing.p95_ms,
            verdicts=tuple(
                _verdict(baseline, mode.measures[baseline.measure])
                for baseline in one.baselines
                if baseline.is_for(run.way.mode, model_id) and baseline.measure in mode.measures
            ),
        )


def _model(run: Run, evaluation: Evaluation) -> str:
    if not run.way.needs_vectors:
        return ""
    return run.way.model_id or evaluation.summary.facts.model_id


def _verdict(baseline: Baseline, measured: Estimate) -> Verdict:
    # As shown: to three places.
    passed = round(measured.mean, 3) >= round(baseline.value, 3)
    return Verdict(
        baseline.measure,
        baseline.value,
        baseline.source,
        None if baseline.was_other_questions else passed,
    )
