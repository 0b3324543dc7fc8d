"""Reading a document's passages from its bytes; no file can raise, every failure is a state.

Owns: the way from a path to an ExtractedDocument, and which reader takes which format.
Does not own: time and memory limits of a read, which the child process sets.
"""

from __future__ import annotations

import stat
import struct
import zlib
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from ....contracts.corpus import FileState
from ....documents.passages import ExtractedDocument
from .doc_format import DocFormat
from .document import ExtractionFailure
from .legacy.conversion import ConversionNeeded
from .legacy.filters import conversion_for
from .legacy.gzipped import is_gzipped, unpacked
from .sniff import sniff_format

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

EXTRACTOR_VERSION = 4
"""Raised whenever any reader yields other passages or the keyword index has other tokens of them:
every file is then read again, and no text that has a vector is encoded again."""

MAX_FILE_BYTES = 1 << 30

_READERS = {
    DocFormat.ODT: "odf.text:extract_odt",
    DocFormat.FLAT_ODT: "odf.text:extract_odt",
    DocFormat.ODS: "odf.sheet:extract_ods",
    DocFormat.FLAT_ODS: "odf.sheet:extract_ods",
    DocFormat.ODP: "odf.slides:extract_odp",
    DocFormat.FLAT_ODP: "odf.slides:extract_odp",
    DocFormat.ODG: "odf.slides:extract_odg",
    DocFormat.FLAT_ODG: "odf.slides:extract_odg",
    DocFormat.DOCX: "docx.reader:extract_docx",
    DocFormat.XLSX: "xlsx.reader:extract_xlsx",
    DocFormat.PPTX: "pptx.reader:extract_pptx",
    DocFormat.RTF: "rtf.reader:extract_rtf",
    DocFormat.PDF: "pdf.reader:extract_pdf",
    DocFormat.CSV: "text.csv_rows:extract_csv",
    DocFormat.TSV: "text.csv_rows:extract_csv",
    DocFormat.MARKDOWN: "text.markdown:extract_markdown",
    DocFormat.TEXT: "text.plain_text:extract_text",
    DocFormat.HTML: "web.html:extract_html",
    DocFormat.MHTML: "web.mhtml:extract_mhtml",
    DocFormat.EPUB: "web.epub:extract_epub",
}


# What a reader stumbles with over contents nobody foresaw. Anything else is told by the serve
# loop of the child that reads, and isolation makes a state of it.
_READER_SLIPS = (
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)


def extract_document(path: Path) -> ExtractedDocument:
    """Return what a file has to give; a file that cannot be read gives its state and the reason.

    Never raises for anything in the file: denied for what the system refuses, corrupt for what
    no reader understands, unsupported for what would have to be converted first.
    """
    try:
        return read_document(path)
    except ConversionNeeded as need:
        return need.to_document()


def read_document(path: Path) -> ExtractedDocument:
    """Return what extract_document does; raises ConversionNeeded for what LibreOffice converts."""
    try:
        return _read(path)
    except ConversionNeeded:
        raise
    except ExtractionFailure as failure:
        return failure.to_document()
    except MemoryError:
        return _failed(FileState.TOO_BIG, "The file needs more memory to read than there is.")
    except RecursionError:
        return _failed(FileState.CORRUPT, "The file is nested too deeply to be read.")
    except OSError as error:
        words = error.strerror or type(error).__name__
        return _failed(FileState.DENIED, f"The file cannot be opened: {words}.")
    except _READER_SLIPS as error:
        return _failed(FileState.CORRUPT, f"The file cannot be read ({type(error).__name__}).")


def reader_for(doc_format: DocFormat) -> Callable[[Path], ExtractedDocument] | None:
    """Return the reader of a format, imported now; None for a format that has none."""
    target = _READERS.get(doc_format)
    if target is None:
        return None
    module_name, function_name = target.split(":")
    module = import_module(f".{module_name}", __package__)
    reader: Callable[[Path], ExtractedDocument] = getattr(module, function_name)
    return reader


def _read(path: Path) -> ExtractedDocument:
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):  # opening a pipe would wait for a writer, for ever
        return _failed(FileState.DENIED, "It is not a file but a folder, a pipe or a device.")
    size_bytes = status.st_size
    if size_bytes > MAX_FILE_BYTES:
        return _failed(FileState.TOO_BIG, f"The file has {size_bytes >> 20} MB, too much to read.")
    if is_gzipped(_first_bytes(path)):
        return _read_gzipped(path)
    return _read_plain(path)


def _first_bytes(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(8)


def _read_gzipped(path: Path) -> ExtractedDocument:
    with unpacked(path) as plain:
        try:
            return _read_plain(plain)
        except ConversionNeeded as need:
            raise ConversionNeeded(replace(need.conversion, is_gzipped=True)) from need


def _read_plain(path: Path) -> ExtractedDocument:
    doc_format = sniff_format(path)
    conversion = conversion_for(doc_format, path)
    if conversion is not None:
        raise ConversionNeeded(conversion)
    reader = reader_for(doc_format)
    return reader(path) if reader is not None else _unknown(path)


def _unknown(path: Path) -> ExtractedDocument:
    suffix = path.suffix.lower() or "its name"
    return _failed(
        FileState.CORRUPT, f"The content is not what {suffix} promises, nor any known format."
    )


def _failed(state: FileState, reason: str) -> ExtractedDocument:
    return ExtractedDocument(state=state, reason=reason)
