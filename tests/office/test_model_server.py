"""The Model Server window and the password container in a real LibreOffice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.http_model import API_KEY_VARIABLE
from tests.office import options_steps, settings_steps
from tests.office import server_steps as steps
from tests.office.options_support import close_options, open_options_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from tests.office.harness.home import Home
    from tests.office.harness.office import Office

URL = "https://api.example.org/v1"
KEY = "sk-office-0123456789"


@pytest.fixture(autouse=True)
def _defaults(office: Office) -> Iterator[None]:
    office.run(settings_steps.load_package)
    office.run(settings_steps.reset_settings)
    yield
    office.run(steps.set_server, URL, "")
    office.run(settings_steps.reset_settings)


def open_server(office: Office) -> None:
    open_options_at(office, "folders")
    office.post(options_steps.press_in_options, "Model Server")
    office.wait_for(steps.server_is_open)


def test_a_server_is_set_after_a_yes_and_its_key_is_a_password(office: Office) -> None:
    open_server(office)
    office.run(steps.fill_server, URL, "embed-small", KEY)
    office.wait_for(steps.server_says, "are sent to api.example.org")
    office.post(steps.press_in_server, "OK")
    asked = str(office.wait_for(steps.question))
    assert "Send your documents and queries to api.example.org?" in asked
    office.post(steps.answer, "Yes")
    office.wait_for(steps.server_is_closed)
    assert office.wait_for(options_steps.page_has, ["embed-small, on api.example.org"])
    assert office.run(settings_steps.read_setting, "embeddings", "provider") == "local", "not yet"
    close_options(office, "OK")

    assert office.run(settings_steps.read_setting, "embeddings", "provider") == "http"
    assert office.run(settings_steps.read_setting, "embeddings", "http_confirmed") == URL
    assert office.run(steps.asked_model) == [f"{URL}#embed-small", KEY]
    assert office.wait_for(steps.asked_by_passes) == [f"{URL}#embed-small", KEY]


def test_the_key_is_not_shown(office: Office) -> None:
    assert office.run(steps.key_is_hidden_by) == ord("\N{BULLET}")


def test_a_no_and_a_cancel_set_nothing(office: Office) -> None:
    open_server(office)
    office.run(steps.fill_server, URL, "embed-small", KEY)
    office.post(steps.press_in_server, "OK")
    office.wait_for(steps.question)
    office.post(steps.answer, "No")
    office.wait_for(steps.server_says, "are sent to api.example.org")
    office.post(steps.press_in_server, "Cancel")
    office.wait_for(steps.server_is_closed)
    close_options(office, "OK")

    assert office.run(settings_steps.read_setting, "embeddings", "provider") == "local"
    assert office.run(steps.asked_model) == ["intfloat/multilingual-e5-small", ""]


def test_a_key_that_libreoffice_keeps_outlives_it_and_is_nowhere_readable(
    start_office: Callable[..., AbstractContextManager[Office]], make_home: Callable[[], Home]
) -> None:
    home = make_home()
    with start_office(home=home) as mine:
        mine.run(settings_steps.load_package)
        assert mine.run(steps.keeps_keys) is False, "LibreOffice's own default"
        mine.run(steps.let_passwords_be_kept)
        assert mine.run(steps.keeps_keys) is True
        mine.run(steps.set_server, URL, KEY)
        mine.restart()
        mine.run(settings_steps.load_package)
        assert mine.run(steps.asked_model) == [f"{URL}#m", KEY]
        mine.run(steps.set_server, URL, "")
        assert mine.run(steps.asked_model) == [f"{URL}#m", ""]
        mine.run(steps.set_server, URL, KEY)
        mine.stop()
        files = [path for path in home.profile.rglob("*") if path.is_file()]
        assert not [path for path in files if KEY.encode() in path.read_bytes()]


def test_a_key_that_libreoffice_may_not_keep_is_gone_with_it(
    start_office: Callable[..., AbstractContextManager[Office]],
) -> None:
    with start_office() as mine:
        mine.run(settings_steps.load_package)
        mine.run(steps.set_server, URL, KEY)
        assert mine.run(steps.asked_model) == [f"{URL}#m", KEY]
        mine.restart()
        mine.run(settings_steps.load_package)
        assert mine.run(steps.asked_model) == [f"{URL}#m", ""]


def test_the_environment_goes_first(
    start_office: Callable[..., AbstractContextManager[Office]],
) -> None:
    with start_office(variables={API_KEY_VARIABLE: "sk-of-the-shell"}) as mine:
        mine.run(settings_steps.load_package)
        mine.run(steps.set_server, URL, "sk-of-the-shell")
        assert mine.run(steps.asked_model) == [f"{URL}#m", "sk-of-the-shell"]
