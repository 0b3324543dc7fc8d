"""What HTML elements are to a reader: blocks, text-level, never shown.

Owns: the sets of names. Does not own: what is done with them (contexts, walker).
Source: HTML Living Standard, 4 (elements) and 15.3 (rendering of flow content).
"""

from __future__ import annotations

BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt"
    " fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html"
    " legend li listing main marquee menu nav ol optgroup p plaintext pre search section"
    " summary table tbody td tfoot th thead tr ul xmp".split()
)
"""Elements that stand on lines of their own; any other, known or not, is inside a line."""

NEVER_SHOWN = frozenset(
    "annotation-xml applet audio datalist del iframe metadata noembed noframes noscript rp rt rtc"
    " script style template video xml".split()
)
"""Elements whose content no reader sees; ruby's readings repeat the base text, del is deleted."""

LAYOUT_KEPT = frozenset({"pre", "xmp", "listing", "plaintext"})
SPACED = frozenset({"button", "input", "option", "select", "textarea", "label", "img"})
"""Elements inside a line that never touch the words beside them."""

HEADING_LEVELS = {f"h{level}": level for level in range(1, 7)}

TYPED_VALUES = frozenset(
    "button color date datetime-local email month number reset search submit tel text time"
    " url week".split()
)
"""Types of input elements whose value is shown as text."""

_PREFIXES = frozenset({"html", "xhtml", "h", "svg", "mml", "m"})


def local_name(tag: str) -> str:
    """Return an element's name without a prefix of HTML, SVG or MathML; others keep theirs."""
    prefix, colon, local = tag.partition(":")
    if not colon:
        return tag.lower()
    return local.lower() if prefix.lower() in _PREFIXES and local != "omath" else tag.lower()
