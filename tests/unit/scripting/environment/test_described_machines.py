"""The plans for machines that are described in tests/machines, as the command prints them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from plugin.contracts.errors import BadRequest
from plugin.embeddings.options.setup_words import plan_text
from plugin.embeddings.texts import load_texts
from plugin.scripting.environment import (
    SetupPlan,
    TorchRequest,
    TorchWish,
    plan_for_described,
    read_described,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).resolve().parents[4]
MACHINES = ROOT / "tests" / "machines"
LOCK = str(ROOT / "requirements" / "worker.txt")
ENGLISH, GERMAN = (load_texts(ROOT / "dialogs" / "texts", name) for name in ("en-US", "de"))

# name: (build, device, why, way, what installs, its last word, about how many MB)
PLANS = {
    "old_laptop": ("cpu", "cpu", "no_gpu", "fetched_uv", "venv/bin/uv", "cpu", 420),
    "windows_rtx_4070": (
        *("cu130", "cuda", "cuda", "fetched_uv"),
        *("venv\\Scripts\\uv.exe", "cu130", 3230),
    ),
    "linux_h100": ("cu130", "cuda", "cuda", "standard", "/usr/local/bin/uv", LOCK, 3230),
    "linux_gtx_1060": (
        *("cu126", "cuda", "older_card", "backend"),
        *("/home/ada/.local/bin/uv", "cu126", 2930),
    ),
    "linux_radeon_rx_7900": (
        *("rocm7.2", "cuda", "rocm", "backend"),
        *("/home/ada/.local/bin/uv", "rocm7.2", 5230),
    ),
    "linux_arc_a770": ("xpu", "xpu", "xpu", "backend", "/home/ada/.local/bin/uv", "xpu", 2730),
    "apple_m2": ("", "mps", "mps", "standard", "venv/bin/python", LOCK, 320),
    "server_behind_a_mirror": (
        *("cpu", "cpu", "driver_too_old", "index"),
        *("venv/bin/python", LOCK, 420),
    ),
}


def plan(name: str, wish: TorchWish = TorchWish.AUTO, own_index: str = "") -> SetupPlan:
    described = read_described(str(MACHINES / f"{name}.json"))
    return plan_for_described(described, "venv", lock=LOCK, torch=TorchRequest(wish, own_index))


def test_every_described_machine_has_its_plan() -> None:
    assert sorted(PLANS) == sorted(path.stem for path in MACHINES.glob("*.json"))
    assert len(PLANS) == 8


@pytest.mark.parametrize("name", PLANS)
def test_a_machine_gets_the_build_for_its_hardware_from_where_it_can(name: str) -> None:
    build, device, why, way, program, last, n_mb = PLANS[name]
    made = plan(name)
    assert made.torch is not None
    advice = made.torch.advice
    assert (advice.build.tag, advice.build.device, advice.why.value) == (build, device, why)
    assert made.torch.way.value == way
    install = made.commands[-1].argv
    assert (install[0], install[-1]) == (program, last)
    assert abs(made.download_bytes / 1e6 - n_mb) < 30
    words = [word for command in (*made.commands, *made.plain) for word in command.argv]
    assert not [word for word in words if "://" in word]
    # Whoever needs another index than the user's can also do without it.
    assert bool(made.plain) == (way in ("backend", "fetched_uv"))
    assert all("--torch-backend" not in command.argv for command in made.plain)


def test_without_uv_pip_fetches_it_into_the_environment_first() -> None:
    made = plan("windows_rtx_4070")
    create, fetch, install = (command.argv for command in made.commands)
    assert create[1:] == ("-I", "-m", "venv", "venv")
    assert (fetch[0], fetch[-1]) == ("venv\\Scripts\\python.exe", "uv")
    assert install[:5] == (
        "venv\\Scripts\\uv.exe",
        *("pip", "install", "--python", "venv\\Scripts\\python.exe"),
    )


@pytest.mark.parametrize("name", PLANS)
def test_the_cpu_can_be_wished_for_everywhere(name: str) -> None:
    made = plan(name, TorchWish.CPU)
    assert made.torch is not None
    assert (made.torch.advice.build.tag, made.torch.advice.why.value) == ("cpu", "wish_cpu")
    assert made.download_bytes < 450e6


@pytest.mark.parametrize("name", PLANS)
def test_the_index_can_be_wished_for_everywhere(name: str) -> None:
    made = plan(name, TorchWish.INDEX)
    assert made.torch is not None
    assert made.torch.way.value in ("index", "standard")
    assert (made.torch.options, made.plain) == ((), ())


def test_an_address_of_the_users_serves_pip_and_uv() -> None:
    address = "https://torch.example/{build}"
    by_pip = plan("server_behind_a_mirror", own_index=address).commands[-1].argv
    assert by_pip[-3:] == ("--extra-index-url", "https://torch.example/cpu", "torch==2.13.0+cpu")
    by_uv = plan("linux_gtx_1060", own_index=address).commands[-1].argv
    assert by_uv[-3:] == ("--index", "https://torch.example/cu126", "torch==2.13.0+cu126")


@pytest.mark.parametrize("address", ["notaurl", "https://x/{build", "https://x/{cuda}", "a b"])
def test_an_address_that_pip_could_not_use_is_refused(address: str) -> None:
    with pytest.raises(BadRequest, match="index for PyTorch"):
        plan("old_laptop", own_index=address)


@pytest.mark.parametrize("name", PLANS)
def test_the_plan_is_told_in_both_languages(name: str) -> None:
    made = plan(name)
    english, german = plan_text(made, ENGLISH), plan_text(made, GERMAN)
    assert english.count("\n") == german.count("\n") >= 6
    for gpu in made.machine.gpus:
        assert gpu.name in english
        assert gpu.name in german
    assert "PyTorch 2.13.0 for " in english
    assert "PyTorch 2.13.0 für " in german
    assert "{" not in english + german


def test_every_reason_and_way_has_its_sentence() -> None:
    from plugin.scripting.environment.torch_advice import Why
    from plugin.scripting.environment.torch_source import TorchWay

    values = {"gpu", "driver", "capability", "architecture", "torch", "needed"}
    for texts in (ENGLISH, GERMAN):
        for why in Why:
            told = texts.format(f"setup.torch.why.{why.value}", **dict.fromkeys(values, "#"))
            assert told.endswith(".")
        for way in TorchWay:
            assert texts[f"setup.torch.way.{way.value}"].endswith(".")


def dry_run(*arguments: str) -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, str(ROOT / "scripts" / "setup_venv.py"), *arguments]
    return subprocess.run(argv, capture_output=True, text=True, check=False, timeout=60)


def test_the_command_prints_a_machines_plan() -> None:
    file = str(MACHINES / "linux_gtx_1060.json")
    done = dry_run("--dry-run", "--machine", file, "--json", "--venv", "venv")
    assert (done.returncode, done.stderr) == (0, "")
    told: Mapping[str, Any] = json.loads(done.stdout)
    assert told["torch"]["build"] == "cu126"
    assert "compute capability 6.1" in told["torch"]["reason"]
    assert told["machine"]["gpus"][0]["capability"] == "6.1"
    assert told["commands"][-1][-2:] == ["--torch-backend", "cu126"]
    assert told["otherwise"]

    text = dry_run("--dry-run", "--machine", file).stdout
    assert "NVIDIA GeForce GTX 1060 6GB (driver 550.163.01)" in text
    assert "install: /home/ada/.local/bin/uv pip install" in text


def test_a_machine_is_for_a_dry_run_alone(tmp_path: Path) -> None:
    done = dry_run("--machine", str(MACHINES / "apple_m2.json"), "--venv", str(tmp_path / "venv"))
    assert done.returncode == 1
    assert "Add --dry-run" in done.stderr
    assert not (tmp_path / "venv").exists()


@pytest.mark.parametrize(
    "text", ["", "[]", '{"system": "beos"}', '{"system": "linux", "gpus": [{"maker": "matrox"}]}']
)
def test_a_file_that_describes_no_machine_is_told(tmp_path: Path, text: str) -> None:
    file = tmp_path / "machine.json"
    file.write_text(text)
    with pytest.raises(BadRequest, match="does not describe a machine"):
        read_described(str(file))


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="cannot be read"):
        read_described(str(tmp_path / "none.json"))


def test_a_wrong_wish_for_torch_is_told_with_those_there_are() -> None:
    done = dry_run("--dry-run", "--torch", "gpu")
    assert done.returncode == 1
    assert "'auto', 'cpu', 'index'" in done.stderr
