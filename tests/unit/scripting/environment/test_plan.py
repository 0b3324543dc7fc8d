"""Plans for real folders and environments; planning leaves no trace."""

from __future__ import annotations

import sys
import venv as stdlib_venv
from pathlib import Path

import pytest

from plugin.contracts.errors import BadRequest, SetupFailed, VenvMissing
from plugin.scripting.environment.advice import HOW_TO_GET_PYTHON
from plugin.scripting.environment.facts import installed, is_current, write_stamp
from plugin.scripting.environment.plan import SetupPlan, SetupWay, plan_setup
from plugin.scripting.environment.progress import SetupStep
from plugin.scripting.environment.pythons import Surroundings

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the folders are made of links")

BASE = getattr(sys, "_base_executable", sys.executable)
UV = "#!/bin/sh\necho uv 0.9\n"


class Machine:
    """A folder that is all of PATH and home, a lock, and a place for the environment."""

    def __init__(self, root: Path) -> None:
        self.bin = root / "bin"
        self.bin.mkdir()
        self.venv = root / "data" / "venv"
        self.lock = root / "lock.txt"
        self.lock.write_text("# pip-compile with Python 3.12\nsix==1.17.0\nnumpy==2.4.6\n")
        self.around = Surroundings(
            env={"PATH": str(self.bin), "HOME": str(root), "UV_INDEX": "own"}, patterns=()
        )

    def add_python(self) -> None:
        (self.bin / "python3").symlink_to(BASE)

    def add_uv(self) -> str:
        uv = self.bin / "uv"
        uv.write_text(UV)
        uv.chmod(0o755)
        return str(uv)

    def make_venv(self) -> None:
        stdlib_venv.create(self.venv, with_pip=False, symlinks=True)

    def plan(self) -> SetupPlan:
        return plan_setup(str(self.venv), lock=str(self.lock), around=self.around)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def argvs(plan: SetupPlan) -> dict[SetupStep, tuple[str, ...]]:
    return {command.step: command.argv for command in plan.commands}


def test_a_new_environment_is_made_by_venv_and_pip(machine: Machine) -> None:
    machine.add_python()
    plan = machine.plan()

    assert plan.way is SetupWay.CREATE
    assert (plan.uses_uv, plan.downloads_python, plan.n_packages) == (False, False, 2)
    assert plan.version == sys.version_info[:3]
    assert 17_000_000 < plan.download_bytes < 20_000_000
    create, install = argvs(plan)[SetupStep.CREATE], argvs(plan)[SetupStep.INSTALL]
    assert create[1:] == ("-I", "-m", "venv", plan.building)
    assert install[0] == f"{plan.building}/bin/python"
    assert install[-2:] == ("-r", str(machine.lock))
    assert Path(plan.building).parent == machine.venv.parent
    assert not machine.venv.parent.exists()


def test_no_command_names_an_index(machine: Machine) -> None:
    machine.add_python()
    for _ in range(2):
        words = [word for argv in argvs(machine.plan()).values() for word in argv]
        assert not [word for word in words if "://" in word or word.startswith(("--i", "-i"))]
        machine.add_uv()


def test_uv_installs_where_it_is(machine: Machine) -> None:
    machine.add_python()
    uv = machine.add_uv()
    plan = machine.plan()

    assert plan.uses_uv
    create, install = argvs(plan)[SetupStep.CREATE], argvs(plan)[SetupStep.INSTALL]
    assert create[:3] == (uv, "venv", "--python")
    assert Path(create[3]).resolve() == Path(BASE).resolve()
    assert install[:3] == (uv, "pip", "install")


def test_uv_without_a_python_would_fetch_the_one_the_lock_was_made_with(machine: Machine) -> None:
    machine.add_uv()
    plan = machine.plan()

    assert plan.downloads_python
    assert (plan.python, plan.version) == ("", (3, 12))
    assert argvs(plan)[SetupStep.CREATE][2:4] == ("--python", "3.12")
    machine.add_python()
    assert machine.plan().download_bytes < plan.download_bytes


def test_a_user_whose_index_only_pip_knows_gets_pip(machine: Machine) -> None:
    machine.add_python()
    machine.add_uv()
    env = {name: value for name, value in machine.around.env.items() if name != "UV_INDEX"}
    around = Surroundings(env={**env, "PIP_INDEX_URL": "https://mirror.example"}, patterns=())

    plan = plan_setup(str(machine.venv), lock=str(machine.lock), around=around)

    assert not plan.uses_uv


def test_a_machine_without_a_python_gets_the_next_step(machine: Machine) -> None:
    with pytest.raises(VenvMissing, match=r"No Python 3\.11 or later") as caught:
        machine.plan()
    assert caught.value.hint == HOW_TO_GET_PYTHON


def test_debians_python_without_ensurepip_is_told_or_served_by_uv(machine: Machine) -> None:
    python = machine.bin / "python3"
    python.write_text(
        f"#!/bin/sh\necho 'writeragent-base [[3, 11, 2], \"{python}\", true, false]'\n"
    )
    python.chmod(0o755)

    with pytest.raises(VenvMissing, match="ensurepip is missing") as caught:
        machine.plan()
    assert caught.value.hint == HOW_TO_GET_PYTHON
    machine.add_uv()
    assert (machine.plan().uses_uv, machine.plan().python) == (True, str(python))


def test_the_users_own_environment_is_added_to(machine: Machine) -> None:
    machine.make_venv()
    before = sorted(machine.venv.rglob("*"))
    plan = machine.plan()

    assert (plan.way, plan.building) == (SetupWay.ADD, str(machine.venv))
    # It was made without pip, and there is no uv.
    assert argvs(plan)[SetupStep.CREATE][-2:] == ("-m", "ensurepip")
    machine.add_uv()
    assert list(argvs(machine.plan())) == [SetupStep.INSTALL]
    assert sorted(machine.venv.rglob("*")) == before


def test_what_is_there_already_is_not_counted_again(machine: Machine) -> None:
    machine.make_venv()
    packages = next(machine.venv.glob("lib/python3*/site-packages"))
    (packages / "numpy-2.4.6.dist-info").mkdir()
    plan = machine.plan()

    assert (plan.n_packages, plan.n_missing) == (2, 1)
    assert plan.download_bytes < 1_000_000


def test_an_environment_of_a_set_up_is_replaced(machine: Machine) -> None:
    machine.add_python()
    machine.make_venv()
    write_stamp(str(machine.venv), [str(machine.lock)])
    plan = machine.plan()

    assert plan.way is SetupWay.REPLACE
    assert plan.building != str(machine.venv)


def test_an_environment_whose_python_is_gone_is_replaced(machine: Machine) -> None:
    machine.add_python()
    machine.make_venv()
    for name in ("python", "python3"):
        (machine.venv / "bin" / name).unlink()
        (machine.venv / "bin" / name).symlink_to("/nonexistent/python3.11")

    assert machine.plan().way is SetupWay.REPLACE


def test_an_environment_of_an_old_python_is_told_and_left(machine: Machine) -> None:
    machine.add_python()
    machine.make_venv()
    python = machine.venv / "bin" / "python"
    python.unlink()
    python.write_text("#!/bin/sh\necho writeragent-python 3.9.18\n")
    python.chmod(0o755)

    with pytest.raises(VenvMissing, match=r"is Python 3\.9\.18"):
        machine.plan()


def test_a_folder_of_other_files_is_refused(machine: Machine) -> None:
    machine.venv.mkdir(parents=True)
    machine.add_python()
    assert machine.plan().way is SetupWay.CREATE  # empty is as good as new
    (machine.venv / "Letter.odt").write_text("Dear Ada")

    with pytest.raises(BadRequest, match="holds other files"):
        machine.plan()


def test_a_lock_that_is_gone_is_told(machine: Machine) -> None:
    machine.lock.unlink()
    with pytest.raises(SetupFailed, match="cannot be read"):
        machine.plan()


def test_facts_about_an_environment_come_without_importing_it(machine: Machine) -> None:
    lock = str(machine.lock)
    none = installed(str(machine.venv), lock=lock)
    assert (none.version, none.n_packages, none.is_current) == (None, 0, False)
    assert "holds no Python environment" in none.problem

    machine.make_venv()
    packages = next(machine.venv.glob("lib/python3*/site-packages"))
    (packages / "numpy-2.4.6.dist-info").mkdir()
    write_stamp(str(machine.venv), [lock])
    half = installed(str(machine.venv), lock=lock)
    assert (half.version, half.problem) == (sys.version_info[:3], "")
    assert (half.is_current, half.missing) == (False, ("six==1.17.0",))

    (packages / "six-1.17.0.dist-info").mkdir()
    assert installed(str(machine.venv), lock=lock).is_current
    machine.lock.write_text("six==1.17.0  # the same in other words\n")
    assert installed(str(machine.venv), lock=lock).is_current
    machine.lock.write_text("six==1.18.0\n")
    assert not installed(str(machine.venv), lock=lock).is_current


def test_the_stamp_names_every_lock_that_is_fulfilled(machine: Machine, tmp_path: Path) -> None:
    machine.make_venv()
    larger = tmp_path / "dev.txt"
    larger.write_text("six==1.17.0\nnumpy==2.4.6\npytest==9.2.0\n")
    venv, lock = str(machine.venv), str(machine.lock)
    assert not is_current(venv, lock)

    write_stamp(venv, [str(larger), lock])

    assert is_current(venv, lock)
    assert is_current(venv, str(larger))
    for name in ("python", "python3"):
        (machine.venv / "bin" / name).unlink()
    assert not is_current(venv, lock)
