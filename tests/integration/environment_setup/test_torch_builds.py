"""A build of torch is installed, tried by a product of matrices, and taken back when it fails.

The packages are made by code: torches that say they see a card, which computes or does not.
"""

from __future__ import annotations

import os
import sys
import threading
import venv as stdlib_venv
from dataclasses import replace

import pytest

from plugin.contracts.errors import SetupFailed
from plugin.scripting.environment import (
    SetupPlan,
    SetupProgress,
    SetupWay,
    TorchRequest,
    TorchWish,
    is_current,
    is_other_build,
    plan_setup,
    run_setup,
    torch_to_change,
)
from plugin.scripting.environment.facts import torch_kind_in
from plugin.scripting.environment.pythons import Surroundings
from tests.elsewhere import Elsewhere
from tests.environment_site import BASE, Site
from tests.packages_by_code import make_wheel

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="the folders are made of links"),
]

PASCAL = Elsewhere(programs={"nvidia-smi": "NVIDIA GeForce GTX 1060, 550.163.01, 6.1\n"})
TORCH = """
__version__ = {version!r}
class Halves:
    def __matmul__(self, other): return self
    def sum(self): return 65536.0
def full(shape, value, device):
    if device != "cpu" and {is_broken}:
        raise RuntimeError("no kernel image is available for execution on the device")
    return Halves()
class cuda:
    is_available = staticmethod(lambda: "+cu" in __version__)
class backends:
    mps = None
"""


def put_torch(site: Site, version: str, *, is_broken: bool = False) -> None:
    code = TORCH.format(version=version, is_broken=is_broken)
    make_wheel(site.wheels, "torch", version, code=code)


@pytest.fixture
def with_torch(site: Site) -> Site:
    put_torch(site, "2.13.0")
    site.pin("apple==1.0", "torch==2.13.0")
    return site


def plan(site: Site, wish: TorchWish = TorchWish.AUTO) -> SetupPlan:
    # The address is not used: pip takes packages from the site's folder alone.
    request = TorchRequest(wish, own_index="https://torch.example/{build}")
    around = replace(Surroundings.here(), sight=PASCAL)
    return plan_setup(
        str(site.venv), lock=str(site.lock), python=BASE, torch=request, around=around
    )


def set_up(site: Site, wish: TorchWish = TorchWish.AUTO) -> list[SetupProgress]:
    seen: list[SetupProgress] = []
    run_setup(plan(site, wish), on_progress=seen.append, cancel=threading.Event())
    return seen


def test_the_cards_build_is_installed_and_multiplies_on_the_card(with_torch: Site) -> None:
    put_torch(with_torch, "2.13.0+cu126")
    seen = set_up(with_torch)
    assert seen[-1].line == "torch 2.13.0+cu126 computes on cuda"
    assert not [report.note for report in seen if report.note]
    assert is_current(str(with_torch.venv), str(with_torch.lock))


def test_where_its_index_has_no_such_build_the_package_indexs_own_is_taken_and_said(
    with_torch: Site,
) -> None:
    seen = set_up(with_torch)
    assert [report.note for report in seen if report.note] == ["torch_plain"]
    assert seen[-1].line == "torch 2.13.0 computes on cpu"
    assert is_current(str(with_torch.venv), str(with_torch.lock))


def test_a_build_that_does_not_compute_leaves_the_old_environment(with_torch: Site) -> None:
    before = with_torch.make_old()
    put_torch(with_torch, "2.13.0+cu126", is_broken=True)
    assert plan(with_torch).way is SetupWay.REPLACE

    with pytest.raises(SetupFailed, match="Trying out the packages failed") as caught:
        set_up(with_torch)

    said = "torch 2.13.0+cu126 does not compute on cuda: no kernel image"
    assert said in caught.value.detail
    assert with_torch.files() == before
    assert list(with_torch.parent.iterdir()) == [with_torch.venv]
    put_torch(with_torch, "2.13.0+cpu")
    assert set_up(with_torch, TorchWish.CPU)[-1].line == "torch 2.13.0+cpu computes on cpu"


def test_an_environment_of_the_users_own_is_put_back_as_it_was(with_torch: Site) -> None:
    site = with_torch
    stdlib_venv.create(site.venv, with_pip=True, symlinks=True)
    packages = next(site.venv.glob("lib/python3*/site-packages"))
    (packages / "torch").mkdir()
    note = packages / "torch" / "version.py"
    note.write_text("__version__ = '2.13.0'\ncuda: Optional[str] = '12.6'\nhip = None\n")
    before = site.files()
    put_torch(site, "2.13.0+cu126", is_broken=True)
    assert plan(site).way is SetupWay.ADD

    with pytest.raises(SetupFailed, match="Trying out the packages failed"):
        set_up(site)

    assert site.files() == before
    assert list(site.parent.iterdir()) == [site.venv]


def test_behind_a_mirror_uv_takes_what_that_has_and_says_so(with_uv: Site) -> None:
    site = with_uv
    put_torch(site, "2.13.0")
    site.pin("apple==1.0", "torch==2.13.0")
    around = replace(Surroundings.here(), sight=PASCAL)
    made = plan_setup(str(site.venv), lock=str(site.lock), python=BASE, around=around)
    assert made.commands[-1].argv[-2:] == ("--torch-backend", "cu126")
    seen: list[SetupProgress] = []

    run_setup(made, on_progress=seen.append, cancel=threading.Event())

    assert [report.note for report in seen if report.note] == ["torch_plain"]
    assert seen[-1].line == "torch 2.13.0 computes on cpu"


@pytest.mark.parametrize(
    ("note", "kind"),
    [
        (
            "__version__ = '2.13.0+cpu'\ncuda: Optional[str] = None\nhip: Optional[str] = None",
            "cpu",
        ),
        ("__version__ = '2.13.0'\ncuda: Optional[str] = '13.0'\nhip: Optional[str] = None", "cuda"),
        ("__version__ = '2.13.0+rocm7.2'\ncuda = None\nhip: Optional[str] = '7.2.26'", "rocm"),
        ("__version__ = '2.13.0+xpu'\ncuda = None\nhip = None\nxpu: Optional[str] = '2026'", "xpu"),
        ("", ""),
    ],
)
def test_the_build_that_is_there_is_read_and_held_against_the_card(
    with_torch: Site, note: str, kind: str
) -> None:
    stdlib_venv.create(with_torch.venv, with_pip=False, symlinks=True)
    packages = next(with_torch.venv.glob("lib/python3*/site-packages"))
    (packages / "torch").mkdir()
    (packages / "torch" / "version.py").write_text(note)
    folder = str(with_torch.venv)
    assert torch_kind_in(folder) == kind
    wanted, cpu = plan(with_torch).torch, plan(with_torch, TorchWish.CPU).torch
    assert wanted is not None
    assert cpu is not None
    assert is_other_build(folder, wanted) == (kind not in ("cuda", ""))
    # A build for a card serves the CPU as well; it is changed only where that was asked for.
    assert is_other_build(folder, cpu) == (kind not in ("cpu", ""))


def test_a_better_torch_is_told_without_a_plan(
    with_torch: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    stdlib_venv.create(with_torch.venv, with_pip=False, symlinks=True)
    packages = next(with_torch.venv.glob("lib/python3*/site-packages"))
    (packages / "torch").mkdir()
    (packages / "torch" / "version.py").write_text("__version__ = '2.13.0+cpu'\ncuda = None\n")
    places = (str(with_torch.venv), str(with_torch.lock))
    # pip gets everything from an index of the user's here: there is nothing to promise.
    around = replace(Surroundings.here(), sight=PASCAL)
    assert torch_to_change(places[0], lock=places[1], around=around) is None
    monkeypatch.setenv("WRITERAGENT_TORCH_INDEX", "https://torch.example/{build}")
    around = replace(Surroundings.here(), sight=PASCAL)
    better = torch_to_change(places[0], lock=places[1], around=around)
    assert better is not None
    assert better.advice.build.tag == "cu126"
    without_card = replace(around, sight=Elsewhere())
    assert torch_to_change(places[0], lock=places[1], around=without_card) is None


def test_this_machines_own_torch_says_what_it_is() -> None:
    import torch

    kind = torch_kind_in(os.path.dirname(os.path.dirname(sys.executable)))  # noqa: PTH120
    expected = "cuda" if torch.version.cuda else "rocm" if torch.version.hip else "cpu"
    assert kind == expected or torch.xpu.is_available()
