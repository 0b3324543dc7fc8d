"""Which texts of a window need more room than they have; runs inside LibreOffice."""

from __future__ import annotations

from typing import Any


def tight_controls(ctx: Any, xdl: str) -> Any:
    """Return the controls of a window whose text needs more room than they have."""
    import uno
    from writeragent_plugin.office.application import EXTENSION_ROOT, current
    from writeragent_plugin.office.localise import localise

    provider = ctx.ServiceManager.createInstanceWithContext("com.sun.star.awt.DialogProvider2", ctx)
    window = provider.createDialog(uno.systemPathToFileUrl(str(EXTENSION_ROOT / "dialogs" / xdl)))
    localise(window, current(ctx).texts)
    tight = []
    for control in window.getControls():
        model = control.getModel()
        label = getattr(model, "Label", "")
        if not label or (getattr(model, "MultiLine", False) and "Button" not in str(model)):
            continue
        needed, size = control.getPreferredSize(), control.getPosSize()
        if needed.Width > size.Width:
            tight.append([model.Name, label, needed.Width, size.Width])
    window.dispose()
    return tight


def longest_texts_fit(ctx: Any, xdl: str, texts: dict[str, list[str]]) -> Any:
    """Return which of the texts that a control shows in turn need more room than it has."""
    import uno
    from writeragent_plugin.office.application import EXTENSION_ROOT, current

    provider = ctx.ServiceManager.createInstanceWithContext("com.sun.star.awt.DialogProvider2", ctx)
    window = provider.createDialog(uno.systemPathToFileUrl(str(EXTENSION_ROOT / "dialogs" / xdl)))
    tight = []
    for name, keys in texts.items():
        control = window.getControl(name)
        for key in keys:
            control.getModel().Label = current(ctx).texts[key]
            size = control.getPosSize()
            needed = control.getPreferredSize()
            n_lines = max(1, size.Height * 10 // max(1, control.getMinimumSize().Height * 10))
            if needed.Width > size.Width * n_lines:
                tight.append([key, needed.Width, size.Width, n_lines])
    window.dispose()
    return tight
