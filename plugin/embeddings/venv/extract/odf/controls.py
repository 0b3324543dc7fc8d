"""What the controls of a form show: labels, what was typed, what was chosen.

Owns: their words. Does not own: where they stand; a draw:control names its control by id.
Source: ODF 1.3 part 3, section 13 (form content).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import names as n

if TYPE_CHECKING:
    from lxml.etree import _Element as XmlElement

_MAX_CONTROL_CHARS = 8_000
_SECRET = frozenset({n.form_name("password"), n.form_name("hidden")})
_OPTIONS = (n.form_name("option"), n.form_name("item"))


def control_texts(body: XmlElement) -> dict[str, str]:
    """Return what each form control of a document shows, by the ids that shapes name it by."""
    texts: dict[str, str] = {}
    for forms in body.iter(n.FORMS):
        for control in forms.iter(f"{n.form_name('*')}"):
            text = "" if control.tag in _SECRET else _shown(control)
            for name in (n.XML_ID, n.form_name("id")):
                identifier = control.get(name)
                if identifier and text:
                    texts[identifier] = text
    return texts


def _shown(control: XmlElement) -> str:
    chosen = [
        option.get(n.form_name("label")) or ""
        for option in control.iterchildren(*_OPTIONS)
        if option.get(n.form_name("current-selected")) == "true"
    ]
    value = control.get(n.form_name("current-value")) or control.get(n.form_name("value")) or ""
    is_typed = control.tag in _TYPED
    typed = "\n".join("".join(line.itertext()) for line in control.iterchildren(n.P))
    parts = [control.get(n.form_name("label")) or "", *chosen]
    parts += [typed or value] if is_typed else []
    return " ".join(part for part in parts if part)[:_MAX_CONTROL_CHARS]


_TYPED = frozenset(
    n.form_name(local)
    for local in ("text", "textarea", "formatted-text", "number", "date", "time", "combobox")
)
