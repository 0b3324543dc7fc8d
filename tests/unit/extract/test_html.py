"""A page gives what its reader sees, once, in order; and never what is hidden."""

from __future__ import annotations

import base64
import quopri
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.extract import extract_document
from plugin.embeddings.venv.extract.doc_format import DocFormat
from plugin.embeddings.venv.extract.sniff import sniff_format

if TYPE_CHECKING:
    from pathlib import Path

    from plugin.documents.passages import ExtractedDocument

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


def _page(folder: Path, markup: str | bytes, name: str = "page.html") -> ExtractedDocument:
    path = folder / name
    path.write_bytes(markup if isinstance(markup, bytes) else markup.encode())
    return extract_document(path)


def _texts(document: ExtractedDocument, kind: PassageKind = PassageKind.TEXT) -> list[str]:
    return [passage.text for passage in document.passages if passage.kind is kind]


def _all(document: ExtractedDocument) -> list[str]:
    return [passage.text for passage in document.passages]


def test_title_and_what_the_page_says_about_itself(tmp_path: Path) -> None:
    document = _page(
        tmp_path,
        "<title>Bread &amp; butter</title><meta name=description content='About bread.'>"
        "<meta property='og:description' content='About bread.'><meta name=Keywords content='a, b'>"
        "<meta name=generator content=Hidden><p>x",
    )
    assert document.title == "Bread & butter"
    assert _texts(document, PassageKind.FRONTMATTER) == ["About bread.\na, b"]
    assert _texts(document) == ["x"]


def test_headings_make_the_outline(tmp_path: Path) -> None:
    document = _page(
        tmp_path,
        "<h1>One <br>line</h1><p>a</p><h2><div>Two</div></h2><p>b</p>"
        "<div role=heading aria-level=3>Three</div>c<h1>Four</h1>d<h6></h6>",
    )
    paths = {passage.text: passage.heading_path for passage in document.passages}
    assert paths["a"] == ("One line",)
    assert paths["b"] == ("One line", "Two")
    assert paths["c"] == ("One line", "Two", "Three")
    assert paths["d"] == ("Four",)
    levels = [p.heading_level for p in document.passages if p.kind is PassageKind.HEADING]
    assert levels == [1, 2, 3, 1]


def test_blocks_end_paragraphs_and_other_elements_do_not(tmp_path: Path) -> None:
    document = _page(
        tmp_path,
        "<div>be<b>fo</b>re\n  after<p>two<blockquote>three</blockquote>"
        "<ul><li>four<ol><li>five</ol>six</ul><dl><dt>seven<dd>eight</dl>"
        "nine<br>ten<br><br>eleven<x-unknown> and</x-unknown> so"
        "<span style='display:block'>on</span>",
    )
    assert _texts(document) == [
        *("before after", "two", "three", "four", "five", "six", "seven", "eight"),
        *("nine\nten", "eleven and so", "on"),
    ]


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>{}</script>",
        "<style>{}</style>",
        "<noscript><p>{}</noscript>",
        "<template><p>{}</template>",
        "<p hidden>{}</p>",
        "<div style='color:red; Display : None'><p>{}</p></div>",
        "<span style='visibility:hidden'><p>{}</p></span>",
        "<span style='mso-hide:all'>{}</span>",
        "<del><p>{}</p></del>",
        "<!-- {} -->",
        "<!--[if mso]><p>{}</p><![endif]-->",
        "<iframe>{}</iframe>",
        "<input type=hidden value={}>",
        "<input type=password value={}>",
        "<ruby>x<rp>(</rp><rt>{}</rt></ruby>",
        "<table><tr hidden><td>{}</table>",
        "<img alt='{}.png'>",
        "<img alt='data:image/png;base64,{}'>",
        "<svg><style>{}</style><metadata>{}</metadata></svg>",
        "<datalist><option>{}</datalist>",
        "<select><option hidden>{}</select>",
    ],
)
def test_what_is_not_shown_is_not_found(tmp_path: Path, hidden: str) -> None:
    document = _page(tmp_path, f"<p>before</p>{hidden.replace('{}', 'HIDDENWORD')}<p>after</p>")
    words = " ".join(_all(document)).split()
    assert words[0] == "before"
    assert words[-1] == "after"
    assert "HIDDENWORD" not in document.title + " ".join(words)


@pytest.mark.parametrize(
    "shown",
    [
        "<ins>{}</ins>",
        "<s>{}</s>",
        "<div aria-hidden=true>{}</div>",
        "<details><summary>x</summary>{}</details>",
        "<a href='javascript:x'>{}</a>",
        "<header>{}</header>",
        "<footer>{}</footer>",
        "<input value={}>",
        "<textarea>{}</textarea>",
        "<select><option>{}</select>",
        "<object><p>{}</p></object>",
        "<ruby>{}<rt>x</ruby>",
        "<ruby>y<rt>x<rb> {}<rt>z</ruby>",
        "<![if !mso]>{}<![endif]>",
        "<o:p>{}</o:p>",
        "<svg><title>{}</title></svg>",
        "<svg><text>{}</text></svg>",
        "<figure><figcaption>{}</figcaption></figure>",
        "<td>{}",
    ],
)
def test_what_is_shown_is_found_once(tmp_path: Path, shown: str) -> None:
    document = _page(tmp_path, f"<p>before</p>{shown.replace('{}', 'SHOWNWORD')}<p>after</p>")
    assert " ".join(_all(document)).split().count("SHOWNWORD") == 1


def test_kinds_of_what_stands_beside_the_text(tmp_path: Path) -> None:
    document = _page(
        tmp_path,
        "<nav><h2>Menu</h2><a>Home</a></nav><p>See <img alt='A cat'>here.</p><aside>Beside</aside>"
        "<div id=sdfootnote1><p><a class=sdfootnotesym href='#sdfootnote1anc'>1</a>Note</p></div>"
        "<div title=header><p>Top</p></div><figure><img><figcaption>Caption</figcaption></figure>"
        "<pre>\n  code\n    here</pre>",
    )
    assert _texts(document, PassageKind.HEADER) == ["Menu", "Home", "Top"]
    assert _texts(document) == ["See here."]
    assert _texts(document, PassageKind.FIGURE) == ["A cat", "Caption"]
    assert _texts(document, PassageKind.NOTE) == ["Beside", "Note"]
    assert _texts(document, PassageKind.CODE) == ["  code\n    here"]


def test_formulas_in_the_line_and_apart(tmp_path: Path) -> None:
    document = _page(
        tmp_path,
        "<p>For <math><mi>n</mi><mo>=</mo><mn>2</mn></math> it holds.</p>"
        "<math display=block><semantics><mi>x</mi><annotation encoding='application/x-tex'>"
        "x^2</annotation></semantics></math><p><math alttext='y'></math></p>"
        "<script type='math/tex; mode=display'>a_1</script>",
    )
    assert _texts(document) == ["For n = 2 it holds."]
    assert _texts(document, PassageKind.EQUATION) == ["x^2", "y", "a_1"]


def test_rows_repeat_the_header_and_the_caption_comes_first(tmp_path: Path) -> None:
    document = _page(
        tmp_path,
        "<table><caption>Sales</caption><tr><th>Name<th>Sum</tr><tr><td>Ann<td><p>1</p><p>2</p>"
        "</tr><tr><td>Bob<td>3<img alt='up'></table>",
    )
    assert _all(document) == [
        "Sales",
        "Name | Sum",
        "Name | Sum\nAnn | 1 2",
        "Name | Sum\nBob | 3",
        "up",
    ]


def test_tables_that_only_arrange_are_text(tmp_path: Path) -> None:
    column = "<table><tr><td>one<tr><td>two</table>"
    page = "<table><tr><td><h1>Head</h1><p>Text.</p><td>Side</table>"
    told = "<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>"
    document = _page(tmp_path, column + page + told)
    assert _texts(document, PassageKind.TABLE) == []
    assert _all(document) == ["one", "two", "Head", "Text.", "Side", "a", "b", "c", "d"]


def test_a_table_in_a_cell_follows_its_row(tmp_path: Path) -> None:
    inner = "<table><tr><td>i1<td>i2<tr><td>i3<td>i4</table>"
    document = _page(tmp_path, f"<table><tr><td>a<td>b{inner}c<tr><td>d<td>e</table>")
    assert _texts(document, PassageKind.TABLE) == ["a | b c", "i1 | i2", "i3 | i4", "d | e"]


def test_languages_are_runs_in_usual_spelling(tmp_path: Path) -> None:
    document = _page(
        tmp_path, "<html lang=DE-at><p>Das ist <i lang='EN_us'>not German</i> gesagt.<p>Ja."
    )
    assert document.language == "de-AT"
    mixed, plain = document.passages
    assert [(mixed.text[run.start : run.end], run.tag) for run in mixed.runs] == [
        ("Das ist ", "de-AT"),
        ("not German", "en-US"),
        (" gesagt.", "de-AT"),
    ]
    assert plain.runs == ()


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
    document = _page(tmp_path, f"<html><head>{meta}</head><p>{text}".encode(encoding))
    assert _texts(document) == [text]


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
    assert _texts(_page(tmp_path, page)) == [text]


def test_pages_from_word_under_any_office_name(tmp_path: Path) -> None:
    for name in ("a.html", "b.doc", "c.docx", "d.xls", "e.htm"):
        document = _page(tmp_path, _WORD_PAGE.encode("cp1252"), name)
        assert document.title == "Letter"
        assert _texts(document, PassageKind.HEADING) == ["Betreff"]
        assert _texts(document) == ["Ein English Punkt", "Gr\xfc\xdfe"]
        assert _texts(document, PassageKind.NOTE) == ["Die Note."]
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
        assert _all(_page(tmp_path, saved, name)) == ["Übersicht", "A | 1", "B | 2"]


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


def test_a_page_that_only_starts_a_program_is_empty(tmp_path: Path) -> None:
    document = _page(
        tmp_path,
        "<!DOCTYPE html><html><head><title>App</title></head><body><noscript>Needs JavaScript."
        "</noscript><div id=root></div><script src=x.js></script></body></html>",
    )
    assert document.state is FileState.EMPTY
    assert document.reason == "The document has no text."


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ("<div>" * 100_000 + "deep" + "</div>" * 100_000 + "<p>after", ["deep", "after"]),
        ("<b>" * 50_000 + "deep", ["deep"]),
        ("<table><tr><td>" * 20_000 + "deep", ["deep"]),
        ("<ul><li>" * 20_000 + "deep", ["deep"]),
        ("<p>open <b>bold <a href='x>quoted</a><p>", ["open bold"]),
        ("</p></div></table>text", ["text"]),
        ("<svg><text>drawn</text><p>one</p><p>two", ["drawn", "one", "two"]),
        ("<p>for <math><mi>x</mi><p>one</p>", ["for x", "one"]),
        ("<p title='" + "a" * 1_000_000 + "'>text", ["text"]),
        ("<p>text<!-- never closed" + " x" * 100_000, ["text"]),
    ],
)
def test_broken_and_deep_pages_keep_their_text(
    tmp_path: Path, markup: str, words: list[str]
) -> None:
    assert _all(_page(tmp_path, markup)) == words


def test_one_endless_line_is_cut_into_passages(tmp_path: Path) -> None:
    document = _page(tmp_path, "<p>" + "word " * 300_000)
    assert document.state is FileState.OK
    assert len(document.passages) > 1
    assert sum(passage.text.count("word") for passage in document.passages) == 300_000


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
    ("mark", "note"),
    [
        ('<a class="sdfootnoteanc" href="#sdfootnote1sym"><sup>1</sup></a>', _LIBREOFFICE_NOTE),
        (_XHTML_MARK, _XHTML_NOTE),
        ('<sup><a href="#ftnt1">[1]</a></sup>', _GOOGLE_NOTE),
        ('<a role="doc-noteref" href="#fn1"><sup>1</sup></a>', _PANDOC_NOTE),
    ],
)
def test_notes_as_programs_write_them(tmp_path: Path, mark: str, note: str) -> None:
    document = _page(tmp_path, f"<p>A word{mark} goes on.</p>{note}<p>Last.</p>")
    assert _texts(document) == ["A word goes on.", "Last."]
    assert _texts(document, PassageKind.NOTE) == ["The note"]


def test_what_libreoffice_adds_to_its_pages_is_left_out(tmp_path: Path) -> None:
    document = _page(
        tmp_path,
        '<div id="Table of Contents1" dir="ltr"><p><a href="#x">Head 1</a></p></div>'
        '<h1><a name="x"></a>Head</h1><ol><li><p><span class="L" style="display:block;float:left;'
        'min-width:0.6cm;">2.</span>Item</p></li></ol><img name="Shape1" alt="Shape1">'
        '<p class="title">A title</p>',
    )
    assert _all(document) == ["Head", "Item", "A title"]


def test_long_lists_of_choices_are_cut_and_headings_that_are_paragraphs_are_none(
    tmp_path: Path,
) -> None:
    options = "".join(f"<option>c{n}" for n in range(1000))
    document = _page(tmp_path, f"<select>{options}</select><h1>{'long ' * 100}</h1>")
    choices, long = document.passages
    assert choices.text.split()[-1] == "c199"
    assert long.kind is PassageKind.TEXT


def test_lines_in_another_encoding_than_the_page(tmp_path: Path) -> None:
    template = "<p>Ein schönes Menü für alle Gäste.</p>\n".encode()
    pasted = "<p>Größe, Höhe, Tür und Süden überall, für wärmere Tage.</p>\n".encode("cp1252")
    document = _page(tmp_path, b"<html><meta charset=utf-8>" + template * 3 + pasted * 3)
    assert _texts(document)[0] == "Ein schönes Menü für alle Gäste."
    assert _texts(document)[-1] == "Größe, Höhe, Tür und Süden überall, für wärmere Tage."
