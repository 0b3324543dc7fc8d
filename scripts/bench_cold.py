"""What a fresh worker costs before its first answer, with and without the fast lane."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli import ROOT, Failure
from session import worker_session

from plugin.contracts.maintain import MaintainRequest
from plugin.contracts.methods import StatusRequest
from plugin.contracts.models import NO_MODEL_ID
from plugin.contracts.search import SearchRequest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LANE_VARIABLE = "WRITERAGENT_FAST_LANE"
SAMPLES = ROOT / "samples"
QUESTION = "who may work from home"


@dataclass(frozen=True)
class ColdStart:
    """One fresh worker's first answer; cpu_s is all that the worker took from start to end."""

    name: str
    cpu_s: float
    wall_s: float


def cold_starts(model_id: str) -> list[ColdStart]:
    """Return what workers cost by keywords alone, on the fast lane, and without it.

    The sample documents are indexed first, in a folder of their own. Raises Failure on Windows,
    which does not tell what ended processes took.
    """
    if os.name != "posix":
        raise Failure("Only POSIX tells what a process took.", hint="Run it on Linux or macOS.")
    with tempfile.TemporaryDirectory() as place:
        folder = str(Path(place) / "samples")
        shutil.copytree(SAMPLES, folder, ignore=shutil.ignore_patterns("writeragent_embeddings"))
        with worker_session("") as client:
            client.maintain(MaintainRequest(folder, model_id=model_id))
        with worker_session("") as client:
            lane = client.status(StatusRequest(folder)).model.lane
        return [
            _start("keywords alone", folder, NO_MODEL_ID, lane="on"),
            _start(lane.partition(";")[0].rstrip("."), folder, model_id, lane="on"),
            _start("without the fast lane", folder, model_id, lane="off"),
        ]


def cold_lines(starts: Sequence[ColdStart]) -> Iterator[str]:
    """Yield a table for people."""
    yield f"{'first answer of a fresh worker':<52}{'CPU s':>7}{'wall s':>8}"
    for start in starts:
        yield f"{start.name:<52}{start.cpu_s:>7.2f}{start.wall_s:>8.2f}"


def _start(name: str, folder: str, model_id: str, *, lane: str) -> ColdStart:
    before = os.environ.get(LANE_VARIABLE)
    os.environ[LANE_VARIABLE] = lane  # which the worker inherits
    cpu_s, wall_s = _cpu_s_of_ended_workers(), time.perf_counter()
    try:
        with worker_session("") as client:
            client.search(SearchRequest(folder, QUESTION, model_id=model_id))
            wall_s = time.perf_counter() - wall_s
    finally:
        del os.environ[LANE_VARIABLE]
        if before is not None:
            os.environ[LANE_VARIABLE] = before
    return ColdStart(name, round(_cpu_s_of_ended_workers() - cpu_s, 2), round(wall_s, 2))


def _cpu_s_of_ended_workers() -> float:
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
