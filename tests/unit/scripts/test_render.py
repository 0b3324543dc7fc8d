"""What an answer looks like on a terminal: marks, staleness, the next command, no escapes."""

from __future__ import annotations

from dataclasses import replace

import dump_embeddings_cache
import pytest
import render
import session

from plugin.contracts.corpus import (
    CorpusStatus,
    Coverage,
    FileReport,
    FileState,
    ModelBuild,
    ModelChoice,
)
from plugin.contracts.errors import CorpusCorrupt
from plugin.contracts.explanation import (
    Exemption,
    Explanation,
    FloorEvidence,
    FloorJudgement,
    HitExplanation,
    LegUse,
    Rule,
    TermTrace,
    TermUse,
)
from plugin.contracts.maintain import MaintainReport
from plugin.contracts.search import AlsoIn, AnswerStatus, Hit, Leg, LegTrace, SearchResult, Span

COVERAGE = Coverage(n_files=2, n_text=2, n_failed=0, n_chunks=4, n_chunks_embedded=4)
MODEL = ModelChoice("small-model", "It is here.")
HIT = Hit(
    doc_url="file:///d/a.odt",
    path="a\x1b[2J\n.odt",
    title="",
    score=1.0,
    snippet="new\x9b31m  boiler\n now",
    para_index=0,
    matched_by=(Leg.LEXICAL,),
    location="",
    location_text="paragraph 1",
    heading_path=("Head\x07ing",),
)
RESULT = SearchResult(
    AnswerStatus.READY, (HIT,), COVERAGE, MODEL, legs=(Leg.LEXICAL,), notes=("no\x1bte",)
)


def shown(result: SearchResult) -> str:
    return "\n".join(render.result_lines(result, folder="/my files"))


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")


def test_names_snippets_and_notes_cannot_steer_the_terminal() -> None:
    text = shown(RESULT)
    assert r"a\x1b[2J\n.odt" in text
    assert r"new\x9b31m boiler" in text
    assert r"Head\x07ing" in text
    assert not {char for char in text if ord(char) < 32 or 127 <= ord(char) < 160} - {"\n"}


def test_marks_stay_where_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "styled", lambda: True)
    lines = render.marked_lines("a\x07 bc", (Span(3, 5),))
    assert lines == [rf"a\x07 {render.BOLD}bc{render.PLAIN}"]


def test_a_model_that_is_made_is_told_with_the_one_that_answers() -> None:
    building = ModelBuild("org/n\x1bew", "old", n_done=2, n=5)
    line = render.coverage_line(replace(COVERAGE, building=building))
    assert line.endswith(r" Building model org/n\x1bew: 40 %, answers come from old.")


def test_a_changed_file_is_said_to_be_changed() -> None:
    assert "changed since it was indexed" not in shown(RESULT)
    assert "changed since it was indexed" in shown(
        replace(RESULT, hits=(replace(HIT, stale=True),))
    )


def test_a_stale_index_names_the_command() -> None:
    text = shown(replace(RESULT, coverage=replace(COVERAGE, n_stale=1)))
    assert "1 changed since they were indexed" in text
    assert "scripts/index_embeddings_folder.py '/my files'" in text


def test_indexing_in_progress_is_told() -> None:
    assert "Indexing goes on" in shown(replace(RESULT, coverage=replace(COVERAGE, indexing=True)))
    assert "Indexing goes on" not in shown(RESULT)


def test_the_model_is_named_only_where_it_took_part() -> None:
    assert "small-model" not in shown(RESULT)
    assert "small-model" in shown(replace(RESULT, legs=(Leg.LEXICAL, Leg.DENSE)))


def test_no_index_names_the_command() -> None:
    text = shown(replace(RESULT, hits=(), status=AnswerStatus.NO_CORPUS, message="Not indexed."))
    assert "scripts/index_embeddings_folder.py '/my files'" in text


def test_an_index_of_an_earlier_version_is_brought_up_to_date() -> None:
    older = replace(RESULT, hits=(), status=AnswerStatus.NO_CORPUS, corpus_path="/c.db")
    command = "scripts/index_embeddings_folder.py '/my files'"
    assert f"Bring it up to date: {command}" in shown(older)
    assert render.no_index_lines("/my files", "It is old.") == [
        "It is old.",
        f"Bring it up to date: {command}",
    ]


def test_a_pass_tells_the_sections_it_gave_vectors() -> None:
    report = MaintainReport(0, 0, 0, 0, 2, 0, COVERAGE, MODEL)
    assert "; 0 chunks encoded in " in render.report_lines(report)[0]
    encoded = replace(report, n_encoded=5, model=replace(MODEL, lane="ONNX Runtime computes."))
    assert "ONNX Runtime computes." in render.report_lines(encoded)
    assert "ONNX Runtime computes." not in render.report_lines(replace(encoded, n_encoded=0))
    rebuilt = replace(report, n_sections_encoded=3, n_sections_averaged=4)
    assert (
        "; 0 chunks encoded, 3 sections encoded, 4 sections made of their chunks' vectors in "
        in render.report_lines(rebuilt)[0]
    )


def test_a_damaged_index_names_the_command() -> None:
    with pytest.raises(CorpusCorrupt) as caught, session.with_next_command("/my files"):
        raise CorpusCorrupt("Damaged.", hint="?", detail="page 7")
    assert caught.value.hint.endswith("scripts/index_embeddings_folder.py '/my files'")
    assert caught.value.detail == "page 7"
    with pytest.raises(CorpusCorrupt) as caught, session.with_next_command("/my files"):
        raise CorpusCorrupt("A folder lies there.", hint="Move it away.")
    assert caught.value.hint == "Move it away."


def test_a_dump_names_the_command_and_escapes_names() -> None:
    file = FileReport("a\x1b.odt", FileState.CORRUPT, "bad\npart")
    status = CorpusStatus("/my files", "/c.db", True, COVERAGE, MODEL, files=(file,))  # noqa: FBT003
    lines = dump_embeddings_cache._lines(status, 0)
    assert r"a\x1b.odt  bad\npart" in lines[-1]
    missing = dump_embeddings_cache._lines(replace(status, exists=False), 0)
    assert missing[-1].endswith("scripts/index_embeddings_folder.py '/my files'")


def test_the_copies_of_a_file_are_named_up_to_five() -> None:
    copies = tuple(AlsoIn(f"file:///f/{n}.odt", f"{n}.odt", 0.0) for n in range(7))
    hit = replace(HIT, also_in=copies[:1])
    assert "    Also in 0.odt" in render.hit_lines(1, hit)
    many = render.hit_lines(1, replace(HIT, also_in=copies))
    assert "    Also in 0.odt, 1.odt, 2.odt, 3.odt, 4.odt and 2 more: --all-versions" in many


def test_nothing_relevant_shows_the_nearest_under_a_line_of_its_own() -> None:
    result = replace(
        RESULT,
        status=AnswerStatus.NOTHING_RELEVANT,
        hits=(),
        nearest=(HIT,),
        message="Nothing relevant in 2 files.",
    )
    lines = render.result_lines(result, folder="/f")
    at = lines.index("Nothing relevant in 2 files.")
    assert lines[at + 1] == "Nearest, but probably not it:"
    assert lines[at + 2].startswith(" 1. a")


def test_an_explanation_tells_words_legs_floor_and_each_hit() -> None:
    evidence = FloorEvidence(0.31, 0.25, 0.2, 0.5, n_words=3)
    explanation = Explanation(
        terms=(
            TermTrace("boilers", ("boilers",), 7, TermUse.LOOKED_UP),
            TermTrace("the", ("the",), 1, TermUse.FREQUENT),
        ),
        phrases=("new boiler",),
        excluded=("old",),
        legs=(LegUse("fts", 0.25, 9, 0.5), LegUse("vec", 0.75, 20, 1.0, "small-model")),
        floor=FloorJudgement(evidence, -3.0, -2.0, Exemption.NONE, is_relevant=False),
    )
    hit = replace(
        HIT,
        trace=(LegTrace(Leg.LEXICAL, 1, 2.5),),
        explanation=HitExplanation(("boiler",), (Rule.COPIES,)),
    )
    lines = render.result_lines(replace(RESULT, hits=(hit,), explanation=explanation), folder="/f")
    for line in (
        "    score 1.0000: fts #1 2.500",
        "    words: boiler",
        "    rule: stands for copies",
        "  boilers (boilers): 7 chunks",
        "  the (the): 1 chunk, left out as frequent",
        '  "new boiler": just so',
        "  -old: must not occur",
        "By keywords: 9 chunks, weight 0.25, confidence 0.50",
        "By meaning by small-model: 20 chunks, weight 0.75, confidence 1.00",
        "Relevance: log-odds -3.00 against -2.00: nothing relevant",
    ):
        assert line in lines
