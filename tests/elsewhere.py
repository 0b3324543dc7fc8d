"""Machines that are not here: what can be seen of them, behind the questions of Sight."""

from __future__ import annotations

from dataclasses import dataclass, field
from fnmatch import fnmatch
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass
class Elsewhere:
    """Another machine: what its files hold, its links lead to and its programs print."""

    system_name: str = "linux"
    processor: str = "x86_64"
    files: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    programs: dict[str, str] = field(default_factory=dict)
    shown: list[tuple[str, str, str]] = field(default_factory=list)

    def system(self) -> tuple[str, str]:
        return self.system_name, self.processor

    def output(self, argv: Sequence[str]) -> str:
        return self.programs.get(" ".join(argv), self.programs.get(argv[0], ""))

    def text(self, path: str) -> str:
        return self.files.get(path, "")

    def target(self, path: str) -> str:
        return self.links.get(path, "")

    def paths(self, pattern: str) -> list[str]:
        folders = {path.rsplit("/", 1)[0] for path in self.files}
        return sorted(path for path in {*self.files, *folders} if fnmatch(path, pattern))

    def adapters(self) -> list[tuple[str, str, str]]:
        return self.shown
