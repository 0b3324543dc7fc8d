"""Jumping into a long document: the passage is found without reading all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.office import jump_steps as steps

if TYPE_CHECKING:
    from pathlib import Path

    from tests.office.harness.office import Office

N_PARAGRAPHS = 4000
EVERY = 1000
"""Each so many paragraphs a chapter begins, whose first words are the same in all of them."""

TWICE = "This chapter begins with the same words as every other one."


def words_of(number: int) -> str:
    return f"Paragraph number {number} tells of pumps and budgets."


def make_long(ctx: Any, path: str, texts: list[str], n_every: int) -> None:
    """Write a document of many paragraphs with a heading every so many."""
    import office_probe as probe

    document = probe.new_document(ctx, hidden=True)
    body = document.getText()
    body.setString("\r".join(texts))
    cursor = body.createTextCursor()
    for _ in range(0, len(texts), n_every):
        cursor.ParaStyleName = "Heading 1"
        for _ in range(n_every):
            cursor.gotoNextParagraph(False)
    probe.save_as(document, path, FilterName="writer8")
    probe.close(document)


@pytest.fixture
def target(office: Office, tmp_path: Path) -> dict[str, Any]:
    path = tmp_path / "long.odt"
    texts = [words_of(number) for number in range(N_PARAGRAPHS)]
    for number in range(0, N_PARAGRAPHS, EVERY):
        texts[number : number + 2] = f"Chapter {number // EVERY}", TWICE
    office.run(make_long, str(path), texts, EVERY)
    return {"doc_url": path.as_uri(), "path": str(path), "title": "long", "location": ""}


def jump(office: Office, target: dict[str, Any], passage: str, **more: Any) -> dict[str, Any]:
    outcome: dict[str, Any] = office.run(steps.jump, {**target, "passage": passage, **more})
    return outcome


def selected_number(ctx: Any) -> int:
    """Return how many paragraphs stand before the selected one."""
    import office_probe as probe

    cursor = probe.documents(ctx)[-1].getCurrentController().getViewCursor().getStart()
    body = cursor.getText()
    before = body.createTextCursorByRange(body.getStart())
    before.gotoRange(cursor, True)
    return before.getString().replace("\r\n", "\n").count("\n")


def test_what_stands_once_is_selected(office: Office, target: dict[str, Any]) -> None:
    for number in (2, 2345, N_PARAGRAPHS - 1):
        outcome = jump(office, target, words_of(number))
        assert (outcome["place"], office.run(selected_number)) == ("exact", number)
    three = "\n".join(map(words_of, range(3000 - 3, 3000)))
    assert jump(office, target, three)["place"] == "exact"
    assert office.run(selected_number) == 2997


def test_of_several_the_one_under_its_heading_or_nearest_to_its_place_is_selected(
    office: Office, target: dict[str, Any]
) -> None:
    jump(office, target, TWICE, heading_path=["Chapter 2"])
    assert office.run(selected_number) == 2001
    jump(office, target, TWICE, para_index=950)
    assert office.run(selected_number) == 1001


def test_a_sentence_inside_another_paragraph_is_found(
    office: Office, target: dict[str, Any]
) -> None:
    outcome = jump(office, target, "number 1500 tells of pumps")
    assert outcome["selected"] == "number 1500 tells of pumps"


def times_s(ctx: Any, fields: dict[str, Any]) -> tuple[float, float]:
    """Return how long the finding takes, and how long the reading of the whole document."""
    import sys
    import time

    import office_probe as probe
    from writeragent_plugin.embeddings.jump.target import JumpTarget

    jumping = sys.modules["writeragent_plugin.office.jump.jumping"]
    document = probe.documents(ctx)[-1]
    target = JumpTarget(**fields)

    def best_s(action: Any) -> float:
        durations = []
        for _ in range(3):
            started_s = time.perf_counter()
            action()
            durations.append(time.perf_counter() - started_s)
        return min(durations)

    find_s = best_s(lambda: jumping._find(document, target))
    read_s = best_s(lambda: jumping.writer.read_blocks(document))
    return find_s, read_s


def test_it_is_found_much_faster_than_the_document_is_read(
    office: Office, target: dict[str, Any]
) -> None:
    jump(office, target, words_of(3500))
    find_s, read_s = office.run(times_s, {**target, "passage": words_of(3500)})
    assert find_s < read_s / 4, (find_s, read_s)
