"""Any soup of tags is read without an error: what is shown is found once, what is hidden never."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.extract.document import ExtractionFailure
from plugin.embeddings.venv.extract.web.page import walk
from plugin.embeddings.venv.extract.web.walker import BlockWalker

if TYPE_CHECKING:
    from plugin.embeddings.venv.extract.web.blocks import Block

_WRAPPERS = st.sampled_from(
    "div p span b li ul h1 h3 blockquote a section nav aside table tr td th caption pre details"
    " font figure figcaption o:p".split()
)
_HIDERS = st.sampled_from(
    [
        ("<script>", "</script>"),
        ("<style>", "</style>"),
        ("<del>", "</del>"),
        ("<template><b>", "</b></template>"),
        ("<span style='display:none'>", "</span>"),
        ("<div hidden><i>", "</i></div>"),
        ("<!-- <p>", " -->"),
        ("<!--[if mso]>", "<![endif]-->"),
        ("<noscript>", "</noscript>"),
    ]
)
_STRAYS = st.sampled_from(
    [
        "<br>",
        "<hr>",
        "</div>",
        "</b>",
        "&amp;",
        "&nbsp;",
        "<",
        ">",
        "&#x1F600;",
        "<img alt=''>",
        "\n",
    ]
)


class _Soup:
    """Markup under way and the words in it: those that are seen, and those that are not."""

    def __init__(self) -> None:
        self.n_words = 0
        self.shown: list[str] = []
        self.hidden: list[str] = []

    def word(self, prefix: str) -> str:
        self.n_words += 1
        return f"{prefix}{self.n_words}x"


@st.composite
def _soups(draw: st.DrawFn) -> tuple[str, _Soup]:
    soup = _Soup()
    parts: list[str] = []
    for _ in range(draw(st.integers(1, 25))):
        choice = draw(st.integers(0, 5))
        if choice == 0:
            opening, closing = draw(_HIDERS)
            word = soup.word("hidden")
            soup.hidden.append(word)
            parts.append(f"{opening}{word}{closing}")
        elif choice == 1:
            parts.append(draw(_STRAYS))
        elif choice == 2:
            parts.append(f"<{draw(_WRAPPERS)}>")
        elif choice == 3:
            parts.append(f"</{draw(_WRAPPERS)}>")
        else:
            word = soup.word("shown")
            soup.shown.append(word)
            parts.append(f" {word} ")
    return "".join(parts), soup


@given(_soups())
@settings(max_examples=200, deadline=None)
def test_words_are_found_once_or_never(case: tuple[str, _Soup]) -> None:
    markup, soup = case
    found = _words(markup)
    assert {word: found[word] for word in soup.shown} == dict.fromkeys(soup.shown, 1)
    assert not [word for word in soup.hidden if found[word]]


def _words(markup: str) -> Counter[str]:
    """Return how often each word is found; rows repeat those of the header, so there each once."""
    blocks: list[Block] = []
    walk(markup.encode(), BlockWalker(blocks.append))
    found: Counter[str] = Counter()
    in_rows: set[str] = set()
    for block in blocks:
        words = block.text.text.split()
        if block.kind is PassageKind.TABLE:
            in_rows.update(words)
        else:
            found.update(words)
    found.update(in_rows)
    return found


@given(st.binary(max_size=400))
@settings(max_examples=200, deadline=None)
def test_no_bytes_are_an_error_of_ours(data: bytes) -> None:
    blocks: list[Block] = []
    # A failure with its own sentence is an answer; anything else ends the test.
    with suppress(ExtractionFailure):
        walk(b"<p>" + data, BlockWalker(blocks.append))
    assert all(block.text.text for block in blocks)
