"""Filling a window's texts in.

Owns: replacing "&key" in titles, labels and help texts of a window made from an .xdl file.
LibreOffice's own way wants a file for each window and language; one catalogue serves all here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ..embeddings.texts import Texts

_PROPERTIES: Final = ("Title", "Label", "HelpText")
_MARK: Final = "&"


def localise(window: Any, texts: Texts) -> None:
    """Put the texts into a window and its controls; main thread."""
    _localise_model(window.getModel(), texts)
    for control in window.getControls():
        _localise_model(control.getModel(), texts)


def _localise_model(model: Any, texts: Texts) -> None:
    known = model.getPropertySetInfo()
    for name in _PROPERTIES:
        if not known.hasPropertyByName(name):
            continue
        value = model.getPropertyValue(name)
        if isinstance(value, str) and value.startswith(_MARK):
            model.setPropertyValue(name, texts[value[len(_MARK) :]])
