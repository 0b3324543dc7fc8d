"""Owns what a developer without LibreOffice is told to run; finding it is the product's."""

from __future__ import annotations

from plugin.scripting.office_installation import (
    PROGRAM_VARIABLE,
    Installation,
    find_installation,
)

__all__ = ["HOW_TO_GET_IT", "Installation", "find_installation"]

HOW_TO_GET_IT = f"run: python3 scripts/setup_office.py (or set {PROGRAM_VARIABLE} to its folder)"
