"""Seeds that are no zip packages, and the EPUB, which is one of HTML files."""

from __future__ import annotations

import zlib

from tests.fuzz.packing import packed

_RTF = r"""{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Arial;}{\f1\fcharset128 MS Gothic;}}
{\stylesheet{\s1\outlinelevel0 heading 1;}}{\info{\title Harbour dues}{\subject Tariffs}}
{\*\generator Nobody}\lang1033{\header\pard Letterhead\par}
\pard\s1\outlinelevel0 Results\par\pard\plain Sales rose\'e9 \u8212?again{\footnote\pard By four.}
{\deleted struck}{\revised inserted}{\lang1031 Umsatzsteuer}\tab x\line y\~z\_w\-v\par
{\field{\*\fldinst HYPERLINK "http://127.0.0.1:9/x"}{\fldrslt a link}}
{\field{\*\fldinst INCLUDEPICTURE "http://127.0.0.1:9/y.png"}{\fldrslt }}
{\*\annotation Is this so?}{\shp{\*\shpinst{\shptxt\pard In a box\par}}}\f1\'93\'fa\'96\'7b\f0\par
{\pict\pngblip 89504e470d0a1a0a}{\listtext 1.\tab}Apples\par
\trowd\cellx1000\cellx2000\intbl Country\cell Sum\cell\row\trowd\cellx1000\intbl{\itap2 Inner
\nestcell\nestrow}\cell\row\pard\bin3 {{{ \uc2\u-3913??end\par}
"""
_MARKDOWN = """\
---
title: Harbour dues
tags: [port, tariff]
---
# Results

Sales rose *again*, as the [table](http://127.0.0.1:9/x) shows.[^1] ![A rising line](x.png)

| Country | Sum |
|---------|----:|
| Norway  | 12  |

- Apples
  - Bramley
1. First

> Quoted words

```python
def price(): return 4
```

<div>Raw <b>markup</b></div>

[^1]: By four percent.

Setext heading
==============
"""
_CSV = '\ufeffCountry;Sum;"Note; ""quoted"""\r\nNorway;12,5;"two\nlines"\r\nPeru;7;\r\n;;\r\n'
_TEXT = "Harbour dues\n\nSales rose agai\xadn.\tBy four.\x0cNext page: 漢字, naïve, Ω.\r\nEnd\r\n"
_HTML = """\
<!DOCTYPE html><html lang="en-GB"><head><meta charset="utf-8"><title>Harbour dues</title>
<meta name="description" content="What ships pay."><link rel="stylesheet" href="http://127.0.0.1:9/c">
<script src="http://127.0.0.1:9/j">var hidden = "script words";</script><style>p{color:red}</style>
<meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/r"></head><body><nav>Menu</nav>
<h1>Results</h1><p>Sales rose &eacute;&#8212;&nbsp;<i lang="de">Umsatzsteuer</i><br>again <a
 href="x">a link</a> <del>struck</del><ins>inserted</ins> H<sub>2</sub>O<p>Unclosed paragraph
<ul><li>Apples<ul><li>Bramley</ul></ul><table><caption>Sums</caption><tr><th>Country<th>Sum<tr>
<td colspan="2" rowspan=3>Norway<td><table><tr><td>Inner cell</table></table>
<img src="http://127.0.0.1:9/i.png" alt="A rising line"><svg><title>Drawn</title><text>Label</text>
</svg><math><mi>E</mi></math><ruby>漢字<rt>kanji</rt></ruby><pre>  kept   layout</pre>
<iframe src="http://127.0.0.1:9/f"></iframe><p hidden>Unseen</p><!-- comment --><dl><dt>Term<dd>Said
</dl><textarea>Typed</textarea><object data="file:///etc/hostname"></object></body></html>
"""
_CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
    '<rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles>'
    "</container>"
)
_BOOK = (
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Harbour dues</dc:title><dc:language>en'
    '</dc:language></metadata><manifest><item id="a" href="one.xhtml"'
    ' media-type="application/xhtml+xml"/><item id="n" href="nav.xhtml" properties="nav"'
    ' media-type="application/xhtml+xml"/><item id="b" href="two%20b.xhtml"'
    ' media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/>'
    '<itemref idref="b" linear="no"/></spine></package>'
)
_CHAPTER = (
    '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en">'
    "<head><title>One</title></head><body><section><h1>Results</h1><p>Sales rose.</p></section>"
    '<aside id="note">By four percent.</aside></body></html>'
)
_PAGE_TEXT = (
    b"BT /F1 18 Tf 72 720 Td (Results) Tj ET BT /F1 11 Tf 72 690 Td (Sales rose again, as the) Tj "
    b"0 -14 Td [(ta) -20 (ble) -300 (shows.)] TJ ET 72 600 200 50 re S "
    b"BT /F1 11 Tf 80 620 Td (Norway) Tj 100 0 Td (12) Tj ET"
)


def plain_seeds() -> dict[str, bytes]:
    """Return the contents by extension."""
    return {
        "rtf": _RTF.encode("latin-1"),
        "md": _MARKDOWN.encode(),
        "csv": _CSV.encode(),
        "tsv": _CSV.replace(";", "\t").encode("utf-16"),
        "txt": _TEXT.encode(),
        "html": _HTML.encode(),
        "epub": _epub(),
        "pdf": _pdf(),
    }


def _epub() -> bytes:
    members = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": _CONTAINER,
        "OPS/book.opf": _BOOK,
        "OPS/one.xhtml": _CHAPTER,
        "OPS/two b.xhtml": _CHAPTER.replace("Results", "More"),
        "OPS/nav.xhtml": _CHAPTER.replace("section", "nav"),
    }
    encoded = ((name, content.encode()) for name, content in members.items())
    return packed(encoded, stored=frozenset({"mimetype"}))


def _pdf() -> bytes:
    """Return two pages with a link, an outline, a form field and a launch action."""
    small = zlib.compress(_PAGE_TEXT)
    page = (
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>"
        b"/Contents %d 0 R/Annots[%d 0 R]>>"
    )
    objects = [
        (
            b"<</Type/Catalog/Pages 2 0 R/Outlines 8 0 R/Lang(en-GB)/AcroForm<</Fields[11 0 R]>>"
            b"/OpenAction<</S/URI/URI(http://127.0.0.1:9/o)>>>>"
        ),
        b"<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>",
        page % (6, 10),
        page % (7, 11),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(_PAGE_TEXT), _PAGE_TEXT),
        b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(small), small),
        b"<</Type/Outlines/First 9 0 R/Last 9 0 R/Count 1>>",
        b"<</Title(Results)/Parent 8 0 R/Dest[3 0 R/XYZ 0 700 0]>>",
        b"<</Type/Annot/Subtype/Link/Rect[72 700 150 720]/A<</S/URI/URI(http://127.0.0.1:9/x)>>>>",
        (
            b"<</Type/Annot/Subtype/Widget/FT/Tx/T(client)/V(Meridian)/Rect[72 500 200 520]"
            b"/AA<</E<</S/Launch/F(/bin/true)>>>>>>"
        ),
        b"<</Title(Harbour dues)/Subject<feff00e9>>>",
    ]
    data, offsets = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(data))
        data += b"%d 0 obj%s endobj\n" % (number, content)
    rows = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    table = b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, rows)
    trailer = b"trailer<</Size %d/Root 1 0 R/Info 12 0 R>>" % (len(objects) + 1)
    return data + table + trailer + b"\nstartxref\n%d\n%%%%EOF\n" % len(data)
