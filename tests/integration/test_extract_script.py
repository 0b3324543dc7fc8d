"""The script that prints what is read of documents: its lines, its codes, from any directory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "extract_passages.py"
FIELDS = ["path", "state", "reason", "title", "language", "passages"]
PASSAGE_FIELDS = ["para_index", "kind", "location", "heading_path", "text", "runs"]


def run(*arguments: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
        cwd=cwd,
        env={**os.environ, "WRITERAGENT_VENV": sys.prefix, **environment},
    )


def lines_of(done: subprocess.CompletedProcess[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_one_json_line_a_file_with_place_and_languages(tmp_path: Path) -> None:
    (tmp_path / "prices.csv").write_text("fruit,price\napples,3\n", encoding="utf-8")
    (tmp_path / "読書.txt").write_text("読書会は金曜日です。", encoding="utf-8")
    done = run(
        "--json", "prices.csv", "読書.txt", cwd=tmp_path, LC_ALL="C", PYTHONIOENCODING="ascii"
    )
    assert (done.returncode, done.stderr) == (0, "")
    prices, reading = lines_of(done)
    assert list(prices) == FIELDS
    assert (prices["path"], prices["state"]) == ("prices.csv", "ok")
    passages = prices["passages"]
    assert isinstance(passages, list)
    assert list(passages[-1]) == PASSAGE_FIELDS
    assert passages[-1]["location"]["text"] == "line 2"
    assert passages[-1]["location"]["line"] == 2
    assert "読書会" in str(reading["passages"])
    for passage in passages:
        assert passage["runs"][0][0] == 0
        assert passage["runs"][-1][1] == len(passage["text"])


def test_the_language_of_plain_text_is_guessed_as_for_the_index(tmp_path: Path) -> None:
    text = "Der Hafen ist im Winter geschlossen, und die Boote liegen an Land.\n"
    (tmp_path / "hafen.txt").write_text(text * 3, encoding="utf-8")
    (answer,) = lines_of(run("--json", str(tmp_path / "hafen.txt")))
    assert answer["language"] == "de"


def test_a_folder_stands_for_its_documents_and_junk_is_an_answer(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.txt").write_text("hello there", encoding="utf-8")
    (tmp_path / "b.docx").write_bytes(b"PK\x03\x04 and nothing else")
    (tmp_path / "~$b.docx").write_bytes(b"owner")
    done = run("--json", str(tmp_path))
    assert done.returncode == 0
    states = {str(line["path"]): line["state"] for line in lines_of(done)}
    assert states == {f"{tmp_path}/b.docx": "corrupt", f"{tmp_path}/sub/a.txt": "ok"}


def test_a_missing_file_is_one_sentence_and_the_others_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello there", encoding="utf-8")
    done = run("--json", str(tmp_path / "nothing.odt"), str(tmp_path / "a.txt"))
    assert done.returncode == 1
    assert done.stderr == f"There is no file {tmp_path / 'nothing.odt'}.\n"
    missing, read = lines_of(done)
    assert (missing["state"], missing["passages"]) == ("denied", [])
    assert read["state"] == "ok"


def test_text_for_people_shows_kind_and_place_and_no_control_characters(tmp_path: Path) -> None:
    name = "a\x1b[31m.md"
    (tmp_path / name).write_text("# Plan\n\nred alert\n", encoding="utf-8")
    done = run(str(tmp_path / name))
    first, heading, text = done.stdout.splitlines()
    assert first.startswith(f"{tmp_path}/a\\x1b[31m.md  ok")
    assert heading.split() == ["heading", "line", "1", "Plan"]
    assert text.split()[:3] == ["text", "line", "3"]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of a shell")
def test_a_reader_who_leaves_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text("a line of text\n\n" * 20_000, encoding="utf-8")
    command = f'"{sys.executable}" "{SCRIPT}" "{tmp_path}" | head -n 1'
    done = subprocess.run(
        ["/bin/bash", "-o", "pipefail", "-c", command],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "WRITERAGENT_VENV": sys.prefix},
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_wrong_environment_is_told_in_one_sentence() -> None:
    done = run("--venv", "/nowhere", "a.txt")
    assert done.returncode == 2
    assert "does not exist" in done.stderr
    assert "Traceback" not in done.stderr
