"""Text of one passage: normalised, with its language runs kept right.

Owns: which characters are taken out, how white space collapses, and language tags.
Does not own: passages and their order.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ....documents.passages import LocaleRun

_REMOVED = {
    *range(0x09),  # control characters, without tab, line feed and carriage return
    *range(0x0E, 0x20),
    *range(0x7F, 0x85),
    *range(0x86, 0xA0),
    0x00AD,  # soft hyphen: a hint to the typesetter, never part of the word
    0x200E,  # marks and embeddings of text direction: invisible, and they split words
    0x200F,
    *range(0x202A, 0x202F),
    *range(0x2060, 0x2065),  # word joiner and invisible operators
    *range(0x2066, 0x206A),
    0xFEFF,
    0xFFFC,  # object replacement character
    *range(0xD800, 0xE000),  # lone surrogates cannot be stored as UTF-8
}
_CLEANING: dict[int, str | None] = {
    **dict.fromkeys(_REMOVED),
    0x0B: "\n",
    0x0C: "\n",
    0x0D: "\n",
    0x85: "\n",
    0x2028: "\n",
    0x2029: "\n",
    0x00A0: " ",
    0x2007: " ",
    0x202F: " ",
}
_UNCLEAN = re.compile(f"[{re.escape(''.join(map(chr, sorted(_CLEANING))))}]")
_SPACE_RUN = re.compile(r"\s+")
_REGION_CHARS = 2
_SCRIPT_CHARS = 4
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$")


@dataclass(frozen=True)
class StyledText:
    """Normalised text with its language runs; no runs where no language is marked."""

    text: str
    runs: tuple[LocaleRun, ...] = ()


def normalise_text(text: str, *, keep_layout: bool = False) -> str:
    """Return text without control characters and soft hyphens, its white space collapsed.

    No-break spaces become spaces; a run of white space holding a line break becomes one
    line feed, any other one space. keep_layout leaves white space alone (code).
    """
    cleaned = _cleaned(text)
    return cleaned.strip("\n") if keep_layout else _collapse(cleaned)


def one_line(text: str) -> str:
    """Return text normalised, its lines joined by spaces."""
    return normalise_text(text).replace("\n", " ")


def bcp47_tag(language: str | None, country: str | None = None) -> str | None:
    """Return the BCP-47 tag of a language and country as office formats name them, or None.

    It is in the customary case (RFC 5646, 2.1.1), so that equal tags are equal texts. "zxx",
    "none" and "x-none" (no language) give None.
    """
    if not language:
        return None
    joined = (
        f"{language}-{country}" if country and country.lower() not in ("none", "zz") else language
    )
    tag = joined.replace("_", "-")
    if not _LANGUAGE_TAG.match(tag) or tag.lower().split("-")[0] in ("zxx", "und", "none"):
        return None
    first, *others = tag.split("-")
    return "-".join((first.lower(), *map(_in_customary_case, others)))


def _in_customary_case(subtag: str) -> str:
    if len(subtag) == _REGION_CHARS:
        return subtag.upper()
    is_script = len(subtag) == _SCRIPT_CHARS and subtag.isalpha()
    return subtag.title() if is_script else subtag.lower()


def _cleaned(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    if not _UNCLEAN.search(text):  # looking costs a tenth of translating
        return text
    return text.replace("\r\n", "\n").translate(_CLEANING)


def _collapse(cleaned: str) -> str:
    if "\n" not in cleaned:
        return " ".join(cleaned.split())
    lines = (" ".join(line.split()) for line in cleaned.split("\n"))
    return "\n".join(filter(None, lines))


class TextBuilder:
    """Collects pieces of one passage with their languages and normalises them together."""

    def __init__(self) -> None:
        self._pieces: list[tuple[str, str | None]] = []

    def add(self, text: str | None, tag: str | None = None) -> None:
        """Append a piece in the language tag (BCP-47, None for the document's own)."""
        if text:
            self._pieces.append((text, tag))

    def build(self) -> StyledText:
        """Return the normalised text with runs that tile it; no runs where every tag is None."""
        pieces = [(_cleaned(text), tag) for text, tag in self._pieces]
        raw = "".join([text for text, _ in pieces])
        text = _collapse(raw)
        tags = {tag for piece, tag in pieces if not piece.isspace()}
        if not text or tags <= {None}:
            return StyledText(text)
        if len(tags) == 1:
            return StyledText(text, (LocaleRun(0, len(text), tags.pop()),))
        return StyledText(text, _runs_after_collapse(pieces, raw, len(text)))


def _runs_after_collapse(
    pieces: list[tuple[str, str | None]], raw: str, n_chars: int
) -> tuple[LocaleRun, ...]:
    """Return the pieces' runs in the coordinates of the collapsed text, equal neighbours joined."""
    removed_until = _removed_before(raw, [len(text) for text, _ in pieces])
    runs: list[LocaleRun] = []
    raw_end = 0
    for (text, tag), n_removed in zip(pieces, removed_until, strict=True):
        raw_end += len(text)
        start = runs[-1].end if runs else 0
        end = max(start, min(raw_end - n_removed, n_chars))
        if end == start:
            continue
        same_as_last = bool(runs) and (runs[-1].tag == tag or not text.strip())
        if same_as_last:
            runs[-1] = replace(runs[-1], end=end)
        else:
            runs.append(LocaleRun(start, end, tag))
    if runs:
        runs[-1] = replace(runs[-1], end=n_chars)
    return tuple(runs)


def _removed_before(raw: str, piece_lengths: list[int]) -> list[int]:
    """Return for each piece how many characters collapsing takes out before the piece's end."""
    spans = [
        (match.start() + (0 if match.start() == 0 else 1), match.end())
        for match in _SPACE_RUN.finditer(raw)
        if match.start() == 0 or len(match.group()) > 1
    ]
    counts: list[int] = []
    n_removed = index = end = 0
    for length in piece_lengths:
        end += length
        while index < len(spans) and spans[index][1] <= end:
            n_removed += spans[index][1] - spans[index][0]
            index += 1
        inside = max(0, end - spans[index][0]) if index < len(spans) else 0
        counts.append(n_removed + inside)
    return counts


def slice_styled(text: StyledText, start: int, end: int) -> StyledText:
    """Return characters [start, end) with their runs."""
    runs = tuple(
        LocaleRun(max(run.start, start) - start, min(run.end, end) - start, run.tag)
        for run in text.runs
        if run.start < end and run.end > start
    )
    return StyledText(text.text[start:end], runs)
