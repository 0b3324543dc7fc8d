"""Real nasty files: each is read in a process of its own and gives what its row expects."""

from __future__ import annotations

import pytest
import run_cases
from cases import read_cases

from tests.shared_data import shared_path


@pytest.mark.timeout(300)
def test_every_case_is_read_as_expected() -> None:
    folder = shared_path("cases")
    cases = read_cases(folder / run_cases.MANIFEST_NAME)
    outcomes = run_cases.run_cases(folder, cases).outcomes
    assert [(outcome.case.path, outcome.wrong) for outcome in outcomes if outcome.failed] == []
