"""Why a model has no fast lane."""

from __future__ import annotations


class LaneImpossible(Exception):
    """A model that the fast lane cannot serve; its text is half a sentence, for users."""
