"""Labelled sets are read in both forms; what is none is told in one sentence."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from evaluation.data import read_labelled_set
from evaluation.documents import document_folder, file_name, paragraphs_of

from plugin.contracts.errors import BadRequest
from plugin.documents.listing import list_documents
from plugin.embeddings.venv.extract import extract_document

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

CORPUS = [
    {"_id": "a", "title": "Bread", "text": "Flour & water.\nSalt < sugar."},
    {"_id": "B#1.0", "title": "", "text": "Only text, {with} braces\x01."},
    {"_id": "b#1.0", "title": "Title alone", "text": ""},
]
QUERIES = [{"_id": "q1", "text": "what is in bread"}, {"_id": "q2", "text": "unjudged"}]
QRELS = "query-id\tcorpus-id\tscore\nq1\ta\t1\nq1\tB#1.0\t0\n"


def write_lines(path: Path, rows: Sequence[object]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@pytest.fixture
def beir(tmp_path: Path) -> Path:
    folder = tmp_path / "tiny"
    folder.mkdir()
    write_lines(folder / "corpus.jsonl", CORPUS)
    write_lines(folder / "queries.jsonl", QUERIES)
    (folder / "qrels.tsv").write_text(QRELS, encoding="utf-8")
    return folder


@pytest.fixture
def office(tmp_path: Path) -> Path:
    folder = tmp_path / "office"
    (folder / "files" / "sub").mkdir(parents=True)
    (folder / "files" / "one.txt").write_text("one", encoding="utf-8")
    (folder / "files" / "sub" / "two.txt").write_text("two", encoding="utf-8")
    queries = [
        {"_id": "d1", "text": "one?", "kind": "keyword", "lang": "en"},
        {"_id": "d2", "text": "two?", "kind": "keyword", "lang": "de"},
        {"_id": "d3", "text": "three?", "kind": "negative", "lang": "en"},
        {"_id": "d4", "text": "four?", "kind": "keyword", "lang": "en"},
    ]
    write_lines(folder / "queries_dev.jsonl", queries)
    (folder / "qrels_dev.tsv").write_text("d1\tone.txt\t2\nd2\ttwo.txt\t1\n", encoding="utf-8")
    return folder


def test_a_query_that_a_beir_set_does_not_judge_is_left_out(beir: Path) -> None:
    labelled = read_labelled_set(beir)
    assert [query.query_id for query in labelled.queries] == ["q1"]
    assert labelled.n_unjudged == 1
    assert labelled.queries[0].grades == {"a": 1, "B#1.0": 0}
    assert not labelled.queries[0].is_negative


def test_a_query_without_a_file_is_a_negative(office: Path) -> None:
    labelled = read_labelled_set(office)
    told = [(query.query_id, query.kind, query.lang) for query in labelled.queries]
    assert told[:2] == [("d1", "keyword", "en"), ("d2", "keyword", "de")]
    assert [query.is_negative for query in labelled.queries] == [False, False, True, True]


def test_judgements_of_trec_and_of_beir_folders_are_read(beir: Path) -> None:
    (beir / "qrels.tsv").unlink()
    (beir / "qrels").mkdir()
    (beir / "qrels" / "train.tsv").write_text("q2\ta\t1\n", encoding="utf-8")
    (beir / "qrels" / "test.tsv").write_text("q1\t0\ta\t2\n", encoding="utf-8")
    labelled = read_labelled_set(beir)
    assert [(query.query_id, query.grades) for query in labelled.queries] == [("q1", {"a": 2})]


def test_a_corpus_is_written_as_documents_that_say_the_same(beir: Path, tmp_path: Path) -> None:
    documents = document_folder(read_labelled_set(beir), tmp_path / "cache")
    texts = {
        documents.id_of(file.path): [
            passage.text for passage in extract_document(documents.folder / file.path).passages
        ]
        for file in list_documents(str(documents.folder))
    }
    assert texts == {
        "a": ["Bread", "Flour & water.", "Salt < sugar."],
        "B#1.0": ["Only text, {with} braces ."],
        "b#1.0": ["Title alone"],
    }


def test_documents_are_written_again_only_when_the_corpus_has_changed(
    beir: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    folder = document_folder(read_labelled_set(beir), cache).folder
    written = (folder / "a.odt").stat().st_mtime_ns
    assert document_folder(read_labelled_set(beir), cache).folder == folder
    assert (folder / "a.odt").stat().st_mtime_ns == written
    write_lines(beir / "corpus.jsonl", CORPUS[:1])
    document_folder(read_labelled_set(beir), cache)
    assert [path.name for path in folder.glob("*.odt")] == ["a.odt"]
    assert (folder / "a.odt").stat().st_mtime_ns != written


def test_blank_lines_part_paragraphs_where_there_are_any() -> None:
    assert list(paragraphs_of("one\ntwo\n")) == ["one", "two"]
    assert list(paragraphs_of("a broken\nline\n \nnext  one")) == ["a broken line", "next one"]
    assert list(paragraphs_of(" ")) == []


def test_names_are_safe_and_differ_where_case_alone_does() -> None:
    assert file_name("1909.00694") == "1909.00694.odt"
    names = {file_name(i).lower() for i in ("Bed#1", "bed#1", "../x", ".x", "x" * 300, "日本")}
    assert len(names) == 6
    assert all(len(name) < 100 and not name.startswith(".") for name in names)
    assert not any(char in name for name in names for char in "/#:")


def test_files_in_sub_folders_are_known_by_name(office: Path, tmp_path: Path) -> None:
    documents = document_folder(read_labelled_set(office), tmp_path)
    assert documents.folder == office / "files"
    assert documents.id_of("sub/two.txt") == "two.txt"
    assert documents.notes == ()


def test_a_judged_document_that_is_missing_is_told(office: Path, tmp_path: Path) -> None:
    (office / "files" / "one.txt").unlink()
    notes = document_folder(read_labelled_set(office), tmp_path).notes
    assert notes == ("1 of 2 judged documents are missing and count as not found.",)
    (office / "files" / "sub" / "two.txt").rename(office / "files" / "other.txt")
    with pytest.raises(BadRequest, match="None of the documents that the qrels name"):
        document_folder(read_labelled_set(office), tmp_path)


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("queries.jsonl", None, r"There is no queries\*\.jsonl in"),
        ("qrels.tsv", None, r"There is no qrels\*\.tsv in"),
        ("queries.jsonl", "{", r"queries\.jsonl, line 1 is no JSON"),
        ("queries.jsonl", "[]", r"line 1 is no JSON object"),
        ("queries.jsonl", '{"_id": "q1"}', "has no _id or no text"),
        ("queries.jsonl", '{"_id": "q1", "text": "x"}\n' * 2, "q1 is in .* twice"),
        ("qrels.tsv", "q1\ta\t1\nq1 a 1\n", r"qrels\.tsv, line 2 is not a query, a document"),
        ("qrels.tsv", "q9\ta\t1\n", "No query in .* has a relevant document"),
        ("corpus.jsonl", '{"title": "x"}', "has no _id"),
        ("corpus.jsonl", "", "There is no document in"),
    ],
)
def test_what_is_no_set_is_told_in_a_sentence_with_the_next_step(
    beir: Path, tmp_path: Path, name: str, content: str | None, sentence: str
) -> None:
    if content is None:
        (beir / name).unlink()
    else:
        (beir / name).write_text(content, encoding="utf-8")
    with pytest.raises(BadRequest, match=sentence) as raised:
        document_folder(read_labelled_set(beir), tmp_path / "cache")
    assert raised.value.hint


def test_questions_of_another_set_are_asked_of_the_same_documents(
    beir: Path, tmp_path: Path
) -> None:
    other = tmp_path / "german"
    other.mkdir()
    write_lines(other / "queries.jsonl", [{"_id": "g1", "text": "Was ist in Brot?"}])
    (other / "qrels.tsv").write_text("g1\ta\t1\n", encoding="utf-8")
    labelled = read_labelled_set(beir, queries_folder=other)
    assert [query.text for query in labelled.queries] == ["Was ist in Brot?"]
    assert labelled.name == "tiny, questions of german"
    own = document_folder(read_labelled_set(beir), tmp_path / "cache").folder
    assert document_folder(labelled, tmp_path / "cache").folder == own


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="There is no folder"):
        read_labelled_set(tmp_path / "nowhere")
