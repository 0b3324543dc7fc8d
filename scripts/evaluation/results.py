"""The results that the project publishes: a file of figures, and the table made of it.

Owns: docs/results.json (the last figures of each preset, with date, command, model and machine)
and the part of the README between two marks. A run of some presets replaces theirs and leaves the
others as they are. Does not own: measuring (comparison), the form of a table (comparison_table).
"""

from __future__ import annotations

import json
import platform
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli import Failure

from evaluation.comparison import Line, Verdict
from evaluation.comparison_table import markdown_lines
from evaluation.measures import Estimate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"
_CPU_INFO = Path("/proc/cpuinfo")


@dataclass(frozen=True)
class PresetResult:
    """The figures of one preset and how they were got; measured_on is a date, YYYY-MM-DD."""

    preset: str
    title: str
    measured_on: str
    command: str
    machine: str
    lines: tuple[Line, ...]

    @property
    def models(self) -> list[str]:
        """Return the models that took part, in order."""
        return list(dict.fromkeys(line.model_id for line in self.lines if line.model_id))


def read_results(path: Path) -> list[PresetResult]:
    """Return the results of a file; none where there is no file."""
    if not path.is_file():
        return []
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))["presets"]
        return [_result(row) for row in rows]
    except (ValueError, KeyError, TypeError) as error:
        raise Failure(
            f"{path} cannot be read as results.", hint="Restore it, or move it away."
        ) from error


def write_results(path: Path, results: Sequence[PresetResult]) -> None:
    """Write results as JSON that a diff shows line by line."""
    content = {"presets": [asdict(result) for result in results]}
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(_rounded(content), indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


def merged(
    old: Sequence[PresetResult], new: Sequence[PresetResult], order: Sequence[str]
) -> list[PresetResult]:
    """Return the newest result of each preset, in the order of the presets' names.

    One without a line, as nothing of it could be measured, leaves the older one in place.
    """
    by_name = {result.preset: result for result in old}
    by_name |= {result.preset: result for result in new if result.lines}
    return [by_name[name] for name in order if name in by_name]


def table_block(results: Sequence[PresetResult]) -> Iterator[str]:
    """Yield the README's part: for each preset how it was measured, and its table."""
    for result in results:
        models = ", ".join(result.models) or "no model"
        how = f"{models}; {result.measured_on}, {result.machine}; `{result.command}`"
        yield f"**{result.title}** ({how})"
        yield ""
        yield from markdown_lines(result.lines)
        yield ""


def with_block(text: str, block: Iterator[str]) -> str:
    """Return a document with its part between the marks replaced; raises Failure without marks."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise Failure(
            "The document has no place for the results.",
            hint=f'Put the lines "{BEGIN}" and "{END}" where the table belongs.',
        )
    lines = "\n".join(block).strip("\n")
    between = f"\n\n{lines}\n\n" if lines else "\n\n"
    return f"{before}{BEGIN}{between}{END}{after}"


def machine_name(n_cores: int, device: str) -> str:
    """Return the machine's class in a few words: cores, processor, device."""
    known = device or "cpu"
    gpu = "no GPU" if known == "cpu" else known
    return f"{n_cores} cores ({_processor()}), {gpu}"


def _processor() -> str:
    if _CPU_INFO.is_file():
        for line in _CPU_INFO.read_text(encoding="utf-8", errors="replace").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def _rounded(value: Any) -> Any:  # noqa: ANN401 - whatever JSON has
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    return [_rounded(part) for part in value] if isinstance(value, (list, tuple)) else value


def _result(row: dict[str, Any]) -> PresetResult:
    return PresetResult(**{**row, "lines": tuple(_line(line) for line in row["lines"])})


def _line(row: dict[str, Any]) -> Line:
    measures = {name: Estimate(**value) for name, value in row["measures"].items()}
    verdicts = tuple(Verdict(**verdict) for verdict in row["verdicts"])
    return Line(**{**row, "measures": measures, "verdicts": verdicts})
