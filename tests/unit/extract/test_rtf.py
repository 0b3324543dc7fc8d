"""RTF: words as shown, never fonts, colours, field codes, deleted or hidden text."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from plugin.contracts.corpus import FileState
from plugin.documents.passages import ExtractedDocument, PassageKind
from plugin.embeddings.venv.extract import extract_document

if TYPE_CHECKING:
    from pathlib import Path

_HEAD = (
    r"{\rtf1\ansi\ansicpg1252\deff0\deflang1033{\fonttbl{\f0\fswiss Arial;}"
    r"{\f1\fcharset238 Times CE;}{\f2\fcharset128 MS Mincho;}}{\colortbl;\red255\green0\blue0;}"
    r"{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}}{\info{\author Nobody}}"
    r"{\*\generator Secret;}\lang1033 "
)


def _read(tmp_path: Path, body: str) -> ExtractedDocument:
    path = tmp_path / "a.rtf"
    path.write_bytes((_HEAD + body + "}").encode("latin-1"))
    return extract_document(path)


def _found(tmp_path: Path, body: str) -> list[tuple[PassageKind, str]]:
    return [(passage.kind, passage.text) for passage in _read(tmp_path, body).passages]


def test_only_words_are_text(tmp_path: Path) -> None:
    body = (
        r"\pard One \b two\b0 .\par {\field{\*\fldinst HYPERLINK x}{\fldrslt link}}"
        r"{\pict\wmetafile8 0102}{\v hidden}{\deleted gone}{\*\unknown no} end\par"
    )
    assert _found(tmp_path, body) == [
        (PassageKind.TEXT, "One two."),
        (PassageKind.TEXT, "link end"),
    ]


def test_code_pages_and_unicode(tmp_path: Path) -> None:
    body = r"{\f1 za\'bf\'f3\'b3\'e6} {\f2 \'93\'fa\'96\'7b} \u8364?5 \u-10179?\u-8704? caf\'e9\par"
    assert _found(tmp_path, body) == [(PassageKind.TEXT, "zażółć 日本 €5 😀 café")]


def test_unicode_skips_as_many_characters_as_were_set(tmp_path: Path) -> None:
    assert _found(tmp_path, r"\uc2\u233\'c3\'a9x {\uc0\u233 y}\par") == [
        (PassageKind.TEXT, "éx éy"),
    ]


def test_headings_rows_notes_and_comments(tmp_path: Path) -> None:
    body = (
        r"\pard\s1 Title\par \pard Text{\footnote Note} on{\*\annotation Remark}.\par "
        r"\trowd\pard\intbl a\cell b\par c\cell\row \pard after\par"
        r"{\header Top\par}"
    )
    assert _found(tmp_path, body) == [
        (PassageKind.HEADING, "Title"),
        (PassageKind.TEXT, "Text on."),
        (PassageKind.NOTE, "Note"),
        (PassageKind.COMMENT, "Remark"),
        (PassageKind.TABLE, "a | b\nc"),
        (PassageKind.TEXT, "after"),
        (PassageKind.HEADER, "Top"),
    ]


def test_languages_become_runs(tmp_path: Path) -> None:
    document = _read(tmp_path, r"English words here {\lang1031 deutsch}\par")
    assert document.language == "en-US"
    (passage,) = document.passages
    assert [(passage.text[r.start : r.end], r.tag) for r in passage.runs] == [
        ("English words here ", "en-US"),
        ("deutsch", "de-DE"),
    ]


def test_binary_data_is_jumped_over(tmp_path: Path) -> None:
    assert _found(tmp_path, "a {\\pict\\bin5 {{{}\\} b\\par") == [(PassageKind.TEXT, "a b")]


def test_broken_groups_never_raise(tmp_path: Path) -> None:
    assert _found(tmp_path, r"}} text {{{ more") == [(PassageKind.TEXT, "text more")]
    path = tmp_path / "deep.rtf"
    path.write_bytes(b"{\\rtf1 " + b"{" * 100_000)
    assert extract_document(path).state is FileState.CORRUPT


def test_many_hexadecimal_bytes_cost_no_time(tmp_path: Path) -> None:
    started = time.monotonic()
    document = _read(tmp_path, r"\'e9" * 200_000)
    assert sum(len(passage.text) for passage in document.passages) == 200_000
    assert time.monotonic() - started < 3


def test_properties_are_found_and_comments_name_their_author(tmp_path: Path) -> None:
    path = tmp_path / "a.rtf"
    path.write_bytes(
        rb"{\rtf1\ansi{\info{\title {\upr{?}{\*\ud{\u8364? prices}}}}{\subject Fish}"
        rb"{\keywords cod, eel}{\doccomm kept}{\upr{\author ?}{\*\ud{\author Nobody}}}"
        rb"{\template secret.dot}}"
        rb"\pard Body{\*\atnid AB}{\*\atnauthor Anna Berg}{\*\annotation{\*\atndate 1}First\par "
        rb"second} on{\*\annotation no name}.\par}"
    )
    document = extract_document(path)
    assert document.title == "€ prices"
    assert [(p.kind, p.text) for p in document.passages] == [
        (PassageKind.FRONTMATTER, "Fish\ncod, eel\nkept"),
        (PassageKind.TEXT, "Body on."),
        (PassageKind.COMMENT, "Anna Berg: First\nsecond"),
        (PassageKind.COMMENT, "no name"),
    ]


def test_styles_tell_headings_by_level_parent_or_name(tmp_path: Path) -> None:
    path = tmp_path / "a.rtf"
    path.write_bytes(
        rb"{\rtf1{\stylesheet{\s0 Normal;}{\s1\outlinelevel1 Kop;}{\s2\sbasedon1 Own;}"
        rb"{\s3 heading 3;}{\s4 Title;}{\*\cs10 Default Font;}}"
        rb"\pard\s4 Whale\par\pard\s1 a\par\pard\s2 b\par\pard\s3 c\par"
        rb"\pard\s1\outlinelevel9 d\par}"
    )
    document = extract_document(path)
    assert document.title == "Whale"
    assert [(p.heading_level, p.text) for p in document.passages] == [
        (1, "Whale"),
        (2, "a"),
        (2, "b"),
        (3, "c"),
        (0, "d"),
    ]


def test_tables_repeat_their_header_and_keep_nested_rows_in_their_cell(tmp_path: Path) -> None:
    body = (
        r"\trowd\trhdr\pard\intbl Name\cell Sum\cell\row"
        r"\trowd\pard\intbl Ann\cell 12\cell\row"
        r"\trowd\pard\intbl Bob \pard\intbl\itap2 x\nestcell{\nonesttables\par}y\nestcell"
        r"{\*\nesttableprops\trowd\nestrow}{\nonesttables\par}z\nestcell"
        r"{\*\nesttableprops\trowd\nestrow}\pard\intbl\cell 7\cell\row"
        r"\pard end\par"
    )
    assert _found(tmp_path, body) == [
        (PassageKind.TABLE, "Name | Sum"),
        (PassageKind.TABLE, "Name | Sum\nAnn | 12"),
        (PassageKind.TABLE, "Name | Sum\nBob x | y z | 7"),
        (PassageKind.TEXT, "end"),
    ]


def test_boxes_pictures_and_objects_give_their_words_once(tmp_path: Path) -> None:
    body = (
        r"Anchor{\shp{\*\shpinst{\sp{\sn wzDescription}{\sv A red fox}}{\sp{\sn posh}{\sv 3}}"
        r"{\shptxt One\par Two\par}}{\shprslt{\*\do\dptxbx{\dptxbxtext One\par Two\par}}}}"
        r"{\*\shppict{\pict{\*\picprop{\sp{\sn wzDescription}{\sv Logo}}}\pngblip 89504e}}"
        r"{\nonshppict{\pict{\*\picprop{\sp{\sn wzDescription}{\sv Logo}}}\wmetafile8 0100}}"
        r"{\object\objemb{\*\objclass Word}{\*\objdata 0105}{\result shown}}.\par"
        r"{\*\do\dptxbx{\dptxbxtext Old box\par}} after\par"
    )
    assert _found(tmp_path, body) == [
        (PassageKind.TEXT, "Anchorshown."),
        (PassageKind.FIGURE, "A red fox"),
        (PassageKind.TEXT, "One"),
        (PassageKind.TEXT, "Two"),
        (PassageKind.FIGURE, "Logo"),
        (PassageKind.TEXT, "after"),
        (PassageKind.TEXT, "Old box"),
    ]


def test_fields_show_results_never_instructions(tmp_path: Path) -> None:
    body = (
        r"{\field{\*\fldinst{ TOC \\o }}{\fldrslt Chapter 1\tab 3\par}}"
        r"See {\field{\*\fldinst REF x {\field{\*\fldinst PAGE}{\fldrslt 9}}}{\fldrslt Table 2}}, "
        r"{\field{\*\fldinst{FORMDROPDOWN {\*\formfield{\fftype2\ffres1\ffdefres0{\*\ffname D}"
        r"{\*\ffl cod}{\*\ffl eel}}}}}{\fldrslt}}.\par"
    )
    assert _found(tmp_path, body) == [(PassageKind.TEXT, "See Table 2, eel.")]


def test_an_equation_is_text_beside_its_paragraph(tmp_path: Path) -> None:
    body = (
        r"So {\mmath{\*\moMath{\mf{\mfPr{\mtype bar}}{\mnum{\mr a}}{\mden{\mr b}}}{\mr =}"
        r"{\md{\mdPr{\mbegChr (}}{\me{\mr c}}}{\msSup{\me{\mr x}}{\msup{\mr 2}}}}}"
        r"{\mmathPict{\pict 00}} it is.\par"
    )
    assert _found(tmp_path, body) == [
        (PassageKind.TEXT, "So it is."),
        (PassageKind.EQUATION, "a/b=(c)x^2"),
    ]


def test_headers_are_read_once_after_the_text(tmp_path: Path) -> None:
    body = r"{\header Acme\par}{\headerf First\par}one\par\sect{\header Acme\par}two\par"
    assert _found(tmp_path, body) == [
        (PassageKind.TEXT, "one"),
        (PassageKind.TEXT, "two"),
        (PassageKind.HEADER, "Acme"),
        (PassageKind.HEADER, "First"),
    ]


def test_moved_and_deleted_text_is_read_where_it_is_now(tmp_path: Path) -> None:
    body = r"one {\mvf moved }{\deleted gone\par}two {\mvt moved}{\revised new}\par"
    assert _found(tmp_path, body) == [(PassageKind.TEXT, "one two movednew")]


def test_each_script_has_its_language(tmp_path: Path) -> None:
    body = r"\langfe1041\alang1037 Boat \u33337?\u23376? \u1513?\u1500? {\lang1041 \u33337?}\par"
    (passage,) = _read(tmp_path, body).passages
    tags = {passage.text[run.start : run.end].strip(): run.tag for run in passage.runs}
    assert tags == {"Boat": "en-US", "船子": "ja-JP", "של": "he-IL", "船": "ja-JP"}


def test_the_second_byte_of_a_character_may_be_a_brace(tmp_path: Path) -> None:
    assert _found(tmp_path, r"{\f2 \'83\\ \'83\'5c}\par") == [(PassageKind.TEXT, "ソ ソ")]


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    path = tmp_path / "cut.rtf"
    path.write_bytes(rb"{\rtf1 {\pict\bin99999 x} read {\footnote open")
    document = extract_document(path)
    assert document.state is FileState.PARTIAL
    assert [p.text for p in document.passages] == ["read", "open"]


def test_signs_of_symbol_fonts_are_what_they_look_like(tmp_path: Path) -> None:
    path = tmp_path / "a.rtf"
    path.write_bytes(
        rb"{\rtf1\ansi{\fonttbl{\f0 Arial{\*\falt Helv};}{\f1\fcharset2 Symbol;}"
        rb"{\f2\fcharset2 Wingdings;}}{\f1 ab \'b3}\f0  ab {\f1\u-3999\'61} {\f2\'e0}\par}"
    )
    document = extract_document(path)
    assert [p.text for p in document.passages] == ["\u03b1\u03b2 \u2265 ab \u03b1 \u2192"]


def test_a_box_in_a_footer_is_footer_and_a_page_number_is_no_text(tmp_path: Path) -> None:
    field = r"{\field{\*\fldinst PAGE}{\fldrslt 4}}"
    body = (
        rf"{{\footer {field}\par {{\shp{{\*\shpinst{{\shptxt Secret\par {field}\par}}}}}}}}Body\par"
    )
    assert _found(tmp_path, body) == [(PassageKind.TEXT, "Body"), (PassageKind.HEADER, "Secret")]
