"""Searches over a real corpus: both legs, filters, statuses, freshness."""

from __future__ import annotations

import urllib.parse
import urllib.request
from dataclasses import replace
from pathlib import Path

import pytest

from plugin.contracts.errors import BadRequest, Interrupted
from plugin.contracts.models import NO_MODEL_ID
from plugin.contracts.search import AnswerStatus, Leg, SearchMode, SearchRequest, SearchResult
from plugin.documents.passages import PassageKind
from plugin.embeddings.venv.search.coverage import read_status
from plugin.embeddings.venv.search.pipeline import run_search
from plugin.embeddings.venv.store.connection import atomic
from plugin.embeddings.venv.store.documents import publish_document
from plugin.embeddings.venv.store.location import corpus_location
from plugin.embeddings.venv.store.lock import writer_lock
from tests.fixtures_search import MODEL_ID, CorpusFolder, Provider, TrigramEncoder, document_content

POLICY = "Our policy on remote work: two days a week, agreed with your manager."
GARDEN = "The garden needs water. Apples and pears grow behind the house."


@pytest.fixture
def corpus(tmp_path: Path) -> CorpusFolder:
    made = CorpusFolder(tmp_path)
    made.write("policy.txt", POLICY, title="Staff handbook", heading="Remote work")
    made.write("notes/garden.md", f"{GARDEN}\n\nThe policy of the garden club is written down.")
    made.embed()
    return made


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


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("policy", ["notes/garden.md", "policy.txt"]),
        ("policy ext:md", ["notes/garden.md"]),
        ("policy ext:md,txt", ["notes/garden.md", "policy.txt"]),
        ("policy file:NOTES/", ["notes/garden.md"]),
        ("policy heading:remote", ["policy.txt"]),
        ("policy after:2001", ["notes/garden.md", "policy.txt"]),
        ("policy before:2001", []),
        ("policy -garden", ["policy.txt"]),
        ("policy -handbook", ["notes/garden.md"]),
        ('"remote work"', ["policy.txt"]),
        ('policy "garden club"', ["notes/garden.md"]),
        ("ext:odt policy", []),
        ("ext:md", ["notes/garden.md"]),
        ("polic", ["notes/garden.md", "policy.txt"]),
        ("policies", ["notes/garden.md", "policy.txt"]),
    ],
)
@pytest.mark.parametrize("mode", [SearchMode.LEXICAL, SearchMode.HYBRID])
def test_operators(corpus: CorpusFolder, query: str, paths: list[str], mode: SearchMode) -> None:
    assert sorted(corpus.paths(query, mode=mode)) == paths


@pytest.mark.parametrize(
    ("query", "extensions", "paths"),
    [
        ("policy", (".md",), ["notes/garden.md"]),
        ("policy", (".MD", ".odt"), ["notes/garden.md"]),
        ("policy", (".md", ".txt"), ["notes/garden.md", "policy.txt"]),
        ("policy ext:txt", (".md",), []),
        ("policy", (".odt",), []),
    ],
)
@pytest.mark.parametrize("mode", [SearchMode.LEXICAL, SearchMode.HYBRID])
def test_a_search_keeps_to_the_extensions_it_is_given(
    corpus: CorpusFolder,
    query: str,
    extensions: tuple[str, ...],
    paths: list[str],
    mode: SearchMode,
) -> None:
    hits = corpus.search(query, mode=mode, extensions=extensions).hits
    assert sorted(hit.path for hit in hits) == paths


def test_filters_work_inside_the_legs_not_on_a_cut_list(corpus: CorpusFolder) -> None:
    for number in range(60):
        corpus.write(f"many{number}.txt", "apples " * 5)
    corpus.write("one.csv", "apples and a long text about many other things besides")
    corpus.embed()
    for mode in SearchMode:
        assert corpus.paths("apples ext:csv", mode=mode) == ["one.csv"]


def test_a_phrase_that_stands_nowhere_counts_as_words_and_is_noted(corpus: CorpusFolder) -> None:
    result = corpus.search('"work remote"', mode=SearchMode.LEXICAL)
    assert [hit.path for hit in result.hits] == ["policy.txt"]
    assert "quoted phrase" in result.notes[0]


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


def test_a_folder_without_a_corpus_says_so_and_stays_untouched(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("text", encoding="utf-8")
    result = CorpusFolder(tmp_path).search("text")
    assert result.status is AnswerStatus.NO_CORPUS
    assert "1 document, not indexed yet. Index it first." in result.message
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_an_empty_folder_and_a_missing_one(tmp_path: Path) -> None:
    assert CorpusFolder(tmp_path).search("text").status is AnswerStatus.EMPTY_FOLDER
    with pytest.raises(BadRequest):
        CorpusFolder(tmp_path / "nowhere").search("text")


def test_no_match_says_how_many_files_were_searched(corpus: CorpusFolder) -> None:
    result = corpus.search("zzyzx", mode=SearchMode.LEXICAL)
    assert result.status is AnswerStatus.NO_MATCH
    assert "2 files" in result.message


def test_while_a_pass_runs_the_status_is_indexing(corpus: CorpusFolder) -> None:
    (corpus.folder / "new.txt").write_text("not read yet", encoding="utf-8")
    with writer_lock(corpus_location(corpus.folder).db_path):
        found, missing = corpus.search("policy"), corpus.search("zz", mode=SearchMode.LEXICAL)
    assert found.status is AnswerStatus.INDEXING
    assert found.hits
    assert found.coverage.indexing
    assert missing.status is AnswerStatus.INDEXING
    assert "2 of 3 files" in missing.message


def test_a_search_writes_nothing(corpus: CorpusFolder) -> None:
    cache = corpus_location(corpus.folder).db_path.parent

    def state() -> list[tuple[str, int, int]]:
        stats = [(path.name, path.stat()) for path in sorted(cache.iterdir())]
        return [(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats]

    before = state()
    for mode in SearchMode:
        corpus.search("policy", mode=mode)
    assert state() == before


def test_without_a_model_the_keyword_leg_answers_and_the_reason_is_told(
    corpus: CorpusFolder,
) -> None:
    corpus.provider = Provider(encoder=None)
    result = corpus.search("remote work")
    assert result.hits[0].path == "policy.txt"
    assert result.legs == (Leg.LEXICAL,)
    assert "Search by meaning is off" in result.notes[0]


def test_other_weights_than_the_indexs_do_not_answer(corpus: CorpusFolder) -> None:
    corpus.provider = Provider(TrigramEncoder(revision="2"))
    result = corpus.search("remote work")
    assert result.legs == (Leg.LEXICAL,)
    assert "not those the index was made with" in result.notes[0]


def test_a_corpus_without_vectors_says_so(tmp_path: Path) -> None:
    made = CorpusFolder(tmp_path)
    made.write("a.txt", POLICY)
    result = made.search("remote")
    assert result.legs == (Leg.LEXICAL,)
    assert "no vectors yet" in result.notes[0]
    assert made.provider.encoder is not None
    assert made.provider.encoder.n_queries == 0


def test_a_keyword_search_loads_no_model(corpus: CorpusFolder) -> None:
    corpus.search("remote", mode=SearchMode.LEXICAL)
    assert corpus.provider.encoder is not None
    assert corpus.provider.encoder.n_queries == 0


def test_the_caller_can_stop_a_search(corpus: CorpusFolder) -> None:
    def stop() -> None:
        raise Interrupted("stopped")

    request = SearchRequest(str(corpus.folder), "policy")
    with pytest.raises(Interrupted):
        run_search(request, corpora=corpus.corpora, encoders=corpus.provider, check=stop)


def test_k_bounds_the_hits_and_must_be_positive(corpus: CorpusFolder) -> None:
    assert len(corpus.search("policy", k=1).hits) == 1
    with pytest.raises(BadRequest):
        corpus.search("policy", k=0)


def test_equal_answers_for_equal_questions(corpus: CorpusFolder) -> None:
    first, second = corpus.search("the policy of work"), corpus.search("the policy of work")
    assert first.hits == second.hits


def test_text_below_a_heading_is_not_shown_when_it_is_excluded(tmp_path: Path) -> None:
    made = CorpusFolder(tmp_path)
    made.write("a.txt", "Remote work\n\nThe gardens need water.")
    with made.open_writer() as connection, atomic(connection):
        content = document_content(made.folder, "a.txt")
        first, *rest = content.extracted.passages
        heading = replace(first, kind=PassageKind.HEADING)
        extracted = replace(content.extracted, passages=(heading, *rest))
        publish_document(connection, replace(content, extracted=extracted))
    (shown,) = made.search("remote", mode=SearchMode.LEXICAL).hits
    assert "gardens" in shown.snippet
    (hidden,) = made.search("remote -garden", mode=SearchMode.LEXICAL).hits
    assert hidden.snippet == "Remote work"


def test_a_filter_that_no_file_passes_is_told(corpus: CorpusFolder) -> None:
    for query in ("ext:zzz policy", "heading:nowhere policy"):
        result = corpus.search(query)
        assert result.status is AnswerStatus.NO_MATCH
        assert "passes the query's filter" in result.message


def test_meaning_alone_without_vectors_or_without_a_model_says_what_is_missing(
    tmp_path: Path, corpus: CorpusFolder
) -> None:
    made = CorpusFolder(tmp_path / "other")
    made.write("a.txt", POLICY)
    result = made.search("remote", mode=SearchMode.DENSE)
    assert result.status is AnswerStatus.NO_MATCH
    assert "no vectors yet. Index with a model" in result.message
    request = SearchRequest(
        str(corpus.folder), "policy", mode=SearchMode.DENSE, model_id=NO_MODEL_ID
    )
    corpus.provider = Provider(encoder=None)
    result = _run(corpus, request)
    assert (result.hits, result.legs, result.model.model_id) == ((), (), "")
    assert "(--vec) needs a model" in result.message


def test_a_model_that_is_not_there_is_told(corpus: CorpusFolder, tmp_path: Path) -> None:
    corpus.provider = Provider(encoder=None)
    notes = _run(corpus, SearchRequest(str(corpus.folder), "policy", model_id="no/such")).notes
    assert notes[0] == f"No model is here. The index still answers with {MODEL_ID}."
    bare = CorpusFolder(tmp_path / "bare", corpus.provider)
    bare.write("a.txt", POLICY)
    notes = _run(bare, SearchRequest(str(bare.folder), "policy", model_id="no/such")).notes
    assert notes[0] == "No model is here."


@pytest.mark.parametrize("name", ["", "  ", "n" * 300, "a\0b", "\ud800"])
def test_a_name_that_is_no_folders_is_a_bad_request(corpus: CorpusFolder, name: str) -> None:
    with pytest.raises(BadRequest):
        _run(corpus, SearchRequest(name, "policy"))
    with pytest.raises(BadRequest):
        read_status(name, encoders=corpus.provider, with_files=False)


def _run(corpus: CorpusFolder, request: SearchRequest) -> SearchResult:
    return run_search(request, corpora=corpus.corpora, encoders=corpus.provider, check=lambda: None)


def test_words_in_different_paragraphs_speak_for_one_file(tmp_path: Path) -> None:
    corpus = CorpusFolder(tmp_path)
    corpus.write("both.txt", "The quarterly figures are here.\n\nThe gardens of the village.")
    corpus.write("one.txt", "Quarterly, quarterly.\n\nThe meadows of the village.")
    hits = corpus.search("quarterly gardens", mode=SearchMode.LEXICAL).hits
    assert [hit.path for hit in hits] == ["both.txt", "one.txt"]
    assert hits[0].score > hits[1].score


def test_a_slip_of_the_keyboard_is_told_and_what_was_meant_is_marked(
    corpus: CorpusFolder,
) -> None:
    result = corpus.search("polciy on remote work", mode=SearchMode.LEXICAL)
    hit = result.hits[0]
    assert hit.path == "policy.txt"
    assert "policy" in [hit.snippet[span.start : span.end] for span in hit.spans]
    assert any('No file has "polciy"' in note for note in result.notes)
    both = corpus.search("polciy remtoe polciy").notes
    assert sum('No file has "polciy", "remtoe";' in note for note in both) == 1


def test_words_that_are_there_are_not_told_of(corpus: CorpusFolder) -> None:
    assert not any("No file has" in note for note in corpus.search("remote policy").notes)


def test_a_code_that_no_file_has_is_told(tmp_path: Path) -> None:
    made = CorpusFolder(tmp_path)
    made.write("one.txt", "Invoice RE-2025-0118 of May is paid.")
    notes = made.search("invoice RE-2025-0181", mode=SearchMode.LEXICAL).notes
    assert 'No file has "RE-2025-0181" as it stands.' in notes
    assert made.search("invoice RE-2025-0118", mode=SearchMode.LEXICAL).notes == ()


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
