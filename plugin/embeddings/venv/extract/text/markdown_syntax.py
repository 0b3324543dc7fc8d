"""The Markdown that is read: CommonMark, tables, strikethrough, footnotes, formulas, wiki links.

Owns: the parser, and the rules for what neither CommonMark nor markdown-it-py has. Does not own:
what becomes of the blocks. Sources: CommonMark 0.31; GitHub Flavored Markdown 4.10 and 6.5;
GitHub Docs, "Writing mathematical expressions"; markdown-it-py's rules of blocks and lines.
"""

# ruff: noqa: FBT001 - the parser calls its rules with "silent" by position

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from markdown_it.ruler import RuleOptionsType
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline

FOOTNOTE_OPEN, FOOTNOTE_CLOSE = "footnote_open", "footnote_close"
FORMULA, FORMULA_IN_LINE, WIKI_LINK = "formula", "formula_in_line", "wiki_link"

_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,200}\]:[ \t]*")
_FOOTNOTE_MARK = re.compile(r"\[\^[^\]\s]{1,200}\]")
_FOOTNOTE_INDENT = 4
_FORMULA = re.compile(r"\$(?![\s$])((?:[^$\\\n]|\\.){1,2000}?)(?<!\s)\$(?!\d)")
_WIKI_LINK = re.compile(r"!?\[\[([^\[\]|\n]{1,300})(?:\|([^\[\]\n]{1,300}))?\]\]")
_FENCE = "$$"
_MAX_NESTING = 100  # quotes in lists in quotes: what is deeper is left out


@lru_cache(maxsize=1)
def markdown_parser() -> MarkdownIt:
    """Return the parser of blocks; the lines' marks are left to be parsed by block."""
    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable(
        ["table", "strikethrough"]
    )
    parser.core.ruler.disable("inline")
    ends: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    parser.block.ruler.before("fence", FORMULA, _formula_block, ends)
    parser.block.ruler.before("reference", "footnote", _footnote_block, ends)
    parser.inline.ruler.before("escape", FORMULA_IN_LINE, _formula_in_line)
    parser.inline.ruler.before("link", "footnote_mark", _footnote_mark)
    parser.inline.ruler.before("link", WIKI_LINK, _wiki_link)
    return parser


def _formula_block(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    if state.is_code_block(first):
        return False
    line = _line(state, first)
    if not line.startswith(_FENCE):
        return False
    parts, last = [line[len(_FENCE) :]], first
    while not parts[-1].rstrip().endswith(_FENCE):
        last += 1
        if last >= end or not _line(state, last).strip():
            return False
        parts.append(_line(state, last))
    if silent:
        return True
    token = state.push(FORMULA, "", 0)
    token.content = "\n".join(parts).rstrip().removesuffix(_FENCE).strip()
    token.map = [first, last + 1]
    state.line = last + 1
    return True


def _footnote_block(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    if state.is_code_block(first):
        return False
    mark = _FOOTNOTE.match(_line(state, first))
    if mark is None:
        return False
    if silent:
        return True
    kept = (state.bMarks[first], state.tShift[first], state.sCount[first], state.blkIndent)
    state.push(FOOTNOTE_OPEN, "", 1)
    state.bMarks[first] += state.tShift[first] + mark.end()
    state.tShift[first] = 0
    state.blkIndent += _FOOTNOTE_INDENT
    state.sCount[first] = state.blkIndent
    state.md.block.tokenize(state, first, end)
    state.bMarks[first], state.tShift[first], state.sCount[first], state.blkIndent = kept
    state.push(FOOTNOTE_CLOSE, "", -1)
    return True


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]


def _formula_in_line(state: StateInline, silent: bool) -> bool:
    return _one_token(state, "$", _FORMULA, FORMULA_IN_LINE, silent=silent)


def _footnote_mark(state: StateInline, silent: bool) -> bool:
    return _one_token(state, "[", _FOOTNOTE_MARK, "footnote_mark", silent=silent)


def _wiki_link(state: StateInline, silent: bool) -> bool:
    return _one_token(state, "[!", _WIKI_LINK, WIKI_LINK, silent=silent)


def _one_token(
    state: StateInline,
    starts: str,
    pattern: re.Pattern[str],
    name: str,
    *,
    silent: bool,
) -> bool:
    """Add one token for a match here; its content is the last group that matched."""
    if state.src[state.pos] not in starts:
        return False
    match = pattern.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        state.push(name, "", 0).content = match[match.lastindex] if match.lastindex else ""
    state.pos = match.end()
    return True
