"""OpenDocument seeds: text, sheet, slides, drawing, each as a package, the text also flat."""

from __future__ import annotations

from tests.fuzz.packing import packed

_URIS = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "style": "urn:oasis:names:tc:opendocument:xmlns:style:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "draw": "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0",
    "fo": "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0",
    "svg": "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0",
    "presentation": "urn:oasis:names:tc:opendocument:xmlns:presentation:1.0",
    "chart": "urn:oasis:names:tc:opendocument:xmlns:chart:1.0",
    "number": "urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0",
    "manifest": "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0",
    "dc": "http://purl.org/dc/elements/1.1/",
    "meta": "urn:oasis:names:tc:opendocument:xmlns:meta:1.0",
    "xlink": "http://www.w3.org/1999/xlink",
    "math": "http://www.w3.org/1998/Math/MathML",
}
_NAMESPACES = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in _URIS.items())

_STYLES = """
<office:styles><style:default-style style:family="paragraph">
<style:text-properties fo:language="en" fo:country="GB" style:language-asian="ja"/>
</style:default-style>
<style:style style:name="German" style:family="text">
<style:text-properties fo:language="de" fo:country="DE"/></style:style>
<style:style style:name="Hidden" style:family="text" style:parent-style-name="German">
<style:text-properties text:display="none"/></style:style></office:styles>
<office:automatic-styles><style:style style:name="P1" style:family="paragraph"
 style:parent-style-name="Standard" style:master-page-name="Standard"/>
<style:page-layout style:name="L1"/></office:automatic-styles>"""
_MASTERS = """
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L1">
<style:header><text:p>Letterhead of Ashford</text:p></style:header>
<style:footer><text:p>Page <text:page-number>1</text:page-number></text:p></style:footer>
</style:master-page></office:master-styles>"""
_META = """
<office:meta><dc:title>Harbour dues</dc:title><dc:subject>Tariffs</dc:subject>
<dc:description>What ships pay.</dc:description><meta:keyword>port</meta:keyword>
<meta:user-defined meta:name="Client">Meridian</meta:user-defined></office:meta>"""

_TABLE = """
<table:table table:name="Sums"><table:table-column table:number-columns-repeated="3"/>
<table:table-header-rows><table:table-row><table:table-cell><text:p>Country</text:p>
</table:table-cell><table:table-cell><text:p>Sum</text:p></table:table-cell></table:table-row>
</table:table-header-rows><table:table-row table:number-rows-repeated="2">
<table:table-cell table:number-columns-spanned="2" office:value-type="float" office:value="12.5">
<text:p>12,50</text:p></table:table-cell><table:covered-table-cell/></table:table-row>
<table:table-row><table:table-cell><table:table><table:table-row><table:table-cell>
<text:p>Inner cell</text:p></table:table-cell></table:table-row></table:table>
</table:table-cell></table:table-row></table:table>"""
_TEXT = f"""
<text:tracked-changes><text:changed-region text:id="c1"><text:deletion><office:change-info>
<dc:creator>Ann</dc:creator><dc:date>2024-01-02T00:00:00</dc:date></office:change-info>
<text:p>Struck words</text:p></text:deletion></text:changed-region>
<text:changed-region text:id="c2"><text:insertion/></text:changed-region></text:tracked-changes>
<text:h text:outline-level="1">Results</text:h>
<text:p text:style-name="P1">Sales rose<text:note text:note-class="footnote" text:id="n1">
<text:note-citation>1</text:note-citation><text:note-body><text:p>By four percent.</text:p>
</text:note-body></text:note> again<text:s text:c="3"/>and<text:tab/>again<text:line-break/>as the
 <text:span text:style-name="German">Umsatzsteuer</text:span> shows
<text:change text:change-id="c1"/>, <text:change-start text:change-id="c2"/>inserted
<text:change-end text:change-id="c2"/> <text:a xlink:href="http://127.0.0.1:9/x">a link</text:a>
<office:annotation office:name="a1"><dc:creator>Bea</dc:creator><text:p>Is this so?</text:p>
</office:annotation>here<office:annotation-end office:name="a1"/>
<text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby>
</text:p>
<text:list><text:list-header><text:p>Fruits</text:p></text:list-header><text:list-item>
<text:p>Apples</text:p><text:list><text:list-item><text:p>Bramley</text:p></text:list-item>
</text:list></text:list-item></text:list>
{_TABLE}
<text:p><draw:frame draw:name="F1" svg:width="5cm"><draw:text-box><text:p>In a box</text:p>
</draw:text-box><svg:title>Chart of dues</svg:title><svg:desc>A rising line</svg:desc>
</draw:frame><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>
<draw:custom-shape><text:p>On a shape</text:p></draw:custom-shape></text:p>
<text:section text:name="S1"><text:p>Inside a section <text:date>2 May</text:date></text:p>
</text:section><text:table-of-content><text:index-body><text:p>Results 1</text:p>
</text:index-body></text:table-of-content>"""
_SHEET = f"""{_TABLE}<table:table table:name="Notes"><table:shapes><draw:frame>
<draw:text-box><text:p>Floating note</text:p></draw:text-box></draw:frame></table:shapes>
<table:table-row><table:table-cell office:value-type="date" office:date-value="2024-05-06">
<office:annotation><text:p>Checked by Ann</text:p></office:annotation><text:p>6 May</text:p>
</table:table-cell><table:table-cell table:number-columns-repeated="16000"/>
<table:table-cell office:value-type="percentage" office:value="0.5"/></table:table-row>
<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>
</table:table>"""
_PAGE = """
<draw:page draw:name="page1" draw:master-page-name="Standard"><draw:frame
 presentation:class="title"><draw:text-box><text:p>Slide title</text:p></draw:text-box>
</draw:frame><draw:g><draw:frame><draw:text-box><text:list><text:list-item><text:p>First point
</text:p></text:list-item></text:list></draw:text-box></draw:frame><draw:rect><text:p>In a group
</text:p></draw:rect></draw:g><office:annotation><text:p>Slide comment</text:p></office:annotation>
<presentation:notes><draw:frame><draw:text-box><text:p>Say it slowly</text:p></draw:text-box>
</draw:frame></presentation:notes></draw:page>"""
_FORMULA = (
    '<math:math xmlns:math="http://www.w3.org/1998/Math/MathML"><math:semantics><math:mrow>'
    "<math:mi>E</math:mi><math:mo>=</math:mo><math:mi>m</math:mi></math:mrow>"
    '<math:annotation math:encoding="StarMath 5.0">E = m</math:annotation></math:semantics>'
    "</math:math>"
)
_BODIES = {
    "odt": ("text", "text", _TEXT),
    "ods": ("spreadsheet", "spreadsheet", _SHEET),
    "odp": ("presentation", "presentation", _PAGE * 2),
    "odg": ("graphics", "drawing", _PAGE),
}


def odf_package(extension: str) -> bytes:
    """Return an .odt, .ods, .odp or .odg with some of all that its format holds."""
    mime = f"application/vnd.oasis.opendocument.{_BODIES[extension][0]}"
    entry = '<manifest:file-entry manifest:full-path="{}" manifest:media-type="{}"/>'
    entries = entry.format("/", mime) + entry.format("content.xml", "text/xml")
    members = {
        "mimetype": mime,
        "content.xml": _root("document-content", _content(extension)),
        "styles.xml": _root("document-styles", _STYLES + _MASTERS),
        "meta.xml": _root("document-meta", _META),
        "Object 1/content.xml": _FORMULA,
        "META-INF/manifest.xml": _root("manifest", entries, prefix="manifest"),
    }
    encoded = ((name, content.encode()) for name, content in members.items())
    return packed(encoded, stored=frozenset({"mimetype"}))


def odf_flat(extension: str) -> bytes:
    """Return the same as one flat XML file."""
    mime = f"application/vnd.oasis.opendocument.{_BODIES[extension][0]}"
    attribute = f'office:mimetype="{mime}"'
    parts = _META + _STYLES + _MASTERS + _content(extension)
    return _root("document", parts, attribute=attribute).encode()


def _content(extension: str) -> str:
    _, element, body = _BODIES[extension]
    return f"<office:body><office:{element}>{body}</office:{element}></office:body>"


def _root(name: str, content: str, *, prefix: str = "office", attribute: str = "") -> str:
    start = f'<?xml version="1.0" encoding="UTF-8"?><{prefix}:{name} {_NAMESPACES} {attribute}>'
    return f"{start}{content}</{prefix}:{name}>"
