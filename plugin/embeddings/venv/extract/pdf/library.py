"""An open PDF file and its pages, as pdfium gives them.

Owns: opening with what each refusal means, the life of handles, strings of the C interface.
Does not own: what is read from a page (characters, structure, annotations).

pdfium reads the file in pieces as it needs them; nothing here holds the whole of it.
"""

from __future__ import annotations

import ctypes
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

import pypdfium2.raw as pdfium

from .....contracts.corpus import FileState
from ..document import ExtractionFailure
from ..reasons import PASSWORD_REASON
from .repair import with_new_end

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Self

Handle: TypeAlias = Any
"""A pointer of pdfium to a document, page or the like."""

_ENCODING = "utf-16-le"
_TERMINATOR_BYTES = 2
# A name or a note that is longer is cut: no string of the file sizes our memory.
_MAX_STRING_BYTES = 1 << 20

_FAILURES = {
    pdfium.FPDF_ERR_PASSWORD: (FileState.ENCRYPTED, PASSWORD_REASON),
    pdfium.FPDF_ERR_SECURITY: (
        FileState.ENCRYPTED,
        "The file is protected in a way that cannot be read.",
    ),
}
_DAMAGED = (FileState.CORRUPT, "The PDF file is damaged and cannot be opened.")


class PdfFile:
    """One open file; use as a context manager. Handles are pdfium's own pointers."""

    def __init__(self, path: Path) -> None:
        """Open a file, read with no password: one for its owner alone does not matter.

        Raises ExtractionFailure: encrypted, corrupt.
        """
        self.is_repaired = False
        self._source = b""
        self.handle: Handle = pdfium.FPDF_LoadDocument(str(path).encode("utf-8"), None)
        if not self.handle:
            failure = _FAILURES.get(pdfium.FPDF_GetLastError())
            if failure is not None:
                raise ExtractionFailure(*failure)
            self._open_repaired(path)
        self.n_pages: int = pdfium.FPDF_GetPageCount(self.handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pdfium.FPDF_CloseDocument(self.handle)

    def _open_repaired(self, path: Path) -> None:
        """Open what is left of a file that lacks its end, where all its parts are listed."""
        # pdfium reads on from these bytes, so they stay until the file is closed.
        self._source = with_new_end(path)
        self.is_repaired = True
        if self._source:
            self.handle = pdfium.FPDF_LoadMemDocument64(self._source, len(self._source), None)
        if not self.handle:
            raise ExtractionFailure(*_DAMAGED)

    @property
    def is_tagged(self) -> bool:
        """Return whether the file says that its text is marked with its structure."""
        return bool(pdfium.FPDFCatalog_IsTagged(self.handle))

    @property
    def language(self) -> str:
        """Return the catalog's /Lang, "" without."""
        return wide_string(pdfium.FPDFCatalog_GetLanguage, self.handle)

    def information(self, key: str) -> str:
        """Return an entry of the document information dictionary (14.3.3), "" without."""
        return wide_string(pdfium.FPDF_GetMetaText, self.handle, key.encode("ascii"))

    @contextmanager
    def page(self, index: int) -> Iterator[Handle]:
        """Give the handle of a page, counted from 0; None where it cannot be read."""
        handle = pdfium.FPDF_LoadPage(self.handle, index)
        try:
            yield handle or None
        finally:
            if handle:
                pdfium.FPDF_ClosePage(handle)


def wide_string(call: Callable[..., int], *arguments: object) -> str:
    """Return what a function of pdfium writes into a buffer of UTF-16, "" for nothing."""
    n_bytes = call(*arguments, None, 0)
    if not _TERMINATOR_BYTES < n_bytes <= _MAX_STRING_BYTES:
        return ""
    buffer = (ctypes.c_ushort * (n_bytes // _TERMINATOR_BYTES))()
    call(*arguments, buffer, n_bytes)
    return bytes(buffer)[:-_TERMINATOR_BYTES].decode(_ENCODING, errors="replace")
