"""What a file may cost in the real child: bombs are refused at once, honest big files are read."""

from __future__ import annotations

import sys
import time
import zipfile
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.corpus import FileState
from plugin.embeddings.venv.extract.isolation import IsolatedExtractor, IsolationLimits
from plugin.embeddings.venv.extract.process_memory import peak_bytes
from tests.fuzz.packing import packed, unpacked
from tests.fuzz.seeds import made_seeds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from plugin.documents.passages import ExtractedDocument

# The main part of each package format, and what stands in it where text may.
MAIN_PARTS = {
    "odt": "content.xml",
    "ods": "content.xml",
    "odp": "content.xml",
    "docx": "word/document.xml",
    "xlsx": "xl/worksheets/sheet1.xml",
    "pptx": "ppt/slides/slide1.xml",
    "epub": "OPS/one.xhtml",
}
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
DECLARED = f'<!DOCTYPE x [<!ENTITY l0 "lol">{LAUGHS}]>'


@pytest.fixture(scope="module")
def extractor() -> Iterator[IsolatedExtractor]:
    with IsolatedExtractor(IsolationLimits(deadline_s=60)) as extractor:
        yield extractor


def changed(extension: str, change: Callable[[str], str]) -> bytes:
    """Return the whole file of a format with its main part changed."""
    (seed,) = (seed for seed in made_seeds() if seed.extension == extension)
    part = MAIN_PARTS[extension]
    return packed(
        (name, change(content.decode()).encode() if name == part else content)
        for name, content in unpacked(seed.data)
    )


def text_of(document: ExtractedDocument) -> str:
    return "\n".join(passage.text for passage in document.passages)


@pytest.mark.parametrize("extension", MAIN_PARTS)
def test_a_bomb_is_refused_before_it_is_unpacked(
    extractor: IsolatedExtractor, tmp_path: Path, extension: str
) -> None:
    path = tmp_path / f"bomb.{extension}"
    path.write_bytes(changed(extension, lambda text: text + " " * (100 << 20)))
    started_s = time.monotonic()
    document = extractor.extract(path)
    assert document.state in (FileState.TOO_BIG, FileState.PARTIAL), document.reason
    assert document.reason
    assert time.monotonic() - started_s < 10
    assert peak_bytes(extractor.child_pid) < 256 << 20


@pytest.mark.parametrize("extension", MAIN_PARTS)
def test_entities_never_grow(extractor: IsolatedExtractor, tmp_path: Path, extension: str) -> None:
    def with_laughs(text: str) -> str:
        head, _, rest = text.rpartition("?>") if text.startswith("<?xml") else ("", "", text)
        declared = f"{head}?>{DECLARED}{rest}" if head else DECLARED + rest
        return declared.replace("Results", "&l9;").replace("Country", "&l9;")

    path = tmp_path / f"laughs.{extension}"
    path.write_bytes(changed(extension, with_laughs))
    document = extractor.extract(path)
    assert text_of(document).count("lol") <= 3
    assert document.state is not FileState.TIMEOUT
    assert peak_bytes(extractor.child_pid) < 256 << 20


def test_a_very_long_text_and_very_deep_elements_are_read_whole(
    extractor: IsolatedExtractor, tmp_path: Path
) -> None:
    long = tmp_path / "long.odt"
    long.write_bytes(changed("odt", lambda text: text.replace("By four", "word " * 2_400_000, 1)))
    document = extractor.extract(long)
    assert document.state is FileState.OK, document.reason
    assert "Apples" in text_of(document)
    deep = tmp_path / "deep.odt"
    spans = "<text:span>" * 400 + "deepest" + "</text:span>" * 400
    deep.write_bytes(changed("odt", lambda text: text.replace("Bramley", spans)))
    words = text_of(extractor.extract(deep))
    assert words.index("deepest") < words.index("Country")


@pytest.mark.slow
def test_an_honest_big_file_is_read_within_the_memory_of_a_file(
    extractor: IsolatedExtractor, tmp_path: Path
) -> None:
    paragraph = "<text:p>Ships pay harbour dues in winter <text:span>{}</text:span></text:p>"
    paragraphs = "".join(paragraph.format(number) for number in range(60_000))
    path = tmp_path / "big.odt"
    path.write_bytes(
        changed("odt", lambda text: text.replace("</office:text>", f"{paragraphs}</office:text>"))
    )
    document = extractor.extract(path)
    assert document.state is FileState.OK, document.reason
    assert len(document.passages) > 60_000
    assert peak_bytes(extractor.child_pid) < 400 << 20


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")
def test_a_file_beyond_the_memory_is_too_big_and_costs_only_itself(
    extractor: IsolatedExtractor, tmp_path: Path
) -> None:
    path = tmp_path / "hungry.odt"
    elements = "".join(f"<text:s{number % 90} a='{number}'/>" for number in range(2_500_000))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        content = changed("odt", lambda text: text.replace("Bramley", elements))
        for name, data in unpacked(content):
            package.writestr(name, data)
    document = extractor.extract(path)
    assert document.state is FileState.TOO_BIG, document.reason
    assert peak_bytes(extractor.child_pid) < 700 << 20
    small = tmp_path / "small.txt"
    small.write_text("They swim.")
    assert extractor.extract(small).state is FileState.OK
