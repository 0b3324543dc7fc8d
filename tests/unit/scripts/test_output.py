"""The scripts' output: streams that fail, usage errors as JSON, text that is safe to print."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cli
import pytest

ROOT = Path(__file__).resolve().parents[3]
SEARCH = "search_embeddings_folder.py"
PRINTS_JAPANESE = "import sys, cli; sys.exit(cli.run_cli(lambda _: print('読書会') or 0))"


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "-c", line],  # the shell closes and redirects streams as a user does
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=ROOT / "scripts",
        env={
            **os.environ,
            "PY": sys.executable,
            "CODE": PRINTS_JAPANESE,
            "PYTHONUNBUFFERED": "",  # else the argument parser itself drops what cannot be written
            **environment,
        },
    )


def test_output_is_utf8_whatever_the_locale_says() -> None:
    done = shell('"$PY" -c "$CODE"', PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stdout, done.stderr) == (0, "読書会\n", "")


def test_a_closed_stdout_is_no_traceback() -> None:
    done = shell('"$PY" -c "$CODE" >&-')
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("command", ['-c "$CODE"', f"{SEARCH} --help", f"{SEARCH} --json"])
def test_a_full_disk_is_told_in_a_sentence(command: str) -> None:
    done = shell(f'"$PY" {command} >/dev/full')
    assert done.returncode == 2
    assert "The output could not be read or written: No space left on device." in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


def test_a_stop_is_told_with_the_next_step() -> None:
    stops = "lambda _: os.kill(os.getpid(), signal.SIGTERM)"
    code = f"import os, signal, sys, cli; sys.exit(cli.run_cli({stops}))"
    done = shell('"$PY" -c "$CODE" --json', CODE=code)
    assert done.returncode == 2
    assert done.stderr == "\nStopped. What was finished is kept. Run the same command to go on.\n"
    assert json.loads(done.stdout)["error"]["kind"] == "interrupted"


def test_a_reader_that_leaves_is_no_failure() -> None:
    code = "import sys, cli; sys.exit(cli.run_cli(lambda _: print('x' * 10**6) or 0))"
    done = shell('{ "$PY" -c "$CODE"; echo "code $?" >&2; } | true', CODE=code)
    assert done.stderr == "code 0\n"


@pytest.mark.parametrize("query", ["-draft", "travel costs"])
def test_a_usage_error_as_json_says_how_to_quote(query: str) -> None:
    done = shell(f'"$PY" {SEARCH} {query} --json')
    assert done.returncode == 1
    error = json.loads(done.stdout)["error"]
    assert error["kind"] == "bad_request"
    assert "Put the query in quotes; put -- before" in error["hint"]
    assert set(error) == {"kind", "message", "hint", "detail"}
    assert len(done.stderr.splitlines()) == 1


def test_a_missing_query_is_no_matter_of_quotes() -> None:
    done = shell(f'"$PY" {SEARCH}')
    assert done.returncode == 1
    assert "quotes" not in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        f'{SEARCH} ""',
        f'{SEARCH} desk --folder ""',
        'index_embeddings_folder.py ""',
        'dump_embeddings_cache.py " "',
        "dump_embeddings_cache.py . --limit -1",
        "dump_embeddings_cache.py . --limit many",
    ],
)
def test_what_is_empty_or_below_zero_is_one_sentence(command: str) -> None:
    done = shell(f'"$PY" {command} --json', WRITERAGENT_VENV="/no/such")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert json.loads(done.stdout)["error"]["kind"] == "bad_request"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb\t\x1b[2J", r"a\nb\t\x1b[2J"),
        ("\x9b1m\u202e\u2028", r"\x9b1m\u202e\u2028"),
        ("読書会 ümlaut's", "読書会 ümlaut's"),
    ],
)
def test_control_characters_are_shown_not_obeyed(text: str, shown: str) -> None:
    assert cli.printable(text) == shown


def test_the_next_command_can_be_pasted() -> None:
    assert cli.index_command("/my files/a'b").endswith(""" '/my files/a'"'"'b'""")
