"""Damaged files of every format: each gets a sound document, none costs more than itself.

The default run reads a few hundred; "make fuzz" reads thousands more, other ones by FUZZ_FIRST.
"""

from __future__ import annotations

import os
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.maintain import MaintainRequest
from plugin.contracts.models import NO_MODEL_ID
from plugin.embeddings.client import start_client
from plugin.embeddings.venv.extract import extract_document
from tests.fuzz import campaign
from tests.fuzz.mutations import mutant
from tests.fuzz.seeds import Seed, legacy_seeds, made_seeds
from tests.fuzz.soundness import faults_of
from tests.slow_document import group_of

if TYPE_CHECKING:
    from pathlib import Path

N_QUICK = 300
N_FULL = 5000
N_LEGACY = 200
N_FOLDER = 200


def assert_sound(result: campaign.Result, n_files: int) -> None:
    print(result.summary())  # noqa: T201 - what make fuzz is run for
    assert not result.findings, "\n".join(map(str, result.findings))
    assert not result.slips, "\n".join(map(str, result.slips))
    assert sum(result.states.values()) == n_files
    assert result.peak_bytes < campaign.PEAK_BYTES


@pytest.mark.parametrize("seed", made_seeds(), ids=lambda seed: seed.extension)
def test_every_seed_is_read_whole(seed: Seed, tmp_path: Path) -> None:
    path = tmp_path / f"whole.{seed.extension}"
    path.write_bytes(seed.data)
    document = extract_document(path)
    assert document.state.has_text, document.reason
    assert faults_of(document) == []
    text = " ".join(passage.text for passage in document.passages)
    # The damage would tell little of a reader that finds nothing in the whole file.
    assert any(word in text for word in ("Country", "Results", "Slide title", "Harbour dues"))


def test_a_number_makes_the_same_file_again() -> None:
    seeds = made_seeds()
    assert [mutant(seeds, n) for n in range(40)] == [mutant(made_seeds(), n) for n in range(40)]
    assert len({mutant(seeds, number).data for number in range(200)}) > 190


def test_a_few_hundred_damaged_files(tmp_path: Path) -> None:
    assert_sound(campaign.run(made_seeds(), range(N_QUICK), tmp_path), N_QUICK)
    # No process is left behind: the pid of the child is gone from its parent's group.
    assert [pid for pid in group_of(os.getpgid(0)) if _is_child(pid)] == []


@pytest.mark.fuzz
@pytest.mark.timeout(3600)
def test_thousands_of_damaged_files(tmp_path: Path) -> None:
    first = int(os.environ.get("FUZZ_FIRST", str(N_QUICK)))
    numbers = range(first, first + N_FULL)
    assert_sound(campaign.run(made_seeds(), numbers, tmp_path), N_FULL)


@pytest.mark.fuzz
@pytest.mark.office
@pytest.mark.timeout(3600)
def test_damaged_files_of_the_old_binary_formats(tmp_path: Path) -> None:
    seeds = legacy_seeds(tmp_path)
    assert [seed.extension for seed in seeds] == ["doc", "xls", "ppt"]
    first = int(os.environ.get("FUZZ_FIRST", "0"))
    assert_sound(campaign.run(seeds, range(first, first + N_LEGACY), tmp_path), N_LEGACY)


@pytest.mark.slow
def test_a_folder_of_damaged_files_ends_with_a_state_for_each(tmp_path: Path) -> None:
    folder = tmp_path / "damaged"
    folder.mkdir()
    made = [mutant(made_seeds(), 20_000 + number) for number in range(N_FOLDER)]
    for each in made:
        (folder / each.name).write_bytes(each.data)
    (folder / "whole.txt").write_text("The one that is whole.")
    request = MaintainRequest(str(folder), model_id=NO_MODEL_ID)
    with closing(start_client(venv=sys.prefix)) as client:
        report = client.maintain(request)
        again = client.maintain(request)
    expected = {each.name for each in made} | {"whole.txt"}
    assert {file.path for file in report.files} == expected
    assert [file.path for file in report.files if bool(file.reason) == (file.state == "ok")] == []
    assert again.n_unchanged == len(expected)


def _is_child(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as stream:  # noqa: PTH123 - no file of the disk
            return b"venv.extract" in stream.read()
    except OSError:
        return False
