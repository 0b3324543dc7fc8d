"""Files that point outside themselves in every way their format knows; made by code.

Owns: the files. Does not own: what is done with them (test_nothing_fetched).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.packing import packed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_W = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    f' xmlns:r="{_OFFICE}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    ' xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
    ' xmlns:v="urn:schemas-microsoft-com:vml"'
)
_ODF = "urn:oasis:names:tc:opendocument:xmlns"
_ODF_NAMESPACES = (
    f'xmlns:office="{_ODF}:office:1.0" xmlns:text="{_ODF}:text:1.0" xmlns:draw="{_ODF}:drawing:1.0"'
    f' xmlns:table="{_ODF}:table:1.0" xmlns:script="{_ODF}:script:1.0"'
    ' xmlns:xlink="http://www.w3.org/1999/xlink"'
)


def write_outside_files(folder: Path, target: str) -> dict[str, Path]:
    """Write a file of each format whose references begin with target, and return them by kind."""
    contents = {**_packages(target), **_plain(target)}
    return {name: _written(folder / name, data) for name, data in contents.items()}


def _written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def _packages(target: str) -> dict[str, bytes]:
    return {
        "word.docx": _docx(target),
        "sheet.xlsx": _xlsx(target),
        "slides.pptx": _pptx(target),
        "text.odt": _odt(target),
        "sheet.ods": _ods(target),
        "book.epub": _epub(target),
    }


def _plain(target: str) -> dict[str, bytes]:
    flat = f'<office:document {_ODF_NAMESPACES} office:mimetype="{_mime("text")}">'
    body = f"<office:body><office:text>{_odt_body(target)}</office:text></office:body>"
    texts = {
        "flat.fodt": f"{_dtd(target, 'office:document')}{flat}{body}</office:document>",
        "page.html": _html(target),
        "page.rtf": _rtf(target),
        "note.md": f"# Words\n\n![picture]({target}/md.png) <img src='{target}/md2.png'>\n",
        "note.csv": f'Words;=WEBSERVICE("{target}/csv")\n',
        "note.txt": f"Words {target}/txt\n",
    }
    return {**{name: text.encode() for name, text in texts.items()}, "page.pdf": _pdf(target)}


def _dtd(target: str, root: str) -> str:
    return (
        f'<?xml version="1.0"?><?xml-stylesheet href="{target}/style.xsl"?>'
        f'<!DOCTYPE {root} PUBLIC "-//x//y" "{target}/x.dtd"'
        f' [<!ENTITY % p SYSTEM "{target}/p.ent"> %p;]>'
    )


def _docx(target: str) -> bytes:
    links = (
        ("image", "image.png"),
        ("aFChunk", "chunk.html"),
        ("hyperlink", "link"),
        ("oleObject", "object.bin"),
        ("attachedTemplate", "template.dotm"),
        ("subDocument", "sub.docx"),
        ("header", "header.xml"),
        ("comments", "comments.xml"),
    )
    rows = "".join(
        f'<Relationship Id="r{number}" Type="{_OFFICE}/{kind}" Target="{target}/{name}"'
        ' TargetMode="External"/>'
        for number, (kind, name) in enumerate(links, 1)
    )
    field = f'<w:fldSimple w:instr=" INCLUDETEXT &quot;{target}/field&quot; "/>'
    body = (
        f'<w:p><w:r><w:t>Words</w:t></w:r>{field}<w:hyperlink r:id="r3"/></w:p>'
        '<w:p><w:r><w:drawing><wp:inline><a:blip r:link="r1"/></wp:inline></w:drawing>'
        f'<w:pict><v:shape><v:imagedata src="{target}/vml.png" r:id="r1"/></v:shape></w:pict>'
        '</w:r></w:p><w:altChunk r:id="r2"/><w:subDoc r:id="r6"/>'
        '<w:sectPr><w:headerReference r:id="r7"/></w:sectPr>'
    )
    document = f"{_dtd(target, 'w:document')}<w:document {_W}><w:body>{body}</w:body></w:document>"
    return _ooxml("word/document.xml", {"word/document.xml": document}, rows)


def _xlsx(target: str) -> bytes:
    space = f'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="{_OFFICE}"'
    rows = (
        f'<Relationship Id="r1" Type="{_OFFICE}/worksheet" Target="sheet1.xml"/>'
        f'<Relationship Id="r2" Type="{_OFFICE}/externalLink" Target="{target}/other.xlsx"'
        f' TargetMode="External"/><Relationship Id="r3" Type="{_OFFICE}/connections"'
        ' Target="connections.xml"/>'
    )
    cells = (
        '<c r="A1" t="inlineStr"><is><t>Words</t></is></c>'
        f'<c r="B1"><f>WEBSERVICE("{target}/cell")</f></c>'
    )
    parts = {
        "xl/workbook.xml": f'<workbook {space}><sheets><sheet name="S" r:id="r1"/></sheets>'
        '<externalReferences><externalReference r:id="r2"/></externalReferences></workbook>',
        "xl/sheet1.xml": f"{_dtd(target, 'worksheet')}<worksheet {space}><sheetData><row>{cells}"
        "</row></sheetData></worksheet>",
        "xl/connections.xml": f'<connections {space}><connection id="1" refreshOnLoad="1">'
        f'<webPr url="{target}/query"/></connection></connections>',
    }
    return _ooxml("xl/workbook.xml", parts, rows)


def _pptx(target: str) -> bytes:
    space = (
        'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
        f' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="{_OFFICE}"'
    )
    shape = "<p:sp><p:txBody><a:p><a:r><a:t>Words</a:t></a:r></a:p></p:txBody></p:sp>"
    picture = '<p:pic><p:blipFill><a:blip r:link="r1"/></p:blipFill></p:pic>'
    parts = {
        "ppt/presentation.xml": f'<p:presentation {space}><p:sldIdLst><p:sldId id="256" r:id="r1"/>'
        "</p:sldIdLst></p:presentation>",
        "ppt/slides/slide1.xml": f"{_dtd(target, 'p:sld')}<p:sld {space}><p:cSld><p:spTree>{shape}"
        f"{picture}</p:spTree></p:cSld></p:sld>",
        "ppt/slides/_rels/slide1.xml.rels": f'<Relationships xmlns="{_PACKAGE}"><Relationship'
        f' Id="r1" Type="{_OFFICE}/image" Target="{target}/slide.png" TargetMode="External"/>'
        f'<Relationship Id="r2" Type="{_OFFICE}/notesSlide" Target="{target}/notes.xml"'
        ' TargetMode="External"/></Relationships>',
    }
    rows = f'<Relationship Id="r1" Type="{_OFFICE}/slide" Target="slides/slide1.xml"/>'
    return _ooxml("ppt/presentation.xml", parts, rows)


def _ooxml(main_part: str, parts: Mapping[str, str], rows: str) -> bytes:
    folder, _, name = main_part.rpartition("/")
    main = f'<Relationship Id="r1" Type="{_OFFICE}/officeDocument" Target="{main_part}"/>'
    links = {"_rels/.rels": main, f"{folder}/_rels/{name}.rels": rows}
    wrapped = {
        name: f'<Relationships xmlns="{_PACKAGE}">{content}</Relationships>'
        for name, content in links.items()
    }
    return _zip({**wrapped, **parts})


def _odt_body(target: str) -> str:
    return (
        f'<text:p>Words<draw:frame><draw:image xlink:href="{target}/image.png"/></draw:frame>'
        f'<draw:frame><draw:object xlink:href="{target}/object"/></draw:frame>'
        f'<draw:frame><draw:floating-frame xlink:href="{target}/frame"/></draw:frame>'
        f'<text:a xlink:href="{target}/link">link</text:a></text:p>'
        f'<text:section text:name="S"><text:section-source xlink:href="{target}/section.odt"/>'
        "<text:p>Shown words</text:p></text:section>"
    )


def _odt(target: str) -> bytes:
    return _odf("text", f"<office:text>{_odt_body(target)}</office:text>", target)


def _ods(target: str) -> bytes:
    table = (
        f'<table:table table:name="S"><table:table-source xlink:href="{target}/source.ods"/>'
        "<table:table-row><table:table-cell><text:p>Words</text:p></table:table-cell>"
        "</table:table-row></table:table>"
        f'<table:dde-links><table:dde-link><office:dde-source office:dde-item="{target}/dde"/>'
        "</table:dde-link></table:dde-links>"
    )
    return _odf("spreadsheet", f"<office:spreadsheet>{table}</office:spreadsheet>", target)


def _odf(kind: str, body: str, target: str) -> bytes:
    content = (
        f"{_dtd(target, 'office:document-content')}<office:document-content {_ODF_NAMESPACES}>"
        f"<office:body>{body}</office:body></office:document-content>"
    )
    return _zip({"mimetype": _mime(kind), "content.xml": content})


def _epub(target: str) -> bytes:
    return _zip(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:'
            'container"><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
            "b.opf": '<package xmlns="http://www.idpf.org/2007/opf"><manifest>'
            '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>'
            f'<item id="o" href="{target}/remote.xhtml" media-type="application/xhtml+xml"/>'
            '</manifest><spine><itemref idref="a"/><itemref idref="o"/></spine></package>',
            "a.xhtml": f"{_dtd(target, 'html')}{_html(target)}",
        }
    )


def _html(target: str) -> str:
    return (
        f"<html><head><base href='{target}/base/'><link rel='stylesheet' href='{target}/c.css'>"
        f"<meta http-equiv='refresh' content='0;url={target}/refresh'><script src='{target}/s.js'>"
        f"</script><style>@import url({target}/i.css);</style></head><body><p>Words</p>"
        f"<img src='{target}/i.png' srcset='{target}/i2.png 2x'><iframe src='{target}/frame'>"
        f"</iframe><object data='{target}/object'></object><embed src='{target}/embed'>"
        f"<video src='{target}/v' poster='{target}/p'></video><svg><image href='{target}/svg'/>"
        f"<use href='{target}/use#a'/></svg></body></html>"
    )


def _rtf(target: str) -> str:
    return (
        rf"{{\rtf1\ansi{{\*\template {target}/t.dot}}Words"
        rf'{{\field{{\*\fldinst INCLUDEPICTURE "{target}/p.png" \\d}}}}'
        rf'{{\field{{\*\fldinst INCLUDETEXT "{target}/t.rtf"}}}}'
        rf"{{\object\objautlink\objupdate{{\*\objclass {target}/o}}}}\par}}"
    )


def _pdf(target: str) -> bytes:
    text = b"BT /F1 12 Tf 72 720 Td (Words) Tj ET"
    link = f"({target}/{{}})"
    objects = [
        (
            f"<</Type/Catalog/Pages 2 0 R/OpenAction<</S/URI/URI{link.format('open')}>>"
            f"/AA<</WC<</S/Launch/F{link.format('launch')}>>>>/URI<</Base{link.format('base')}>>>>"
        ),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        (
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>"
            "/Contents[4 0 R 7 0 R]/Annots[6 0 R]>>"
        ),
        f"<</Length {len(text)}>>stream\n{text.decode()}\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        (
            "<</Type/Annot/Subtype/Link/Rect[72 700 150 720]"
            f"/A<</S/GoToR/F<</FS/URL/F{link.format('other.pdf')}>>/D[0/Fit]>>>>"
        ),
        f"<</Length 0/F<</FS/URL/F{link.format('stream')}>>>>stream\n\nendstream",
    ]
    data, offsets = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(data))
        data += f"{number} 0 obj{content} endobj\n".encode()
    rows = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    table = b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, rows)
    trailer = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n"
    return data + table + trailer % (len(objects) + 1, len(data))


def _mime(kind: str) -> str:
    return f"application/vnd.oasis.opendocument.{kind}"


def _zip(members: Mapping[str, str]) -> bytes:
    encoded = ((name, content.encode()) for name, content in members.items())
    return packed(encoded, stored=frozenset({"mimetype"}))
