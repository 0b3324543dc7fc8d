"""A copy of an environment from before it was changed, to be put back when the change fails.

Owns: making it without a second set of bytes, putting it back, removing it. Does not own: when.

Files are linked, not copied: pip and uv never write into a file that is there, they remove it or
put another in its place, so the copy's stays as it was. What they rewrite, the scripts, is copied.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path
from typing import Final

_COPIED_FOLDERS: Final = ("bin", "Scripts")


class KeptCopy:
    """The copy of venv at place, beside it; made at once. Raises OSError when it cannot be."""

    def __init__(self, venv: Path, place: Path) -> None:
        self._venv = venv
        self._place = place
        try:
            shutil.copytree(venv, place, symlinks=True, copy_function=self._link)
        except (OSError, shutil.Error):
            self.discard()
            raise

    def put_back(self) -> None:
        """Put the environment back as it was; where it cannot be moved it is left as it is."""
        failed = self._place.with_name(self._place.name + ".failed")
        with contextlib.suppress(OSError):
            self._venv.rename(failed)
            try:
                self._place.rename(self._venv)
            except OSError:
                failed.rename(self._venv)
                raise
        shutil.rmtree(failed, ignore_errors=True)
        self.discard()

    def discard(self) -> None:
        """Remove the copy: the change was good."""
        shutil.rmtree(self._place, ignore_errors=True)

    def _link(self, source: str, target: str) -> None:
        parts = Path(source).relative_to(self._venv).parts
        if parts[0] in _COPIED_FOLDERS or len(parts) == 1:
            shutil.copy2(source, target, follow_symlinks=False)
            return
        try:
            os.link(source, target, follow_symlinks=False)
        except (OSError, NotImplementedError):  # another file system, or one without links
            shutil.copy2(source, target, follow_symlinks=False)
