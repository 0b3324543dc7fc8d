"""The text of a page in segments: what one text operator shows on one line.

Owns: pdfium's characters, where they stand, which font and marked content they belong to.
Does not own: lines and paragraphs (lines, layout), the structure (structure).

A call for each character would take most of the time of a long document, so the page's text
is taken in one call and cut where a bisection finds another text object.
"""

from __future__ import annotations

import ctypes
import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pypdfium2.raw as pdfium

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_PAGE_CHARS = 400_000
NO_MARK = -1
HYPHENS_AT_LINE_END = "\x02\ufffe\u00ad"
"""What pdfium says for a hyphen at a line's end that it takes for one of the typesetter."""

_ARTIFACT = "Artifact"
_MAX_MARKS = 20
_BOLD_WEIGHT = 600
_BOLD_NAME = re.compile(rb"bold|black|heavy|demi", re.IGNORECASE)
_RIGHT_ANGLE = math.pi / 2
_MAX_ADDED_SPACES = 8
_MAX_FONT_NAME_BYTES = 256
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_ARABIC_WORD = re.compile("[\u0621-\u064a]*[\u0622\u0623\u0625\u0627]\u0644[\u0621-\u064a]*")
_LINE_ENDS = re.compile(r"[\r\n]+")


@dataclass(slots=True)
class Box:
    """A place on a page in points; top is less than bottom, as one reads."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Return the box's width."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Return the box's height."""
        return self.bottom - self.top

    def joined(self, other: Box) -> Box:
        """Return the box around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def shares_line_with(self, other: Box) -> bool:
        """Return whether the lower of both stands in the higher one's line."""
        overlap = min(self.bottom, other.bottom) - max(self.top, other.top)
        return overlap > min(self.height, other.height) * 0.5

    def gap_to(self, other: Box) -> float:
        """Return the horizontal distance; negative where they overlap."""
        return max(other.left - self.right, self.left - other.right)


@dataclass(slots=True)
class Segment:
    """Text of one look at one place; turn counts quarter turns of its direction."""

    text: str
    box: Box
    size: float
    turn: int = 0
    is_bold: bool = False
    mark: int = NO_MARK
    is_artifact: bool = False


@dataclass(frozen=True)
class PageText:
    """A page's segments in the order of its content, and how readable they are."""

    segments: list[Segment]
    n_chars: int = 0
    n_unmapped: int = 0
    is_cut: bool = False


def read_page_text(page: Any, *, is_tagged: bool) -> PageText:
    """Return the text of a page; marks are looked up only where the file is tagged."""
    text_page = pdfium.FPDFText_LoadPage(page)
    if not text_page:
        return PageText([])
    try:
        return _PageReader(text_page, is_tagged=is_tagged).read()
    finally:
        pdfium.FPDFText_ClosePage(text_page)


class _PageReader:
    """One page while its characters are read."""

    def __init__(self, text_page: Any, *, is_tagged: bool) -> None:
        self._page = text_page
        self._is_tagged = is_tagged
        self._is_line_turned = False
        self._bold_fonts: dict[int, bool] = {}
        self._matrix = pdfium.FS_MATRIX()
        self._rectangle = pdfium.FS_RECTF()
        self._place = (ctypes.c_double(), ctypes.c_double())

    def read(self) -> PageText:
        """Return all segments."""
        n_chars = max(0, pdfium.FPDFText_CountChars(self._page))
        is_cut = n_chars > MAX_PAGE_CHARS
        text = self._mended(self._text(min(n_chars, MAX_PAGE_CHARS)))
        segments: list[Segment] = []
        start = 0
        for end in [*(match.start() for match in _LINE_ENDS.finditer(text)), len(text)]:
            self._is_line_turned = bool(_RIGHT_TO_LEFT.search(text, start, end))
            for first, last in self._spans(start, end, text):
                segment = self._segment(text[first : last + 1], first, last)
                if segment is not None:
                    segments.append(segment)
            start = end
        n_shown = sum(not char.isspace() for char in text)
        return PageText(segments, n_shown, self._n_unmapped(text), is_cut)

    def _text(self, n_chars: int) -> str:
        """Return the characters, one for each of pdfium's: its indices are used on them."""
        buffer = (ctypes.c_ushort * (n_chars + 1))()
        pdfium.FPDFText_GetText(self._page, 0, n_chars, buffer)
        text = bytes(buffer).decode("utf-16-le", errors="replace")[:-1]
        if len(text) == n_chars and "\0" not in text:
            return text
        get, page = pdfium.FPDFText_GetUnicode, self._page
        return "".join([_character(get(page, index)) for index in range(n_chars)])

    def _mended(self, text: str) -> str:
        """Return text with the letters of Arabic ligatures in the order of writing.

        pdfium turns a line from the right around letter by letter, and with it the letters of
        one glyph (lam and alef), which the file had in order. They stand at one place.
        """
        return _ARABIC_WORD.sub(self._mended_word, text)

    def _mended_word(self, match: re.Match[str]) -> str:
        word = match[0]
        places = [self._origin(index) for index in range(match.start(), match.end())]
        letters: list[str] = []
        start = 0
        for end in range(1, len(word) + 1):
            if end == len(word) or places[end] != places[start]:
                letters.extend(reversed(word[start:end]))
                start = end
        return "".join(letters)

    def _origin(self, index: int) -> tuple[float, float]:
        x, y = self._place
        pdfium.FPDFText_GetCharOrigin(self._page, index, ctypes.byref(x), ctypes.byref(y))
        return x.value, y.value

    def _n_unmapped(self, text: str) -> int:
        """Return how many characters have no meaning that the file tells."""
        has_error, page = pdfium.FPDFText_HasUnicodeMapError, self._page
        step = max(1, len(text) // 200)
        asked = [index for index in range(0, len(text), step) if not text[index].isspace()]
        n_errors = sum(has_error(page, index) == 1 for index in asked)
        n_private = sum(is_unmapped(char) for char in text)
        return max(n_private, n_errors * step)

    def _spans(self, start: int, end: int, text: str) -> Iterator[tuple[int, int]]:
        """Yield first and last index of each piece of [start, end) that one object shows."""
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        if start >= end:
            return
        last = end - 1
        first_object, last_object = self._object(start), self._object(last)
        while start < last and first_object != last_object:
            boundary = self._end_of_object(start, last, first_object)
            yield start, boundary
            start = boundary + 1
            first_object = self._object(start)
        yield start, last

    def _end_of_object(self, start: int, last: int, address: int) -> int:
        """Return the last index of the object at start."""
        low, step = start, 1
        while low + step < last and self._object(low + step) == address:
            low += step
            step *= 2
        high = min(low + step, last)
        while high - low > 1:
            middle = (low + high) // 2
            if self._object(middle) == address:
                low = middle
            else:
                high = middle
        return low

    def _object(self, index: int) -> int:
        """Return the address of a character's object; a space that pdfium adds is the last one's."""
        for near in range(index, max(-1, index - _MAX_ADDED_SPACES), -1):
            address = _address(pdfium.FPDFText_GetTextObject(self._page, near))
            if address:
                return address
        return 0

    def _segment(self, text: str, first: int, last: int) -> Segment | None:
        shown = text.rstrip()
        if not shown:
            return None
        box = self._box(first)
        if len(shown) > 1:
            box = box.joined(self._box(first + len(shown) - 1))
        if self._is_line_turned:
            # Ends in the order of reading are not ends on the line where directions mix.
            for index in range(first + 1, first + len(shown) - 1):
                box = box.joined(self._box(index))
            if text[0].isspace() and not _RIGHT_TO_LEFT.search(text):
                # In such a line pdfium puts the space after a Latin word before it.
                text = f"{text.strip()} "
        size, turn = self._size_and_turn(first)
        text_object = pdfium.FPDFText_GetTextObject(self._page, first)
        mark = pdfium.FPDFPageObj_GetMarkedContentID(text_object) if self._is_tagged else NO_MARK
        return Segment(
            text=text,
            box=turned(box, turn),
            size=size,
            turn=turn,
            is_bold=self._is_bold(text_object, first),
            mark=mark,
            is_artifact=self._is_tagged and mark == NO_MARK and _is_artifact(text_object),
        )

    def _box(self, index: int) -> Box:
        rectangle = self._rectangle
        pdfium.FPDFText_GetLooseCharBox(self._page, index, rectangle)
        return Box(rectangle.left, -rectangle.top, rectangle.right, -rectangle.bottom)

    def _size_and_turn(self, index: int) -> tuple[float, int]:
        size = pdfium.FPDFText_GetFontSize(self._page, index)
        matrix = self._matrix
        if not pdfium.FPDFText_GetMatrix(self._page, index, matrix):
            return size, 0
        turn = round(math.atan2(matrix.b, matrix.a) / _RIGHT_ANGLE) % 4
        return size * math.hypot(matrix.c, matrix.d), turn

    def _is_bold(self, text_object: Any, index: int) -> bool:
        font = _address(pdfium.FPDFTextObj_GetFont(text_object)) if text_object else 0
        if font not in self._bold_fonts:
            name = ctypes.create_string_buffer(_MAX_FONT_NAME_BYTES)
            flags = ctypes.c_int()
            pdfium.FPDFText_GetFontInfo(
                self._page, index, name, _MAX_FONT_NAME_BYTES, ctypes.byref(flags)
            )
            weight = pdfium.FPDFText_GetFontWeight(self._page, index)
            self._bold_fonts[font] = weight >= _BOLD_WEIGHT or bool(_BOLD_NAME.search(name.raw))
        return self._bold_fonts[font]


def is_unmapped(character: str) -> bool:
    """Return whether a character says nothing: private use, control, replacement."""
    code = ord(character)
    if code < 0x20:
        return character not in "\t\n\r\x02"
    return 0xE000 <= code <= 0xF8FF or code == 0xFFFD or code >= 0xF0000 or 0x7F <= code < 0xA0


def _character(code: int) -> str:
    # What cannot be a character is said with the sign of a glyph that means nothing.
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"


def _address(pointer: Any) -> int:
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0 if pointer else 0


def _is_artifact(text_object: Any) -> bool:
    n_marks = min(pdfium.FPDFPageObj_CountMarks(text_object), _MAX_MARKS) if text_object else 0
    return any(
        _mark_name(pdfium.FPDFPageObj_GetMark(text_object, index)) == _ARTIFACT
        for index in range(n_marks)
    )


def _mark_name(mark: Any) -> str:
    buffer = (ctypes.c_ushort * 64)()
    n_bytes = ctypes.c_ulong()
    if not pdfium.FPDFPageObjMark_GetName(mark, buffer, 128, ctypes.byref(n_bytes)):
        return ""
    return bytes(buffer)[: max(0, n_bytes.value - 2)].decode("utf-16-le", errors="replace")


def turned(box: Box, turn: int) -> Box:
    """Return the box as seen by a reader who turns the page until the text is upright."""
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    if turn == 1:
        return Box(-bottom, left, -top, right)
    if turn == 2:
        return Box(-right, -bottom, -left, -top)
    if turn == 3:
        return Box(top, -right, bottom, -left)
    return box
