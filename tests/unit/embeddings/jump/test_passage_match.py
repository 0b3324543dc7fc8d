"""Passages are found in text that is written, wrapped or edited otherwise."""

from __future__ import annotations

import pytest

from plugin.embeddings.jump.passage_match import Match, TextStream, probes, word_key


def shown(blocks: list[str], match: Match) -> str:
    """Return the text that a match takes, blocks apart by a bar."""
    if match.first_block == match.last_block:
        return blocks[match.first_block][match.start : match.end]
    parts = blocks[match.first_block : match.last_block + 1]
    return "|".join([parts[0][match.start :], *parts[1:-1], parts[-1][: match.end]])


@pytest.mark.parametrize(
    ("passage", "blocks", "expected"),
    [
        ("a no break space", ["It is a no\u00a0break\u202fspace."], "a no\u00a0break\u202fspace"),
        ("a hyphenated word", ["A hyphen\u00adated word"], "A hyphen\u00adated word"),
        ('say "yes" now', ["He may say \u201eyes\u201c now."], "say \u201eyes\u201c now"),
        ("one line of text", ["one line", "of text"], "one line|of text"),
        ("Item | Price", ["Item", "Price"], "Item|Price"),
        ("bold and plain", ["**bold** and _plain_"], "bold** and _plain"),
        (
            "\u8aad\u66f8\u4f1a",
            ["\u4eca\u65e5\u306f\u8aad\u66f8\u4f1a\u3067"],
            "\u8aad\u66f8\u4f1a",
        ),
        ("caf\u00e9 au lait", ["cafe\u0301 au lait"], "cafe\u0301 au lait"),
        ("* * *", ["text", "* * *"], "* * *"),
    ],
)
def test_what_reads_the_same_is_found(passage: str, blocks: list[str], expected: str) -> None:
    (match,) = TextStream(blocks).places(passage)
    assert shown(blocks, match) == expected
    assert match.is_whole


def test_words_are_found_whole_only() -> None:
    assert TextStream(["The cartoon is here"]).places("car") == []


def test_every_place_is_found_and_blank_blocks_are_passed_over() -> None:
    blocks = ["", "tea", "", "coffee tea", ""]
    assert [match.first_block for match in TextStream(blocks).places("tea")] == [1, 3]


def test_of_an_edited_passage_what_is_left_is_found() -> None:
    passage = "The annual meeting takes place in March. Members may bring guests to the hall."
    blocks = [
        "Welcome",
        "The yearly meeting is in May. Members may bring guests to the hall.",
        "End",
    ]
    (match,) = TextStream(blocks).remains(passage)
    assert match.first_block == match.last_block == 1
    assert match.survives
    assert not match.is_whole
    assert "Members may bring guests to the hall" in shown(blocks, match)


def test_a_few_common_words_are_no_passage() -> None:
    passage = "In order to register, new volunteers send two letters and a photograph by post"
    blocks = ["In order to cook rice you need some water and a pot with a lid on top of it"]
    assert not any(match.survives for match in TextStream(blocks).remains(passage))


def test_a_match_that_takes_whole_blocks_is_told_from_one_inside() -> None:
    stream = TextStream(["Costs", "All costs of it", "Costs."])
    assert [stream.equals(match) for match in stream.places("costs")] == [True, False, True]


def test_a_piece_is_found_inside_its_match_only() -> None:
    stream = TextStream(["red", "blue red green", "red"])
    (around,) = stream.places("blue red green")
    inside = stream.within("red", around)
    assert inside is not None
    assert (inside.first_block, inside.start) == (1, 5)
    assert stream.within("yellow", around) is None


def test_probes_go_from_the_whole_to_windows_and_never_over_borders() -> None:
    found = probes("First sentence of four words. Second sentence has five words.\nA | b | c")
    assert found[0] == "Second sentence has five words."
    assert not any(mark in probe for probe in found for mark in ("\n", "\t", " | "))
    assert probes("Just one line")[0] == "Just one line"
    assert probes(" | ") == probes("") == ()


def test_words_fold_what_reads_the_same() -> None:
    assert word_key("Stra\u00dfe \uff21\uff22") == "strasse ab"
