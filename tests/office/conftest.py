"""The fixtures of the tests that run in a real LibreOffice."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.office.harness import extensions
from tests.office.harness.home import Home
from tests.office.harness.office import Office, running_office
from tests.office.harness.remote import remember_sources
from tests.office.harness.required import required_installation
from tests.office.options_support import give_up_options
from tests.office.settings_steps import load_package, reset_settings
from tests.office.upkeep_support import VARIABLES, begin

if TYPE_CHECKING:
    import contextlib
    from collections.abc import Callable, Iterator

    from office_installation import Installation

HERE = Path(__file__).resolve().parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything here as needing LibreOffice."""
    remember_sources(HERE)
    for item in items:
        if "tests/office/" in item.path.as_posix():
            item.add_marker(pytest.mark.office)


@pytest.fixture(scope="session")
def installation() -> Installation:
    """Return this machine's LibreOffice; skip without one (on a build server: fail)."""
    return required_installation()


@pytest.fixture(scope="session")
def our_oxt(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """Return our extension, built as for a release."""
    if not extensions.BUILD_SCRIPT.exists():
        return None
    return extensions.build_ours(tmp_path_factory.mktemp("oxt") / "writeragent.oxt")


@pytest.fixture(scope="session")
def prepared_home(
    installation: Installation,
    our_oxt: Path | None,
    tmp_path_factory: pytest.TempPathFactory,
) -> Home:
    """Return a home whose profile has our extension and the probe. Copy it, do not start it."""
    home = Home(tmp_path_factory.mktemp("prepared"))
    home.make()
    folder = tmp_path_factory.mktemp("probe")
    for oxt in (our_oxt, extensions.build_probe(folder / "probe.oxt")):
        if oxt is not None:
            extensions.install(installation, home, oxt)
    return home


@pytest.fixture(scope="session")
def make_home(prepared_home: Home, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Home]:
    """Return a function that makes a fresh home with the extensions installed."""

    def make() -> Home:
        home = Home(tmp_path_factory.mktemp("office") / "home")
        shutil.copytree(prepared_home.root, home.root)
        return home

    return make


@pytest.fixture(scope="session")
def office(installation: Installation, make_home: Callable[[], Home]) -> Iterator[Office]:
    """Yield the LibreOffice that most tests share."""
    with running_office(installation, make_home()) as shared:
        yield shared


@pytest.fixture(scope="session")
def start_office(
    installation: Installation, make_home: Callable[[], Home]
) -> Callable[..., contextlib.AbstractContextManager[Office]]:
    """Return a context manager that runs a LibreOffice of a test's own on a fresh profile.

    `with start_office() as mine:`; start_office(home=..., variables={...}) says more.
    """

    def start(
        home: Home | None = None, variables: dict[str, str] | None = None
    ) -> contextlib.AbstractContextManager[Office]:
        return running_office(installation, home or make_home(), variables)

    return start


@pytest.fixture(scope="module")
def own(
    start_office: Callable[..., contextlib.AbstractContextManager[Office]],
) -> Iterator[Office]:
    """Yield a LibreOffice of a test file's own, where the extension has a worker and has begun."""
    with start_office(variables=VARIABLES) as office:
        begin(office)
        yield office


@pytest.fixture
def settings_at_first(office: Office) -> Iterator[None]:
    """Have the shared LibreOffice's settings be as at first, for the test and after it."""
    office.run(load_package)
    office.run(reset_settings)
    yield
    give_up_options(office)
    office.run(reset_settings)


@pytest.fixture(autouse=True)
def _tidy(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close what a test opened in the shared LibreOffice; say so where it crashed."""
    if "office" not in request.fixturenames:
        yield
        return
    shared: Office = request.getfixturevalue("office")
    if not shared.alive():
        shared.start()
    before = shared.run(_document_ids)
    yield
    if not shared.alive():
        pytest.fail(f"LibreOffice ended with {shared.exit_code()}:\n{shared.log_text()}")
    try:
        shared.end_dialogs()
        shared.run(_close_others, before)
    except AssertionError:
        shared.kill()  # the next test starts a new one: one failure must not become many
        raise


def _document_ids(ctx: Any) -> Any:
    import office_probe as probe

    return probe.document_ids(ctx)


def _close_others(ctx: Any, keep: list[str]) -> None:
    import office_probe as probe

    probe.close_all(ctx, keep=keep)
