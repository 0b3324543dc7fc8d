"""The command line as a person or an agent uses it: real scripts, the real worker, real files."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = (
    "index_embeddings_folder.py",
    "search_embeddings_folder.py",
    "dump_embeddings_cache.py",
    "embeddings_generations.py",
    "bench_embeddings.py",
    "demo.py",
    "make_samples.py",
    "setup_venv.py",
    "extract_passages.py",
    "run_cases.py",
    "eval_folder_search_routing.py",
    "update_results.py",
)


def run_script(name: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "scripts" / name), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
        env={**os.environ, "HF_HUB_OFFLINE": "1", "WRITERAGENT_VENV": sys.prefix, **environment},
    )


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("folder with spaces & ümlaut") / "samples"
    shutil.copytree(
        ROOT / "samples", folder, ignore=shutil.ignore_patterns("writeragent_embeddings")
    )
    return folder


@pytest.fixture(scope="module")
def indexed(samples: Path) -> Path:
    done = run_script("index_embeddings_folder.py", str(samples), "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["n_added"] == len(list(samples.iterdir())) - 1  # less the cache folder
    assert report["coverage"]["n_text"] == report["n_added"]
    return samples


@pytest.mark.parametrize("name", SCRIPTS)
def test_help_says_what_it_does(name: str) -> None:
    done = run_script(name, "--help")
    assert done.returncode == 0
    assert "usage:" in done.stdout


def test_one_json_object_and_no_progress_off_a_terminal(indexed: Path) -> None:
    done = run_script(
        "search_embeddings_folder.py",
        "are taxi rides paid back?",
        "--folder",
        str(indexed),
        "--json",
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""
    result = json.loads(done.stdout)
    assert result["hits"][0]["path"] == "Volunteer handbook.docx"
    assert "Taxi rides" in result["hits"][0]["snippet"]
    assert result["hits"][0]["heading_path"][-1] == "Travel costs"
    assert result["model"]["model_id"].endswith("all-MiniLM-L6-v2")
    assert "intfloat/multilingual-e5-small" in result["model"]["reason"]


def test_a_code_leads_to_its_cell(indexed: Path) -> None:
    done = run_script(
        "search_embeddings_folder.py", "boiler service", "--folder", str(indexed), "--json", "--fts"
    )
    hit = json.loads(done.stdout)["hits"][0]
    assert hit["path"] == "Suppliers.xlsx"
    assert hit["location_text"] == "Contacts!A4"
    marked = [hit["snippet"][span["start"] : span["end"]] for span in hit["spans"]]
    assert marked[:2] == ["boiler", "service"]


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("読書", "読書会.txt"),
        ("Schliessfachern", "Hausordnung.odt"),
        ("Chatelier", "Compte rendu 12 mars.docx"),
        ("HSL-0054-B", "Remote work policy.odt"),
        ("M-2042", "members.csv"),
        ("storyteller", "Summer reading launch.pptx"),
        ("señora Ibáñez", "Carta donacion.rtf"),
    ],
)
def test_every_format_is_found_by_its_words(indexed: Path, query: str, path: str) -> None:
    done = run_script(
        "search_embeddings_folder.py", query, "--folder", str(indexed), "--json", "--fts"
    )
    paths = [hit["path"] for hit in json.loads(done.stdout)["hits"]]
    assert path in paths


def test_explain_shows_ranks_and_scores(indexed: Path) -> None:
    done = run_script(
        "search_embeddings_folder.py", "laptop headset", "--folder", str(indexed), "--explain"
    )
    assert done.returncode == 0
    assert "fts #1" in done.stdout
    assert "vec #" in done.stdout


def test_dump_lists_every_file_with_its_state(indexed: Path) -> None:
    done = run_script("dump_embeddings_cache.py", str(indexed), "--json")
    status = json.loads(done.stdout)
    assert status["exists"]
    assert {file["state"] for file in status["files"]} == {"ok"}
    assert len(status["files"]) == status["coverage"]["n_files"]


def test_the_bench_tells_how_fast_each_format_is_read(samples: Path) -> None:
    done = run_script("bench_embeddings.py", "--extract", str(samples), "--json")
    assert done.returncode == 0, done.stderr
    formats = {each["extension"]: each for each in json.loads(done.stdout)["formats"]}
    assert formats[".docx"]["n_files"] == 2
    assert formats[".docx"]["files_per_s"] > 0
    assert formats[".docx"]["states"] == {"ok": 2}
    assert formats[".xlsx"]["slowest_path"] == "Suppliers.xlsx"


def test_cases_that_are_not_there_are_skipped_in_plain_sight(tmp_path: Path) -> None:
    done = run_script("run_cases.py", str(tmp_path))
    assert (done.returncode, done.stdout.split(":")[0]) == (0, "Skipped")


def test_a_case_that_is_wrong_is_told_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("apples and pears", encoding="utf-8")
    head = "path\tkind\tmust_find\tmust_not_find\texpect\tsource\tlicence\tnote\n"
    rows = "a.txt\tplain\tapples\t\tok\t\t\t\na.txt\tfruit\tplums\tpears\tok\t\t\t\n"
    (tmp_path / "manifest.tsv").write_text(head + rows, encoding="utf-8")
    done = run_script("run_cases.py", str(tmp_path))
    assert done.returncode == 1
    assert "FAILED a.txt (fruit): not found: plums; found, and should not be: pears" in done.stdout
    assert done.stdout.splitlines()[-1] == "1 of 2 cases passed."


def test_an_answer_with_nothing_says_so(indexed: Path) -> None:
    done = run_script(
        "search_embeddings_folder.py", "xyzzyqux", "--folder", str(indexed), "--json", "--fts"
    )
    result = json.loads(done.stdout)
    assert done.returncode == 0
    assert result["status"] == "no_match"
    assert result["message"]


def test_a_folder_without_an_index_says_how_to_make_one(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello", encoding="utf-8")
    done = run_script("search_embeddings_folder.py", "hello", "--folder", str(tmp_path), "--json")
    result = json.loads(done.stdout)
    assert result["status"] == "no_corpus"
    assert "index" in result["message"].lower()
    assert list(tmp_path.iterdir()) == [tmp_path / "a.txt"], "a search writes nothing"


def test_a_folder_without_documents(tmp_path: Path) -> None:
    done = run_script("index_embeddings_folder.py", str(tmp_path))
    assert done.returncode == 0
    assert "no documents" in done.stdout


@pytest.mark.parametrize("name", ["index_embeddings_folder.py", "dump_embeddings_cache.py"])
def test_no_such_folder(name: str, tmp_path: Path) -> None:
    done = run_script(name, str(tmp_path / "missing"))
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert "missing" in done.stderr


def test_a_file_instead_of_a_folder(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("x", encoding="utf-8")
    done = run_script("index_embeddings_folder.py", str(file))
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert "letter.txt" in done.stderr


def test_bad_input_as_json_is_one_object_too(tmp_path: Path) -> None:
    done = run_script("index_embeddings_folder.py", str(tmp_path / "missing"), "--json")
    assert done.returncode == 1
    error = json.loads(done.stdout)["error"]
    assert error["kind"] == "bad_request"
    assert error["hint"]


@pytest.mark.parametrize(
    "arguments",
    [("--colour",), (), ("folder", "--k", "many")],
    ids=["unknown option", "no argument", "not a number"],
)
def test_usage_errors_exit_with_one_and_one_sentence(arguments: tuple[str, ...]) -> None:
    done = run_script("search_embeddings_folder.py", *arguments)
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert "--help" in done.stderr


@pytest.mark.parametrize("k", ["0", "-3", "100000"])
def test_k_out_of_bounds_is_a_usage_error(indexed: Path, k: str) -> None:
    done = run_script("search_embeddings_folder.py", "desk", "--folder", str(indexed), "--k", k)
    assert done.returncode == 1
    assert "1 to 200" in done.stderr


def test_a_missing_environment_names_the_next_step(tmp_path: Path) -> None:
    done = run_script("index_embeddings_folder.py", str(tmp_path), "--venv", str(tmp_path / "no"))
    assert done.returncode == 2
    assert "make setup" in done.stderr
