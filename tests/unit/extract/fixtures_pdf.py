"""Small PDF files written by hand: pages, structure, bookmarks, annotations, encryption.

A page is a list of content operators as text; say() and tagged() write those for text. Nothing is
compressed, so that a file reads like the standard (ISO 32000-1) describes it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .fixtures_rc4 import md5, rc4

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
FILE_ID = b"0123456789abcdef"
PLAIN, BOLD, UNKNOWN, ARABIC = "F1", "F2", "F3", "F4"


def say(text: str, x: float, y: float, size: float = 10, font: str = PLAIN) -> str:
    """Return the operators that show a text (Latin-1) with its start at (x, y)."""
    return f"BT /{font} {size} Tf 1 0 0 1 {x} {y} Tm {literal(text)} Tj ET"


def glyphs(codes: Sequence[int], x: float, y: float, font: str) -> str:
    """Return the operators that show glyphs of a composite font by their numbers."""
    shown = "".join(f"{code:04x}" for code in codes)
    return f"BT /{font} 10 Tf 1 0 0 1 {x} {y} Tm <{shown}> Tj ET"


def lines(texts: Sequence[str], x: float, y: float, size: float = 10, leading: float = 12) -> str:
    """Return the operators that show lines one below the other."""
    return "\n".join(say(text, x, y - index * leading, size) for index, text in enumerate(texts))


def tagged(role: str, mark: int, operators: str) -> str:
    """Return operators as the marked content that a structure element refers to."""
    return f"/{role} <</MCID {mark}>> BDC\n{operators}\nEMC"


def artifact(operators: str) -> str:
    """Return operators as what is no content: a running header, a rule."""
    return f"/Artifact <</Type /Pagination>> BDC\n{operators}\nEMC"


def literal(text: str) -> str:
    """Return a text as a string object: Latin-1 where that holds it, else UTF-16 in hex."""
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        return f"<{(chr(0xFEFF) + text).encode('utf-16-be').hex()}>"
    escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"({escaped})"


@dataclass
class Page:
    """A page: its operators, annotations as dictionaries' contents, and its rotation."""

    operators: str = ""
    annotations: Sequence[str] = ()
    rotate: int = 0
    has_image: bool = False


@dataclass
class Tag:
    """A structure element: its role, its children (elements or (page, mark)) and attributes."""

    role: str
    children: Sequence[Tag | tuple[int, int]] = ()
    attributes: str = ""


@dataclass
class Bookmark:
    """An entry of the outline for a page counted from 0."""

    title: str
    page: int
    children: Sequence[Bookmark] = ()


@dataclass
class Pdf:
    """A file; save writes it. With a user_password it is encrypted, with "" for its owner alone."""

    pages: list[Page] = field(default_factory=list)
    tags: Sequence[Tag] = ()
    outline: Sequence[Bookmark] = ()
    info: str = ""
    language: str = ""
    user_password: str | None = None
    _objects: list[bytes] = field(default_factory=list)
    _elements_of_marks: dict[int, dict[int, int]] = field(default_factory=dict)
    _page_numbers: list[int] = field(default_factory=list)
    _fields: list[int] = field(default_factory=list)

    def save(self, path: Path) -> Path:
        """Write the file and return its path."""
        path.write_bytes(self.to_bytes())
        return path

    def to_bytes(self) -> bytes:
        """Return the file's bytes."""
        self._objects = []
        catalog, tree = self._reserve(), self._reserve()
        self._page_numbers = [self._reserve() for _ in self.pages]
        resources = self._add(_resources(self, self._image()))
        for index, page in enumerate(self.pages):
            self._write_page(index, page, tree, resources)
        kids = " ".join(f"{number} 0 R" for number in self._page_numbers)
        self._set(tree, f"<</Type /Pages /Kids [{kids}] /Count {len(self.pages)}>>")
        entries = f"/Type /Catalog /Pages {tree} 0 R"
        if self.language:
            entries += f" /Lang {literal(self.language)}"
        if self.tags:
            entries += f" /MarkInfo <</Marked true>> /StructTreeRoot {self._structure()} 0 R"
        if self.outline:
            entries += f" /Outlines {self._outlines()} 0 R"
        if self._fields:
            fields = " ".join(f"{number} 0 R" for number in self._fields)
            entries += f" /AcroForm <</Fields [{fields}] /DA (/F1 10 Tf) >>"
        self._set(catalog, f"<<{entries}>>")
        return self._file(catalog)

    def _write_page(self, index: int, page: Page, tree: int, resources: int) -> None:
        operators = page.operators + ("\nq 500 0 0 700 50 50 cm /Im Do Q" if page.has_image else "")
        content = self._stream("", operators.encode("latin-1"))
        notes = []
        for annotation in page.annotations:
            notes.append(self._add(f"<</Type /Annot /Rect [50 50 70 70] {annotation}>>"))
            if "/Widget" in annotation:
                self._fields.append(notes[-1])
        self._set(
            self._page_numbers[index],
            f"<</Type /Page /Parent {tree} 0 R /MediaBox [0 0 600 800] /Rotate {page.rotate} "
            f"/Resources {resources} 0 R /Contents {content} 0 R /StructParents {index} "
            f"/Annots [{' '.join(f'{note} 0 R' for note in notes)}]>>",
        )

    def _structure(self) -> int:
        root = self._reserve()
        kids = [f"{self._element(tag, root)} 0 R" for tag in self.tags]
        parents = []
        for page, marks in sorted(self._elements_of_marks.items()):
            row = " ".join(f"{marks.get(mark, 0)} 0 R" for mark in range(max(marks) + 1))
            parents.append(f"{page} [{row}]")
        tree = self._add(f"<</Nums [{' '.join(parents)}]>>")
        self._set(root, f"<</Type /StructTreeRoot /K [{' '.join(kids)}] /ParentTree {tree} 0 R>>")
        return root

    def _element(self, tag: Tag, parent: int) -> int:
        number = self._reserve()
        kids, page_entry = [], ""
        for child in tag.children:
            if isinstance(child, Tag):
                kids.append(f"{self._element(child, number)} 0 R")
                continue
            page, mark = child
            page_entry = f"/Pg {self._page_numbers[page]} 0 R"
            kids.append(str(mark))
            self._elements_of_marks.setdefault(page, {})[mark] = number
        self._set(
            number,
            f"<</Type /StructElem /S /{tag.role} /P {parent} 0 R {page_entry} "
            f"/K [{' '.join(kids)}] {tag.attributes}>>",
        )
        return number

    def _outlines(self) -> int:
        root = self._reserve()
        first, last = self._bookmarks(self.outline, root)
        self._set(root, f"<</Type /Outlines /First {first} 0 R /Last {last} 0 R>>")
        return root

    def _bookmarks(self, entries: Sequence[Bookmark], parent: int) -> tuple[int, int]:
        numbers = [self._reserve() for _ in entries]
        for index, (number, entry) in enumerate(zip(numbers, entries, strict=True)):
            links = f"/Next {numbers[index + 1]} 0 R" if index + 1 < len(numbers) else ""
            if entry.children:
                first, last = self._bookmarks(entry.children, number)
                links += f" /First {first} 0 R /Last {last} 0 R"
            page = self._page_numbers[entry.page]
            self._set(
                number,
                f"<</Title {literal(entry.title)} /Parent {parent} 0 R {links} "
                f"/Dest [{page} 0 R /Fit]>>",
            )
        return numbers[0], numbers[-1]

    def map_to_unicode(self, meanings: dict[int, str]) -> int:
        """Return the number of a new stream that tells what a font's codes mean (9.10.3)."""
        rows = "\n".join(
            f"<{code:04x}> <{text.encode('utf-16-be').hex()}>" for code, text in meanings.items()
        )
        source = (
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap "
            "/CMapName /Own def 1 begincodespacerange <0000> <ffff> endcodespacerange\n"
            f"{len(meanings)} beginbfchar\n{rows}\nendbfchar endcmap end end"
        )
        return self._stream("", source.encode("ascii"))

    def _image(self) -> int:
        return self._stream(
            "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray "
            "/BitsPerComponent 8 ",
            b"\x80",
        )

    def _reserve(self) -> int:
        self._objects.append(b"null")
        return len(self._objects)

    def _add(self, source: str) -> int:
        number = self._reserve()
        self._set(number, source)
        return number

    def _set(self, number: int, source: str) -> None:
        self._objects[number - 1] = source.encode("latin-1")

    def _stream(self, entries: str, data: bytes) -> int:
        number = self._reserve()
        if self.user_password is not None:
            data = rc4(self._object_key(number), data)
        head = f"<<{entries}/Length {len(data)}>>\nstream\n".encode("latin-1")
        self._objects[number - 1] = head + data + b"\nendstream"
        return number

    def _file(self, catalog: int) -> bytes:
        trailer = f"/Size {len(self._objects) + 2} /Root {catalog} 0 R /ID [<{FILE_ID.hex()}><00>]"
        if self.info:
            trailer += f" /Info {self._add(f'<<{self.info}>>')} 0 R"
        if self.user_password is not None:
            trailer += f" /Encrypt {self._add(self._encryption())} 0 R"
        output = bytearray(b"%PDF-1.7\n")
        places = []
        for number, source in enumerate(self._objects, start=1):
            places.append(len(output))
            output += f"{number} 0 obj\n".encode() + source + b"\nendobj\n"
        start = len(output)
        output += f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n".encode()
        output += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
        return bytes(output) + f"trailer\n<<{trailer}>>\nstartxref\n{start}\n%%EOF".encode()

    # The standard security handler, revision 2 (7.6.3): RC4 with a key of 40 bits.

    def _owner_entry(self) -> bytes:
        return rc4(md5(PADDING)[:5], self._padded_password())

    def _padded_password(self) -> bytes:
        return ((self.user_password or "").encode("latin-1") + PADDING)[:32]

    def _key(self) -> bytes:
        permissions = (-4).to_bytes(4, "little", signed=True)
        return md5(self._padded_password() + self._owner_entry() + permissions + FILE_ID)[:5]

    def _object_key(self, number: int) -> bytes:
        return md5(self._key() + number.to_bytes(3, "little") + b"\0\0")[:10]

    def _encryption(self) -> str:
        owner, user = self._owner_entry().hex(), rc4(self._key(), PADDING).hex()
        return f"<</Filter /Standard /V 1 /R 2 /O <{owner}> /U <{user}> /P -4>>"


def _resources(pdf: Pdf, image: int) -> str:
    fonts = (
        f"/{PLAIN} <</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>> "
        f"/{BOLD} <</Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold "
        "/Encoding /WinAnsiEncoding>> "
        f"/{UNKNOWN} {_composite()} /{ARABIC} {_composite(pdf.map_to_unicode(ARABIC_LETTERS))}"
    )
    return f"<</Font <<{fonts}>> /XObject <</Im {image} 0 R>>>>"


ARABIC_LETTERS = {1: "\u0627", 2: "\u0644\u0627", 3: "\u0645", 4: "\u0633", 5: " "}
"""What the codes of the font ARABIC mean; 2 is the ligature of lam and alef."""


def _composite(to_unicode: int = 0) -> str:
    """Return a font of glyph numbers, which mean nothing where no map to Unicode is given."""
    entry = f"/ToUnicode {to_unicode} 0 R" if to_unicode else ""
    return (
        "<</Type /Font /Subtype /Type0 /BaseFont /Nameless /Encoding /Identity-H "
        "/DescendantFonts [<</Type /Font /Subtype /CIDFontType2 /BaseFont /Nameless /DW 500 "
        "/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> >>] "
        f"{entry}>>"
    )
