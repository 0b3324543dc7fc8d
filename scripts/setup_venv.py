#!/usr/bin/env python3
"""Create the worker's Python environment and install its locked packages.

Runs on any Python 3.9 or later without packages. Does nothing when the environment already
holds what the lock file asks for, in the right build of PyTorch for this machine's hardware.
On a terminal it asks first.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Dict, List, Optional

from cli import EXIT_OK, ROOT, Failure, ProgressBar, Step, UsageParser, run_cli

from plugin.contracts.errors import BadRequest, SetupFailed, VenvMissing
from plugin.embeddings.options.setup_words import plan_text, torch_line
from plugin.embeddings.texts import FALLBACK_LANGUAGE, load_texts
from plugin.scripting.environment import (
    SetupPlan,
    SetupProgress,
    SetupWay,
    TorchRequest,
    TorchWish,
    base_pythons,
    is_current,
    is_other_build,
    machine_to_plain,
    plan_for_described,
    plan_setup,
    read_described,
    run_setup,
    torch_to_change,
)
from plugin.scripting.interpreter import MIN_VERSION

BYTES_PER_MB = 1_000_000
LLAMA_INDEX = "llama-index"
NAMES = {"create": "creating", "install": "packages", "verify": "checking"}
TEXTS = load_texts(ROOT / "dialogs" / "texts", FALLBACK_LANGUAGE)


def main(argv: Optional[List[str]] = None) -> int:
    """Return the exit code: 0 when the environment is ready, 2 when it could not be made."""
    options = _parser().parse_args(argv)
    if (options.machine or options.json) and not options.dry_run:
        raise BadRequest("--machine and --json are for a plan alone.", hint="Add --dry-run.")
    venv = options.venv if options.machine else str(Path(options.venv).expanduser().resolve())
    if options.dry_run:
        _show(_plan(venv, options), as_json=options.json)
        return EXIT_OK
    is_there = is_current(venv, _lock(options))
    if is_there and not _asks_for_another_torch(options):
        _tell_of_better_torch(venv, _lock(options))
        return EXIT_OK
    plan = _plan(venv, options)
    if is_there and not (plan.torch and is_other_build(venv, plan.torch)):
        return EXIT_OK
    if not _may_start(plan, options):
        raise Failure(
            "Nothing was installed.", hint="Run it again when you want to; --yes asks no more."
        )
    _run(plan)
    return EXIT_OK


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(description=__doc__)
    parser.add_argument("--venv", default=str(ROOT / ".venv"), help="where (default: .venv here)")
    parser.add_argument("--python", default="", help="the Python to build on (3.11 or later)")
    parser.add_argument("--dev", action="store_true", help="add what the tests and checks need")
    parser.add_argument(
        "--with",
        dest="extra",
        choices=[LLAMA_INDEX],
        help="add what another search backend needs (30 MB more to fetch, 120 MB on disk)",
    )
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument(
        "--torch",
        choices=[wish.value for wish in TorchWish],
        default=None,
        metavar="{auto,cpu,index}",
        help="PyTorch for the best hardware here (default), for the CPU, or as the index has it; "
        "given, it also changes an environment that is complete",
    )
    parser.add_argument(
        "--torch-index",
        default="",
        metavar="URL",
        help="an index that has PyTorch's builds, {build} standing for cu130, cpu and the like "
        "(also WRITERAGENT_TORCH_INDEX); without it uv finds PyTorch's own",
    )
    parser.add_argument("--dry-run", action="store_true", help="show the plan and do nothing")
    parser.add_argument(
        "--machine", default="", metavar="FILE", help="with --dry-run: plan for a described machine"
    )
    parser.add_argument("--json", action="store_true", help="with --dry-run: one JSON object")
    return parser


def _lock(options: argparse.Namespace) -> str:
    return _locks(options)[0]


def _locks(options: argparse.Namespace) -> List[str]:
    """Return the lock that is wanted and those that it contains: one environment serves all."""
    names = ["worker"]
    if options.dev or options.extra:
        names.insert(0, LLAMA_INDEX)
    if options.dev:
        names.insert(0, "dev")
    return [str(ROOT / "requirements" / f"{name}.txt") for name in names]


def _asks_for_another_torch(options: argparse.Namespace) -> bool:
    return options.torch is not None or bool(options.torch_index)


def _tell_of_better_torch(venv: str, lock: str) -> None:
    better = torch_to_change(venv, lock=lock)
    if better is not None:
        line = torch_line(better, TEXTS)
        print(f"Better for this machine: {line} To change it: --torch auto", file=sys.stderr)


def _plan(venv: str, options: argparse.Namespace) -> SetupPlan:
    lock, *contained = _locks(options)
    torch = TorchRequest(TorchWish(options.torch or TorchWish.AUTO), options.torch_index)
    if options.machine:
        return plan_for_described(read_described(options.machine), venv, lock=lock, torch=torch)
    python = options.python or _own_python()
    try:
        plan = plan_setup(venv, lock=lock, python=python, torch=torch)
    except VenvMissing:
        # Debian ships venv's ensurepip as a package of its own.
        if options.dry_run or not _may_install_packages():
            raise
        base_pythons(python)  # raises for a wrong --python, which no package puts right
        _install(["apt-get", "update", "-qq"])
        _install(["apt-get", "install", "-y", "-qq", "python3-venv"])
        plan = plan_setup(venv, lock=lock, python=python, torch=torch)
    return plan.covering(*contained) if contained else plan


def _own_python() -> str:
    # Whoever runs this with a Python that will do means that one.
    return sys.executable if sys.version_info >= MIN_VERSION else ""


def _may_install_packages() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and bool(shutil.which("apt-get"))


def _install(command: List[str]) -> None:
    if subprocess.run(command, check=False, stdout=sys.stderr).returncode != 0:
        raise Failure(
            f"This step failed: {' '.join(command)}.",
            hint="The lines above say why; put that right and run this again.",
        )


def _show(plan: SetupPlan, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(_plain(plan), indent=2, ensure_ascii=False))
        return
    print(plan_text(plan, TEXTS))
    for command in plan.commands:
        print(f"  {command.step.value}: {' '.join(command.argv)}")
    for command in plan.plain:
        print(f"  else {command.step.value}: {' '.join(command.argv)}")


def _plain(plan: SetupPlan) -> Dict[str, Any]:
    torch = plan.torch
    return {
        "venv": plan.venv,
        "way": plan.way.value,
        "python": plan.python,
        "uv": plan.uv,
        "machine": machine_to_plain(plan.machine),
        "torch": torch
        and {
            "version": torch.version,
            "build": torch.advice.build.tag,
            "device": torch.advice.build.device,
            "why": torch.advice.why.value,
            "reason": torch_line(torch, TEXTS),
            "way": torch.way.value,
        },
        "commands": [list(command.argv) for command in plan.commands],
        "otherwise": [list(command.argv) for command in plan.plain],
        "download_mb": plan.download_bytes // BYTES_PER_MB,
        "disk_mb": plan.disk_bytes // BYTES_PER_MB,
    }


def _may_start(plan: SetupPlan, options: argparse.Namespace) -> bool:
    """Tell the plan and return whether the user, on a terminal, says yes to it."""
    if options.yes or not (sys.stdin.isatty() and sys.stderr.isatty()):
        tool = "uv" if plan.uses_uv else "pip"
        print(
            f"Installing {Path(plan.lock).name} into {plan.venv} with {tool}: up to"
            f" {plan.download_bytes // BYTES_PER_MB} MB to fetch, a few minutes the first time",
            file=sys.stderr,
        )
        if plan.torch:
            print(torch_line(plan.torch, TEXTS), file=sys.stderr)
        return True
    print(plan_text(plan, TEXTS), file=sys.stderr)
    print("Set it up? [Y/n] ", end="", file=sys.stderr, flush=True)
    answer = sys.stdin.readline()
    return answer.strip().lower() in ("", "y", "yes") and answer != ""


def _run(plan: SetupPlan) -> None:
    bar = ProgressBar()
    notes = []

    def show(now: SetupProgress) -> None:
        if now.note:
            notes.append(TEXTS[f"setup.note.{now.note}"])
        if now.step.value == "verify" and now.line.startswith("torch "):
            notes.append(f"{now.line}.")
        bar.show(Step(NAMES[now.step.value], now.n_done, now.n_all, "steps", now.line))

    try:
        run_setup(plan, on_progress=show, cancel=threading.Event())
    except SetupFailed as error:
        bar.close()
        print(error.detail, file=sys.stderr)
        raise _with_way_back(plan, error) from error
    finally:
        bar.close()
    for note in notes:
        print(note, file=sys.stderr)


def _with_way_back(plan: SetupPlan, error: SetupFailed) -> SetupFailed:
    """Return the error with what is left of the environment, and a set-up that needs no GPU."""
    kept = "" if plan.way is SetupWay.CREATE else " The environment is as it was."
    needs_gpu = plan.torch is not None and plan.torch.device not in ("", "cpu")
    hint = f"{error.hint} Or do without the GPU: --torch cpu." if needs_gpu else error.hint
    return SetupFailed(f"{error.message}{kept}", hint=hint, detail=error.detail)


if __name__ == "__main__":
    sys.exit(run_cli(main))
