"""What the tests read and write inside LibreOffice of the extension's settings and its own."""

from __future__ import annotations

from typing import Any


def read_setting(ctx: Any, group: str, name: str) -> Any:
    import office_probe as probe

    return probe.read(ctx, "/org.writeragent.Settings/" + group, name)


def reset_settings(ctx: Any) -> None:
    from writeragent_plugin.embeddings.settings import Settings
    from writeragent_plugin.office.application import current

    current(ctx).settings.write(Settings())


def use_venv(ctx: Any, path: str) -> None:
    from dataclasses import replace

    from writeragent_plugin.office.application import current

    settings = current(ctx).settings
    settings.write(replace(settings.read(), python_venv_path=path))


def use_lock(ctx: Any, lock: str) -> None:
    """Have environments be made from a list of packages of the test's."""
    from writeragent_plugin.office.application import current

    current(ctx).options.lock = lock


def used_lock(ctx: Any) -> str:
    """Return the list of packages that Set Up would make an environment from."""
    from writeragent_plugin.office.application import current

    return str(current(ctx).options.parts.lock)


def load_package(ctx: Any) -> None:
    """Have LibreOffice load our package, as its first window does."""
    ctx.ServiceManager.createInstanceWithContext("org.writeragent.search.StartupJob", ctx)


def speak_german(ctx: Any) -> None:
    """Have LibreOffice's windows be German from its next start on."""
    import office_probe as probe

    probe.write(ctx, "/org.openoffice.Office.Linguistic/General", UILocale="de")
