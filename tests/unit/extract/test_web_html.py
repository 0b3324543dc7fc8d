"""A page gives what its reader sees, once, in order; and never what is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.documents.passages import PassageKind

from .fixtures_web import all_texts, read_page, texts_of

if TYPE_CHECKING:
    from pathlib import Path


def test_title_and_what_the_page_says_about_itself(tmp_path: Path) -> None:
    document = read_page(
        tmp_path,
        "<title>Bread &amp; butter</title><meta name=description content='About bread.'>"
        "<meta property='og:description' content='About bread.'><meta name=Keywords content='a, b'>"
        "<meta name=generator content=Hidden><p>x",
    )
    assert document.title == "Bread & butter"
    assert texts_of(document, PassageKind.FRONTMATTER) == ["About bread.\na, b"]
    assert texts_of(document) == ["x"]


def test_headings_make_the_outline(tmp_path: Path) -> None:
    document = read_page(
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
    document = read_page(
        tmp_path,
        "<div>be<b>fo</b>re\n  after<p>two<blockquote>three</blockquote>"
        "<ul><li>four<ol><li>five</ol>six</ul><dl><dt>seven<dd>eight</dl>"
        "nine<br>ten<br><br>eleven<x-unknown> and</x-unknown> so"
        "<span style='display:block'>on</span>",
    )
    assert texts_of(document) == [
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
    document = read_page(tmp_path, f"<p>before</p>{hidden.replace('{}', 'HIDDENWORD')}<p>after</p>")
    words = " ".join(all_texts(document)).split()
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
    document = read_page(tmp_path, f"<p>before</p>{shown.replace('{}', 'SHOWNWORD')}<p>after</p>")
    assert " ".join(all_texts(document)).split().count("SHOWNWORD") == 1


def test_kinds_of_what_stands_beside_the_text(tmp_path: Path) -> None:
    document = read_page(
        tmp_path,
        "<nav><h2>Menu</h2><a>Home</a></nav><p>See <img alt='A cat'>here.</p><aside>Beside</aside>"
        "<div id=sdfootnote1><p><a class=sdfootnotesym href='#sdfootnote1anc'>1</a>Note</p></div>"
        "<div title=header><p>Top</p></div><figure><img><figcaption>Caption</figcaption></figure>"
        "<pre>\n  code\n    here</pre>",
    )
    assert texts_of(document, PassageKind.HEADER) == ["Menu", "Home", "Top"]
    assert texts_of(document) == ["See here."]
    assert texts_of(document, PassageKind.FIGURE) == ["A cat", "Caption"]
    assert texts_of(document, PassageKind.NOTE) == ["Beside", "Note"]
    assert texts_of(document, PassageKind.CODE) == ["  code\n    here"]


def test_formulas_in_the_line_and_apart(tmp_path: Path) -> None:
    document = read_page(
        tmp_path,
        "<p>For <math><mi>n</mi><mo>=</mo><mn>2</mn></math> it holds.</p>"
        "<math display=block><semantics><mi>x</mi><annotation encoding='application/x-tex'>"
        "x^2</annotation></semantics></math><p><math alttext='y'></math></p>"
        "<script type='math/tex; mode=display'>a_1</script>",
    )
    assert texts_of(document) == ["For n = 2 it holds."]
    assert texts_of(document, PassageKind.EQUATION) == ["x^2", "y", "a_1"]


def test_rows_repeat_the_header_and_the_caption_comes_first(tmp_path: Path) -> None:
    document = read_page(
        tmp_path,
        "<table><caption>Sales</caption><tr><th>Name<th>Sum</tr><tr><td>Ann<td><p>1</p><p>2</p>"
        "</tr><tr><td>Bob<td>3<img alt='up'></table>",
    )
    assert all_texts(document) == [
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
    document = read_page(tmp_path, column + page + told)
    assert texts_of(document, PassageKind.TABLE) == []
    assert all_texts(document) == ["one", "two", "Head", "Text.", "Side", "a", "b", "c", "d"]


def test_a_table_in_a_cell_follows_its_row(tmp_path: Path) -> None:
    inner = "<table><tr><td>i1<td>i2<tr><td>i3<td>i4</table>"
    document = read_page(tmp_path, f"<table><tr><td>a<td>b{inner}c<tr><td>d<td>e</table>")
    assert texts_of(document, PassageKind.TABLE) == ["a | b c", "i1 | i2", "i3 | i4", "d | e"]


def test_languages_are_runs_in_usual_spelling(tmp_path: Path) -> None:
    document = read_page(
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
    assert all_texts(read_page(tmp_path, markup)) == words


def test_one_endless_line_is_cut_into_passages(tmp_path: Path) -> None:
    document = read_page(tmp_path, "<p>" + "word " * 300_000)
    assert document.state is FileState.OK
    assert len(document.passages) > 1
    assert sum(passage.text.count("word") for passage in document.passages) == 300_000


def test_long_lists_of_choices_are_cut_and_headings_that_are_paragraphs_are_none(
    tmp_path: Path,
) -> None:
    options = "".join(f"<option>c{n}" for n in range(1000))
    document = read_page(tmp_path, f"<select>{options}</select><h1>{'long ' * 100}</h1>")
    choices, long = document.passages
    assert choices.text.split()[-1] == "c199"
    assert long.kind is PassageKind.TEXT
