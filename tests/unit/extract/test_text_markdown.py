"""Markdown: outline, code apart, tables by row, words without marks."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.extract import extract_document
from plugin.embeddings.venv.extract.text.markdown_words import words_of

if TYPE_CHECKING:
    from pathlib import Path

_NOTE = """---
title: "My note"
---
# First #
A *wrapped*
paragraph with [a link](https://example.org/x).

## Code
```python
# not a heading
if x:
    pass
```
Second
======
- one
- [x] two

| Name | Sum |
|------|----:|
| Ann  | 12  |
"""


def test_blocks_of_a_note(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(_NOTE, encoding="utf-8")
    document = extract_document(path)
    assert document.title == "My note"
    found = [(p.kind, p.location.line, p.text, p.heading_path) for p in document.passages]
    assert found == [
        (PassageKind.FRONTMATTER, 2, 'title: "My note"', ()),
        (PassageKind.HEADING, 4, "First", ()),
        (PassageKind.TEXT, 5, "A wrapped paragraph with a link.", ("First",)),
        (PassageKind.HEADING, 8, "Code", ("First",)),
        (PassageKind.CODE, 10, "# not a heading\nif x:\n    pass", ("First", "Code")),
        (PassageKind.HEADING, 14, "Second", ()),
        (PassageKind.TEXT, 16, "one", ("Second",)),
        (PassageKind.TEXT, 17, "two", ("Second",)),
        (PassageKind.TABLE, 19, "Name | Sum", ("Second",)),
        (PassageKind.TABLE, 21, "Name | Sum\nAnn | 12", ("Second",)),
    ]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("- an item", "an item"),
        ("  12) an item", "an item"),
        ("**bold** words", "bold words"),
        ("this - and that + more", "this - and that + more"),
        ("the year 2026. A new start", "the year 2026. A new start"),
    ],
)
def test_only_the_start_of_a_line_can_be_a_list_mark(tmp_path: Path, line: str, text: str) -> None:
    path = tmp_path / "a.md"
    path.write_text(f"{line}\n", encoding="utf-8")
    assert [passage.text for passage in extract_document(path).passages] == [text]


def test_an_open_fence_ends_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("~~~\ncode\n# still code", encoding="utf-8")
    (passage,) = extract_document(path).passages
    assert passage.kind is PassageKind.CODE


def test_marks_go_and_words_stay() -> None:
    assert words_of("**bold** _it_ ~~no~~ `x` ![alt](p.png) \\*", {}) == "bold it no x alt *"
    assert words_of("snake_case_name and 2 * 3 * 4", {}) == "snake_case_name and 2 * 3 * 4"


@pytest.mark.parametrize("mark", ["`", "~~a", "<!--", "[a](", "*b ", "__c "])
def test_unmatched_marks_cost_no_time(tmp_path: Path, mark: str) -> None:
    path = tmp_path / "a.md"
    path.write_text(mark * 200_000 + "\n#" + " " * 100_000 + "x", encoding="utf-8")
    started = time.monotonic()
    assert extract_document(path).state.has_text
    assert time.monotonic() - started < 3
