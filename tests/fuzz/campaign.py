"""Mutated files through the real extraction child, one after another, each one judged.

Owns: running numbers and collecting what was found. Does not own: the damage (mutations), what
must hold (soundness). "python -m tests.fuzz.campaign FIRST LAST" prints what a range of numbers
finds; "... NUMBER --keep FILE" writes that one file.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from plugin.contracts.corpus import FileState
from plugin.embeddings.venv.extract.isolation import IsolatedExtractor
from plugin.embeddings.venv.extract.process_memory import peak_bytes
from tests.fuzz.mutations import Mutant, mutant
from tests.fuzz.seeds import legacy_seeds, made_seeds
from tests.fuzz.soundness import faults_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from plugin.documents.passages import ExtractedDocument
    from tests.fuzz.seeds import Seed

# A file of a few kilobytes: a tenth of a second is much, five are a hang.
SLOW_S = 5.0
PEAK_BYTES = 512 << 20
_DEATH = "The reader stopped while reading this file."
_SLIP = "The file cannot be read ("
_ESCAPE = "The file cannot be read: "


@dataclass(frozen=True)
class Finding:
    """One file for which something does not hold."""

    mutant: Mutant
    fault: str

    def __str__(self) -> str:
        return f"{self.mutant.number} ({self.mutant.name}; {self.mutant.story}): {self.fault}"


@dataclass
class Result:
    """What a range of numbers gave; findings are faults, slips states that name no cause."""

    states: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    slips: list[Finding] = field(default_factory=list)
    n_deaths: int = 0
    slowest_s: float = 0.0
    slowest: str = ""
    peak_bytes: int = 0
    n_too_deep: int = 0

    def summary(self) -> str:
        """Return the figures in lines."""
        states = ", ".join(f"{name} {count}" for name, count in self.states.most_common())
        return (
            f"{sum(self.states.values())} files: {states}\n"
            f"slowest {self.slowest_s:.2f} s ({self.slowest}), peak {self.peak_bytes >> 20} MB, "
            f"{self.n_deaths} deaths, {self.n_too_deep} too deep, "
            f"{len(self.findings)} faults, {len(self.slips)} slips"
        )


def run(seeds: Sequence[Seed], numbers: Iterable[int], folder: Path) -> Result:
    """Return what reading the files of these numbers gave; folder is for the file at hand."""
    result = Result()
    with IsolatedExtractor() as extractor:
        for number in numbers:
            made = mutant(seeds, number)
            path = folder / made.name
            path.write_bytes(made.data)
            started = (extractor.child_pid, cpu_s(extractor.child_pid))
            document = extractor.extract(path)
            _judge(result, made, document, _spent_s(extractor.child_pid, *started))
            result.peak_bytes = max(result.peak_bytes, peak_bytes(extractor.child_pid))
            path.unlink()
    return result


def cpu_s(pid: int) -> float:
    """Return the processor time that a process has used, 0 where the system does not tell.

    What a clock says of a file depends on what else the machine does.
    """
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _spent_s(pid: int, pid_before: int, cpu_before_s: float) -> float:
    return cpu_s(pid) - (cpu_before_s if pid == pid_before else 0.0)


def _judge(result: Result, made: Mutant, document: ExtractedDocument, took_s: float) -> None:
    result.states[document.state.value] += 1
    faults = faults_of(document)
    if took_s > SLOW_S or document.state is FileState.TIMEOUT:
        faults.append(f"took {took_s:.1f} s of computing: {document.reason}")
    if document.reason == _DEATH:
        result.n_deaths += 1
        faults.append("the child died")
    if document.reason.startswith(_ESCAPE):
        faults.append(document.reason)
    result.findings += [Finding(made, fault) for fault in faults]
    result.n_too_deep += "nested too deeply" in document.reason
    if document.reason.startswith(_SLIP):
        result.slips.append(Finding(made, document.reason))
    if took_s > result.slowest_s:
        result.slowest_s, result.slowest = took_s, f"{made.number} {made.story}"


def main(arguments: Sequence[str]) -> int:
    """Print what a range of numbers finds and return the exit status."""
    parser = argparse.ArgumentParser(description="Damaged files through the extraction child.")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int, nargs="?")
    parser.add_argument("--legacy", action="store_true", help="start from .doc, .xls and .ppt")
    parser.add_argument("--keep", type=Path, help="write the first number's file here and stop")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        seeds = legacy_seeds(Path(folder)) if options.legacy else made_seeds()
        if options.keep:
            options.keep.write_bytes(mutant(seeds, options.first).data)
            return 0
        last = options.last if options.last is not None else options.first
        result = run(seeds, range(options.first, last + 1), Path(folder))
    for finding in (*result.findings, *result.slips):
        print(finding)  # noqa: T201 - this is what the command is for
    print(result.summary())  # noqa: T201 - the same
    return bool(result.findings)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
