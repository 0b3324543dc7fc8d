"""Causes read from what pip, uv and the system really print."""

from __future__ import annotations

import pytest

from plugin.scripting.environment.advice import HOW_TO_GET_PYTHON, next_step

NO_NETWORK = [
    "WARNING: Retrying after connection broken by 'NewConnectionError('",
    "Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')",
    "ERROR: Could not find a version that satisfies the requirement six (from versions: none)",
    "ERROR: No matching distribution found for six==1.17.0",
]
NO_NETWORK_UV = [
    "error: Request failed after 3 retries",
    "  Caused by: error sending request for url (https://example.org/simple/six/)",
    "  Caused by: dns error",
]
NO_WHEEL = [
    "ERROR: Could not find a version that satisfies the requirement torch==9 (from versions: none)",
    "ERROR: No matching distribution found for torch==9",
]
NO_WHEEL_UV = [
    "error: No solution found when resolving dependencies",
    "  cause: Because numpy==2.4.6 has no wheels with a matching Python ABI tag (e.g., `cp312`)",
]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (NO_NETWORK, "cannot be reached"),
        (NO_NETWORK_UV, "cannot be reached"),
        (NO_WHEEL, "has no build for this Python"),
        (NO_WHEEL_UV, "has no build for this Python"),
        (["ERROR: Could not install packages: [Errno 28] No space left on device"], "disk is full"),
        (["error: failed to write: No space left on device (os error 28)"], "disk is full"),
        (["[Errno 13] Permission denied: '/opt/venv'"], "no right to write"),
        (["[WinError 5] Access is denied: 'C:\\\\Program Files'"], "no right to write"),
        (["ssl.SSLCertVerificationError: CERTIFICATE_VERIFY_FAILED"], "not trusted"),
        (["ImportError: DLL load failed while importing _C"], "Visual C++"),
        (["Segmentation fault"], "details say why"),
        ([], "details say why"),
    ],
)
def test_each_cause_has_its_own_next_step(lines: list[str], words: str) -> None:
    assert words in next_step(lines)


def test_the_way_to_a_python_is_a_step_and_says_to_try_again() -> None:
    assert HOW_TO_GET_PYTHON.startswith(("Run: ", "Install "))
    assert HOW_TO_GET_PYTHON.endswith("then try again.")
