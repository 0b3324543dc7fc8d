"""The texts of the options and of their windows have room, in English and in German."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.office import text_room_steps
from tests.office.settings_steps import load_package, speak_german

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from tests.office.harness.office import Office

pytestmark = pytest.mark.usefixtures("settings_at_first")

XDL_FILES = ("PythonOptions.xdl", "SearchOptions.xdl", "ServerDialog.xdl", "SetupDialog.xdl")
CHANGING = {
    "PythonOptions.xdl": {
        "Test": ["options.test.start", "options.test.stop"],
        "Status": ["options.test.running", "options.test.failed.other", "options.test.passed"],
    },
    "SearchOptions.xdl": {
        "Download": ["options.download.start", "options.download.stop"],
        "Status": ["options.search.state.off", "options.download.stopped"],
        "ModelLine": ["options.model.keyword_only", "options.model.unusable"],
    },
    "ServerDialog.xdl": {
        "KeyLine": ["server.key.kept", "server.key.session"],
        "Privacy": ["server.privacy.none", "server.privacy.loopback", "server.privacy.remote"],
    },
    "SetupDialog.xdl": {
        "Close": ["common.close", "setup.cancel"],
        "Headline": ["setup.state.asking", "setup.state.running", "setup.state.done"],
        "Step": ["setup.step.create", "setup.step.install", "setup.step.verify"],
    },
}


@pytest.mark.parametrize("xdl", XDL_FILES)
def test_english_texts_fit(office: Office, xdl: str) -> None:
    assert office.run(text_room_steps.tight_controls, xdl) == []
    assert office.run(text_room_steps.longest_texts_fit, xdl, CHANGING[xdl]) == []


def test_german_texts_fit(start_office: Callable[..., AbstractContextManager[Office]]) -> None:
    with start_office() as german:
        german.run(speak_german)
        german.restart()
        german.run(load_package)
        assert german.run(_language) == "de"
        for xdl in XDL_FILES:
            assert german.run(text_room_steps.tight_controls, xdl) == []
            assert german.run(text_room_steps.longest_texts_fit, xdl, CHANGING[xdl]) == []


def _language(ctx: object) -> str:
    from writeragent_plugin.office.application import current

    return str(current(ctx).texts.language)
