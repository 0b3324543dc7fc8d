"""The formats that a file can have.

Owns: their names. Does not own: telling them (sniff, legacy), reading them.
"""

from __future__ import annotations

from enum import Enum


class DocFormat(Enum):
    """A file's format by content."""

    ODT = "odt"
    ODS = "ods"
    ODP = "odp"
    ODG = "odg"
    FLAT_ODT = "fodt"
    FLAT_ODS = "fods"
    FLAT_ODP = "fodp"
    FLAT_ODG = "fodg"
    DOCX = "docx"
    XLSX = "xlsx"
    PPTX = "pptx"
    XLSB = "xlsb"
    DOC = "doc"
    XLS = "xls"
    PPT = "ppt"
    OLD_WORD = "word2"
    OLD_EXCEL = "biff4"
    OLD_OPENOFFICE = "sxw"
    WORD_XML = "wordml"
    EXCEL_XML = "spreadsheetml"
    RTF = "rtf"
    HTML = "html"
    MHTML = "mhtml"
    PDF = "pdf"
    EPUB = "epub"
    CSV = "csv"
    TSV = "tsv"
    MARKDOWN = "md"
    TEXT = "txt"
    UNKNOWN = "unknown"
