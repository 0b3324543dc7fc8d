"""The words of Markdown's lines: what is seen of links, pictures, code and HTML in them.

Owns: text of inline tokens. Does not own: blocks (markdown), syntax (markdown_syntax).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .html_pieces import html_pieces
from .markdown_syntax import FORMULA_IN_LINE, WIKI_LINK, markdown_parser
from .wrapping import wrap_joint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token
    from markdown_it.utils import EnvType

_MAX_MARKED_CHARS = 20_000
_BREAK = re.compile(r"<br\b", re.IGNORECASE)
_PICTURE = re.compile(r"<img\b", re.IGNORECASE)
_WORDLESS = frozenset(("softbreak", "hardbreak", "link_open", "link_close", "html_inline"))


def inline_tokens(text: str, references: EnvType) -> list[Token] | None:
    """Return the tokens of a block's lines; None where it is too long to be written by hand.

    There unmatched marks cost quadratic time.
    """
    if len(text) > _MAX_MARKED_CHARS:
        return None
    tokens: list[Token] = []
    parser = markdown_parser()
    parser.inline.parse(text, parser, references, tokens)
    return tokens


def words_of(text: str, references: EnvType) -> str:
    """Return a block's lines as read: marks gone, links and pictures by their words."""
    tokens = inline_tokens(text, references)
    return text if tokens is None else joined_words(tokens)


def joined_words(tokens: Sequence[Token]) -> str:
    """Return the words of inline tokens."""
    pieces: list[str] = []
    for token in tokens:
        if token.type == "softbreak":
            pieces.append(wrap_joint("".join(pieces[-1:])))
        elif token.type == "hardbreak":
            pieces.append("\n")
        elif token.type == "image":
            pieces.append(joined_words(token.children or ()))
        elif token.type == "html_inline":
            pieces.append(_words_of_tag(token.content))
        elif token.type in ("text", "code_inline", "text_special", FORMULA_IN_LINE, WIKI_LINK):
            pieces.append(token.content)
    return "".join(pieces)


def figures_of(tokens: Sequence[Token]) -> list[str]:
    """Return the descriptions of a paragraph's pictures; none where it has other words, too."""
    has_words = any(
        token.type not in _WORDLESS and token.type != "image" and token.content.strip()
        for token in tokens
    )
    if has_words:
        return []
    return [joined_words(token.children or ()) for token in tokens if token.type == "image"]


def _words_of_tag(tag: str) -> str:
    if _BREAK.match(tag):
        return "\n"
    if _PICTURE.match(tag):
        return " ".join(piece.text for piece in html_pieces(tag))
    return ""
