"""The documents whose content every format has to give back: one text, one sheet, one talk.

Written as flat ODF, which a person can read, and the talk by python-pptx, as slides in flat ODF
need pages of master styles before they are slides. LibreOffice makes the other formats.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pptx
from odf import namespaces as ns

if TYPE_CHECKING:
    from pathlib import Path

_PREFIXES = (
    ("office", ns.OFFICENS),
    ("style", ns.STYLENS),
    ("text", ns.TEXTNS),
    ("table", ns.TABLENS),
    ("draw", ns.DRAWNS),
    ("fo", ns.FONS),
    ("xlink", ns.XLINKNS),
    ("dc", ns.DCNS),
    ("meta", ns.METANS),
    ("number", ns.NUMBERNS),
)

_TEXT_STYLES = """
<office:styles>
  <style:default-style style:family="paragraph">
    <style:text-properties fo:language="en" fo:country="GB"/>
  </style:default-style>
  <style:style style:name="Standard" style:family="paragraph" style:class="text"/>
  <style:style style:name="Heading_20_1" style:display-name="Heading 1" style:family="paragraph"
    style:parent-style-name="Standard" style:default-outline-level="1" style:class="text">
    <style:text-properties fo:font-size="18pt" fo:font-weight="bold"/>
  </style:style>
  <style:style style:name="Heading_20_2" style:display-name="Heading 2" style:family="paragraph"
    style:parent-style-name="Standard" style:default-outline-level="2" style:class="text">
    <style:text-properties fo:font-size="15pt" fo:font-weight="bold"/>
  </style:style>
  <text:outline-style style:name="Outline">
    <text:outline-level-style text:level="1" style:num-format=""/>
    <text:outline-level-style text:level="2" style:num-format=""/>
  </text:outline-style>
</office:styles>
<office:automatic-styles>
  <style:style style:name="German" style:family="paragraph" style:parent-style-name="Standard">
    <style:text-properties fo:language="de" fo:country="DE"/>
  </style:style>
  <style:style style:name="Frame" style:family="graphic"/>
  <style:page-layout style:name="A4">
    <style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm"/>
    <style:header-style>
      <style:header-footer-properties fo:min-height="1cm" fo:margin-bottom="0.5cm"/>
    </style:header-style>
    <style:footer-style>
      <style:header-footer-properties fo:min-height="1cm" fo:margin-top="0.5cm"/>
    </style:footer-style>
  </style:page-layout>
</office:automatic-styles>
<office:master-styles>
  <style:master-page style:name="Standard" style:page-layout-name="A4">
    <style:header><text:p text:style-name="Standard">Harbour authority</text:p></style:header>
    <style:footer><text:p text:style-name="Standard">Internal use only</text:p></style:footer>
  </style:master-page>
</office:master-styles>
"""

_TEXT_BODY = """
<office:text>
<text:tracked-changes>
  <text:changed-region xml:id="gone"><text:deletion>
    <office:change-info><dc:creator>Ada</dc:creator><dc:date>2026-01-02T03:04:05</dc:date>
    </office:change-info>
    <text:p text:style-name="Standard">never mind the walrus </text:p>
  </text:deletion></text:changed-region>
  <text:changed-region xml:id="new"><text:insertion>
    <office:change-info><dc:creator>Ada</dc:creator><dc:date>2026-01-02T03:04:05</dc:date>
    </office:change-info>
  </text:insertion></text:changed-region>
</text:tracked-changes>
<text:h text:style-name="Heading_20_1" text:outline-level="1">Mooring rules</text:h>
<text:p text:style-name="Standard">Every vessel is moored by at least two lines before the \
engine is stopped, and the bow line is made fast first.</text:p>
<text:p text:style-name="Standard">The keeper<text:note text:id="ftn1" text:note-class="footnote">\
<text:note-citation>1</text:note-citation><text:note-body><text:p text:style-name="Standard">\
Named in the yearly letter of the council.</text:p></text:note-body></text:note> writes the hour \
into the log<office:annotation><dc:creator>Ada Berg</dc:creator><dc:date>2026-01-02T03:04:05\
</dc:date><text:p>Which log is meant here?</text:p></office:annotation> and signs it with his \
<text:a xlink:type="simple" xlink:href="https://example.org/">full name</text:a>.</text:p>
<text:h text:style-name="Heading_20_2" text:outline-level="2">Fees by the metre</text:h>
<text:p text:style-name="Standard">The fee is <text:change text:change-id="gone"/>paid \
<text:change-start text:change-id="new"/>in advance <text:change-end text:change-id="new"/>at the \
office, never on the quay.</text:p>
<table:table table:name="Fees">
  <table:table-column table:number-columns-repeated="3"/>
  <table:table-header-rows><table:table-row>
    <table:table-cell><text:p>Length</text:p></table:table-cell>
    <table:table-cell><text:p>Summer</text:p></table:table-cell>
    <table:table-cell><text:p>Winter</text:p></table:table-cell>
  </table:table-row></table:table-header-rows>
  <table:table-row>
    <table:table-cell><text:p>Up to eight metres</text:p></table:table-cell>
    <table:table-cell><text:p>12.50</text:p></table:table-cell>
    <table:table-cell><text:p>7.20</text:p></table:table-cell>
  </table:table-row>
  <table:table-row>
    <table:table-cell><text:p>Longer boats</text:p></table:table-cell>
    <table:table-cell><text:p>19.00</text:p></table:table-cell>
    <table:table-cell><text:p>11.40</text:p></table:table-cell>
  </table:table-row>
</table:table>
<text:list>
  <text:list-item><text:p text:style-name="Standard">Ropes are coiled clockwise.</text:p>
  </text:list-item>
  <text:list-item><text:p text:style-name="Standard">Fenders hang on both sides.</text:p>
  </text:list-item>
</text:list>
<text:h text:style-name="Heading_20_1" text:outline-level="1">Winter service</text:h>
<text:p text:style-name="German">Im Winter wird das Hafenbecken täglich geräumt, \
größere Eisschollen meldet der Wärter.</text:p>
<text:p text:style-name="Standard">The slipway stays closed from December until the first thaw\
<text:note text:id="ftn2" text:note-class="endnote"><text:note-citation>i</text:note-citation>\
<text:note-body><text:p text:style-name="Standard">The thaw is declared by the pilot.</text:p>\
</text:note-body></text:note>.</text:p>
</office:text>
"""

_SHEET_STYLES = """
<office:styles/>
<office:automatic-styles>
  <number:date-style style:name="D1">
    <number:year number:style="long"/><number:text>-</number:text>
    <number:month number:style="long"/><number:text>-</number:text>
    <number:day number:style="long"/>
  </number:date-style>
  <style:style style:name="day" style:family="table-cell" style:data-style-name="D1"/>
  <style:style style:name="wide" style:family="table-column">
    <style:table-column-properties style:column-width="6cm"/>
  </style:style>
</office:automatic-styles>
"""

_SHEET_BODY = """
<office:spreadsheet>
<table:table table:name="Berths">
  <table:table-column table:style-name="wide" table:number-columns-repeated="4"/>
  <table:table-row>
    <table:table-cell office:value-type="string"><text:p>Boat</text:p></table:table-cell>
    <table:table-cell office:value-type="string"><text:p>Owner</text:p></table:table-cell>
    <table:table-cell office:value-type="string"><text:p>Fee</text:p></table:table-cell>
    <table:table-cell office:value-type="string"><text:p>Since</text:p></table:table-cell>
  </table:table-row>
  <table:table-row>
    <table:table-cell office:value-type="string"><text:p>Sea Thrift</text:p></table:table-cell>
    <table:table-cell office:value-type="string"><text:p>Zoë Lindqvist</text:p></table:table-cell>
    <table:table-cell office:value-type="float" office:value="1234.5">
      <text:p>1234.5</text:p></table:table-cell>
    <table:table-cell table:style-name="day" office:value-type="date"
      office:date-value="2024-03-09"><text:p>2024-03-09</text:p></table:table-cell>
  </table:table-row>
  <table:table-row table:number-rows-repeated="4"><table:table-cell/></table:table-row>
  <table:table-row>
    <table:table-cell office:value-type="string"><text:p>Old Heron</text:p></table:table-cell>
    <table:table-cell office:value-type="string"><text:p>Harbour, "east" pier</text:p>
    </table:table-cell>
    <table:table-cell office:value-type="float" office:value="88">
      <text:p>88</text:p></table:table-cell>
    <table:table-cell table:style-name="day" office:value-type="date"
      office:date-value="2019-11-30"><text:p>2019-11-30</text:p></table:table-cell>
  </table:table-row>
</table:table>
</office:spreadsheet>
"""

_SLIDES = (
    (
        "Dredging the basin",
        ("Two metres of silt in ten years", "The north wall is undercut"),
        "Show the sounding of last autumn here.",
    ),
    (
        "What it will cost",
        ("A bucket dredger for six weeks", "Dumping beyond the lighthouse"),
        "Prices are without tax.",
    ),
)


def write_sources(folder: Path) -> None:
    """Write text.fodt, sheet.fods and talk.pptx, and final.fodt: the text with its changes made."""
    _write(folder / "text.fodt", "text", _TEXT_STYLES, _TEXT_BODY)
    final = re.sub(r"(?s)<text:tracked-changes>.*</text:tracked-changes>", "", _TEXT_BODY)
    _write(folder / "final.fodt", "text", _TEXT_STYLES, re.sub(r"<text:change[^>]*>", "", final))
    _write(folder / "sheet.fods", "spreadsheet", _SHEET_STYLES, _SHEET_BODY)
    _write_talk(folder / "talk.pptx")


def _write(path: Path, kind: str, styles: str, body: str) -> None:
    declared = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in _PREFIXES)
    path.write_text(
        f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document {declared} office:version="1.3"
  office:mimetype="application/vnd.oasis.opendocument.{kind}">
<office:meta><dc:title>The harbour of Vik</dc:title></office:meta>
{styles}
<office:body>{body}</office:body>
</office:document>
""",
        encoding="utf-8",
    )


def _write_talk(path: Path) -> None:
    talk = pptx.Presentation()
    talk.core_properties.title = "The harbour of Vik"
    for title, points, note in _SLIDES:
        slide = talk.slides.add_slide(talk.slide_layouts[1])  # title and content
        slide.shapes.title.text = title
        slide.placeholders[1].text = "\n".join(points)
        slide.notes_slide.notes_text_frame.text = note
    talk.save(str(path))
