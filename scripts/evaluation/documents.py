"""The documents that a labelled set is searched in: real files in a folder, and their ids.

A BEIR set's corpus.jsonl is written out as one .odt a document, with its title as heading, into
the user's cache directory; it is written anew when the corpus has changed. Owns: those files, and
which id a found path stands for. Does not own: reading the set (data), indexing.
"""

from __future__ import annotations

import hashlib
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from evaluation.data import QRELS_PATTERN, normal, read_rows
from plugin.contracts.corpus import FolderRules, IndexPlace
from plugin.contracts.errors import BadRequest
from plugin.documents.listing import list_documents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from evaluation.data import LabelledSet

WRITER_VERSION = 1
"""Raised when documents are written in another way, so that old ones are not used again."""

_STAMP_NAME = ".written"
_EVALUATION_FOLDER = Path("writeragent") / "evaluation"
_KEY_HEX_CHARS = 12
_MAX_NAME_CHARS = 60
_SAFE_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_BLANK_LINES = re.compile(r"\n[ \t\r]*\n")
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_MIME_TYPE = "application/vnd.oasis.opendocument.text"
_EPOCH = (1980, 1, 1, 0, 0, 0)
_CONTENT = (
    '<?xml version="1.0" encoding="UTF-8"?><office:document-content office:version="1.3"'
    ' xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">'
    "<office:body><office:text>{}</office:text></office:body></office:document-content>"
)
_MANIFEST = (
    '<?xml version="1.0" encoding="UTF-8"?><manifest:manifest manifest:version="1.3"'
    ' xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
    f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{_MIME_TYPE}"/>'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
    "</manifest:manifest>"
)


@dataclass(frozen=True)
class DocumentFolder:
    """Where a set's documents are, the rules they are indexed by, and the id of each path.

    notes tell what of the set cannot be measured.
    """

    folder: Path
    rules: FolderRules
    id_of_path: Mapping[str, str]
    notes: tuple[str, ...] = ()

    def id_of(self, path: str) -> str:
        """Return the id that judgements use for a found path."""
        return self.id_of_path.get(normal(path), normal(path))


def document_folder(labelled: LabelledSet, cache: Path) -> DocumentFolder:
    """Return the folder to search; a BEIR set's documents are written below cache where needed."""
    found = _written_folder(labelled, cache) if labelled.is_beir else _own_folder(labelled)
    known = set(found.id_of_path.values())
    judged = {document_id for query in labelled.queries for document_id in query.grades}
    missing = judged - known
    if judged and missing == judged:
        raise BadRequest(
            f"None of the documents that the qrels name is in {labelled.folder}.",
            hint="Look whether their ids are the documents' ids or file names.",
        )
    if not missing:
        return found
    note = f"{len(missing)} of {len(judged)} judged documents are missing and count as not found."
    return DocumentFolder(found.folder, found.rules, found.id_of_path, (note,))


def _own_folder(labelled: LabelledSet) -> DocumentFolder:
    """Return the set's own folder; nothing is written into it, so its index lies in the cache."""
    folder = labelled.files_folder
    judged = {document_id for query in labelled.queries for document_id in query.grades}
    paths = [normal(file.path) for file in list_documents(str(folder))]
    if not paths:
        raise BadRequest(f"There is no document in {folder}.", hint="Put the office files there.")
    # Judgements may name a file in a sub-folder by its name alone.
    ids = {path: path if path in judged else _base_name(path, judged) for path in paths}
    rules = FolderRules(index_place=IndexPlace.CACHE, exclude=(QRELS_PATTERN,))
    return DocumentFolder(folder, rules, ids)


def _base_name(path: str, judged: set[str]) -> str:
    name = path.rpartition("/")[2]
    return name if name in judged else path


def _written_folder(labelled: LabelledSet, cache: Path) -> DocumentFolder:
    corpus = labelled.corpus_path
    ids = _ids_of_names(corpus)
    folder = set_folder(corpus, cache, lambda folder: _write_documents(corpus, folder))
    return DocumentFolder(folder, FolderRules(), ids)


def set_folder(source: Path, cache: Path, write: Callable[[Path], None]) -> Path:
    """Return the folder of the documents that source holds; write makes them where needed.

    It is the source's own, and is filled anew when the source's content has changed.
    """
    real = source.resolve()
    key = hashlib.sha256(str(real).encode("utf-8", "surrogateescape")).hexdigest()
    folder = cache / _EVALUATION_FOLDER / f"{real.parent.name[:40]}-{key[:_KEY_HEX_CHARS]}"
    stamp = _stamp(real)
    stamp_path = folder / _STAMP_NAME
    if stamp_path.is_file() and stamp_path.read_text(encoding="ascii") == stamp:
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    stamp_path.unlink(missing_ok=True)  # an interrupted writing is begun anew
    for old in folder.glob("*.odt"):
        old.unlink()
    write(folder)
    stamp_path.write_text(stamp, encoding="ascii")
    return folder


def _stamp(corpus: Path) -> str:
    content = hashlib.sha256()
    with corpus.open("rb") as stream:
        for block in iter(lambda: stream.read(1 << 20), b""):
            content.update(block)
    return f"{WRITER_VERSION} {content.hexdigest()}"


def _ids_of_names(corpus: Path) -> dict[str, str]:
    ids: dict[str, str] = {}
    for row in read_rows(corpus):
        document_id = str(row.get("_id") or "")
        if not document_id:
            raise BadRequest(f"A document in {corpus} has no _id.", hint="Give each line one.")
        if ids.setdefault(file_name(document_id), normal(document_id)) != normal(document_id):
            raise BadRequest(f"Two ids in {corpus} give one file name: {document_id}.")
    if not ids:
        raise BadRequest(f"There is no document in {corpus}.", hint="Give one JSON object a line.")
    return ids


def _write_documents(corpus: Path, folder: Path) -> None:
    for row in read_rows(corpus):
        path = folder / file_name(str(row["_id"]))
        write_document(path, title=str(row.get("title") or ""), text=str(row.get("text") or ""))


def file_name(document_id: str) -> str:
    """Return the file name for an id: the id itself where any file system can keep it apart."""
    if _SAFE_NAME.fullmatch(document_id) and len(document_id) <= _MAX_NAME_CHARS:
        return f"{document_id}.odt"
    digest = hashlib.sha256(document_id.encode("utf-8", "surrogatepass")).hexdigest()
    readable = readable_name(document_id)
    return f"{readable}-{digest[:_KEY_HEX_CHARS]}.odt" if readable else f"{digest[:16]}.odt"


def readable_name(document_id: str) -> str:
    """Return what of an id stands in a file's name, "" where nothing does.

    An id that begins as another one does has a file name that begins so, too.
    """
    return _UNSAFE.sub("_", document_id)[:_MAX_NAME_CHARS].strip("._-")


def write_document(path: Path, *, title: str, text: str) -> None:
    """Write an ODF text with a heading and its paragraphs; the same bytes for the same text."""
    heading = [(1, title)] if title.strip() else []
    write_blocks(path, [*heading, *((0, line) for line in paragraphs_of(text))])


def write_blocks(path: Path, blocks: Iterable[tuple[int, str]]) -> None:
    """Write an ODF text of headings (level from 1) and paragraphs (0)."""
    content = "".join(
        f'<text:h text:outline-level="{level}">{_xml(text)}</text:h>'
        if level
        else f"<text:p>{_xml(text)}</text:p>"
        for level, text in blocks
    )
    parts = (
        ("mimetype", _MIME_TYPE),
        ("META-INF/manifest.xml", _MANIFEST),
        ("content.xml", _CONTENT.format(content)),
    )
    with zipfile.ZipFile(path, "w") as package:
        for name, part in parts:
            how = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            package.writestr(zipfile.ZipInfo(name, _EPOCH), part, how)


def paragraphs_of(text: str) -> Iterator[str]:
    """Yield a text's paragraphs: what blank lines part, else its lines."""
    blocks = _BLANK_LINES.split(text)
    lines = blocks if len(blocks) > 1 else text.splitlines()
    return (" ".join(line.split()) for line in lines if line.strip())


def _xml(text: str) -> str:
    return escape(_NO_XML.sub(" ", text))
