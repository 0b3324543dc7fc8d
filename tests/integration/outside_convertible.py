"""The same for the formats that LibreOffice converts: files that point outside themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.packing import packed

if TYPE_CHECKING:
    from pathlib import Path

_OLD = "http://openoffice.org/2000"
_OLD_NAMESPACES = (
    f'xmlns:office="{_OLD}/office" xmlns:text="{_OLD}/text" xmlns:draw="{_OLD}/drawing"'
    ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:table="http://openoffice.org/2000/table"'
)


def write_convertible_files(folder: Path, target: str) -> dict[str, Path]:
    """Write a file of each whose references begin with target, and return them by name."""
    contents = {
        "word.doc": _word_2003(target),
        "sheet.xls": _excel_2003(target),
        "old.odt": _old_writer(target),
    }
    for name, data in contents.items():
        (folder / name).write_bytes(data)
    return {name: folder / name for name in contents}


def _word_2003(target: str) -> bytes:
    space = "http://schemas.microsoft.com/office/word/2003/wordml"
    picture = f'<w:pict><v:shape><v:imagedata src="{target}/wordml.png"/></v:shape></w:pict>'
    return (
        '<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument'
        f' xmlns:w="{space}" xmlns:v="urn:schemas-microsoft-com:vml"><w:body><w:p><w:r><w:t>Words'
        f"</w:t></w:r><w:r>{picture}</w:r></w:p></w:body></w:wordDocument>"
    ).encode()


def _excel_2003(target: str) -> bytes:
    space = "urn:schemas-microsoft-com:office:spreadsheet"
    return (
        '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>'
        f'<Workbook xmlns="{space}" xmlns:ss="{space}"><Worksheet ss:Name="S"><Table><Row><Cell>'
        f'<Data ss:Type="String">Words</Data></Cell><Cell ss:Formula="=WEBSERVICE(&quot;{target}/x'
        '&quot;)"><Data ss:Type="String">kept</Data></Cell></Row></Table></Worksheet></Workbook>'
    ).encode()


def _old_writer(target: str) -> bytes:
    content = (
        f'<?xml version="1.0"?><office:document-content {_OLD_NAMESPACES} office:class="text">'
        f"<office:body><text:p>Words</text:p>"
        f'<text:p><draw:image xlink:href="{target}/old.png" xlink:type="simple"/></text:p>'
        f'<text:section text:name="S"><text:section-source xlink:href="{target}/old.sxw"/>'
        "<text:p>Shown words</text:p></text:section></office:body></office:document-content>"
    )
    mime = "application/vnd.sun.xml.writer"
    entry = '<manifest:file-entry manifest:full-path="{}" manifest:media-type="{}"/>'
    entries = entry.format("/", mime) + entry.format("content.xml", "text/xml")
    space = 'xmlns:manifest="http://openoffice.org/2001/manifest"'
    manifest = f"<manifest:manifest {space}>{entries}</manifest:manifest>"
    members = {"mimetype": mime, "content.xml": content, "META-INF/manifest.xml": manifest}
    return packed((name, data.encode()) for name, data in members.items())
