"""A set-up's plan in words, for the question to the user.

Owns: which facts are told. Does not own: the facts (scripting.environment), the question's window.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ...scripting.environment import SetupPlan
    from ..texts import Texts

_MB: Final = 1_000_000


def plan_text(plan: SetupPlan, texts: Texts) -> str:
    """Return the plan as lines: where, how, with which Python, what is downloaded."""
    version = ".".join(map(str, plan.version))
    python = "setup.plan.python_download" if plan.downloads_python else "setup.plan.python"
    lines = [
        texts.format("setup.plan.where", path=plan.venv),
        texts[f"setup.plan.way.{plan.way.value}"],
        texts.format(python, version=version, path=plan.python),
        texts.format(f"setup.plan.{'uv' if plan.uses_uv else 'pip'}", path=plan.uv),
        texts.count("setup.plan.packages", plan.n_packages, n_missing=plan.n_missing),
        texts.format(
            "setup.plan.size",
            n_download_mb=_mb(plan.download_bytes),
            n_disk_mb=_mb(plan.disk_bytes),
        ),
    ]
    if sys.platform == "linux":
        # PyPI's torch for Linux brings NVIDIA's libraries; the figures above are those of the
        # build for the CPU, which other indexes serve.
        lines.append(texts["setup.plan.size_linux"])
    return "\n".join(lines)


def _mb(n_bytes: int) -> str:
    return f"{max(1, round(n_bytes / _MB)):,}".replace(",", "\N{NO-BREAK SPACE}")
