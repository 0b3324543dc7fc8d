"""The project's own questions to the office files: well-formed, and about files that there are."""

from __future__ import annotations

import re
from collections import Counter

from evaluation.data import NEGATIVE_KIND, read_labelled_set, read_rows
from evaluation.presets import QUESTIONS_FOLDER

from tests.shared_data import shared_path

OFFICE = QUESTIONS_FOLDER / "office"
QUERIES_PATH, QRELS_PATH = OFFICE / "queries.jsonl", OFFICE / "qrels.tsv"
KINDS = {
    *("question", "paraphrase", "keyword", "typo", "table", "slides", "filename"),
    *("multilingual", "crosslingual", NEGATIVE_KIND),
}
ANSWERS, IS_ABOUT_IT = 2, 1
_LANGUAGES = re.compile(r"[a-z]{2}(>[a-z]{2})?")


def judgements() -> list[list[str]]:
    return [line.split("\t") for line in QRELS_PATH.read_text(encoding="utf-8").splitlines()]


def test_a_question_has_a_number_that_stays_a_kind_a_language_and_no_answer() -> None:
    rows = list(read_rows(QUERIES_PATH))
    assert [row["_id"] for row in rows] == [f"o{number:03d}" for number in range(1, 231)]
    assert len({row["text"] for row in rows}) == len(rows)
    for row in rows:
        assert list(row) == ["_id", "text", "kind", "lang"]
        assert row["text"] == str(row["text"]).strip() != ""
        assert _LANGUAGES.fullmatch(str(row["lang"])), row
        assert (">" in str(row["lang"])) == (row["kind"] == "crosslingual"), row
    assert {row["kind"] for row in rows} == KINDS


def test_each_question_but_a_negative_has_a_file_that_answers_it() -> None:
    labelled = read_labelled_set(OFFICE)
    for query in labelled.queries:
        assert query.is_negative == (query.kind == NEGATIVE_KIND), query
        assert query.is_negative == (ANSWERS not in query.grades.values()), query
    assert Counter(query.is_negative for query in labelled.queries) == {False: 178, True: 52}


def test_judgements_are_of_questions_each_file_once_by_a_known_grade() -> None:
    known = {row["_id"] for row in read_rows(QUERIES_PATH)}
    rows = judgements()
    assert {query_id for query_id, _, _ in rows} <= known
    assert {grade for _, _, grade in rows} == {str(ANSWERS), str(IS_ABOUT_IT)}
    pairs = [(query_id, name) for query_id, name, _ in rows]
    assert len(set(pairs)) == len(pairs)


def test_the_files_that_are_judged_are_among_the_shared_ones() -> None:
    files = shared_path("corpus/files")
    missing = {name for _, name, _ in judgements() if not (files / name).is_file()}
    assert not missing


def test_none_of_the_questions_is_one_of_those_that_chose_the_defaults() -> None:
    chosen_by = shared_path("corpus/queries_dev.jsonl")
    known = {str(row["text"]).casefold() for row in read_rows(chosen_by)}
    assert not known & {str(row["text"]).casefold() for row in read_rows(QUERIES_PATH)}
