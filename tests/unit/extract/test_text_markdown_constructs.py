"""Markdown's constructs one by one: what a reader of the rendered page sees, in its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.extract import extract_document

if TYPE_CHECKING:
    from pathlib import Path

TEXT, HEADING, CODE = PassageKind.TEXT, PassageKind.HEADING, PassageKind.CODE
TABLE, FIGURE, NOTE = PassageKind.TABLE, PassageKind.FIGURE, PassageKind.NOTE
EQUATION, FRONTMATTER = PassageKind.EQUATION, PassageKind.FRONTMATTER

_CONSTRUCTS: dict[str, tuple[str, list[tuple[PassageKind, str]]]] = {
    "atx heading": ("# One\n", [(HEADING, "One")]),
    "atx heading with closing marks": ("## Two ##\n", [(HEADING, "Two")]),
    "seven marks are no heading": ("####### seven\n", [(TEXT, "####### seven")]),
    "a mark without a space is no heading": ("#tag\n", [(TEXT, "#tag")]),
    "setext heading": ("One\n===\n", [(HEADING, "One")]),
    "setext heading of two lines": ("One\ntwo\n---\n", [(HEADING, "One two")]),
    "heading with marks": ("# The *big* `API`\n", [(HEADING, "The big API")]),
    "heading ends a paragraph": ("text\n# One\n", [(TEXT, "text"), (HEADING, "One")]),
    "escaped heading": ("\\# no heading\n", [(TEXT, "# no heading")]),
    "paragraph lines are joined": ("one\ntwo\n", [(TEXT, "one two")]),
    "hard break by two blanks": ("one  \ntwo\n", [(TEXT, "one\ntwo")]),
    "hard break by a backslash": ("one\\\ntwo\n", [(TEXT, "one\ntwo")]),
    "thematic break": ("one\n\n***\n\ntwo\n", [(TEXT, "one"), (TEXT, "two")]),
    "spaced break": ("- - -\n\none\n", [(TEXT, "one")]),
    "strong within emphasis": ("*a **b** c*\n", [(TEXT, "a b c")]),
    "underscores within a word": ("snake_case_name\n", [(TEXT, "snake_case_name")]),
    "emphasis within a word": ("un*frigging*believable\n", [(TEXT, "unfriggingbelievable")]),
    "stars that are no marks": ("2 * 3 * 4\n", [(TEXT, "2 * 3 * 4")]),
    "strikethrough": ("~~old~~ new\n", [(TEXT, "old new")]),
    "code span": ("call `f(*x)` now\n", [(TEXT, "call f(*x) now")]),
    "code span with backticks": ("`` a`b ``\n", [(TEXT, "a`b")]),
    "marks in a code span": ("`**not bold**`\n", [(TEXT, "**not bold**")]),
    "link": ("see [the page](https://e.org/a_b)\n", [(TEXT, "see the page")]),
    "link with brackets in its address": ("[wiki](https://e.org/A_(b))\n", [(TEXT, "wiki")]),
    "link with an address in angles": ("[the page](<a b.md>)\n", [(TEXT, "the page")]),
    "link with a title": ("[page](a.md 'its title')\n", [(TEXT, "page")]),
    "full reference link": ("[words][r]\n\n[r]: https://e.org\n", [(TEXT, "words")]),
    "collapsed reference link": ("[words][]\n\n[words]: https://e.org\n", [(TEXT, "words")]),
    "shortcut reference link": ("[words]\n\n[words]: https://e.org\n", [(TEXT, "words")]),
    "definitions are not text": ("one\n\n[r]: https://e.org 'title'\n", [(TEXT, "one")]),
    "brackets that are no link": ("[x] and [y]\n", [(TEXT, "[x] and [y]")]),
    "autolink": ("<https://e.org/a>\n", [(TEXT, "https://e.org/a")]),
    "image alone": ("![A red boat](b.png)\n", [(FIGURE, "A red boat")]),
    "image in a sentence": ("see ![boat](b.png) here\n", [(TEXT, "see boat here")]),
    "image in a link": ("[![Build passing](b.svg)](https://e.org)\n", [(FIGURE, "Build passing")]),
    "entities": ("AT&amp;T &copy; &#8364; &lt;b&gt;\n", [(TEXT, "AT&T © € <b>")]),
    "escapes": ("\\*not\\* \\[a\\] 1\\. x\n", [(TEXT, "*not* [a] 1. x")]),
    "bullets": ("- one\n- two\n", [(TEXT, "one"), (TEXT, "two")]),
    "numbers": ("1. one\n2) two\n", [(TEXT, "one"), (TEXT, "two")]),
    "nested lists": (
        "- one\n  - two\n    - three\n",
        [(TEXT, "one"), (TEXT, "two"), (TEXT, "three")],
    ),
    "an item of two paragraphs": (
        "- one\n\n  more\n- two\n",
        [(TEXT, "one"), (TEXT, "more"), (TEXT, "two")],
    ),
    "an item's wrapped line": ("- one\n  goes on\n", [(TEXT, "one goes on")]),
    "an item's lazy line": ("- one\ngoes on\n", [(TEXT, "one goes on")]),
    "code in an item": ("- one\n\n      x = 1\n", [(TEXT, "one"), (CODE, "x = 1")]),
    "a fence in an item": ("1. one\n   ```\n   x = 1\n   ```\n", [(TEXT, "one"), (CODE, "x = 1")]),
    "a number that starts no list": ("the year\n1984. It was\n", [(TEXT, "the year 1984. It was")]),
    "tasks": ("- [ ] open\n- [x] done\n", [(TEXT, "open"), (TEXT, "done")]),
    "quote": ("> one\n> two\n", [(TEXT, "one two")]),
    "lazy quote": ("> one\ntwo\n", [(TEXT, "one two")]),
    "nested quotes": ("> one\n>> two\n", [(TEXT, "one"), (TEXT, "two")]),
    "heading in a quote": ("> # One\n> text\n", [(HEADING, "One"), (TEXT, "text")]),
    "list in a quote": ("> - one\n> - two\n", [(TEXT, "one"), (TEXT, "two")]),
    "a callout": ("> [!NOTE]\n> Mind this.\n", [(TEXT, "Mind this.")]),
    "fence": ("```py\nif x:\n    y\n```\n", [(CODE, "if x:\n    y")]),
    "fence of tildes with backticks": ("~~~\n```\n~~~\n", [(CODE, "```")]),
    "longer fence": ("````\n```\n````\n", [(CODE, "```")]),
    "indented code": ("one\n\n    x = 1\n      y\n", [(TEXT, "one"), (CODE, "x = 1\n  y")]),
    "indented wrap is no code": ("one\n    two\n", [(TEXT, "one two")]),
    "table": ("|A|B|\n|-|-|\n|1|2|\n", [(TABLE, "A | B"), (TABLE, "A | B\n1 | 2")]),
    "table without outer bars": ("A|B\n:-|-:\n1|2\n", [(TABLE, "A | B"), (TABLE, "A | B\n1 | 2")]),
    "escaped bar in a cell": (
        "|A|B|\n|-|-|\n|x\\|y|`2`|\n",
        [(TABLE, "A | B"), (TABLE, "A | B\nx|y | 2")],
    ),
    "a table ends at a heading": ("|A|B|\n|-|-|\n# One\n", [(TABLE, "A | B"), (HEADING, "One")]),
    "html block": ("<div class='x'>\n<p>One &amp; two</p>\n</div>\n", [(TEXT, "One & two")]),
    "html table": ("<table><tr><td>a</td><td>b</td></tr></table>\n", [(TEXT, "a | b")]),
    "html in a line": ("H<sub>2</sub>O and <b>bold</b>\n", [(TEXT, "H2O and bold")]),
    "html break": ("one<br>two\n", [(TEXT, "one\ntwo")]),
    "html image": ("<img src='b.png' alt='A red boat'>\n", [(TEXT, "A red boat")]),
    "details": (
        "<details><summary>More</summary>\n\nhidden *text*\n\n</details>\n",
        [(TEXT, "More"), (TEXT, "hidden text")],
    ),
    "html comment": (
        "one\n\n<!-- secret\n\nstill secret -->\n\ntwo\n",
        [(TEXT, "one"), (TEXT, "two")],
    ),
    "comment in a line": ("one <!-- secret --> two\n", [(TEXT, "one two")]),
    "script and style": (
        "<script>\nvar x;\n</script>\n\n<style>p{}</style>\n\none\n",
        [(TEXT, "one")],
    ),
    "footnote": ("one[^1] two\n\n[^1]: The *note*.\n", [(TEXT, "one two"), (NOTE, "The note.")]),
    "footnote of two paragraphs": (
        "one[^a]\n\n[^a]: First.\n\n    Second.\n",
        [(TEXT, "one"), (NOTE, "First."), (NOTE, "Second.")],
    ),
    "display formula": ("$$\na_1 * b_2 = \\{c\\}\n$$\n", [(EQUATION, "a_1 * b_2 = \\{c\\}")]),
    "display formula on a line": ("$$E = mc^2$$\n", [(EQUATION, "E = mc^2")]),
    "formula in a sentence": ("with $a_1*b*c$ and more\n", [(TEXT, "with a_1*b*c and more")]),
    "prices are no formulas": ("from $5 to $6 *now*\n", [(TEXT, "from $5 to $6 now")]),
    "carriage returns": ("# One\r\rtext\rmore\r", [(HEADING, "One"), (TEXT, "text more")]),
    "windows line ends": (
        "One\r\n===\r\n\r\n- a\r\n- b\r\n",
        [(HEADING, "One"), (TEXT, "a"), (TEXT, "b")],
    ),
    "front matter": (
        "---\ntitle: A: b\ntags: [x]\n---\none\n",
        [(FRONTMATTER, "title: A: b\ntags: [x]"), (TEXT, "one")],
    ),
    "a rule at the start is no front matter": ("---\n\none\n", [(TEXT, "one")]),
    "comment in front": ("<!-- licence -->\n# One\n", [(HEADING, "One")]),
    "heading marks for anchors": ("## Install {#install}\n", [(HEADING, "Install")]),
    "wiki links": (
        "see [[Other Page|that page]] and [[Home]]\n",
        [(TEXT, "see that page and Home")],
    ),
}


@pytest.mark.parametrize("name", _CONSTRUCTS)
def test_construct(tmp_path: Path, name: str) -> None:
    source, expected = _CONSTRUCTS[name]
    path = tmp_path / "a.md"
    path.write_bytes(source.encode())
    found = [(passage.kind, passage.text) for passage in extract_document(path).passages]
    assert found == expected
