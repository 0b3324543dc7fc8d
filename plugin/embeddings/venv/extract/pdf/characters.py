"""Reading the text of a page as segments.

Owns: pdfium's characters, where they stand, which font and marked content they belong to.
Does not own: lines and paragraphs (lines, layout), the structure (structure).

A call for each character would take most of the time of a long document, so the page's text
is taken in one call and cut where a bisection finds another text object.
"""

from __future__ import annotations

import ctypes
import math
import re
import sys
from typing import TYPE_CHECKING

import pypdfium2.raw as pdfium

from .segments import NO_MARK, UNMAPPED, Box, PageText, Segment, turned

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .library import Handle

MAX_PAGE_CHARS = 400_000
_ARTIFACT = "Artifact"
_MAX_MARKS = 20
_BOLD_WEIGHT = 600
_BOLD_NAME = re.compile(rb"bold|black|heavy|demi", re.IGNORECASE)
_RIGHT_ANGLE = math.pi / 2
_MAX_ADDED_SPACES = 8
_MAX_FONT_NAME_BYTES = 256
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_ARABIC_WORD = re.compile("[\u0621-\u064a]*[\u0622\u0623\u0625\u0627]\u0644[\u0621-\u064a]*")
_SURROGATES = range(0xD800, 0xE000)
_LINE_ENDS = re.compile(r"[\r\n]+")


def read_page_text(page: Handle, *, is_tagged: bool) -> PageText:
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

    def __init__(self, text_page: Handle, *, is_tagged: bool) -> None:
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
                segment = self._segment(text[first : last + 1], first)
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
        n_errors: int = sum(has_error(page, index) == 1 for index in asked)
        n_private = len(UNMAPPED.findall(text))
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
        """Return the address of a character's object; a space added by pdfium is of the last."""
        for near in range(index, max(-1, index - _MAX_ADDED_SPACES), -1):
            address = address_of(pdfium.FPDFText_GetTextObject(self._page, near))
            if address:
                return address
        return 0

    def _segment(self, text: str, first: int) -> Segment | None:
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

    def _is_bold(self, text_object: Handle, index: int) -> bool:
        font = address_of(pdfium.FPDFTextObj_GetFont(text_object)) if text_object else 0
        if font not in self._bold_fonts:
            name = ctypes.create_string_buffer(_MAX_FONT_NAME_BYTES)
            flags = ctypes.c_int()
            pdfium.FPDFText_GetFontInfo(
                self._page, index, name, _MAX_FONT_NAME_BYTES, ctypes.byref(flags)
            )
            weight = pdfium.FPDFText_GetFontWeight(self._page, index)
            self._bold_fonts[font] = weight >= _BOLD_WEIGHT or bool(_BOLD_NAME.search(name.raw))
        return self._bold_fonts[font]


def _character(code: int) -> str:
    # What cannot be a character is said with the sign of a glyph that means nothing.
    is_surrogate = code in _SURROGATES
    return chr(code) if 0 < code <= sys.maxunicode and not is_surrogate else "\ufffd"


def address_of(pointer: Handle) -> int:
    """Return where a pointer points to, 0 for none: two of one object are not equal in Python."""
    address: int | None = ctypes.cast(pointer, ctypes.c_void_p).value if pointer else None
    return address or 0


def _is_artifact(text_object: Handle) -> bool:
    n_marks = min(pdfium.FPDFPageObj_CountMarks(text_object), _MAX_MARKS) if text_object else 0
    return any(
        _mark_name(pdfium.FPDFPageObj_GetMark(text_object, index)) == _ARTIFACT
        for index in range(n_marks)
    )


def _mark_name(mark: Handle) -> str:
    buffer = (ctypes.c_ushort * 64)()
    n_bytes = ctypes.c_ulong()
    if not pdfium.FPDFPageObjMark_GetName(mark, buffer, 128, ctypes.byref(n_bytes)):
        return ""
    return bytes(buffer)[: max(0, n_bytes.value - 2)].decode("utf-16-le", errors="replace")
