"""Pages as they come: in any encoding, from Word, LibreOffice and browsers, under any name."""

from __future__ import annotations

import base64
import quopri
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.extract.doc_format import DocFormat
from plugin.embeddings.venv.extract.sniff import sniff_format

from .fixtures_web import all_texts, read_page, texts_of

if TYPE_CHECKING:
    from pathlib import Path


_WORD_PAGE = """\
<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=windows-1252">
<title>Letter</title><!--[if gte mso 9]><xml><o:Author>Hidden</o:Author></xml><![endif]-->
<style>p.MsoNormal {margin:0}</style></head><body lang=DE>
<div class=WordSection1><p class=MsoNormal style='mso-outline-level:2'>Betreff</p>
<p class=MsoListParagraph><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;
</span></span><![endif]>Ein <span lang=EN-US>English</span> Punkt<o:p></o:p></p>
<p class=MsoNormal><span style='mso-hide:all'>Hidden</span>Gr\xfc\xdfe<a
style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span>[1]</span></a>
<o:p>&nbsp;</o:p></p></div>
<div style='mso-element:footnote-list'><div style='mso-element:footnote' id=ftn1><p><a
href="#_ftnref1" name="_ftn1">[1]</a> Die Note.</p></div></div></body></html>
"""
_LIBREOFFICE_NOTE = (
    '<div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" '
    'href="#sdfootnote1anc">1</a>The note</p></div>'
)
_XHTML_MARK = '<span class="Footnote_20_anchor" title="The note"><a href="#ftn1">1</a></span>'
_XHTML_NOTE = (
    '<p class="paragraph-Footnote"><span class="footnodeNumber"><a href="#b">1</a></span>'
    "The note</p>"
)
_PANDOC_NOTE = (
    '<section role="doc-endnotes"><ol><li><p>The note<a role="doc-backlink" href="#r">'
    "back</a></p></li></ol></section>"
)
_GOOGLE_NOTE = '<aside role="doc-footnote"><p><a href="#ftnt_ref1">[1]</a> The note</p></aside>'


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [
        ("cp1252", "iso-8859-1"),
        ("cp1252", ""),
        ("utf-8", "iso-8859-1"),
        ("utf-8-sig", "koi8-r"),
        ("utf-16", "utf-8"),
        ("utf-16-le", "utf-16"),
        ("iso8859-15", "nonsense-1"),
    ],
)
def test_the_declared_encoding_is_checked(tmp_path: Path, encoding: str, declared: str) -> None:
    meta = f'<meta http-equiv=content-type content="text/html; charset={declared}">'
    text = "Die Größe der Tür überrascht alle Gäste, schön für die Möbel und Bäume."
    document = read_page(tmp_path, f"<html><head>{meta}</head><p>{text}".encode(encoding))
    assert texts_of(document) == [text]


@pytest.mark.parametrize(
    ("encoding", "declared", "text"),
    [
        ("koi8-r", "koi8-r", "Привет"),
        ("cp1251", "iso-8859-1", "Завтра хорошая погода, и мы пойдём гулять в парк сегодня."),
        ("shift_jis", "x-sjis", "日本語の文章"),
        ("iso2022_jp", "iso-2022-jp", "日本語の文章"),
        ("gb18030", "gb2312", "中文網頁"),
        ("cp1250", "windows-1250", "Žluťoučký kůň"),
    ],
)
def test_encodings_of_other_scripts(
    tmp_path: Path, encoding: str, declared: str, text: str
) -> None:
    page = f"<html><head><meta charset='{declared}'></head><p>{text}".encode(encoding)
    assert texts_of(read_page(tmp_path, page)) == [text]


def test_lines_in_another_encoding_than_the_page(tmp_path: Path) -> None:
    template = "<p>Ein schönes Menü für alle Gäste.</p>\n".encode()
    pasted = "<p>Größe, Höhe, Tür und Süden überall, für wärmere Tage.</p>\n".encode("cp1252")
    document = read_page(tmp_path, b"<html><meta charset=utf-8>" + template * 3 + pasted * 3)
    assert texts_of(document)[0] == "Ein schönes Menü für alle Gäste."
    assert texts_of(document)[-1] == "Größe, Höhe, Tür und Süden überall, für wärmere Tage."


def test_pages_from_word_under_any_office_name(tmp_path: Path) -> None:
    for name in ("a.html", "b.doc", "c.docx", "d.xls", "e.htm"):
        document = read_page(tmp_path, _WORD_PAGE.encode("cp1252"), name)
        assert document.title == "Letter"
        assert texts_of(document, PassageKind.HEADING) == ["Betreff"]
        assert texts_of(document) == ["Ein English Punkt", "Gr\xfc\xdfe"]
        assert texts_of(document, PassageKind.NOTE) == ["Die Note."]
        assert document.language == "de"


def test_pages_saved_whole_give_all_their_parts(tmp_path: Path) -> None:
    first = quopri.encodestring("<h1>Übersicht</h1><frameset><frame></frameset>".encode("cp1252"))
    second = base64.encodebytes(b"<table><tr><td>A<td>1<tr><td>B<td>2</table>")
    saved = (
        b"From: <Saved by a browser>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n"
        b'\ttype="text/html"; boundary="==x"\r\n\r\n--==x\r\n'
        b"Content-Type: text/html; charset=windows-1252\r\n"
        b"Content-Transfer-Encoding: quoted-printable\r\n\r\n" + first + b"\r\n--==x\r\n"
        b"Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n--==x\r\n"
        b"Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        + second
        + b"--==x--"
    )
    for name in ("a.doc", "b.xls", "c.html"):
        assert all_texts(read_page(tmp_path, saved, name)) == ["Übersicht", "A | 1", "B | 2"]


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.txt", b"<html><p>x", DocFormat.TEXT),
        ("a.csv", b"<table>;x", DocFormat.CSV),
        ("a.md", b"MIME-Version: 1.0\ntext/html", DocFormat.MARKDOWN),
        ("a.xls", b"\xef\xbb\xbf\n<!-- saved --><div>x", DocFormat.HTML),
        ("a.doc", "<html><p>x".encode("utf-16"), DocFormat.HTML),
        ("a.doc", b"<?xml version='1.0'?><unheard-of/>", DocFormat.UNKNOWN),
        (
            "a.doc",
            b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>",
            DocFormat.HTML,
        ),
        ("a.html", b"no tags at all", DocFormat.HTML),
        ("a.html", bytes(range(256)), DocFormat.UNKNOWN),
    ],
)
def test_pages_are_known_by_their_content(
    tmp_path: Path, name: str, content: bytes, expected: DocFormat
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert sniff_format(path) is expected


@pytest.mark.parametrize(
    ("mark", "note"),
    [
        ('<a class="sdfootnoteanc" href="#sdfootnote1sym"><sup>1</sup></a>', _LIBREOFFICE_NOTE),
        (_XHTML_MARK, _XHTML_NOTE),
        ('<sup><a href="#ftnt1">[1]</a></sup>', _GOOGLE_NOTE),
        ('<a role="doc-noteref" href="#fn1"><sup>1</sup></a>', _PANDOC_NOTE),
    ],
)
def test_notes_as_programs_write_them(tmp_path: Path, mark: str, note: str) -> None:
    document = read_page(tmp_path, f"<p>A word{mark} goes on.</p>{note}<p>Last.</p>")
    assert texts_of(document) == ["A word goes on.", "Last."]
    assert texts_of(document, PassageKind.NOTE) == ["The note"]


def test_what_libreoffice_adds_to_its_pages_is_left_out(tmp_path: Path) -> None:
    document = read_page(
        tmp_path,
        '<div id="Table of Contents1" dir="ltr"><p><a href="#x">Head 1</a></p></div>'
        '<h1><a name="x"></a>Head</h1><ol><li><p><span class="L" style="display:block;float:left;'
        'min-width:0.6cm;">2.</span>Item</p></li></ol><img name="Shape1" alt="Shape1">'
        '<p class="title">A title</p>',
    )
    assert all_texts(document) == ["Head", "Item", "A title"]


def test_a_page_that_only_starts_a_program_is_empty(tmp_path: Path) -> None:
    document = read_page(
        tmp_path,
        "<!DOCTYPE html><html><head><title>App</title></head><body><noscript>Needs JavaScript."
        "</noscript><div id=root></div><script src=x.js></script></body></html>",
    )
    assert document.state is FileState.EMPTY
    assert document.reason == "The document has no text."
