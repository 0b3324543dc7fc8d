"""Documents in old formats: flat ODF that anyone can read, which LibreOffice saves as those."""

from __future__ import annotations

import shutil
import zipfile
from typing import TYPE_CHECKING

from plugin.embeddings.venv.extract.legacy.conversion import Conversion

if TYPE_CHECKING:
    from pathlib import Path

    from plugin.embeddings.venv.extract.legacy.converter import Converter

_NAMES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (
        *(("office", "office"), ("text", "text"), ("table", "table"), ("style", "style")),
        *(("draw", "drawing"), ("presentation", "presentation"), ("meta", "meta")),
        *(("svg", "svg-compatible"), ("fo", "xsl-fo-compatible"), ("chart", "chart")),
    )
)
_DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'
_CHANGE = (
    "<office:change-info><dc:creator>Ann</dc:creator><dc:date>2024-01-02T03:04:05</dc:date>"
    "</office:change-info>"
)

REPORT = f"""
<office:meta><dc:title>Harbour report</dc:title></office:meta>
<office:automatic-styles>
 <style:page-layout style:name="pl"><style:header-style/></style:page-layout>
</office:automatic-styles>
<office:master-styles>
 <style:master-page style:name="Standard" style:page-layout-name="pl">
  <style:header><text:p>Port authority</text:p></style:header>
 </style:master-page>
</office:master-styles>
<office:body><office:text>
 <text:tracked-changes>
  <text:changed-region text:id="c1"><text:deletion>{_CHANGE}<text:p>rotten </text:p></text:deletion>
  </text:changed-region>
  <text:changed-region text:id="c2"><text:insertion>{_CHANGE}</text:insertion></text:changed-region>
 </text:tracked-changes>
 <text:h text:outline-level="1">Quays and cranes</text:h>
 <text:p>The <text:change text:change-id="c1"/>pier <text:change-start text:change-id="c2"/>of stone
 <text:change-end text:change-id="c2"/>was rebuilt<text:note text:note-class="footnote">
 <text:note-citation>1</text:note-citation><text:note-body><text:p>After the flood.</text:p>
 </text:note-body></text:note> twice<office:annotation><dc:creator>Bob</dc:creator>
 <text:p>Ask the mason.</text:p></office:annotation>.</text:p>
 <table:table table:name="t"><table:table-column table:number-columns-repeated="2"/>
  <table:table-row><table:table-cell><text:p>Crane</text:p></table:table-cell>
   <table:table-cell><text:p>Load</text:p></table:table-cell></table:table-row>
  <table:table-row><table:table-cell><text:p>North</text:p></table:table-cell>
   <table:table-cell><text:p>forty tons</text:p></table:table-cell></table:table-row>
 </table:table>
</office:text></office:body>"""

SHEET = """
<office:body><office:spreadsheet><table:table table:name="Tides">
 <table:table-row><table:table-cell office:value-type="string"><text:p>Day</text:p>
  </table:table-cell><table:table-cell office:value-type="string"><text:p>Height</text:p>
  </table:table-cell></table:table-row>
 <table:table-row><table:table-cell office:value-type="string">
  <office:annotation><text:p>Spring tide.</text:p></office:annotation><text:p>Monday</text:p>
  </table:table-cell><table:table-cell office:value-type="float" office:value="4.5">
  <text:p>4.5</text:p><draw:frame svg:width="8cm" svg:height="6cm"><draw:object><office:document
  office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.chart"><office:body>
  <office:chart><chart:chart chart:class="chart:bar" svg:width="8cm" svg:height="6cm"><chart:title>
  <text:p>Ebb and flood</text:p></chart:title><chart:plot-area><chart:axis chart:dimension="x"/>
  <chart:axis chart:dimension="y"/></chart:plot-area></chart:chart></office:chart></office:body>
  </office:document></draw:object></draw:frame></table:table-cell></table:table-row>
</table:table></office:spreadsheet></office:body>"""

SLIDES = """
<office:automatic-styles><style:page-layout style:name="pl"/></office:automatic-styles>
<office:master-styles>
 <style:master-page style:name="Default" style:page-layout-name="pl"/>
</office:master-styles>
<office:body><office:presentation>
 <draw:page draw:name="p1" draw:master-page-name="Default">
  <draw:frame presentation:class="title" svg:width="20cm" svg:height="3cm" svg:x="1cm" svg:y="1cm">
   <draw:text-box><text:p>Lighthouses</text:p></draw:text-box></draw:frame>
  <presentation:notes><draw:frame presentation:class="notes" svg:width="10cm" svg:height="9cm">
   <draw:text-box><text:p>Say who keeps the lamp.</text:p></draw:text-box></draw:frame>
  </presentation:notes>
 </draw:page>
</office:presentation></office:body>"""

_SAVED_AS = {
    "doc": Conversion("OpenDocument Text Flat XML", "fodt", "MS Word 97", "doc"),
    "xls": Conversion("OpenDocument Spreadsheet Flat XML", "fods", "MS Excel 97", "xls"),
    "ppt": Conversion("OpenDocument Presentation Flat XML", "fodp", "MS PowerPoint 97", "ppt"),
}
_KINDS = {"doc": "text", "xls": "spreadsheet", "ppt": "presentation"}


def save_as(converter: Converter, target: Path, content: str) -> Path:
    """Write what is inside office:document as an old document; the name tells which."""
    extension = target.suffix[1:]
    mime = f"application/vnd.oasis.opendocument.{_KINDS[extension]}"
    flat = target.with_name(f"{target.stem}-source.xml")
    flat.write_text(
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {_NAMES} {_DC} '
        f'office:version="1.3" office:mimetype="{mime}">{content}</office:document>',
        encoding="utf-8",
    )
    with converter.converted(flat, _SAVED_AS[extension], deadline_s=60) as saved:
        shutil.copyfile(saved, target)
    flat.unlink()
    return target


def long_text(n_paragraphs: int) -> str:
    """Return the content of a text that takes LibreOffice a while."""
    paragraphs = "".join(f"<text:p>Paragraph {number}</text:p>" for number in range(n_paragraphs))
    return f"<office:body><office:text>{paragraphs}</office:text></office:body>"


def write_sxw(path: Path) -> Path:
    """Write a text document of OpenOffice.org 1."""
    names = " ".join(
        f'xmlns:{prefix}="http://openoffice.org/2000/{prefix}"' for prefix in ("office", "text")
    )
    mime = "application/vnd.sun.xml.writer"
    manifest = "".join(
        f'<manifest:file-entry manifest:media-type="{kind}" manifest:full-path="{name}"/>'
        for kind, name in ((mime, "/"), ("text/xml", "content.xml"))
    )
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("mimetype", mime)
        package.writestr(
            "content.xml",
            f'<office:document-content {names} office:class="text" office:version="1.0">'
            '<office:body><text:h text:level="1">Old ships</text:h><text:p>A barque.</text:p>'
            "</office:body></office:document-content>",
        )
        package.writestr(
            "META-INF/manifest.xml",
            '<!DOCTYPE manifest:manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" '
            f'"Manifest.dtd"><manifest:manifest xmlns:manifest="http://openoffice.org/2001/manifest">'
            f"{manifest}</manifest:manifest>",
        )
    return path


def write_xlsb(path: Path) -> Path:
    """Write an Excel workbook in binary form ([MS-XLSB]): one sheet, one cell."""
    cell = _record(6, bytes(8) + _wide("A ledger"))
    row = _record(0, bytes(4) + bytes(4) + b"\x2c\x01" + bytes(3) + b"\x01" + bytes(15))
    sheet = _record(129) + _record(145) + row + cell + _record(146) + _record(130)
    bundle = _record(156, bytes(4) + b"\x01\0\0\0" + _wide("rId1") + _wide("Ledger"))
    workbook = _record(131) + _record(143) + bundle + _record(144) + _record(132)
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package_names = "http://schemas.openxmlformats.org/package/2006"
    types = "".join(
        f'<Override PartName="{name}" ContentType="application/vnd.ms-excel.{kind}"/>'
        for name, kind in (
            ("/xl/workbook.bin", "sheet.binary.macroEnabled.main"),
            ("/xl/worksheets/sheet1.bin", "worksheet"),
        )
    )
    rels = "application/vnd.openxmlformats-package.relationships+xml"
    default = f'<Default Extension="rels" ContentType="{rels}"/>'
    with zipfile.ZipFile(path, "w") as package:
        package.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{package_names}/content-types">{default}{types}</Types>',
        )
        for name, kind, target in (
            ("_rels/.rels", "officeDocument", "xl/workbook.bin"),
            ("xl/_rels/workbook.bin.rels", "worksheet", "worksheets/sheet1.bin"),
        ):
            link = f'<Relationship Id="rId1" Type="{office}/{kind}" Target="{target}"/>'
            names = f'xmlns="{package_names}/relationships"'
            package.writestr(name, f"<Relationships {names}>{link}</Relationships>")
        package.writestr("xl/workbook.bin", workbook)
        package.writestr("xl/worksheets/sheet1.bin", sheet)
    return path


def _record(number: int, data: bytes = b"") -> bytes:
    kind = bytes((number,)) if number < 128 else bytes((number & 0x7F | 0x80, number >> 7))
    return kind + bytes((len(data),)) + data


def _wide(text: str) -> bytes:
    return len(text).to_bytes(4, "little") + text.encode("utf-16-le")
