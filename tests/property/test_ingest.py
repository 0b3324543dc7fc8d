"""Any changes with passes in between equal one cold build, and no text is encoded twice."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from tests.maintain_support import Folder, contents

SENTENCES = [
    f"Sentence {number} about {word} is long enough to be a chunk of its own, since it goes on and "
    f"on about {word} until nobody could want to read any more of it."
    for number, word in enumerate(("ale", "beer", "cider", "gin", "mead", "port", "rum", "wine"))
]
names = st.sampled_from(["a.txt", "sub/a.txt", "sub/c.md"])
texts = st.lists(st.sampled_from(SENTENCES), max_size=4).map("\n\n".join)


class FolderChanges(RuleBasedStateMachine):
    """Changes files as people do and maintains; encoders are kept, so encodes can be counted."""

    @initialize()
    def make_folder(self) -> None:
        self.root = Path(tempfile.mkdtemp())
        self.folder = Folder(self.root / "documents")
        self.folder.path.mkdir()
        self.clock_s = 1_000_000_000

    def teardown(self) -> None:
        if hasattr(self, "root"):
            shutil.rmtree(self.root)

    @rule(name=names, text=texts)
    def write(self, name: str, text: str) -> None:
        self._stamp(self.folder.write(name, text))

    @rule(name=names)
    def delete(self, name: str) -> None:
        (self.folder.path / name).unlink(missing_ok=True)

    @rule(source=names, goal=names)
    def move_and_compare(self, source: str, goal: str) -> None:
        self.maintain()
        self.rename(source, goal)
        if self.folder.db_path.exists():
            self.compare_with_a_cold_build()

    @rule(source=names, goal=names)
    def rename(self, source: str, goal: str) -> None:
        if (self.folder.path / source).exists():
            (self.folder.path / goal).parent.mkdir(exist_ok=True)
            (self.folder.path / source).rename(self.folder.path / goal)

    @rule(source=names, goal=names)
    def copy(self, source: str, goal: str) -> None:
        if source != goal and (self.folder.path / source).exists():
            (self.folder.path / goal).parent.mkdir(exist_ok=True)
            shutil.copyfile(self.folder.path / source, self.folder.path / goal)
            self._stamp(self.folder.path / goal)

    @rule(name=names)
    def touch(self, name: str) -> None:
        if (self.folder.path / name).exists():
            self._stamp(self.folder.path / name)

    @rule(name=names)
    def touch_and_compare(self, name: str) -> None:
        self.maintain()
        self.touch(name)
        if self.folder.db_path.exists():
            self.compare_with_a_cold_build()

    @rule()
    def maintain(self) -> None:
        known = self._known_hashes()
        self.folder.encoded.clear()
        self.folder.maintain()
        encoded = self.folder.encoded
        assert len(set(encoded)) == len(encoded)
        assert not {text for text in encoded if text in known}

    @precondition(lambda self: self.folder.db_path.exists())
    @rule()
    def compare_with_a_cold_build(self) -> None:
        self.maintain()
        assert self.folder.problems() == []
        kept = contents(self.folder.db_path)
        cold = Folder(self.root / "cold")
        shutil.copytree(
            self.folder.path, cold.path, ignore=shutil.ignore_patterns("writeragent_embeddings")
        )
        cold.path.joinpath("writeragent_embeddings").mkdir()
        cold.maintain(rebuild=True)
        assert contents(cold.db_path) == kept
        shutil.rmtree(cold.path)

    def _stamp(self, file: Path) -> None:
        self.clock_s += 1
        os.utime(file, (self.clock_s, self.clock_s))

    def _known_hashes(self) -> set[str]:
        if not self.folder.db_path.exists():
            return set()
        rows = self.folder.rows(
            "SELECT substr(p.text, c.start_char + 1, c.end_char - c.start_char)"
            " FROM chunks c JOIN passages p USING (passage_id)"
        )
        return {str(row[0]) for row in rows}


TestFolderChanges = FolderChanges.TestCase
TestFolderChanges.settings = settings(
    max_examples=15,
    stateful_step_count=12,
    suppress_health_check=list(HealthCheck),
)
