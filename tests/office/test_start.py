"""LibreOffice's start: the extension loads what upkeep needs, and nothing of its windows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.office.upkeep_support import VARIABLES, begin

if TYPE_CHECKING:
    from tests.office.harness.office import Office

LATER = ("office.search_dialog", "office.options", "office.jump", "scripting.environment.")


def loaded(ctx: Any) -> list[str]:
    """Return our modules that are loaded."""
    import sys

    alias = "writeragent_plugin."
    return [name[len(alias) :] for name in sys.modules if name.startswith(alias)]


def press(ctx: Any, command: str) -> None:
    import office_probe as probe

    probe.dispatch_now(ctx, f"org.writeragent.search:{command}")


def window_is_open(ctx: Any) -> bool:
    from writeragent_plugin.office.application import current

    return current(ctx).search.window is not None


def test_windows_are_loaded_when_they_are_first_asked_for(start_office: Any) -> None:
    office: Office
    with start_office(variables=VARIABLES) as office:
        begin(office)
        names = office.run(loaded)
        assert "embeddings.upkeep" in names
        assert [name for name in names if name.startswith(LATER)] == []
        office.run(press, "search")
        office.wait_for(window_is_open)
        assert "office.search_dialog.view" in office.run(loaded)
