"""Owns reading and writing LibreOffice's configuration."""

from __future__ import annotations

from typing import Any

import uno

from .documents import properties


def node(ctx: Any, path: str, *, update: bool = False) -> Any:
    """Return the configuration node at the path (/org.openoffice.Office.Common/...)."""
    provider = ctx.getValueByName("/singletons/com.sun.star.configuration.theDefaultProvider")
    service = "ConfigurationUpdateAccess" if update else "ConfigurationAccess"
    return provider.createInstanceWithArguments(
        f"com.sun.star.configuration.{service}", properties(nodepath=path)
    )


def read(ctx: Any, path: str, name: str) -> Any:
    """Return one setting; a list of strings comes as a list."""
    value = node(ctx, path).getPropertyValue(name)
    return list(value) if isinstance(value, tuple) else value


def write(ctx: Any, path: str, **values: Any) -> None:
    """Write settings and commit them."""
    update = node(ctx, path, update=True)
    for name, value in values.items():
        if isinstance(value, (list, tuple)):  # an empty tuple alone would have no type
            typed = uno.Any("[]string", tuple(value))
            uno.invoke(update, "setPropertyValue", (name, typed))
        else:
            update.setPropertyValue(name, value)
    update.commitChanges()


def names(ctx: Any, path: str) -> list[str]:
    """Return the names of a node's children."""
    return list(node(ctx, path).getElementNames())
