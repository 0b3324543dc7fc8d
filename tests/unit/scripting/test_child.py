"""The child's environment and the words for its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plugin.scripting.child import WorkerSpec, describe_exit, worker_environment

if TYPE_CHECKING:
    import pytest


def test_the_child_gets_the_environment_less_the_hosts_own_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("PYTHONHOME", "PYTHONEXECUTABLE", "PYTHONPATH"):
        monkeypatch.setenv(name, "/opt/libreoffice/program/python-core")
    monkeypatch.setenv("HF_HOME", "/models")

    env = worker_environment(WorkerSpec(("p",), import_root="/r", extra_env={"EXTRA": "1"}))

    assert (env["PYTHONPATH"], env["HF_HOME"], env["EXTRA"]) == ("/r", "/models", "1")
    assert "PYTHONHOME" not in env
    assert "PYTHONEXECUTABLE" not in env


def test_exits_are_told_in_words() -> None:
    assert describe_exit(3) == "exit status 3"
    assert describe_exit(-9) == "killed by SIGKILL"
    assert describe_exit(-250) == "killed by signal 250"
    assert describe_exit(None) == "still ending"
