"""A file that was cut off: its pages are found one by one and listed anew.

Owns: what is appended. Does not own: opening it (library).

The list of a file's parts, its catalog and its tree of pages stand at its end as a rule
(ISO 32000-2, 7.5), so a download that broke off lacks them while most pages are whole.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_MAX_BYTES = 64 << 20
_MAX_PAGES = 5_000
_PAGE = re.compile(
    rb"\b(\d{1,9})\s+0\s+obj\s*<<(?:(?!endobj|stream).){0,4000}?/Type\s*/Page\b", re.DOTALL
)
_NUMBER = re.compile(rb"\b(\d{1,9})\s+\d{1,5}\s+obj\b")


def with_new_end(path: Path) -> bytes:
    """Return a file's bytes with a catalog of all pages in it; none where it has no page.

    A file whose text is encrypted is not repaired: its key is gone with its end.
    """
    if path.stat().st_size > _MAX_BYTES:
        return b""
    data = path.read_bytes()
    pages = list(dict.fromkeys(_PAGE.findall(data)))[:_MAX_PAGES]
    if not pages or b"/Encrypt" in data:
        return b""
    catalog = max(int(number) for number in _NUMBER.findall(data)) + 1
    kids = b" ".join(b"%s 0 R" % number for number in pages)
    return data + (
        b"\nendstream\nendobj\n%d 0 obj\n<</Type /Catalog /Pages %d 0 R>>\nendobj\n"
        b"%d 0 obj\n<</Type /Pages /Count %d /Kids [%s]>>\nendobj\n"
        b"trailer\n<</Root %d 0 R /Size %d>>\nstartxref\n0\n%%%%EOF\n"
        % (catalog, catalog + 1, catalog + 1, len(pages), kids, catalog, catalog + 2)
    )
