"""Files and functions stay small enough to be read at once."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAX_FILE_LINES = 300
MAX_FUNCTION_LINES = 60
FOLDERS = ("plugin", "scripts", "extension", "tests")


def python_files() -> list[Path]:
    return sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))


def test_there_are_files_to_look_at() -> None:
    assert python_files()


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_file_is_long(folder: str) -> None:
    lines = {path: len(path.read_text("utf-8").splitlines()) for path in python_files()}
    long = [
        f"{path.relative_to(ROOT)}: {n}"
        for path, n in lines.items()
        if n > MAX_FILE_LINES and path.is_relative_to(ROOT / folder)
    ]
    assert not long


def test_no_function_is_long() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path in python_files()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= MAX_FUNCTION_LINES
    ]
    assert not long
