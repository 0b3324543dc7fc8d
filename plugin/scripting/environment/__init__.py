"""The worker's Python environment: what can be built on, what is there, making it."""

from ..venv_folder import default_venv_path
from .facts import Installed, installed, is_current
from .plan import Command, SetupPlan, SetupWay, plan_setup
from .progress import SetupProgress, SetupStep
from .pythons import BasePython, base_pythons, find_uv
from .setup import run_setup

__all__ = [
    "BasePython",
    "Command",
    "Installed",
    "SetupPlan",
    "SetupProgress",
    "SetupStep",
    "SetupWay",
    "base_pythons",
    "default_venv_path",
    "find_uv",
    "installed",
    "is_current",
    "plan_setup",
    "run_setup",
]
