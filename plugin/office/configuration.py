"""The settings in LibreOffice's configuration (extension/registry/Settings.xcs).

Owns: reading, writing, telling of changes. Does not own: keys, defaults, checks (settings), the
model server's key (key_store), which goes with the settings but not into the configuration.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Callable, Dict, Final, List

import uno
from com.sun.star.beans import PropertyValue

from ..embeddings.settings import SETTING_KEYS, settings_from_values, settings_to_values
from .key_store import KeyStore

if TYPE_CHECKING:
    from ..embeddings.settings import Settings

NODE: Final = "/org.writeragent.Settings"
_PROVIDER: Final = "/singletons/com.sun.star.configuration.theDefaultProvider"


def open_configuration(ctx: Any, node_path: str, *, for_update: bool = False) -> Any:
    """Return a node of the configuration; one opened for update has commitChanges()."""
    kind = "Update" if for_update else ""
    argument = PropertyValue()
    argument.Name, argument.Value = "nodepath", node_path
    return ctx.getByName(_PROVIDER).createInstanceWithArguments(
        f"com.sun.star.configuration.Configuration{kind}Access", (argument,)
    )


def ui_language(ctx: Any) -> str:
    """Return the BCP-47 tag of the language that LibreOffice's own windows are in."""
    locale = open_configuration(ctx, "/org.openoffice.Setup/L10N").getByName("ooLocale")
    return str(locale or "en-US")


class UnoSettings:
    """The settings store of this LibreOffice profile; main thread only."""

    def __init__(self, ctx: Any) -> None:
        self._ctx = ctx
        self._keys = KeyStore(ctx)
        self._followers: List[Callable[[Settings], None]] = []

    def read(self) -> Settings:
        """Return the settings of the moment."""
        root = open_configuration(self._ctx, NODE)
        values: Dict[str, object] = {
            key: root.getByHierarchicalName(key.replace(".", "/")) for key in SETTING_KEYS.values()
        }
        settings = settings_from_values(values)
        if settings.server is None:
            return settings
        return replace(settings, http_key=self._keys.read(settings.http_url))

    def write(self, settings: Settings) -> None:
        """Keep the settings, then tell the followers."""
        root = open_configuration(self._ctx, NODE, for_update=True)
        for key, value in settings_to_values(settings).items():
            path = key.replace(".", "/")
            if isinstance(value, tuple):
                # A bare tuple reaches UNO as []any, which a list of strings refuses.
                uno.invoke(root, "setHierarchicalPropertyValue", (path, uno.Any("[]string", value)))
            else:
                root.setHierarchicalPropertyValue(path, value)
        root.commitChanges()
        if settings.server is not None:
            self._keys.write(settings.http_url, settings.http_key)
        for on_change in tuple(self._followers):
            on_change(settings)

    def key_of(self, url: str) -> str:
        """Return the key of a model server, "" where there is none."""
        return self._keys.read(url)

    def keeps_keys(self) -> bool:
        """Return whether a key lasts beyond this session."""
        return self._keys.lasts()

    def follow(self, on_change: Callable[[Settings], None]) -> None:
        """Call on_change with each new state that this process writes."""
        self._followers.append(on_change)

    def unfollow(self, on_change: Callable[[Settings], None]) -> None:
        """Call on_change no more."""
        self._followers.remove(on_change)
