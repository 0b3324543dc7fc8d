"""Whatever a document says, a passage of it is found where it stands."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plugin.contracts.search import Span
from plugin.embeddings.jump.passage_match import TextStream, probes, word_key
from plugin.embeddings.jump.target import JumpPlace, JumpTarget

TEXT = st.text(max_size=60)
BLOCKS = st.lists(TEXT, min_size=1, max_size=8)


@given(BLOCKS, st.data())
def test_every_block_is_found_at_its_place(blocks: list[str], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(blocks) - 1))
    stream = TextStream(blocks)
    found = stream.places(blocks[index])
    if not word_key(blocks[index]):
        return
    assert any(match.first_block == index and stream.equals(match) for match in found)
    for match in found:
        assert match.first_block <= match.last_block
        assert 0 <= match.start <= len(blocks[match.first_block])
        assert 0 < match.end <= len(blocks[match.last_block])


@given(BLOCKS, TEXT)
def test_remains_stay_inside_the_blocks(blocks: list[str], passage: str) -> None:
    for match in TextStream(blocks).remains(passage):
        assert 0.0 < match.share <= 1.0
        assert 0 <= match.start < len(blocks[match.first_block])
        assert 0 < match.end <= len(blocks[match.last_block])


@given(TEXT)
def test_probes_are_pieces_of_the_text_in_one_line(text: str) -> None:
    for probe in probes(text):
        assert probe in text
        assert probe == text.strip() or not set("\n\t") & set(probe)


@given(TEXT, st.lists(st.tuples(st.integers(0, 70), st.integers(0, 70)), max_size=3))
def test_what_is_shown_is_part_of_the_passage(text: str, spans: list[tuple[int, int]]) -> None:
    target = JumpTarget("", "", "", text, "", spans=tuple(Span(*sorted(span)) for span in spans))
    assert target.asked_for in target.text
    assert target.shown in target.text
    assert target.passage.endswith(target.text)


@given(st.text(max_size=40))
def test_no_key_is_too_odd(key: str) -> None:
    JumpPlace.parse(key)
