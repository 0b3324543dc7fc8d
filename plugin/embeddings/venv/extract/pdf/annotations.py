"""What hangs on a page: comments and what was typed into form fields (ISO 32000-2, 12.5, 12.7).

Owns: which annotations say something. Does not own: the page's text; the text of a link is in it.
"""

from __future__ import annotations

import ctypes
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pypdfium2.raw as pdfium

from ..styled_text import normalise_text, one_line
from .library import wide_string

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .library import Handle, PdfFile

_MAX_ANNOTATIONS = 5_000
_COMMENTS = frozenset(
    {
        *(pdfium.FPDF_ANNOT_TEXT, pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_HIGHLIGHT),
        *(pdfium.FPDF_ANNOT_UNDERLINE, pdfium.FPDF_ANNOT_SQUIGGLY, pdfium.FPDF_ANNOT_STRIKEOUT),
        *(pdfium.FPDF_ANNOT_LINE, pdfium.FPDF_ANNOT_SQUARE, pdfium.FPDF_ANNOT_CIRCLE),
        *(pdfium.FPDF_ANNOT_POLYGON, pdfium.FPDF_ANNOT_POLYLINE, pdfium.FPDF_ANNOT_STAMP),
        *(pdfium.FPDF_ANNOT_CARET, pdfium.FPDF_ANNOT_INK, pdfium.FPDF_ANNOT_FILEATTACHMENT),
    }
)
_TYPED_FIELDS = frozenset(
    {
        pdfium.FPDF_FORMFIELD_TEXTFIELD,
        pdfium.FPDF_FORMFIELD_COMBOBOX,
        pdfium.FPDF_FORMFIELD_LISTBOX,
    }
)
_PASSWORD_FIELD = 1 << 13


@dataclass
class PageNotes:
    """The comments ("Author: words") and field values ("Name: value") of a page."""

    comments: list[str] = field(default_factory=list)
    fields: list[str] = field(default_factory=list)


@contextmanager
def form_of(pdf: PdfFile) -> Iterator[Handle]:
    """Give the handle that form fields are read with; None for a file without a form."""
    if pdfium.FPDF_GetFormType(pdf.handle) == pdfium.FORMTYPE_NONE:
        yield None
        return
    # The callbacks stay empty: nothing is filled in, nothing is run.
    information = pdfium.FPDF_FORMFILLINFO(version=2)
    form = pdfium.FPDFDOC_InitFormFillEnvironment(pdf.handle, ctypes.byref(information))
    try:
        yield form or None
    finally:
        if form:
            pdfium.FPDFDOC_ExitFormFillEnvironment(form)


def read_notes(page: Handle, form: Handle) -> PageNotes:
    """Return what hangs on a page."""
    notes = PageNotes()
    for index in range(min(pdfium.FPDFPage_GetAnnotCount(page), _MAX_ANNOTATIONS)):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        if not annotation:
            continue
        try:
            _read(annotation, form, notes)
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)
    return notes


def _read(annotation: Handle, form: Handle, notes: PageNotes) -> None:
    subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
    if subtype in _COMMENTS:
        words = _string(annotation, b"Contents")
        author = _string(annotation, b"T").strip(" ,")  # LibreOffice: "Name, date,"
        if words:
            notes.comments.append(f"{author}: {words}" if author else words)
    elif subtype == pdfium.FPDF_ANNOT_WIDGET and form is not None:
        value = _value(annotation, form)
        if value and value not in notes.fields:
            notes.fields.append(value)


def _value(annotation: Handle, form: Handle) -> str:
    if pdfium.FPDFAnnot_GetFormFieldType(form, annotation) not in _TYPED_FIELDS:
        return ""
    if pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation) & _PASSWORD_FIELD:
        return ""
    value = normalise_text(wide_string(pdfium.FPDFAnnot_GetFormFieldValue, form, annotation))
    # The tool tip is what people are told that belongs here; a field's name is the form's own.
    name = wide_string(pdfium.FPDFAnnot_GetFormFieldAlternateName, form, annotation)
    label = one_line(name)
    return f"{label}: {value}" if value and label else value


def _string(annotation: Handle, key: bytes) -> str:
    return normalise_text(wide_string(pdfium.FPDFAnnot_GetStringValue, annotation, key))
