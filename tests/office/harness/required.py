"""Owns what happens without a LibreOffice: the tests skip in plain sight, a build server fails."""

from __future__ import annotations

import os

import pytest
from office_installation import HOW_TO_GET_IT, Installation, find_installation


def required_installation() -> Installation:
    """Return the LibreOffice to test with; without one skip, on a build server fail."""
    found = find_installation()
    if found is not None:
        return found
    reason = f"needs LibreOffice; {HOW_TO_GET_IT}"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
