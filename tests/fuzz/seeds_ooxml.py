"""OOXML seeds: a Word document, a workbook and a presentation with some of all they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.packing import packed

if TYPE_CHECKING:
    from collections.abc import Mapping

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = "application/vnd.openxmlformats-officedocument"
_W = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    f' xmlns:r="{_OFFICE}"'
    ' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    ' xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
    ' xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
    ' xmlns:v="urn:schemas-microsoft-com:vml"'
)
_S = f'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="{_OFFICE}"'
_P = (
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    f' xmlns:r="{_OFFICE}"'
)
_CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/'
    'core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Harbour dues</dc:title>'
    "<dc:subject>Tariffs</dc:subject><cp:keywords>port</cp:keywords></cp:coreProperties>"
)
_CHART = (
    '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"'
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:title><c:tx>'
    "<c:rich><a:p><a:r><a:t>Dues by year</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea>"
    "<c:barChart><c:ser><c:cat><c:strRef><c:strCache><c:pt idx='0'><c:v>North</c:v></c:pt>"
    "</c:strCache></c:strRef></c:cat></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>"
)

_BODY = """
<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Results</w:t></w:r></w:p>
<w:p><w:r><w:t xml:space="preserve">Sales rose </w:t></w:r><w:ins w:id="1" w:author="A"><w:r>
<w:t>again</w:t></w:r></w:ins><w:del w:id="2"><w:r><w:delText>struck</w:delText></w:r></w:del>
<w:r><w:footnoteReference w:id="2"/></w:r><w:hyperlink r:id="rId9"><w:r><w:t>a link</w:t></w:r>
</w:hyperlink><w:r><w:rPr><w:lang w:val="de-DE"/></w:rPr><w:t>Umsatzsteuer</w:t><w:tab/><w:br/>
<w:noBreakHyphen/><w:softHyphen/><w:sym w:font="Wingdings" w:char="F0E0"/></w:r></w:p>
<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> REF x </w:instrText></w:r>
<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>Table 1</w:t></w:r>
<w:r><w:fldChar w:fldCharType="end"/></w:r><w:fldSimple w:instr="DATE"><w:r><w:t>2 May</w:t></w:r>
</w:fldSimple><w:commentRangeStart w:id="0"/><w:r><w:t>here</w:t></w:r><w:commentRangeEnd w:id="0"/>
<w:r><w:commentReference w:id="0"/></w:r></w:p>
<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="3"/></w:numPr></w:pPr><w:r><w:t>Apples
</w:t></w:r></w:p>
<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc><w:p><w:r><w:t>Country</w:t></w:r></w:p></w:tc>
<w:tc><w:p><w:r><w:t>Sum</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/>
<w:vMerge/></w:tcPr><w:p><w:r><w:t>Norway 12</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r>
<w:t>Inner cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:tc></w:tr></w:tbl>
<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><wp:docPr id="1"
 name="n" descr="A rising line"/><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent><w:p>
<w:r><w:t>In a box</w:t></w:r></w:p></w:txbxContent></wps:txbx></wps:wsp></a:graphicData>
</a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>
<w:p><w:r><w:t>In a box</w:t></w:r></w:p></w:txbxContent></v:textbox></w:pict></mc:Fallback>
</mc:AlternateContent></w:r></w:p>
<w:p><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f>
</m:oMath><w:ruby><w:rt><w:r><w:t>kanji</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢字</w:t></w:r>
</w:rubyBase></w:ruby></w:p>
<w:sdt><w:sdtContent><w:p><w:r><w:t>In a control</w:t></w:r></w:p></w:sdtContent></w:sdt>
<w:altChunk r:id="rId8"/>
<w:sectPr><w:headerReference w:type="default" r:id="rId3"/></w:sectPr>"""
_STYLES = """
<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-GB" w:eastAsia="ja-JP"/></w:rPr>
</w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:styleId="Heading1"><w:name
 w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>"""


def docx_package() -> bytes:
    """Return a Word document."""
    parts = {
        "word/document.xml": f"<w:document {_W}><w:body>{_BODY}</w:body></w:document>",
        "word/_rels/document.xml.rels": _links(
            ("styles", "styles.xml"),
            ("footnotes", "footnotes.xml"),
            ("header", "header1.xml"),
            ("comments", "comments.xml"),
            ("endnotes", "endnotes.xml"),
            ("chart", "charts/chart1.xml"),
            ("settings", "settings.xml"),
            ("aFChunk", "chunk.html"),
            ("hyperlink", "http://127.0.0.1:9/x"),
        ),
        "word/styles.xml": f"<w:styles {_W}>{_STYLES}</w:styles>",
        "word/footnotes.xml": f'<w:footnotes {_W}><w:footnote w:id="2"><w:p><w:r><w:t>By four.'
        "</w:t></w:r></w:p></w:footnote></w:footnotes>",
        "word/endnotes.xml": f'<w:endnotes {_W}><w:endnote w:id="2"/></w:endnotes>',
        "word/header1.xml": f"<w:hdr {_W}><w:p><w:r><w:t>Letterhead</w:t></w:r></w:p></w:hdr>",
        "word/comments.xml": f'<w:comments {_W}><w:comment w:id="0" w:author="Bea"><w:p><w:r>'
        "<w:t>Is this so?</w:t></w:r></w:p></w:comment></w:comments>",
        "word/charts/chart1.xml": _CHART,
        "word/settings.xml": f"<w:settings {_W}/>",
        "word/chunk.html": "<html><body><h1>Chunk</h1><p>From elsewhere</p></body></html>",
    }
    return _package("wordprocessingml.document", "word/document.xml", parts)


def xlsx_package() -> bytes:
    """Return a workbook of two sheets with comments, merged cells, dates and a chart."""
    rows = (
        '<row r="1"><c r="A1" t="s"><v>0</v></c>'
        '<c r="B1" t="inlineStr"><is><t>Sum</t></is></c></row>'
        '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" s="1"><v>45000.5</v></c>'
        '<c r="C2" t="b"><v>1</v></c><c r="D2" t="e"><v>#N/A</v></c>'
        '<c r="XFD2" t="str"><f>A1</f><v>Far cell</v></c></row>'
        '<row r="1048576"><c r="A1048576"><v>12.25</v></c></row>'
    )
    sheet = (
        f'<worksheet {_S}><dimension ref="A1:XFD1048576"/><sheetData>{rows}</sheetData>'
        '<mergeCells><mergeCell ref="A2:B2"/></mergeCells>'
        '<hyperlinks><hyperlink ref="A1" r:id="rId1"/></hyperlinks>'
        "<headerFooter><oddHeader>&amp;CQuarterly</oddHeader></headerFooter>"
        '<drawing r:id="rId2"/></worksheet>'
    )
    strings = (
        f"<sst {_S}><si><t>Country</t></si><si><r><t>Nor</t></r><r><t>way_x000D_</t></r>"
        "<rPh><t>phonetic</t></rPh></si></sst>"
    )
    styles = (
        f'<styleSheet {_S}><numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd"/></numFmts>'
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>'
    )
    names = (
        '<sheet name="Ducks" sheetId="1" r:id="rId1"/><sheet name="B" state="hidden" r:id="rId4"/>'
    )
    comments = (
        f'<comments {_S}><authors><author>Ann</author></authors><commentList><comment ref="A2"'
        ' authorId="0"><text><t>Checked</t></text></comment></commentList></comments>'
    )
    parts = {
        "xl/workbook.xml": f"<workbook {_S}><sheets>{names}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": _links(
            ("worksheet", "worksheets/sheet1.xml"),
            ("sharedStrings", "sharedStrings.xml"),
            ("styles", "styles.xml"),
            ("worksheet", "worksheets/sheet2.xml"),
        ),
        "xl/worksheets/sheet1.xml": sheet,
        "xl/worksheets/sheet2.xml": f"<worksheet {_S}><sheetData>{rows}</sheetData></worksheet>",
        "xl/worksheets/_rels/sheet1.xml.rels": _links(
            ("hyperlink", "http://127.0.0.1:9/x"),
            ("drawing", "../drawings/drawing1.xml"),
            ("comments", "../comments1.xml"),
        ),
        "xl/sharedStrings.xml": strings,
        "xl/styles.xml": styles,
        "xl/comments1.xml": comments,
        "xl/drawings/drawing1.xml": '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/'
        'drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/'
        '2006/main"><xdr:sp><xdr:txBody><a:p><a:r><a:t>Box on the sheet</a:t></a:r></a:p>'
        "</xdr:txBody></xdr:sp></xdr:wsDr>",
        "xl/charts/chart1.xml": _CHART,
    }
    return _package("spreadsheetml.sheet", "xl/workbook.xml", parts)


def pptx_package() -> bytes:
    """Return a presentation of two slides with notes, a table and a group."""
    slide = (
        '<p:sp><p:nvSpPr><p:cNvPr id="2" name="t" descr="Alt words"/><p:nvPr><p:ph type="title"/>'
        '</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:rPr lang="en-GB"/><a:t>Slide title</a:t></a:r>'
        "</a:p></p:txBody></p:sp><p:grpSp><p:sp><p:txBody>"
        "<a:p><a:pPr lvl='1'/><a:r><a:t>Point</a:t>"
        "</a:r><a:br/><a:fld type='slidenum'><a:t>1</a:t></a:fld></a:p></p:txBody></p:sp></p:grpSp>"
        "<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>Cell"
        "</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic>"
        "</p:graphicFrame>"
    )
    tree = f"<p:cSld><p:spTree>{slide}</p:spTree></p:cSld>"
    ids = '<p:sldId id="256" r:id="rId1"/><p:sldId id="257" r:id="rId2"/>'
    parts = {
        "ppt/presentation.xml": f"<p:presentation {_P}><p:sldIdLst>{ids}</p:sldIdLst>"
        "</p:presentation>",
        "ppt/_rels/presentation.xml.rels": _links(
            ("slide", "slides/slide1.xml"), ("slide", "slides/slide2.xml")
        ),
        "ppt/slides/slide1.xml": f"<p:sld {_P}>{tree}</p:sld>",
        "ppt/slides/slide2.xml": f'<p:sld {_P} show="0">{tree}</p:sld>',
        "ppt/slides/_rels/slide1.xml.rels": _links(
            ("notesSlide", "../notesSlides/notes1.xml"), ("comments", "../comments/comment1.xml")
        ),
        "ppt/notesSlides/notes1.xml": f"<p:notes {_P}>{tree}</p:notes>",
        "ppt/comments/comment1.xml": f"<p:cmLst {_P}><p:cm><p:text>Nice</p:text></p:cm></p:cmLst>",
    }
    return _package("presentationml.presentation", "ppt/presentation.xml", parts)


def _package(kind: str, main_part: str, parts: Mapping[str, str]) -> bytes:
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        f'<Override PartName="/{main_part}" ContentType="{_TYPES}.{kind}.main+xml"/></Types>'
    )
    members = {
        "[Content_Types].xml": types,
        "_rels/.rels": _links(
            ("officeDocument", main_part), ("metadata/core-properties", "docProps/core.xml")
        ),
        **parts,
        "docProps/core.xml": _CORE,
    }
    return packed((name, content.encode()) for name, content in members.items())


def _links(*targets: tuple[str, str]) -> str:
    rows = "".join(
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/{kind}" Target="{target}"'
        + (' TargetMode="External"/>' if "://" in target else "/>")
        for number, (kind, target) in enumerate(targets, 1)
    )
    namespace = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<Relationships xmlns="{namespace}">{rows}</Relationships>'
