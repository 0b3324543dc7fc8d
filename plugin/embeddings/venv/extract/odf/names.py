"""Full names of the ODF elements and attributes that the readers look at.

Owns: spelling them once, from odfpy's namespaces. Does not own: what they mean to a reader.
Source: OASIS ODF 1.3 part 3.
"""

from __future__ import annotations

from odf import namespaces as ns


def _names(namespace: str, *locals_: str) -> tuple[str, ...]:
    return tuple(f"{{{namespace}}}{local}" for local in locals_)


def text_name(local: str) -> str:
    """Return a full name in the text namespace."""
    return f"{{{ns.TEXTNS}}}{local}"


def style_name(local: str) -> str:
    """Return a full name in the style namespace."""
    return f"{{{ns.STYLENS}}}{local}"


def form_name(local: str) -> str:
    """Return a full name in the form namespace."""
    return f"{{{ns.FORMNS}}}{local}"


def presentation_name(local: str) -> str:
    """Return a full name in the presentation namespace."""
    return f"{{{ns.PRESENTATIONNS}}}{local}"


def extension_name(local: str) -> str:
    """Return a full name in LibreOffice's namespace of extensions."""
    return f"{{{ns.LOEXTNS}}}{local}"


def fo_name(local: str) -> str:
    """Return a full name in the XSL-FO compatible namespace."""
    return f"{{{ns.FONS}}}{local}"


DOCUMENT, BODY, META_ROOT, ANNOTATION, ANNOTATION_END = _names(
    ns.OFFICENS, "document", "body", "meta", "annotation", "annotation-end"
)
BODY_TEXT, BODY_SPREADSHEET, BODY_PRESENTATION, BODY_DRAWING, BODY_CHART = _names(
    ns.OFFICENS, "text", "spreadsheet", "presentation", "drawing", "chart"
)
MASTER_STYLES, BINARY_DATA, FORMS, EVENT_LISTENERS = _names(
    ns.OFFICENS, "master-styles", "binary-data", "forms", "event-listeners"
)
OFFICE_VALUES = _names(
    ns.OFFICENS, "string-value", "date-value", "time-value", "boolean-value", "value"
)

P, H, SPACE, TAB, LINE_BREAK, SPAN = _names(ns.TEXTNS, "p", "h", "s", "tab", "line-break", "span")
NOTE, NOTE_BODY, SECTION = _names(ns.TEXTNS, "note", "note-body", "section")
CHANGED_REGION, DELETION, CHANGE_START, CHANGE_END, CHANGE_ID = _names(
    ns.TEXTNS, "changed-region", "deletion", "change-start", "change-end", "change-id"
)
TRACKED_CHANGES, NUMBER = _names(ns.TEXTNS, "tracked-changes", "number")
HIDDEN_PARAGRAPH, IS_HIDDEN = _names(ns.TEXTNS, "hidden-paragraph", "is-hidden")
# They repeat headings, captions and marks, which are found where they stand.
REPEATING_INDEXES = frozenset(
    _names(
        ns.TEXTNS,
        *("table-of-content", "illustration-index", "table-index", "object-index", "user-index"),
    )
)
TABLE_OF_CONTENT, INDEX_BODY = _names(ns.TEXTNS, "table-of-content", "index-body")
TEXT_DISPLAY, TEXT_ID, OUTLINE_LEVEL, TEXT_STYLE_NAME, SPACE_COUNT = _names(
    ns.TEXTNS, "display", "id", "outline-level", "style-name", "c"
)

TABLE, ROW, CELL, COVERED_CELL, HEADER_ROWS = _names(
    ns.TABLENS, "table", "table-row", "table-cell", "covered-table-cell", "table-header-rows"
)
ROWS, ROW_GROUP, SHAPES, TABLE_NAME, TABLE_TRACKED_CHANGES = _names(
    ns.TABLENS, "table-rows", "table-row-group", "shapes", "name", "tracked-changes"
)
ROWS_REPEATED, COLUMNS_REPEATED = _names(
    ns.TABLENS, "number-rows-repeated", "number-columns-repeated"
)

FIRST_ROW_STYLED = f"{{{ns.TABLENS}}}use-first-row-styles"
TABLE_STYLE_NAME, TABLE_TITLE, TABLE_DESC = _names(ns.TABLENS, "style-name", "title", "desc")
VALUE_TYPE = f"{{{ns.OFFICENS}}}value-type"

FRAME, PAGE, OBJECT, DRAW_NAME = _names(ns.DRAWNS, "frame", "page", "object", "name")
PAGE_THUMBNAIL, ENHANCED_GEOMETRY = _names(ns.DRAWNS, "page-thumbnail", "enhanced-geometry")
CONTROL, DRAW_STYLE_NAME, MASTER_PAGE_NAME = _names(
    ns.DRAWNS, "control", "style-name", "master-page-name"
)
DRAWN_SHAPES = frozenset(
    _names(
        ns.DRAWNS,
        *("frame", "g", "a", "custom-shape", "rect", "circle", "ellipse", "line", "polyline"),
        *("polygon", "regular-polygon", "path", "connector", "measure", "caption", "control"),
    )
)
SVG_TITLE, SVG_DESC, SVG_FONT_FAMILY = _names(ns.SVGNS, "title", "desc", "font-family")
NOTES, PRESENTATION_CLASS = _names(ns.PRESENTATIONNS, "notes", "class")
PRESENTATION_STYLE_NAME = f"{{{ns.PRESENTATIONNS}}}style-name"
PRESENTATION_PLACEHOLDER = f"{{{ns.PRESENTATIONNS}}}placeholder"
DC_TITLE, DC_LANGUAGE, DC_SUBJECT, DC_DESCRIPTION, DC_CREATOR, DC_DATE = _names(
    ns.DCNS, "title", "language", "subject", "description", "creator", "date"
)
KEYWORD, DATE_STRING, CREATOR_INITIALS = _names(
    ns.METANS, "keyword", "date-string", "creator-initials"
)
SENDER_INITIALS = f"{{{ns.LOEXTNS}}}sender-initials"
HREF = f"{{{ns.XLINKNS}}}href"
XML_ID = f"{{{ns.XMLNS}}}id"
MATH = f"{{{ns.MATHNS}}}math"
MATH_ANNOTATION = f"{{{ns.MATHNS}}}annotation"
