"""Owns what is pictured, in which order, and how the picture is cut."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.office import options_steps, search_steps
from tests.office.screenshots import steps
from tests.office.screenshots.camera import Box, Camera
from tests.office.screenshots.studio import Look, running_studio

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from office_installation import Installation

    from tests.office.screenshots.studio import Studio

INDEXING_S = 180.0
ANSWER_S = 60.0
TEST_S = 180.0
WINDOW = Box(0, 20, 1180, 800)
SEARCH = "org.writeragent.search:search"


@dataclass(frozen=True)
class Speech:
    """What is said in one language: titles as patterns, the question asked."""

    document: str
    question: str
    title: str
    menu_key: str = "alt+g"


ENGLISH = Speech(
    document="Remote work policy.odt",
    question="who approves travel costs?",
    title="^Search Nearby Files$",
)
GERMAN = Speech(
    document="Hausordnung.odt",
    question="Was darf ich im Lesesaal trinken?",
    title="^Dateien im Ordner durchsuchen$",
)


class Scenes:
    """The scenes on one LibreOffice; each leaves it as it was."""

    def __init__(self, studio: Studio, camera: Camera, speech: Speech, suffix: str) -> None:
        self._office = studio.office
        self._studio = studio
        self._camera = camera
        self._speech = speech
        self._suffix = suffix

    def begin(self) -> None:
        """Wait until the document is there and the folder is indexed."""
        self._office.wait_for(steps.is_ready, timeout_s=60)
        self._office.run(steps.turn_on, str(self._studio.venv))
        self._camera.size(self._main_title(self._speech.document), WINDOW)
        folder = str(self._studio.documents)
        self._office.wait_for(steps.is_indexed, folder, timeout_s=INDEXING_S)
        self._camera.point_away()

    def menu(self) -> None:
        """Take the open menu."""
        self._camera.key(self._speech.menu_key)
        self._take("menu", Box(0, 0, 1180, 250))
        self._camera.key("Escape", "Escape")

    def dialog(self) -> None:
        """Take the search dialog with an answer; leave it open."""
        self._office.run(search_steps.dispatch, SEARCH)
        self._camera.wait_for_window(self._speech.title)
        self._office.wait_for(search_steps.has_focus, "query")
        self._camera.type(self._speech.question)
        self._camera.key("Return")
        self._office.wait_for(steps.is_answered, timeout_s=ANSWER_S)
        self._office.run(steps.select_first)
        self._take("dialog", self._camera.frame_of(self._speech.title))

    def jump(self, document: str) -> None:
        """Take the document that the first hit opens, at its passage."""
        self._office.run(steps.open_first)
        self._office.wait_for(search_steps.is_in_front, document.replace(" ", "%20"))
        self._office.run(steps.close_search)
        self._camera.size(self._main_title(document), WINDOW)
        frame = self._camera.frame_of(self._main_title(document))
        self._take("jump", Box(frame.x, frame.y, frame.width, 600))

    def close_dialog(self) -> None:
        """Close the search dialog."""
        self._office.run(steps.close_search)

    def sidebar(self) -> None:
        """Take the sidebar's panel beside the document."""
        self._office.run(steps.show_panel)
        self._office.wait_for(steps.has_panel)
        self._office.run(steps.ask_panel, self._speech.question)
        self._office.wait_for(steps.panel_has_hits, timeout_s=ANSWER_S)
        self._office.run(steps.select_in_panel)
        frame = self._camera.frame_of(self._main_title())
        self._take("sidebar", frame)

    def options(self) -> None:
        """Take both pages of the options."""
        self._office.post(options_steps.open_options, "python")
        title = "^(Options|Optionen) - "
        box = self._camera.frame_of(title)
        self._office.wait_for(steps.has_packages, timeout_s=30)
        self._office.run(steps.press_test)
        self._office.wait_for(steps.has_passed, timeout_s=TEST_S)
        self._office.run(steps.scroll_up)  # its last line tells how long the model took
        self._take("options-python", _upper_part(box))
        self._camera.key("Escape")
        self._office.post(options_steps.open_options, "folders")
        self._take("options-search", _upper_part(self._camera.frame_of(title)))
        self._camera.key("Escape")

    def setup(self) -> None:
        """Take the Set Up window with its plan."""
        self._office.run(steps.use_venv, "")
        self._office.run(steps.open_setup)
        self._office.wait_for(steps.setup_has_plan, timeout_s=30)
        self._take(
            "setup", self._camera.frame_of("^(Set Up Folder Search|Ordnersuche einrichten)$")
        )
        self._office.run(steps.close_setup)
        self._office.run(steps.use_venv, str(self._studio.venv))

    def _take(self, name: str, box: Box) -> None:
        self._camera.take(name + self._suffix, box)

    def _main_title(self, document: str = "") -> str:
        return f"{document}.*LibreOffice Writer$"


def _upper_part(box: Box) -> Box:
    """Return the part of the options' window that our pages fill."""
    return Box(box.x, box.y, min(box.width, 900), min(box.height, 430))


@contextlib.contextmanager
def _scenes(installation: Installation, target: Path, look: Look, suffix: str) -> Iterator[Scenes]:
    speech = GERMAN if look.language else ENGLISH
    with running_studio(installation, look, speech.document) as studio:
        camera = Camera(studio.screen, target, is_blinking=look.plugin == "gen")
        scenes = Scenes(studio, camera, speech, suffix)
        try:
            scenes.begin()
            yield scenes
        except BaseException:
            camera.keep_evidence()
            raise


def take_all(installation: Installation, target: Path) -> None:
    """Take the README's pictures into the folder."""
    with _scenes(installation, target, Look(), "") as scenes:
        scenes.menu()
        scenes.dialog()
        scenes.jump("Volunteer handbook.docx")
        scenes.sidebar()
        scenes.options()
        scenes.setup()
    with _scenes(installation, target, Look(theme="Adwaita:dark"), "-dark") as scenes:
        scenes.dialog()
    with _scenes(installation, target, Look(language="de"), "-de") as scenes:
        scenes.menu()
        scenes.dialog()


def take_look(installation: Installation, target: Path, look: Look, name: str) -> None:
    """Take every scene in one look, for looking at it."""
    with _scenes(installation, target, look, f"-{name}") as scenes:
        scenes.menu()
        scenes.dialog()
        scenes.close_dialog()
        scenes.setup()
        scenes.sidebar()
        scenes.options()
