"""The composition root: the one place that makes the extension's parts and joins them.

Owns: one Application for each LibreOffice process, made with the first menu call or the first
window. Does not own: what the parts do.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Dict, Final, Optional

from ..embeddings.corpus_service import CorpusService
from ..embeddings.texts import load_texts
from ..embeddings.upkeep.maintain_queue import MaintainQueue
from ..embeddings.upkeep.triggers import Upkeep, UpkeepParts
from ..scripting.office_installation import PROGRAM_VARIABLE, Installation
from .active_folder import UnoActiveFolder
from .configuration import UnoSettings, ui_language
from .consent import ConsentBox
from .host_log import start_log
from .main_thread import TerminateListener, UnoMainThread
from .upkeep_watch import UpkeepWatch

if TYPE_CHECKING:
    from ..embeddings.search_window.parts import SearchParts
    from ..embeddings.search_window.screen import Doors
    from ..embeddings.texts import Texts
    from .options.desk import OptionsDesk
    from .search_dialog.command import SearchCommand

EXTENSION_ROOT: Final = Path(__file__).resolve().parents[2]
"""Where the extension is unpacked: plugin/, dialogs/ and the rest lie in it."""

_application: Optional[Application] = None


class Application:
    """The parts of the extension; main thread only.

    LibreOffice waits for this at its start: search and options are made, and their modules
    loaded, when they are first used.
    """

    def __init__(self, ctx: Any) -> None:
        self.ctx = ctx
        self.texts: Texts = load_texts(EXTENSION_ROOT / "dialogs" / "texts", ui_language(ctx))
        self.main_thread = UnoMainThread(ctx)
        self.settings = UnoSettings(ctx)
        self.commands: Dict[str, Callable[[Optional[Any]], None]] = {
            "search": self._open_search,
            "setup": self._open_setup,
            "options": self._open_options,
        }
        self.active_folder = UnoActiveFolder(ctx)
        self.service = CorpusService(
            self.main_thread, root=str(EXTENSION_ROOT), variables=_own_program(ctx)
        )
        self.queue = MaintainQueue(self.service, self.main_thread)
        self.upkeep = self._make_upkeep()
        self._watch = UpkeepWatch(self.upkeep, self.queue, self.main_thread)
        self._desktop = _service(ctx, "com.sun.star.frame.Desktop")
        self._end_listener = TerminateListener(self.close)
        self._desktop.addTerminateListener(self._end_listener)

    def start(self) -> None:
        """Begin upkeep, once."""
        self._watch.start(self.ctx, self.texts)

    def search_parts(self, doors: Doors) -> SearchParts:
        """Return what the presenter of a search window works with; doors lead out of it."""
        from ..embeddings.search_window.parts import SearchParts

        return SearchParts(
            searches=self.service,
            passes=self.queue,
            folders=self.upkeep,
            settings=self.settings,
            doors=doors,
            texts=self.texts,
        )

    def close(self) -> None:
        """End every thread and process of the extension; LibreOffice is ending.

        Those who post end first, then the way to the main thread; with it shut, the worker's
        end reaches nobody.
        """
        self._watch.close()
        if "search" in vars(self):
            self.search.close()
        self.queue.close()
        self.main_thread.close()
        self.service.close()
        if "options" in vars(self):
            self.options.end()

    @cached_property
    def options(self) -> OptionsDesk:
        """Return what the options' pages and the set-up work with."""
        from .options.desk import OptionsDesk, OptionsSurroundings

        return OptionsDesk(
            OptionsSurroundings(
                self.ctx, EXTENSION_ROOT, self.main_thread, self.settings, self.texts
            )
        )

    @cached_property
    def search(self) -> SearchCommand:
        """Return the command that opens the search dialog."""
        from .search_dialog.command import SearchCommand, SearchSurroundings

        surroundings = SearchSurroundings(
            ctx=self.ctx,
            dialogs=EXTENSION_ROOT / "dialogs",
            main_thread=self.main_thread,
            settings=self.settings,
            texts=self.texts,
            make_parts=self.search_parts,
            open_setup=self._open_setup,
        )
        return SearchCommand(surroundings)

    def _open_search(self, frame: Optional[Any]) -> None:
        self.search.open(frame)

    def _open_setup(self, frame: Optional[Any]) -> None:
        self.options.open_setup(frame)

    def _open_options(self, frame: Optional[Any]) -> None:
        self.options.open_options(frame)

    def _make_upkeep(self) -> Upkeep:
        upkeep = Upkeep(
            UpkeepParts(
                queue=self.queue,
                settings=self.settings,
                use_settings=self.service.use,
                active=self.active_folder,
                surroundings=self.active_folder.surroundings,
                consent=ConsentBox(self.ctx, self.texts, self.main_thread),
            )
        )
        self.settings.follow(upkeep.settings_changed)
        self.service.on_outdated(upkeep.outdated)
        return upkeep


def current(ctx: Any) -> Application:
    """Return this process's application, made by the first call; main thread only."""
    global _application  # noqa: PLW0603 - UNO makes its services anew for each window
    if _application is None:
        start_log(_user_folder(ctx) / "writeragent")
        _application = Application(ctx)
    return _application


def _service(ctx: Any, name: str) -> Any:
    return ctx.ServiceManager.createInstanceWithContext(name, ctx)


def _user_folder(ctx: Any) -> Path:
    return _folder(ctx, "$(user)")


def _own_program(ctx: Any) -> Dict[str, str]:
    """Return what tells the worker where this LibreOffice is, for the formats it converts."""
    program = _folder(ctx, "$(prog)")
    return {PROGRAM_VARIABLE: str(program)} if Installation(program).soffice.exists() else {}


def _folder(ctx: Any, variable: str) -> Path:
    import uno

    substitution = _service(ctx, "com.sun.star.util.PathSubstitution")
    return Path(uno.fileUrlToSystemPath(substitution.getSubstituteVariableValue(variable)))
