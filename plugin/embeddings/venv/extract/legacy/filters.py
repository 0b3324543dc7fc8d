"""Which files LibreOffice converts, by which of its filters, and to what.

Owns: the table. Does not own: the conversion (converter). Wherever the format tells the filter
it is named, for LibreOffice left to guess takes anything for text, and what nobody can read
would become words in the index.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from .....contracts.corpus import FileState
from ..doc_format import DocFormat
from ..document import ExtractionFailure
from ..package import Package
from ..reasons import PASSWORD_REASON
from .conversion import Conversion
from .ole import look_into

if TYPE_CHECKING:
    from pathlib import Path

_PROLOG_BYTES = 1 << 16
_IN_OLE = frozenset({DocFormat.DOC, DocFormat.XLS, DocFormat.PPT})
_FLAT_XML = frozenset({DocFormat.WORD_XML, DocFormat.EXCEL_XML})
_SUN_MIME = re.compile(rb"application/vnd\.sun\.xml\.([a-z]+)")

_TO_ODT = ("writer8", "odt")
_TO_ODS = ("calc8", "ods")
_TO_ODP = ("impress8", "odp")
_TO_ODG = ("draw8", "odg")

_CONVERSIONS = {
    DocFormat.DOC: Conversion("", "doc", *_TO_ODT),
    DocFormat.XLS: Conversion("", "xls", *_TO_ODS),
    DocFormat.PPT: Conversion("", "ppt", *_TO_ODP),
    DocFormat.OLD_WORD: Conversion("MS WinWord 5", "doc", *_TO_ODT),
    DocFormat.OLD_EXCEL: Conversion("", "xls", *_TO_ODS),
    DocFormat.XLSB: Conversion("Calc MS Excel 2007 Binary", "xlsb", *_TO_ODS),
    DocFormat.WORD_XML: Conversion("MS Word 2003 XML", "xml", *_TO_ODT),
    DocFormat.EXCEL_XML: Conversion("MS Excel 2003 XML Orcus", "xml", *_TO_ODS),
}

_OLD_OPENOFFICE = {
    "writer": Conversion("StarOffice XML (Writer)", "sxw", *_TO_ODT),
    "calc": Conversion("StarOffice XML (Calc)", "sxc", *_TO_ODS),
    "impress": Conversion("StarOffice XML (Impress)", "sxi", *_TO_ODP),
    "draw": Conversion("StarOffice XML (Draw)", "sxd", *_TO_ODG),
}


def conversion_for(doc_format: DocFormat, path: Path) -> Conversion | None:
    """Return how to convert a file of this format; None where a reader of ours takes it.

    Raises ExtractionFailure for a file that no conversion would help.
    """
    if doc_format is DocFormat.OLD_OPENOFFICE:
        return _for_old_openoffice(path)
    if doc_format in _FLAT_XML:
        _refuse_entities(path)
    conversion = _CONVERSIONS.get(doc_format)
    if conversion is None or doc_format not in _IN_OLE:
        return conversion
    content = look_into(path)
    return replace(
        conversion,
        import_filter=content.import_filter,
        may_need_password=content.may_need_password,
    )


def _for_old_openoffice(path: Path) -> Conversion:
    with Package(path) as package:
        parts = [
            package.read_bytes(name)
            for name in ("mimetype", "META-INF/manifest.xml")
            if package.has(name)
        ]
    told = b"".join(parts)
    if b"encryption-data" in told:
        raise ExtractionFailure(FileState.ENCRYPTED, PASSWORD_REASON)
    found = _SUN_MIME.search(told)
    conversion = _OLD_OPENOFFICE.get(found[1].decode()) if found else None
    if conversion is None:
        raise ExtractionFailure(
            FileState.UNSUPPORTED, "Of OpenOffice.org 1, this kind of document is not read."
        )
    return conversion


def _refuse_entities(path: Path) -> None:
    """Refuse a flat XML file that declares entities: they may name files, or grow without end."""
    with path.open("rb") as stream:
        head = stream.read(_PROLOG_BYTES).replace(b"\0", b"")
    if b"<!ENTITY" in head:
        raise ExtractionFailure(
            FileState.CORRUPT, "The file declares XML entities, which are not read."
        )
