"""What a file is, told by its content; the name only tells kinds of plain text apart.

Owns: how to recognise a format. Does not own: what is in an OLE file (legacy.ole: .doc, .xls,
.ppt), older ones (legacy.without_ole), reading any.
"""

from __future__ import annotations

import re
import zipfile
from typing import TYPE_CHECKING

from ....contracts.corpus import FileState
from ....documents.kinds import extension_of
from .doc_format import DocFormat
from .document import ExtractionFailure
from .legacy.ole import MAGIC as OLE_MAGIC
from .legacy.ole import look_into
from .legacy.without_ole import bare_format
from .package import Package

if TYPE_CHECKING:
    from pathlib import Path

_HEAD_BYTES = 1 << 15
_CONTROL_BYTES = frozenset(range(0x20)) - frozenset(b"\t\n\r\f")
_MIN_STRAY_TEXT_BYTES = 8  # less than this under an office name is a damaged file, not a text


_TEXT_FORMATS = {
    ".csv": DocFormat.CSV,
    ".tsv": DocFormat.TSV,
    ".md": DocFormat.MARKDOWN,
    ".txt": DocFormat.TEXT,
    ".xls": DocFormat.CSV,  # what "export to Excel" of many programs really writes
    ".rtf": DocFormat.TEXT,
}
_PLAIN_EXTENSIONS = frozenset({".csv", ".tsv", ".md", ".txt"})
_HTML_EXTENSION = ".html"

# What a page begins with, its declaration and comments aside; programs write mere pieces, too.
_HTML_START = re.compile(
    rb"<(?:!doctype\s+html|(?:html|head|body|meta|title|style|script|link|base|frameset|table|div"
    rb"|p|h[1-6]|font|span|center|pre|ul|ol|form|b|a|br|img)(?=[\s>/]))",
    re.IGNORECASE,
)
_HTML_SURELY = re.compile(rb"<(?:!doctype\s+html|html|head|body|table)\b", re.IGNORECASE)
_MARKUP_PROLOGUE = re.compile(rb"(?:\s+|<\?[^>]*>|<!--.*?-->|<!\[[^>]*>)*", re.DOTALL)
_MESSAGE_HEADER = re.compile(rb"\s*[A-Za-z-]{2,40}:[ \t]")
_MIME_VERSION = re.compile(rb"^mime-version:", re.IGNORECASE | re.MULTILINE)
_EPUB_CONTAINER = "META-INF/container.xml"

_ODF_KINDS = {
    "text": (DocFormat.ODT, DocFormat.FLAT_ODT),
    "spreadsheet": (DocFormat.ODS, DocFormat.FLAT_ODS),
    "presentation": (DocFormat.ODP, DocFormat.FLAT_ODP),
    "graphics": (DocFormat.ODG, DocFormat.FLAT_ODG),
}
_ODF_MIME = re.compile(rb"application/(?:x-)?vnd\.oasis\.opendocument\.([a-z]+)")
_ODF_BODY = re.compile(rb"<office:(text|spreadsheet|presentation|drawing)[\s>/]")
_EXCEL_ROOT = re.compile(rb"<(?:\w+:)?Workbook[\s>]")
_SUN_MIME = b"application/vnd.sun.xml."

# Main parts by their content type: templates and macro files of one family read the same way.
_OOXML_TYPES = (
    (rb"wordprocessingml\.(document|template)\.main|ms-word\.\w+\.macroEnabled", DocFormat.DOCX),
    (rb"ms-excel\.sheet\.binary", DocFormat.XLSB),
    (rb"spreadsheetml\.(sheet|template)\.main|ms-excel\.\w+\.macroEnabled", DocFormat.XLSX),
    (
        rb"presentationml\.(presentation|template|slideshow)\.main|ms-powerpoint\.\w+\.macroEn",
        DocFormat.PPTX,
    ),
)
_OOXML_FOLDERS = (("word/", DocFormat.DOCX), ("xl/", DocFormat.XLSX), ("ppt/", DocFormat.PPTX))


def sniff_format(path: Path) -> DocFormat:
    """Return a file's format by its content; the extension decides only between plain texts.

    Raises ExtractionFailure: empty for no bytes, encrypted for OOXML behind a password,
    corrupt for a zip that cannot be opened; OSError as the file system gives it.
    """
    with path.open("rb") as stream:
        head = stream.read(_HEAD_BYTES)
    if not head:
        raise ExtractionFailure(FileState.EMPTY, "The file has no content.")
    if head.startswith(b"PK"):
        return _zip_format(path)
    if head.startswith(OLE_MAGIC):
        return look_into(path).doc_format
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{\\rtf"):
        return DocFormat.RTF
    if head[:1024].find(b"%PDF-") >= 0:
        return DocFormat.PDF
    return _unmarked_format(path, head)


def _unmarked_format(path: Path, head: bytes) -> DocFormat:
    """Return the format of a file that no first bytes tell."""
    extension = extension_of(path.name)
    named_plain = extension in _PLAIN_EXTENSIONS
    if not named_plain and _is_saved_page(head):
        return DocFormat.MHTML
    found = bare_format(head) or _markup_format(head, extension)
    if found is None and not named_plain and zipfile.is_zipfile(path):
        return _zip_format(path)  # something stands before the package, as in self-extracting ones
    return found or _text_format(head, path.name)


def _zip_format(path: Path) -> DocFormat:
    with Package(path) as package:
        if package.has("mimetype"):
            mime = _bytes_if_readable(package, "mimetype")[:200]
            found = _ODF_MIME.search(mime)
            if found and found[1].decode() in _ODF_KINDS:
                return _ODF_KINDS[found[1].decode()][0]
            if mime.startswith(_SUN_MIME):
                return DocFormat.OLD_OPENOFFICE
            if mime.startswith(b"application/epub+zip"):
                return DocFormat.EPUB
        found_format = _ooxml_format(package) or _odf_format_by_content(package)
        if found_format is DocFormat.UNKNOWN and package.has(_EPUB_CONTAINER):
            return DocFormat.EPUB
        return found_format


def _bytes_if_readable(package: Package, name: str) -> bytes:
    """Return a part that only tells the kind, b"" where it is damaged: others tell it, too."""
    try:
        return package.read_bytes(name)
    except ExtractionFailure as failure:
        if failure.state is not FileState.CORRUPT:
            raise
        return b""


def _ooxml_format(package: Package) -> DocFormat | None:
    if package.has("[Content_Types].xml"):
        types = _bytes_if_readable(package, "[Content_Types].xml").replace(b"\0", b"")
        for pattern, doc_format in _OOXML_TYPES:
            if re.search(pattern, types):
                return doc_format
    names = [name.casefold() for name in package.names]
    for folder, doc_format in _OOXML_FOLDERS:
        if any(name.startswith(folder) for name in names):
            return doc_format
    return None


def _odf_format_by_content(package: Package) -> DocFormat:
    if package.has("META-INF/manifest.xml"):
        found = _ODF_MIME.search(_bytes_if_readable(package, "META-INF/manifest.xml"))
        if found and found[1].decode() in _ODF_KINDS:
            return _ODF_KINDS[found[1].decode()][0]
    if package.has("content.xml"):
        body = _ODF_BODY.search(package.read_bytes("content.xml"))
        if body:
            return _odf_kind_of_body(body[1].decode())[0]
    return DocFormat.UNKNOWN


def _odf_kind_of_body(name: str) -> tuple[DocFormat, DocFormat]:
    return _ODF_KINDS["graphics" if name == "drawing" else name]


def _markup_format(head: bytes, extension: str) -> DocFormat | None:
    plain = _ascii_view(head).lstrip()
    if not plain.startswith(b"<"):
        return None
    if b"urn:oasis:names:tc:opendocument" in plain and b":document" in plain:
        found = _ODF_MIME.search(plain) or _ODF_MIME.search(head)
        kind = found[1].decode() if found else ""
        return _ODF_KINDS.get(kind, _ODF_KINDS["text"])[1]
    if b"schemas.microsoft.com/office/word/2003/wordml" in plain:
        return DocFormat.WORD_XML
    if b"urn:schemas-microsoft-com:office:spreadsheet" in plain and _EXCEL_ROOT.search(plain):
        return DocFormat.EXCEL_XML
    return None if extension in _PLAIN_EXTENSIONS else _html_format(plain, extension)


def _html_format(plain: bytes, extension: str) -> DocFormat | None:
    """Return HTML for a page, UNKNOWN for XML of no known kind: its tags are no text."""
    start = _MARKUP_PROLOGUE.match(plain)
    if _HTML_START.match(plain, start.end() if start else 0) or _HTML_SURELY.search(plain[:4096]):
        return DocFormat.HTML
    is_other_xml = plain.startswith(b"<?xml") and extension != _HTML_EXTENSION
    return DocFormat.UNKNOWN if is_other_xml else None


def _is_saved_page(head: bytes) -> bool:
    """Return whether a file is a message that holds a page (MHTML, RFC 2557)."""
    if not _MESSAGE_HEADER.match(head) or not _MIME_VERSION.search(head[:4096]):
        return False
    lower = head[:4096].lower()
    return b"multipart/related" in lower or b"text/html" in lower


def _ascii_view(head: bytes) -> bytes:
    """Return the head with UTF-16's zero bytes and byte order marks taken out."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return head[2:].replace(b"\0", b"")
    if head.startswith((b"<\0", b"\0<")):
        return head.replace(b"\0", b"")
    return head.removeprefix(b"\xef\xbb\xbf")


def _text_format(head: bytes, name: str) -> DocFormat:
    extension = extension_of(name)
    if extension in _PLAIN_EXTENSIONS:
        return _TEXT_FORMATS[extension]
    if extension == _HTML_EXTENSION and _looks_like_text(head):
        return DocFormat.HTML
    if len(head) < _MIN_STRAY_TEXT_BYTES or not _looks_like_text(head):
        return DocFormat.UNKNOWN
    # Under a name that promises a zip package or XML, text is what is left of a failed download.
    return _TEXT_FORMATS.get(extension, DocFormat.UNKNOWN)


def _looks_like_text(head: bytes) -> bool:
    plain = _ascii_view(head)
    n_control = sum(byte in _CONTROL_BYTES for byte in plain)
    return n_control * 200 <= len(plain)
