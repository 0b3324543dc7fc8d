"""The evaluation as it is run: the real script and worker on a small labelled set, with floors."""

from __future__ import annotations

import html.parser
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from plugin.contracts.models import EMBEDDED_ENGLISH_MODEL_ID
from tests.llama_index_package import need_llama_index

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"

DOCUMENTS = {
    "leave": ("Parental leave", "Parents of a newborn child stay at home for fourteen weeks."),
    "travel": ("Travel costs", "Train tickets are refunded; taxis only after ten in the evening."),
    "keys": ("Keys and alarm", "Whoever leaves last sets the alarm with code HX-2093-B."),
    "printer": ("Printer", "Toner for the LaserMate 4100 is ordered by the front desk."),
    "cat": ("The reading room cat", "The animal sleeps on the radiator and must not be fed."),
    "roof": ("Roof repair", "Rain came through the ceiling; the carpenter closes it in May."),
    "budget": ("Budget", "Of 48,000 euros, half goes to new books and a tenth to chairs."),
    "wifi": ("Wireless network", "Guests get a password that is valid for one day."),
    "fines": ("Late returns", "A book that comes back too late costs twenty cents a day."),
    "choir": ("Choir", "The singers rehearse each Thursday in the cellar."),
    "bees": ("Beehives", "Two hives stand behind the shed; honey is sold in autumn."),
    "fire": ("Fire drill", "When the bell rings, everybody meets at the linden tree."),
}
QUESTIONS = (
    ("q1", "HX-2093-B", "keyword", "keys"),
    ("q2", "LaserMate toner", "keyword", "printer"),
    ("q3", "linden tree", "keyword", "fire"),
    ("q4", "honey hives", "keyword", "bees"),
    ("q5", "how long may a mother be away after giving birth", "paraphrase", "leave"),
    ("q6", "water leaked into the building", "paraphrase", "roof"),
    ("q7", "what does it cost to give a novel back after the deadline", "paraphrase", "fines"),
    ("q8", "when is music practised", "paraphrase", "choir"),
    ("q9", "zzyzx quorvelt", "negative", ""),
)


def run_harness(
    *arguments: str, cache: Path, script: str = "eval_folder_search_routing.py"
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPTS / script), *arguments, "--venv", sys.prefix],
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
        env={**os.environ, "HF_HUB_OFFLINE": "1", "XDG_CACHE_HOME": str(cache)},
    )


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evaluation") / "tiny"
    folder.mkdir()
    corpus = [
        {"_id": name, "title": title, "text": text} for name, (title, text) in DOCUMENTS.items()
    ]
    queries = [{"_id": q, "text": text, "kind": kind} for q, text, kind, _ in QUESTIONS]
    qrels = "".join(f"{q}\t{name}\t1\n" for q, _, _, name in QUESTIONS if name)
    for name, rows in (("corpus.jsonl", corpus), ("queries.jsonl", queries)):
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / name).write_text(lines, encoding="utf-8")
    (folder / "qrels.tsv").write_text(qrels, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


class Page(html.parser.HTMLParser):
    """What a page holds: its elements, and whatever it would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in {"src", "href"}]


def mode_of(summary: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(mode for mode in summary["modes"] if mode["mode"] == name)
    return found


def test_keywords_are_measured_without_a_model(tiny: Path, cache: Path) -> None:
    before = sorted(path.name for path in tiny.iterdir())
    done = run_harness("--data", str(tiny), "--mode", "fts", "--json", cache=cache)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1
    summary = json.loads(done.stdout)
    facts = summary["facts"]
    assert (facts["n_documents"], facts["n_queries"], facts["n_negatives"]) == (12, 9, 1)
    assert facts["model_id"] in {"", "none"}
    [mode] = summary["modes"]
    keyword = next(group for group in mode["groups"] if group["name"] == "keyword")
    assert keyword["measures"]["Success@1"]["mean"] == 1
    assert mode["n_negatives_told"] == 1
    assert sorted(path.name for path in tiny.iterdir()) == before


def test_all_modes_are_compared_over_one_index(tiny: Path, cache: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    arguments = ("--data", str(tiny), "--mode", "all", "--model", EMBEDDED_ENGLISH_MODEL_ID)
    done = run_harness(*arguments, "--json", "--report", str(report), cache=cache)
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert [mode["mode"] for mode in summary["modes"]] == ["hybrid", "fts", "vec"]
    hybrid = mode_of(summary, "hybrid")["measures"]
    assert hybrid["nDCG@10"]["mean"] >= 0.9
    assert hybrid["Success@1"]["mean"] >= 0.85
    assert hybrid["Success@3"]["mean"] == 1
    for leg in ("fts", "vec"):
        alone = mode_of(summary, leg)["measures"]["nDCG@10"]["mean"]
        assert hybrid["nDCG@10"]["mean"] >= alone, leg
    assert {comparison["than"] for comparison in summary["comparisons"]} == {"fts", "vec"}
    page = Page()
    page.feed(report.read_text(encoding="utf-8"))
    assert page.tags.count("svg") >= 4
    assert "script" not in page.tags
    assert page.fetched == []


def test_backends_are_compared_over_one_index_with_significance(tiny: Path, cache: Path) -> None:
    need_llama_index()
    done = run_harness(
        *("--data", str(tiny), "--model", EMBEDDED_ENGLISH_MODEL_ID, "--shallow"),
        *("--backend", "all", "--json"),
        cache=cache,
    )
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert [mode["mode"] for mode in summary["modes"]] == ["hybrid", "hybrid llama_index"]
    measures = mode_of(summary, "hybrid llama_index")["measures"]
    assert measures["Success@3"]["mean"] >= 0.75
    compared = summary["comparisons"]
    assert {each["than"] for each in compared} == {"hybrid llama_index"}
    assert all(0 < each["p"] <= 1 for each in compared)


def test_the_table_fits_a_terminal(tiny: Path, cache: Path) -> None:
    done = run_harness("--data", str(tiny), "--mode", "fts", "--shallow", cache=cache)
    assert done.returncode == 0, done.stderr
    assert max(len(line) for line in done.stdout.splitlines()) <= 120
    assert "tiny: 12 documents, 9 queries (1 negative)" in done.stdout
    assert "R@100" not in done.stdout


def test_a_preset_tells_its_sets_beside_figures_to_beat(
    tiny: Path, cache: Path, tmp_path: Path
) -> None:
    shutil.copytree(tiny, tmp_path / "retrieval" / "cranfield")
    arguments = ("--preset", "english", "--shared", str(tmp_path), "--mode", "fts", "--shallow")
    report = tmp_path / "report.html"
    done = run_harness(*arguments, "--report", str(report), cache=cache)
    assert done.returncode == 0, done.stderr
    assert "english: cranfield (1 of 3)\n  fts nDCG@10 0." in done.stderr
    row, details = (line for line in done.stdout.splitlines() if line.startswith("cranfield"))
    assert row.endswith(".369 ok FTS5 bm25, porter")
    assert details.startswith("cranfield: 12 documents, 9 queries (1 negative)")
    assert "cisi was not measured: There is no folder" in done.stdout
    assert "1 of 1 figures to beat are reached." in done.stdout
    assert "reached (FTS5 bm25, porter)" in report.read_text(encoding="utf-8")


def test_words_of_the_documents_are_found(tiny: Path, cache: Path, tmp_path: Path) -> None:
    arguments = ("--data", str(tiny), "--known-items", "10", "--mode", "fts")
    done = run_harness(*arguments, "--json", "--runs", str(tmp_path), cache=cache)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["facts"]["n_queries"] == 10
    assert mode_of(told, "fts")["measures"]["Success@10"]["mean"] == 1
    first = told["queries"][0]
    assert len(first["text"].split()) == 6
    assert first["relevant"][0] in first["modes"]["fts"]["ids"]
    runs = (tmp_path / "tiny.fts.run").read_text(encoding="utf-8").splitlines()
    assert runs[0].split()[1:2] == ["Q0"]
    assert len(runs[0].split()) == 6
    legs = (tmp_path / "tiny.fts.legs.tsv").read_text(encoding="utf-8").splitlines()
    assert legs[1].split("\t")[2:4] == ["fts", "1"]


def test_help_says_what_it_does(cache: Path) -> None:
    done = run_harness("--help", cache=cache)
    assert done.returncode == 0
    assert "usage:" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("--data", "{tmp}"), 1, "There is no queries*.jsonl in"),
        (("--data", "{tmp}/nowhere"), 1, "There is no folder"),
        (("--data", "{tmp}", "--k", "2"), 1, "2 is not a number from 3 to 200"),
        (("--data", "{tmp}", "--report", "{tmp}/no/r.html"), 2, "There is no folder"),
        ((), 1, "one of the arguments --data --preset is required"),
        (("--preset", "germany"), 1, "There is no preset germany"),
    ],
)
def test_what_cannot_be_measured_is_told_in_one_line(
    tmp_path: Path, arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    words = [word.format(tmp=tmp_path) for word in arguments]
    done = run_harness(*words, cache=tmp_path)
    assert done.returncode == code
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_figures_are_published_between_marks_of_the_readme(
    tiny: Path, cache: Path, tmp_path: Path
) -> None:
    shutil.copytree(tiny, tmp_path / "retrieval" / "cranfield")
    readme, results = tmp_path / "README.md", tmp_path / "results.json"
    readme.write_text("Before\n<!-- results: begin -->\n<!-- results: end -->\nAfter\n")
    places = ("--readme", str(readme), "--results", str(results), "--shared", str(tmp_path))
    words = ("--preset", "english", "--shallow", *places)
    done = run_harness(*words, cache=cache, script="update_results.py")
    assert done.returncode == 0, done.stderr
    first = readme.read_text(encoding="utf-8")
    assert "| cranfield | 8 | nDCG@10 | **" in first
    assert f"{EMBEDDED_ENGLISH_MODEL_ID}; 20" in first
    assert "`eval_folder_search_routing.py --preset english --shallow`" in first
    assert first.startswith("Before\n")
    assert first.endswith("After\n")
    # Where no set is, the figures stay.
    away = (*words[:-1], str(tmp_path / "away"))
    assert run_harness(*away, cache=cache, script="update_results.py").returncode == 2
    assert readme.read_text(encoding="utf-8") == first
