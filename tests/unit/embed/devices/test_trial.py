"""A device is trusted in the first precision in which its vectors are those of the CPU."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from plugin.embeddings.venv.embed.devices.choice import DeviceChoice
from plugin.embeddings.venv.embed.devices.table import ACCELERATORS
from plugin.embeddings.venv.embed.devices.trial import (
    MIN_COSINE,
    TRIAL_TEXTS,
    difference,
    load_trusted,
)

CUDA = next(row for row in ACCELERATORS if row.kind == "cuda")
CHOICE = DeviceChoice("cuda", "it is there", CUDA, ("float16", "bfloat16", "float32"))
RIGHT = np.random.default_rng(7).normal(size=(len(TRIAL_TEXTS), 32)).astype(np.float32)


@dataclass
class OnCard:
    """What a card makes of a model: these vectors, or this failure."""

    vectors: np.ndarray
    failure: Exception | None = None

    def encode(self, texts: list[str]) -> np.ndarray:
        assert texts == list(TRIAL_TEXTS)
        if self.failure is not None:
            raise self.failure
        return self.vectors


def turned(cosine: float) -> np.ndarray:
    """Return the right vectors, each turned by the same angle."""
    units = RIGHT / np.linalg.norm(RIGHT, axis=1, keepdims=True)
    aside = np.roll(units, 1, axis=0)
    aside -= (aside * units).sum(axis=1, keepdims=True) * units
    aside /= np.linalg.norm(aside, axis=1, keepdims=True)
    return np.asarray(cosine * units + np.sqrt(1 - cosine**2) * aside, dtype=np.float32)


def trusted(**cards: OnCard) -> tuple[str, str, str]:
    """Return device, dtype and note for a card that gives these vectors in each precision."""
    loads: list[tuple[str, str]] = []

    def load(device: str, dtype: str) -> OnCard:
        loads.append((device, dtype))
        return OnCard(RIGHT) if device == "cpu" else cards[dtype]

    found = load_trusted(CHOICE, load, OnCard.encode)
    assert loads[0] == ("cpu", "float32")
    return found.device, found.dtype, found.note


def test_the_first_precision_that_keeps_the_vectors_is_used() -> None:
    assert trusted(float16=OnCard(turned(0.9999))) == ("cuda", "float16", "")


def test_a_precision_that_turns_them_is_passed_over() -> None:
    found = trusted(
        float16=OnCard(np.full_like(RIGHT, np.nan)),
        bfloat16=OnCard(turned(0.998)),
        float32=OnCard(turned(1.0)),
    )
    assert found == ("cuda", "float32", "")


@pytest.mark.parametrize(
    ("card", "words"),
    [
        (OnCard(turned(0.5)), "differ from the CPU's (cosine 0.5000, 0.999 is needed)"),
        (OnCard(np.zeros_like(RIGHT)), "cosine 0.0000"),
        (OnCard(np.full_like(RIGHT, np.inf)), "not finite"),
        (OnCard(RIGHT, RuntimeError("no kernel image\nmore")), "no kernel image"),
        (OnCard(RIGHT, MemoryError()), "MemoryError"),
    ],
)
def test_a_card_that_is_wrong_in_all_of_them_leaves_the_cpu_and_says_so(
    card: OnCard, words: str
) -> None:
    device, dtype, note = trusted(float16=card, bfloat16=card, float32=card)
    assert (device, dtype) == ("cpu", "float32")
    assert note.startswith("CUDA was tried with this model and is not used: ")
    assert words in note
    assert "\n" not in note


def test_the_bound_is_where_it_is_said() -> None:
    assert difference(turned(MIN_COSINE + 1e-5), RIGHT) == ""
    assert "cosine 0.9989" in difference(turned(MIN_COSINE - 1e-4), RIGHT)
    assert "shape" in difference(RIGHT[:2], RIGHT)
