"""Books give their chapters in reading order, under the names that readers know them by."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

from plugin.contracts.corpus import FileState
from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.extract import extract_document

from .fixtures_epub import BookSource, write_book, xhtml

if TYPE_CHECKING:
    from pathlib import Path

    from plugin.documents.passages import ExtractedDocument

_ENCRYPTION = (
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"'
    ' xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>'
    '<enc:EncryptionMethod Algorithm="{algorithm}"/><enc:CipherData>'
    '<enc:CipherReference URI="{name}"/></enc:CipherData></enc:EncryptedData></encryption>'
)
_AES = "http://www.w3.org/2001/04/xmlenc#aes128-cbc"
_IDPF_FONTS = "http://www.idpf.org/2008/embedding"


def _read(path: Path, source: BookSource) -> ExtractedDocument:
    return extract_document(write_book(path / "book.epub", source))


def _texts(document: ExtractedDocument, kind: PassageKind = PassageKind.TEXT) -> list[str]:
    return [passage.text for passage in document.passages if passage.kind is kind]


def _paths(document: ExtractedDocument) -> dict[str, tuple[str, ...]]:
    return {passage.text: passage.heading_path for passage in document.passages}


def test_chapters_come_in_reading_order_with_what_is_beside_it_last(tmp_path: Path) -> None:
    source = BookSource(
        {
            "note.xhtml": xhtml("<p>Aside.</p>"),
            "one.xhtml": xhtml("<h1>One</h1><p>First.</p>"),
            "two.xhtml": xhtml("<h2>Two</h2><p>Second.</p>"),
        },
        not_linear=("note.xhtml",),
    )
    document = _read(tmp_path, source)
    assert document.state is FileState.OK
    assert document.title == "A Book"
    assert _texts(document) == ["First.", "Second.", "Aside."]
    assert _paths(document)["Second."] == ("One", "Two")


def test_front_matter_and_language_come_from_the_package(tmp_path: Path) -> None:
    metadata = (
        "<dc:title>Der Weg</dc:title><dc:creator>Ada Autor</dc:creator>"
        "<dc:language>de</dc:language>"
        "<dc:subject>Reisen</dc:subject>"
        "<dc:description>&lt;p&gt;Ein Buch.&lt;/p&gt;</dc:description>"
    )
    document = _read(tmp_path, BookSource({"a.xhtml": xhtml("<p>Text.</p>")}, metadata=metadata))
    assert document.language == "de"
    assert _texts(document, PassageKind.FRONTMATTER) == ["Ada Autor\nReisen\nEin Buch."]


def test_a_chapter_without_heading_is_named_by_the_contents(tmp_path: Path) -> None:
    for is_epub2 in (False, True):
        source = BookSource(
            {
                "one.xhtml": xhtml("<p>First text.</p>"),
                "two.xhtml": xhtml("<p class='big'>The  second</p><p>Second text.</p>"),
                "three.xhtml": xhtml("<h1>Own</h1><p>Third text.</p>"),
                "four.xhtml": xhtml("<p>Third goes on.</p>"),
            },
            contents=[
                ("The first", "one.xhtml#top"),
                ("The second", "two.xhtml"),
                ("Another name", "three.xhtml"),
            ],
            is_epub2=is_epub2,
        )
        document = _read(tmp_path, source)
        paths = _paths(document)
        assert paths["First text."] == ("The first",)
        assert paths["Second text."] == ("The second",)
        assert paths["Third text."] == paths["Third goes on."] == ("Own",)
        assert _texts(document, PassageKind.HEADING) == ["The first", "The second", "Own"]
        assert not any("Landmark" in passage.text for passage in document.passages)


def test_paths_may_be_escaped_or_written_with_backslashes(tmp_path: Path) -> None:
    path = write_book(
        tmp_path / "a.epub",
        BookSource({"ein%20Kapitel.xhtml": xhtml("<p>x</p>")}, opf="deep/er/book.opf"),
    )
    odd = tmp_path / "b.epub"
    with zipfile.ZipFile(path) as package, zipfile.ZipFile(odd, "w") as target:
        for name in package.namelist():
            spelling = name.replace("%20", " ")
            target.writestr(zipfile.ZipInfo(spelling.replace("/", "\\")), package.read(name))
    assert _texts(extract_document(odd)) == ["x"]


def test_a_book_without_mimetype_or_container_is_one_still(tmp_path: Path) -> None:
    path = write_book(tmp_path / "a.epub", BookSource({"a.xhtml": xhtml("<p>x</p>")}))
    bare = tmp_path / "b.docx"
    with zipfile.ZipFile(path) as package, zipfile.ZipFile(bare, "w") as target:
        for name in package.namelist():
            if name != "mimetype":
                data = package.read(name)
                target.writestr(name, b"<broken" if name.endswith("container.xml") else data)
    assert _texts(extract_document(bare)) == ["x"]


def test_a_damaged_chapter_is_lost_alone(tmp_path: Path) -> None:
    source = BookSource({"a.xhtml": xhtml("<p>Kept.</p>"), "b.xhtml": xhtml("<p>Gone.</p>")})
    path = write_book(tmp_path / "a.epub", source)
    cut = tmp_path / "b.epub"
    with zipfile.ZipFile(path) as package, zipfile.ZipFile(cut, "w") as target:
        for name in package.namelist():
            if not name.endswith("b.xhtml"):
                target.writestr(name, package.read(name))
    document = extract_document(cut)
    assert document.state is FileState.PARTIAL
    assert document.reason == "1 of the book's 2 parts cannot be read."
    assert _texts(document) == ["Kept."]


def test_scrambled_fonts_are_no_encryption_but_chapters_are(tmp_path: Path) -> None:
    chapters = {"a.xhtml": xhtml("<p>Open.</p>"), "b.xhtml": xhtml("<p>Closed.</p>")}

    def book(algorithm: str, name: str, names: dict[str, str]) -> ExtractedDocument:
        rules = _ENCRYPTION.format(algorithm=algorithm, name=name).encode()
        return _read(tmp_path, BookSource(names, extra={"META-INF/encryption.xml": rules}))

    assert book(_IDPF_FONTS, "OEBPS/font.otf", chapters).state is FileState.OK
    assert book(_AES, "OEBPS/cover.jpg", chapters).state is FileState.OK
    partial = book(_AES, "OEBPS/b.xhtml", chapters)
    assert (partial.state, _texts(partial)) == (FileState.PARTIAL, ["Open."])
    closed = book(_AES, "OEBPS/b.xhtml", {"b.xhtml": "\x01\x02"})
    assert closed.state is FileState.ENCRYPTED
    assert "protected" in closed.reason


def test_a_book_of_pictures_says_so(tmp_path: Path) -> None:
    pages = {f"{n}.xhtml": xhtml('<div><img src="p.jpg" alt="page"/></div>') for n in range(3)}
    document = _read(tmp_path, BookSource(pages))
    assert document.state is FileState.NEEDS_OCR
    assert document.passages == ()
    empty = _read(tmp_path, BookSource({"a.xhtml": xhtml("<p> </p>")}, metadata=""))
    assert empty.state is FileState.EMPTY


def test_notes_their_marks_and_page_numbers(tmp_path: Path) -> None:
    body = (
        '<p>Word<a epub:type="noteref" href="#n">1</a> goes<sup><a href="n.xhtml#m">2</a></sup> on'
        '<span epub:type="pagebreak" id="p3">3</span>.</p>'
        '<aside epub:type="footnote" id="n"><p><a href="#r"><sup>1</sup></a>A note.</p></aside>'
        '<section epub:type="endnotes"><h2>Notes</h2><ol><li id="m">End note.</li></ol></section>'
    )
    document = _read(tmp_path, BookSource({"a.xhtml": xhtml(body)}))
    assert _texts(document) == ["Word goes on."]
    assert _texts(document, PassageKind.NOTE) == ["A note.", "End note."]
    assert _texts(document, PassageKind.HEADING) == ["Notes"]


def test_entities_of_html_are_read_and_own_ones_never_expanded(tmp_path: Path) -> None:
    doctype = '<!DOCTYPE html [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;&a;">]>'
    chapter = xhtml("<p>Caf&eacute;&nbsp;bar <![CDATA[x < y]]> &b;</p>")
    document = _read(
        tmp_path, BookSource({"a.xhtml": chapter.replace("<html", f"{doctype}<html", 1)})
    )
    texts = " ".join(_texts(document))
    assert texts.startswith("Caf\u00e9 bar x < y")
    assert "boom" not in texts


def test_a_package_without_a_list_of_chapters_is_corrupt(tmp_path: Path) -> None:
    path = tmp_path / "a.epub"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("mimetype", "application/epub+zip")
    document = extract_document(path)
    assert document.state is FileState.CORRUPT
    assert document.reason == "The book has no list of its chapters."
