"""The worker's Python environment: what can be built on, what is there, making it."""

from ..venv_folder import default_venv_path
from .facts import Installed, installed, is_current
from .install_commands import Command
from .machine import machine_to_plain, read_described
from .plan import (
    SetupPlan,
    SetupWay,
    is_other_build,
    plan_for_described,
    plan_setup,
    torch_to_change,
)
from .progress import SetupProgress, SetupStep
from .pythons import BasePython, base_pythons, find_uv
from .setup import run_setup
from .torch_advice import TorchWish
from .torch_plan import TorchRequest

__all__ = [
    "BasePython",
    "Command",
    "Installed",
    "SetupPlan",
    "SetupProgress",
    "SetupStep",
    "SetupWay",
    "TorchRequest",
    "TorchWish",
    "base_pythons",
    "default_venv_path",
    "find_uv",
    "installed",
    "is_current",
    "is_other_build",
    "machine_to_plain",
    "plan_for_described",
    "plan_setup",
    "read_described",
    "run_setup",
    "torch_to_change",
]
