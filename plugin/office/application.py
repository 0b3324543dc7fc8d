"""The composition root: the one place that makes the extension's parts and joins them.

Owns: one Application for each LibreOffice process, made with the first menu call or the first
window. Does not own: what the parts do.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Dict, Final, Optional

from ..embeddings.texts import load_texts
from .configuration import UnoSettings, ui_language
from .host_log import start_log
from .main_thread import TerminateListener, UnoMainThread
from .options.desk import OptionsDesk, OptionsSurroundings

if TYPE_CHECKING:
    from ..embeddings.texts import Texts

EXTENSION_ROOT: Final = Path(__file__).resolve().parents[2]
"""Where the extension is unpacked: plugin/, dialogs/ and the rest lie in it."""

_application: Optional[Application] = None


class Application:
    """The parts of the extension; main thread only."""

    def __init__(self, ctx: Any) -> None:
        self.ctx = ctx
        self.texts: Texts = load_texts(EXTENSION_ROOT / "dialogs" / "texts", ui_language(ctx))
        self.main_thread = UnoMainThread(ctx)
        self.settings = UnoSettings(ctx)
        self.options = OptionsDesk(
            OptionsSurroundings(ctx, EXTENSION_ROOT, self.main_thread, self.settings, self.texts)
        )
        self.commands: Dict[str, Callable[[Optional[Any]], None]] = {
            "setup": self.options.open_setup,
            "options": self.options.open_options,
        }
        self._desktop = _service(ctx, "com.sun.star.frame.Desktop")
        self._end_listener = TerminateListener(self.close)
        self._desktop.addTerminateListener(self._end_listener)

    def start(self) -> None:
        """Begin upkeep, once."""

    def close(self) -> None:
        """End every thread and process of the extension; LibreOffice is ending."""
        self.main_thread.close()
        self.options.end()


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
    import uno

    substitution = _service(ctx, "com.sun.star.util.PathSubstitution")
    return Path(uno.fileUrlToSystemPath(substitution.getSubstituteVariableValue("$(user)")))
