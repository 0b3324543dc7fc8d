"""ODF: what is deleted, hidden, never shown or only repeated is no text; what is shown is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plugin.documents.passages import ExtractedDocument, PassageKind
from plugin.embeddings.venv.extract import extract_document

from .fixtures_odf import write_flat

if TYPE_CHECKING:
    from pathlib import Path

_NOTE = (
    '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation>'
    "<text:note-body><text:p>{}</text:p></text:note-body></text:note>"
)


def _flat(tmp_path: Path, body: str, before: str = "") -> ExtractedDocument:
    return extract_document(write_flat(tmp_path / "a.fodt", "text", body, before))


def _found(tmp_path: Path, body: str, before: str = "") -> list[tuple[PassageKind, str]]:
    return [(p.kind, p.text) for p in _flat(tmp_path, body, before).passages]


def _deletions(*names: str) -> str:
    regions = "".join(
        f'<text:changed-region xml:id="{name}"><text:deletion/></text:changed-region>'
        for name in names
    )
    return f"<text:tracked-changes>{regions}</text:tracked-changes>"


def _start(name: str) -> str:
    return f'<text:change-start text:change-id="{name}"/>'


def _end(name: str) -> str:
    return f'<text:change-end text:change-id="{name}"/>'


def test_a_deletion_in_place_takes_all_it_spans_and_joins_what_it_leaves(tmp_path: Path) -> None:
    body = (
        _deletions("d1")
        + f'<text:h text:outline-level="2">Sub {_start("d1")}gone</text:h>'
        + "<table:table><table:table-row><table:table-cell><text:p>gone cell</text:p>"
        + "</table:table-cell></table:table-row></table:table>"
        + f"<text:p>gone{_NOTE.format('gone note')}{_end('d1')}title</text:p>"
    )
    document = _flat(tmp_path, body)
    (heading,) = document.passages
    assert (heading.kind, heading.heading_level) == (PassageKind.HEADING, 2)
    assert heading.text == "Sub title"


def test_what_hangs_before_a_deletion_is_kept(tmp_path: Path) -> None:
    body = (
        _deletions("d1", "d2")
        + f"<text:p>kept{_NOTE.format('kept note')} {_start('d1')}gone</text:p>"
        + f"<text:p>gone{_end('d1')}too</text:p>"
        + "<table:table><table:table-row><table:table-cell><text:p>"
        + f"one {_start('d2')}two{_end('d2')}three</text:p></table:table-cell></table:table-row>"
        + "</table:table>"
    )
    assert _found(tmp_path, body) == [
        (PassageKind.TEXT, "kept too"),
        (PassageKind.NOTE, "kept note"),
        (PassageKind.TABLE, "one three"),
    ]


def test_a_deletion_may_end_inside_what_is_hidden_but_must_end(tmp_path: Path) -> None:
    body = (
        _deletions("d1", "never")
        + f"<text:p>a{_start('d1')}x</text:p>"
        + f'<text:section text:display="none"><text:p>y{_end("d1")}z</text:p></text:section>'
        + f"<text:p>b</text:p><text:p>{_start('never')}the rest</text:p>"
    )
    assert [text for _, text in _found(tmp_path, body)] == ["ab", "the rest"]


def test_deletions_in_a_header_are_known_too(tmp_path: Path) -> None:
    masters = (
        '<office:master-styles><style:master-page style:name="Standard"><style:header>'
        + _deletions("h1")
        + f"<text:p>Acme {_start('h1')}Old {_end('h1')}Ltd</text:p></style:header>"
        + "</style:master-page></office:master-styles>"
    )
    assert _found(tmp_path, "<text:p>body</text:p>", masters)[-1] == (
        PassageKind.HEADER,
        "Acme Ltd",
    )


def test_conditions_hide_by_the_value_they_had_last(tmp_path: Path) -> None:
    body = (
        '<text:section text:display="condition" text:is-hidden="true"><text:p>no</text:p>'
        '</text:section><text:section text:display="condition"><text:p>section</text:p>'
        '</text:section><text:p>no<text:hidden-paragraph text:is-hidden="true"/></text:p>'
        '<text:p>paragraph<text:hidden-paragraph text:is-hidden="false"/></text:p>'
        '<text:p><text:hidden-text text:is-hidden="true">no</text:hidden-text>'
        '<text:hidden-text text:is-hidden="false">text</text:hidden-text></text:p>'
    )
    assert [text for _, text in _found(tmp_path, body)] == ["section", "paragraph", "text"]


def test_a_span_can_show_what_its_paragraph_hides(tmp_path: Path) -> None:
    styles = (
        '<office:automatic-styles><style:style style:name="P1" style:family="paragraph">'
        '<style:text-properties text:display="none"/></style:style><style:style style:name="T1" '
        'style:family="text"><style:text-properties text:display="true"/></style:style>'
        "</office:automatic-styles>"
    )
    body = (
        '<text:p text:style-name="P1">secret<text:span text:style-name="T1">shown</text:span>'
        f"{_NOTE.format('secret')}</text:p>"
    )
    assert _found(tmp_path, body, styles) == [(PassageKind.TEXT, "shown")]


def test_fields_are_read_by_what_they_show(tmp_path: Path) -> None:
    body = (
        '<text:p><text:conditional-text text:string-value-if-true="A" '
        'text:string-value-if-false="B">A</text:conditional-text> <text:drop-down>'
        '<text:label text:value="u"/><text:label text:value="v" text:current-selected="true"/>v'
        "</text:drop-down> <text:placeholder>&lt;name&gt;</text:placeholder>"
        '<text:variable-set text:display="none">55</text:variable-set> '
        "<text:database-display>Ann</text:database-display> Fig. <text:sequence>1</text:sequence> "
        "<text:bookmark-ref>chapter two</text:bookmark-ref> <text:page-number>&lt;number&gt;"
        "</text:page-number><text:sheet-name>???</text:sheet-name>"
        "<text:bibliography-mark>[Foo]</text:bibliography-mark> "
        '<text:meta-field>meta</text:meta-field> <text:a office:title="no">link</text:a></text:p>'
    )
    assert _found(tmp_path, body) == [
        (PassageKind.TEXT, "A v Ann Fig. 1 chapter two [Foo] meta link")
    ]


def test_indexes_that_repeat_are_left_out_those_that_tell_are_read(tmp_path: Path) -> None:
    body = "".join(
        f"<text:{name}><text:index-body><text:p>{name}</text:p></text:index-body></text:{name}>"
        for name in (
            "table-of-content",
            "illustration-index",
            "table-index",
            "user-index",
            "bibliography",
            "alphabetical-index",
        )
    )
    heading = '<text:h text:outline-level="1">Tides</text:h>'
    told = ["Tides", "bibliography", "alphabetical-index"]
    assert [text for _, text in _found(tmp_path, heading + body)] == told


def test_numbers_of_lists_are_no_text(tmp_path: Path) -> None:
    body = (
        "<text:list><text:list-header><text:p>Steps</text:p></text:list-header><text:list-item>"
        "<text:number>1.</text:number><text:p><text:number>1.</text:number>Cast "
        "<text:soft-page-break/>off</text:p></text:list-item></text:list>"
    )
    assert [text for _, text in _found(tmp_path, body)] == ["Steps", "Cast off"]


def test_controls_show_labels_what_was_typed_and_chosen(tmp_path: Path) -> None:
    form = (
        '<office:forms><form:form xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0">'
        '<form:checkbox form:id="a" form:label="I agree"/>'
        '<form:text form:id="b" form:current-value="Oslo"/>'
        '<form:listbox form:id="c"><form:option form:label="red"/>'
        '<form:option form:label="blue" form:current-selected="true"/></form:listbox>'
        '<form:password form:id="d" form:current-value="secret"/></form:form></office:forms>'
    )
    shapes = "".join(f'<draw:control draw:control="{name}"/>' for name in "abcd")
    assert [text for _, text in _found(tmp_path, f"{form}<text:p>{shapes}</text:p>")] == [
        "I agree",
        "Oslo",
        "blue",
    ]
