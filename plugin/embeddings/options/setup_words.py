"""A set-up's plan in words, for the question to the user.

Owns: which facts are told. Does not own: the facts (scripting.environment), the question's window.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, List, Tuple

from ...scripting.environment import TorchWish

if TYPE_CHECKING:
    from ...scripting.environment import SetupPlan
    from ...scripting.environment.machine import Gpu
    from ...scripting.environment.torch_plan import TorchPlan
    from ..texts import Texts

_MB: Final = 1_000_000


def plan_text(plan: SetupPlan, texts: Texts) -> str:
    """Return the plan as lines: where, how, with which Python, which torch, what is downloaded."""
    version = ".".join(map(str, plan.version))
    python = "setup.plan.python_download" if plan.downloads_python else "setup.plan.python"
    lines = [
        texts.format("setup.plan.where", path=plan.venv),
        texts[f"setup.plan.way.{plan.way.value}"],
        texts.format(python, version=version, path=plan.python),
        texts.format(f"setup.plan.{'uv' if plan.uses_uv else 'pip'}", path=plan.uv),
        *torch_lines(plan, texts),
        texts.count("setup.plan.packages", plan.n_packages, n_missing=plan.n_missing),
        texts.format(
            "setup.plan.size",
            n_download_mb=_mb(plan.download_bytes),
            n_disk_mb=_mb(plan.disk_bytes),
        ),
    ]
    is_unknown = plan.torch is not None and not plan.torch.is_promised
    if is_unknown and plan.machine.system == "linux":
        # What an index of the user's has may be the build with NVIDIA's libraries.
        lines.append(texts["setup.plan.size_linux"])
    return "\n".join(lines)


def torch_lines(plan: SetupPlan, texts: Texts) -> List[str]:
    """Return what was found of graphics, which torch that asks for and why, where it is from."""
    torch = plan.torch
    if torch is None:
        return []
    gpus = "; ".join(_gpu(gpu, texts) for gpu in plan.machine.gpus)
    found = texts.format("setup.plan.gpus", gpus=gpus) if gpus else texts["setup.plan.no_gpus"]
    way = texts[f"setup.torch.way.{torch.way.value}"]
    return [found, f"{torch_line(torch, texts)} {way}"]


def choice_labels(recommended: str, texts: Texts) -> Tuple[str, ...]:
    """Return what can be chosen to compute on, in the order of TorchWish."""
    labels = (texts.format(f"setup.torch.choice.{w.value}", build=recommended) for w in TorchWish)
    return tuple(labels)


def torch_line(torch: TorchPlan, texts: Texts) -> str:
    """Return which torch it is, and why."""
    advice = torch.advice
    why = texts.format(f"setup.torch.why.{advice.why.value}", **advice.values)
    return texts.format("setup.plan.torch", version=torch.version, build=advice.build.name, why=why)


def _gpu(gpu: Gpu, texts: Texts) -> str:
    if not gpu.driver:
        return gpu.name
    return texts.format("setup.plan.gpu_with_driver", name=gpu.name, driver=gpu.driver)


def _mb(n_bytes: int) -> str:
    return f"{max(1, round(n_bytes / _MB)):,}".replace(",", "\N{NO-BREAK SPACE}")
