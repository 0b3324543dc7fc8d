"""Answers, errors and passes in sentences, in both languages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from plugin.contracts.corpus import CorpusStatus, Coverage, ModelBuild, ModelChoice
from plugin.contracts.errors import (
    ERROR_CLASSES,
    BadRequest,
    CorpusCorrupt,
    EmbeddingsError,
    ErrorKind,
    PackageMissing,
    VenvMissing,
)
from plugin.contracts.maintain import MaintainProgress, Stage
from plugin.contracts.search import AnswerStatus, Hit, Leg, SearchResult
from plugin.embeddings.search_window.answer_sentences import (
    answer_message,
    coverage_sentence,
    error_message,
    no_index,
    offer_for_error,
    pass_failure,
    pass_line,
)
from plugin.embeddings.search_window.screen import Offer
from plugin.embeddings.search_window.worker_sentences import told
from plugin.embeddings.texts import Texts, load_texts
from plugin.embeddings.upkeep.maintain_reports import JobReport, JobState
from plugin.embeddings.upkeep.pass_progress import progress_text

FOLDER = Path(__file__).resolve().parents[4] / "dialogs" / "texts"
ENGLISH, GERMAN = load_texts(FOLDER, "en-US"), load_texts(FOLDER, "de")
BOTH = pytest.mark.parametrize("texts", [ENGLISH, GERMAN], ids=["en-US", "de"])
COVERAGE = Coverage(n_files=10, n_text=7, n_failed=1, n_chunks=50, n_chunks_embedded=0)


def result(status: AnswerStatus, **changes: object) -> SearchResult:
    values: dict[str, object] = {
        "status": status,
        "hits": (),
        "coverage": COVERAGE,
        "model": ModelChoice("", ""),
        "legs": (Leg.LEXICAL,),
    }
    return SearchResult(**(values | changes))  # type: ignore[arg-type]


def test_an_index_that_is_being_built_says_how_far_it_is() -> None:
    message = answer_message(result(AnswerStatus.INDEXING, message="worker's"), ENGLISH)
    assert message == "Nothing found yet: 8 of 10 files are read. The list fills by itself."


@BOTH
@pytest.mark.parametrize("status", list(AnswerStatus))
def test_every_status_has_its_sentence(status: AnswerStatus, texts: Texts) -> None:
    message = answer_message(result(status, message="The worker's sentence."), texts)
    assert message
    assert "{" not in message


@BOTH
def test_an_index_of_an_earlier_version_is_not_told_as_none(texts: Texts) -> None:
    older = "The search index was made by an earlier version of this extension. Index it."
    none = answer_message(result(AnswerStatus.NO_CORPUS, message="Not indexed yet."), texts)
    told_of = result(AnswerStatus.NO_CORPUS, message=older, corpus_path="/d/corpus.db")
    assert answer_message(told_of, texts) == texts["search.note.older_index"] != none
    status = CorpusStatus(
        "/d", "/d/corpus.db", exists=False, coverage=COVERAGE, model=ModelChoice("", "")
    )
    assert no_index(status, texts) == none
    assert no_index(replace(status, problem=older), texts) == texts["search.note.older_index"]


@BOTH
@pytest.mark.parametrize("kind", list(ErrorKind))
def test_every_error_has_its_sentence(kind: ErrorKind, texts: Texts) -> None:
    error = ERROR_CLASSES[kind]("Message.", hint="Hint.")
    message = error_message(error, texts)
    assert message
    assert "{" not in message


def test_an_error_without_a_sentence_of_its_own_tells_message_and_hint() -> None:
    error = BadRequest("The folder is gone.", hint="Choose another.")
    assert error_message(error, GERMAN) == "The folder is gone. Choose another."
    assert offer_for_error(error) is None


def test_an_environment_that_is_named_and_of_no_use_is_told_as_such() -> None:
    error = VenvMissing("/env is Python 3.8.1; 3.11 is needed.")
    assert error_message(error, ENGLISH) == "Folder search is not set up yet."
    told = error_message(error, ENGLISH, venv="/env")
    assert told.endswith(" cannot be used. /env is Python 3.8.1; 3.11 is needed.")
    failed = JobReport("/docs", JobState.FAILED, error=error)
    assert told in pass_failure(failed, ENGLISH, venv="/env")


def test_a_package_that_lacks_is_told_in_german() -> None:
    error = PackageMissing("This Python lacks the package x.", hint="Install it with pip.")
    assert error_message(error, GERMAN) == (
        "Die Ordnersuche ist nicht vollständig eingerichtet. Der Python-Umgebung fehlt das Paket x."
    )


def test_setting_up_is_offered_where_it_helps() -> None:
    assert offer_for_error(VenvMissing("None.")) is Offer.SET_UP
    assert offer_for_error(CorpusCorrupt("Torn.")) is None


def test_coverage_names_what_could_not_be_read() -> None:
    assert (
        coverage_sentence(COVERAGE, ENGLISH) == "7 of 10 files can be searched, 1 could not be read"
    )
    assert coverage_sentence(Coverage(1, 1, 0, 5, 0), ENGLISH) == "1 of 1 file can be searched"
    assert coverage_sentence(Coverage(0, 0, 0, 0, 0), ENGLISH) == ""


def progress(stage: Stage, n_files: int = 12) -> JobReport:
    told = MaintainProgress(stage, n_files_done=3, n_files=n_files, n_chunks_done=40, n_chunks=80)
    return JobReport("/docs", JobState.RUNNING, progress=told)


def test_a_pass_tells_its_counts() -> None:
    line = pass_line(progress(Stage.TEXT), ENGLISH)
    assert line is not None
    assert (line.text, line.permille) == ("Reading: 3 of 12 files", 250)
    line = pass_line(progress(Stage.VECTORS), ENGLISH)
    assert line is not None
    assert (line.text, line.permille) == ("Preparing search by meaning: 40 of 80 passages", 500)
    line = pass_line(progress(Stage.TEXT, n_files=0), ENGLISH)
    assert line is not None
    assert line.permille is None


def test_a_model_that_is_made_is_told_with_the_one_that_answers() -> None:
    building = ModelBuild("org/new", "/models/old", n_done=45, n=100)
    told = coverage_sentence(replace(COVERAGE, building=building), ENGLISH)
    assert told.endswith("; Building model new: 45 %, answers come from old")
    while_a_pass_runs = replace(COVERAGE, building=building, indexing=True)
    assert coverage_sentence(while_a_pass_runs, ENGLISH) == coverage_sentence(COVERAGE, ENGLISH)
    report = progress(Stage.VECTORS)
    assert report.progress is not None
    named = replace(report.progress, model_id="org/new", answering_model_id="old")
    line = pass_line(replace(report, progress=named), GERMAN)
    assert line is not None
    assert line.text == "Modell new wird vorbereitet: 50 %, bis dahin antwortet old"
    assert line.permille == 500
    assert progress_text("/docs", named, ENGLISH).startswith('Indexing "docs": Building model new')


@BOTH
@pytest.mark.parametrize("state", list(JobState))
def test_only_a_pass_that_is_to_end_has_a_line(state: JobState, texts: Texts) -> None:
    line = pass_line(JobReport("/docs", state), texts)
    assert (line is not None) == state.is_open
    if line is not None:
        assert line.is_paused == (state is JobState.PAUSED)


def test_a_pass_that_failed_says_why() -> None:
    failed = JobReport(
        "/docs", JobState.FAILED, error=EmbeddingsError("Disk full.", hint="Make room.")
    )
    assert pass_failure(failed, ENGLISH) == "Indexing failed. Disk full. Make room."
    assert pass_failure(JobReport("/docs", JobState.DONE), ENGLISH) == ""
    assert pass_failure(None, ENGLISH) == ""


OFF = "Search by meaning is off: "
WORKERS = [
    "None of the words is in the folder; these are alike at best.",
    "No passage has the quoted phrase just so; its words were looked for.",
    "Search by meaning is off: the index has no vectors yet. Index with a model.",
    "Search by meaning is off: something.",
    f"{OFF}the index was made with m, which is not on this computer any more. Fetch it again.",
    f"{OFF}m comes with program code of its own, which runs only where you allow it. Choose.",
    f"{OFF}the weights of m are not those the index was made with. The next pass makes it anew.",
    f"{OFF}The model server localhost:11434 does not answer (timed out). Start it, or look.",
    f"{OFF}api.example.org refuses the key (HTTP 401). Set it.",
    f"{OFF}api.example.org asks for a key. Set it.",
    f"{OFF}The index was made with m of a model server, which is not the one that is set. Set it.",
    f"{OFF}the index was made with m of another server. The next pass finds out.",
    "The index still answers with a/b; the next pass makes vectors with c.",
    "The index still answers with a/b (4-bit); the next pass makes vectors with c (4-bit).",
    "The index still answers with a/b; vectors with c could not be made: No room.",
    'No file has "polciy", "wrok"; words spelled alike were looked up, too.',
    "No file that is indexed passes the query's filter.",
    "The hits are not reranked. The reranker a/b is not in the local cache.",
    "The hits are not reranked: a/b knows en only; choose a reranker for more languages.",
    "The hits are not reranked: the search's own model took no part in this search.",
    (
        "The hits are not reranked. The model gives one vector a text, none for its words. "
        "Choose another reranker."
    ),
    "The reranker read the first 8 of 20 hits in its 500 ms; the rest keep their order.",
    "1 file is new or changed since the last indexing; index again to find what is in it.",
    "23 files are new or changed since the last indexing; index again to find what is in them.",
    "The query is long: only its first 4,000 characters were looked at.",
    "The query is long: only its first 32 words were looked up by keyword.",
    "after:soon has no date (YYYY, YYYY-MM or YYYY-MM-DD) and was taken as words.",
    "Nothing in 1 file matches. Try other words.",
    "Nothing in 12 files matches; 3 more have no readable text. Try other words.",
    "No text in 4 files.",
    "No text yet: 0 of 4 files are read. Index again to read the rest.",
    "The model x is not here. Keyword search works alone.",
    "The search index was made by an earlier version of this extension. Index the folder again.",
    "a/b is not in the local cache; c (4-bit) answers instead. Choose a model that is here.",
    "a/b is only partly in the local cache (weights missing); c answers instead. Choose a model.",
    "/a/b is not a folder with a model; c answers instead. Choose a model that is here.",
    "This Python lacks the package llama_index.",
]


@pytest.mark.parametrize("sentence", WORKERS)
def test_the_worker_s_sentences_are_known_in_german(sentence: str) -> None:
    german = told(sentence, GERMAN)
    assert german != sentence
    assert "{" not in german
    assert told(sentence, ENGLISH)


def test_an_unknown_sentence_is_shown_as_it_came() -> None:
    assert told("The moon is full.", GERMAN) == "The moon is full."
    assert told("", GERMAN) == ""


def test_nothing_relevant_announces_the_nearest_where_there_are_any() -> None:
    none = result(AnswerStatus.NOTHING_RELEVANT)
    assert answer_message(none, ENGLISH) == "Nothing relevant in 7 files. Try other words."
    hit = Hit("file:///a", "a", "a", 0.1, "x", 0, (Leg.DENSE,), "para=0", "paragraph 1")
    near = result(AnswerStatus.NOTHING_RELEVANT, nearest=(hit,))
    assert answer_message(near, ENGLISH).endswith("words. Nearest, but probably not it:")
    assert answer_message(near, GERMAN).endswith("Wörter. Am nächsten liegt, wohl ohne Antwort:")
