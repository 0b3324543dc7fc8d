"""Passages in order, under their headings, within limits."""

from __future__ import annotations

from plugin.contracts.corpus import FileState
from plugin.documents.passages import LocaleRun, PassageKind
from plugin.embeddings.venv.extract.document import ExtractionLimits, PassageWriter
from plugin.embeddings.venv.extract.styled_text import StyledText


def test_heading_path_follows_the_outline() -> None:
    writer = PassageWriter()
    writer.add_heading(1, "One")
    writer.add_heading(3, "Deep")
    writer.add(PassageKind.TEXT, "under deep")
    writer.add_heading(2, "Two")
    writer.add(PassageKind.TEXT, "under two")
    paths = [passage.heading_path for passage in writer.finish().passages]
    assert paths == [(), ("One",), ("One", "Deep"), ("One",), ("One", "Two")]


def test_blank_text_is_no_passage_and_nothing_is_empty() -> None:
    writer = PassageWriter()
    assert not writer.add(PassageKind.TEXT, " \u00ad\n")
    document = writer.finish()
    assert document.state is FileState.EMPTY
    assert document.reason


def test_caps_make_the_document_partial_with_a_reason() -> None:
    writer = PassageWriter(ExtractionLimits(max_passages=2))
    for number in range(4):
        writer.add(PassageKind.TEXT, f"text {number}")
    document = writer.finish()
    assert document.state is FileState.PARTIAL
    assert [passage.para_index for passage in document.passages] == [0, 1]
    assert "beginning" in document.reason


def test_a_very_long_passage_goes_on_in_the_next_with_its_runs() -> None:
    writer = PassageWriter(ExtractionLimits(max_passage_chars=4))
    runs = (LocaleRun(0, 6, "en"), LocaleRun(6, 10, "de"))
    writer.add(PassageKind.TEXT, StyledText("abcdefghij", runs))
    passages = writer.finish().passages
    assert [passage.text for passage in passages] == ["abcd", "efgh", "ij"]
    assert passages[1].runs == (LocaleRun(0, 2, "en"), LocaleRun(2, 4, "de"))


def test_a_very_long_passage_is_parted_between_words() -> None:
    writer = PassageWriter(ExtractionLimits(max_passage_chars=12))
    writer.add(PassageKind.TEXT, "apples pears plums and cherries")
    texts = [passage.text for passage in writer.finish().passages]
    assert [text.split() for text in texts] == [["apples"], ["pears", "plums"], ["and", "cherries"]]
    assert "".join(texts) == "apples pears plums and cherries"


def test_runs_of_the_documents_own_language_are_left_out() -> None:
    writer = PassageWriter()
    writer.add(PassageKind.TEXT, StyledText("viel", (LocaleRun(0, 4, "de"),)))
    writer.add(PassageKind.TEXT, StyledText("no", (LocaleRun(0, 2, "en"),)))
    writer.language = writer.dominant_language
    document = writer.finish()
    assert document.language == "de"
    assert document.passages[0].runs == ()
    assert document.passages[1].runs == (LocaleRun(0, 2, "en"),)


def test_what_is_said_of_a_document_comes_first_under_no_heading() -> None:
    writer = PassageWriter()
    writer.add_heading(1, "One")
    writer.add(PassageKind.TEXT, "text")
    writer.add(PassageKind.FRONTMATTER, "keywords")
    passages = writer.finish().passages
    assert [passage.text for passage in passages] == ["keywords", "One", "text"]
    assert [passage.para_index for passage in passages] == [0, 1, 2]
    assert [passage.heading_path for passage in passages] == [(), (), ("One",)]


def test_a_reader_that_stops_when_full_need_not_say_so() -> None:
    writer = PassageWriter(ExtractionLimits(max_chars=10))
    while not writer.full:
        writer.add(PassageKind.TEXT, "text")
    document = writer.finish()
    assert document.state is FileState.PARTIAL
    assert document.reason == "The document is very long; only its beginning is searchable."


def test_a_paragraph_in_a_headings_style_is_text() -> None:
    writer = PassageWriter()
    writer.add_heading(1, "One")
    writer.add_heading(1, "a long paragraph " * 20)
    writer.add(PassageKind.TEXT, "below")
    passages = writer.finish().passages
    assert [passage.kind for passage in passages[1:]] == [PassageKind.TEXT, PassageKind.TEXT]
    assert passages[2].heading_path == ("One",)


def test_a_title_is_one_line_of_bounded_length() -> None:
    writer = PassageWriter()
    writer.title = "a\nb" + "c" * 1_000_000
    writer.add(PassageKind.TEXT, "text")
    title = writer.finish().title
    assert title.startswith("a bccc")
    assert len(title) <= 1_000
