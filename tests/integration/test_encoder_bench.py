"""The encoder's bench as a command: one object, the exit codes, and a folder's own chunks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from plugin.contracts.models import EMBEDDED_ENGLISH_MODEL_ID

ROOT = Path(__file__).resolve().parents[2]


def run_bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "bench_embeddings.py"), *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_folders_chunks_are_compared_and_told_as_one_object(tmp_path: Path) -> None:
    for n in range(6):
        text = f"The alarm code of room {n} changes on the first Monday. " * 4
        (tmp_path / f"room {n}.txt").write_text(text, encoding="utf-8")
    done = run_bench("--folder", str(tmp_path), "--rounds", "1", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    result = json.loads(done.stdout)
    assert result["n_texts"] >= 6
    fast, ours, reference = result["encoders"]
    assert ("ONNX" in fast["name"], reference["ratio"]) == (True, 1.0)
    for encoder in (fast, ours):
        assert encoder["cosine_min"] >= 0.9999
        assert encoder["ratio"] > 0
        assert 0 < encoder["query_p50_ms"] <= encoder["query_p95_ms"]


def test_a_folder_without_text_fails_with_two(tmp_path: Path) -> None:
    done = run_bench("--folder", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "no text" in done.stderr


def test_wrong_usage_is_one() -> None:
    assert run_bench("--texts", "0").returncode == 1


def test_a_cold_start_is_measured_with_and_without_the_fast_lane() -> None:
    done = run_bench("--cold", "--json", "--model", EMBEDDED_ENGLISH_MODEL_ID)
    assert (done.returncode, done.stderr) == (0, "")
    words, fast, slow = json.loads(done.stdout)["cold_starts"]
    assert words["cpu_s"] < fast["cpu_s"] < slow["cpu_s"] / 2
