"""What a hit tells, and which hits there are: both legs, one a file, no file that is gone."""

from __future__ import annotations

import urllib.parse
import urllib.request
from pathlib import Path

import pytest

from plugin.contracts.errors import BadRequest
from plugin.contracts.search import AnswerStatus, Leg, SearchMode
from tests.fixtures_search import CorpusFolder
from tests.unit.search.pipeline.handbook import POLICY


def test_a_question_in_plain_words_finds_its_passage(corpus: CorpusFolder) -> None:
    result = corpus.search("what is our policy on remote work?")
    assert result.status is AnswerStatus.READY
    assert result.legs == (Leg.LEXICAL, Leg.DENSE)
    hit = result.hits[0]
    assert (hit.path, hit.snippet, hit.title) == ("policy.txt", POLICY, "Staff handbook")
    assert hit.matched_by == (Leg.LEXICAL, Leg.DENSE)
    assert hit.heading_path == ("Remote work",)
    assert (hit.location, hit.location_text) == ("line=1", "line 1")
    assert "policy" in [hit.snippet[span.start : span.end] for span in hit.spans]
    assert not hit.stale


def test_explain_tells_rank_and_score_in_each_leg(corpus: CorpusFolder) -> None:
    plain, explained = corpus.search("remote work"), corpus.search("remote work", explain=True)
    assert plain.hits[0].trace == ()
    traced = {trace.leg: trace for trace in explained.hits[0].trace}
    assert traced.keys() == {Leg.LEXICAL, Leg.DENSE}
    assert traced[Leg.LEXICAL].rank == traced[Leg.DENSE].rank == 1
    assert 0 < traced[Leg.DENSE].score <= 1.0001


def test_a_file_gives_one_hit_and_tells_of_more(corpus: CorpusFolder) -> None:
    hits = corpus.search("garden", mode=SearchMode.LEXICAL).hits
    assert [hit.path for hit in hits] == ["notes/garden.md"]
    assert hits[0].n_more_in_file == 1


def test_file_names_titles_and_headings_are_found(corpus: CorpusFolder) -> None:
    assert corpus.paths("handbook") == ["policy.txt"]
    assert corpus.paths("garden.md")[0] == "notes/garden.md"


def test_an_edited_file_is_marked_stale_and_a_deleted_one_gives_no_hit(
    corpus: CorpusFolder,
) -> None:
    (corpus.folder / "policy.txt").write_text("changed since", encoding="utf-8")
    (corpus.folder / "notes/garden.md").unlink()
    hits = corpus.search("policy").hits
    assert [(hit.path, hit.stale) for hit in hits] == [("policy.txt", True)]


@pytest.mark.parametrize("name", ["a b#c%20?.txt", "ünïcode 東.txt", "q&a=[x].txt"])
def test_urls_lead_back_to_the_file(tmp_path: Path, name: str) -> None:
    made = CorpusFolder(tmp_path)
    made.write(name, "findable")
    hit = made.search("findable").hits[0]
    path = urllib.request.url2pathname(urllib.parse.urlsplit(hit.doc_url).path)
    assert Path(path).read_text(encoding="utf-8") == "findable"
    assert hit.path == name


def test_copies_make_one_hit_that_names_them(tmp_path: Path) -> None:
    made = CorpusFolder(tmp_path)
    for name in ("a.txt", "b.txt", "c.txt"):
        made.write(name, POLICY)
    made.embed()
    (hit,) = made.search("remote work").hits
    assert sorted((hit.path, *(copy.path for copy in hit.also_in))) == ["a.txt", "b.txt", "c.txt"]


def test_words_in_different_paragraphs_speak_for_one_file(tmp_path: Path) -> None:
    corpus = CorpusFolder(tmp_path)
    corpus.write("both.txt", "The quarterly figures are here.\n\nThe gardens of the village.")
    corpus.write("one.txt", "Quarterly, quarterly.\n\nThe meadows of the village.")
    hits = corpus.search("quarterly gardens", mode=SearchMode.LEXICAL).hits
    assert [hit.path for hit in hits] == ["both.txt", "one.txt"]
    assert hits[0].score > hits[1].score


def test_a_file_that_has_no_vectors_yet_does_not_lose_to_those_that_have(tmp_path: Path) -> None:
    made = CorpusFolder(tmp_path)
    texts = ["\n\n".join(f"walrus {n} of line {line}" for line in range(40)) for n in range(3)]
    for number in (0, 1):
        made.write(f"note {number}.txt", texts[number])
    made.embed()
    made.write("note 2.txt", texts[2])
    result = made.search("walrus 2")
    assert result.legs == (Leg.LEXICAL, Leg.DENSE)
    assert result.hits[0].path == "note 2.txt"


def test_k_bounds_the_hits_and_must_be_positive(corpus: CorpusFolder) -> None:
    assert len(corpus.search("policy", k=1).hits) == 1
    with pytest.raises(BadRequest):
        corpus.search("policy", k=0)


def test_equal_answers_for_equal_questions(corpus: CorpusFolder) -> None:
    first, second = corpus.search("the policy of work"), corpus.search("the policy of work")
    assert first.hits == second.hits


def test_a_file_that_came_in_just_now_is_ranked_like_the_others(tmp_path: Path) -> None:
    corpus = CorpusFolder(tmp_path)
    with corpus.open_writer():  # as while a pass writes one file after another
        for number in range(3):
            lines = [f"walrus {number} of line {line}" for line in range(40)]
            corpus.write(f"note {number}.txt", "\n\n".join(lines))
            first = corpus.paths("walrus 2")[0]
    assert first == "note 2.txt"
