"""Copies and versions make one hit; forms made from one template make a hit each."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from plugin.contracts.search import SearchMode, SearchRequest
from plugin.embeddings.venv.search.pipeline import run_search
from plugin.embeddings.venv.search.version_names import (
    has_counter,
    is_named_as_copy,
    version_key,
)
from tests.fixtures_copies import contract, edited, invoice, minutes, text_of
from tests.fixtures_search import CorpusFolder

if TYPE_CHECKING:
    from pathlib import Path

    from plugin.contracts.search import Hit

CUSTOMERS = ("Meier", "Schulze", "Novak", "Rossi", "Dubois", "Larsen", "Silva", "Okafor")
CONTRACT = contract()


@pytest.fixture
def corpus(tmp_path: Path) -> CorpusFolder:
    return CorpusFolder(tmp_path)


def files_of(hit: Hit) -> set[str]:
    return {hit.path, *(copy.path for copy in hit.also_in)}


def test_versions_of_a_contract_make_one_hit(corpus: CorpusFolder) -> None:
    corpus.write("lease.txt", text_of(CONTRACT))
    corpus.write("lease_v2.txt", text_of(edited(CONTRACT, n_changed=3)))
    corpus.write("lease_v3 final.md", text_of(edited(CONTRACT, n_changed=5)))
    corpus.write("old/Kopie von lease.txt", text_of(CONTRACT[:-2]))
    corpus.write("cellar.txt", text_of(contract(seed=2)))
    corpus.embed()
    found = corpus.search("tenant landlord rent", k=2).hits
    assert {frozenset(files_of(hit)) for hit in found} == {
        frozenset(("lease.txt", "lease_v2.txt", "lease_v3 final.md", "old/Kopie von lease.txt")),
        frozenset(("cellar.txt",)),
    }


def test_invoices_of_one_template_are_hits_of_their_own(corpus: CorpusFolder) -> None:
    for number, customer in enumerate(CUSTOMERS):
        text = text_of(invoice(2024_100 + number, customer, f"{number + 3}50"))
        corpus.write(f"invoice {number}.txt", text, title="Invoice")
        corpus.write(f"{customer}/invoice.txt", text.replace("2024", "2025"), title="Invoice")
        corpus.write(f"invoice ({number + 1}).txt", text.replace("2024", "2023"))
    corpus.embed()
    for query in ("claims for defects in writing", "invoice Meier", "place of jurisdiction"):
        hits = corpus.search(query, k=24).hits
        assert all(hit.also_in == () for hit in hits)
        assert len(hits) == 24


def test_a_blank_form_stands_beside_the_filled_ones(corpus: CorpusFolder) -> None:
    corpus.write("form.txt", text_of(invoice(0, "", "")))
    for number, customer in enumerate(CUSTOMERS):
        corpus.write(f"form {customer}.txt", text_of(invoice(number, customer, "900")))
    corpus.embed()
    assert len(corpus.search("claims for defects").hits) == 9


def test_minutes_of_one_committee_are_hits_of_their_own(corpus: CorpusFolder) -> None:
    for month in range(1, 10):
        decision = f"It was decided to repaint room {month} in the colour {CUSTOMERS[month % 8]}."
        text = text_of(minutes(f"2024-0{month}-01", decision))
        corpus.write(f"minutes 2024-0{month}-01.txt", text, title="Minutes")
    corpus.embed()
    assert len(corpus.search("minutes of the works committee").hits) == 9


def test_ten_copies_leave_the_first_page_to_other_answers(corpus: CorpusFolder) -> None:
    for number in range(10):
        corpus.write(f"folder {number}/rules {number}.txt", text_of(CONTRACT))
    for number in range(5):
        corpus.write(f"other {number}.txt", text_of(contract(seed=number + 5)))
    corpus.embed()
    hits = corpus.search("tenant landlord rent deposit", k=5).hits
    assert len(hits) == 5
    assert sorted(len(hit.also_in) for hit in hits) == [0, 0, 0, 0, 9]


def test_the_newest_of_equal_copies_is_shown(corpus: CorpusFolder) -> None:
    for name, at in (("one.txt", 1_000), ("two.txt", 3_000), ("six.txt", 2_000)):
        path = corpus.folder / name
        path.write_text(text_of(CONTRACT), encoding="utf-8")
        os.utime(path, (at, at))
        corpus.write_stamped(name)
    hit = corpus.search("tenant landlord", mode=SearchMode.LEXICAL).hits[0]
    assert (hit.path, hit.modified_at) == ("two.txt", 3_000.0)
    assert [(copy.path, copy.modified_at) for copy in hit.also_in] == [
        ("one.txt", 1_000.0),
        ("six.txt", 2_000.0),
    ]


def test_of_equal_files_one_that_is_no_copy_by_its_name_is_shown(corpus: CorpusFolder) -> None:
    for name, at in (("rules.txt", 1_000), ("Copy of rules.txt", 3_000), ("old/rules.txt", 2_000)):
        path = corpus.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text_of(CONTRACT), encoding="utf-8")
        os.utime(path, (at, at))
        corpus.write_stamped(name)
    hit = corpus.search("tenant landlord", mode=SearchMode.LEXICAL).hits[0]
    assert hit.path == "rules.txt"
    assert len(hit.also_in) == 2


@pytest.mark.parametrize("name", ["alpha.txt", "beta.txt", "gamma.txt"])
def test_the_copy_that_the_query_names_is_shown(corpus: CorpusFolder, name: str) -> None:
    for each in ("alpha.txt", "beta.txt", "gamma.txt"):
        corpus.write(each, text_of(CONTRACT))
    corpus.write("else.txt", text_of(contract(seed=9)))
    corpus.embed()
    stem = name.removesuffix(".txt")
    for query in (f"{stem} tenant landlord rent", f"tenant rent file:{stem}", stem):
        (hit,) = (hit for hit in corpus.search(query).hits if name in files_of(hit))
        assert hit.path == name


def test_all_versions_can_be_asked_for(corpus: CorpusFolder) -> None:
    for name in ("lease.txt", "lease_v2.txt"):
        corpus.write(name, text_of(CONTRACT))
    request = SearchRequest(
        str(corpus.folder), "tenant", mode=SearchMode.LEXICAL, all_versions=True
    )
    result = run_search(
        request, corpora=corpus.corpora, encoders=corpus.provider, check=lambda: None
    )
    assert [hit.also_in for hit in result.hits] == [(), ()]


def test_a_copy_that_is_gone_is_not_named(corpus: CorpusFolder) -> None:
    for name in ("lease.txt", "lease_v2.txt", "lease_v3.txt"):
        corpus.write(name, text_of(CONTRACT))
    (corpus.folder / "lease_v2.txt").unlink()
    (hit,) = corpus.search("tenant", mode=SearchMode.LEXICAL).hits
    assert files_of(hit) == {"lease.txt", "lease_v3.txt"}


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("report.docx", "report.pdf"),
        ("report.docx", "report_v2.docx"),
        ("report.docx", "Report v2.1 FINAL.docx"),
        ("a/report.docx", "a/archive/report-draft-3.docx"),
        ("Bericht.odt", "Kopie von Bericht.odt"),
        ("report.docx", "report (1).docx"),
        ("contract.docx", "contract final 2025-02-03.docx"),
        ("Vertrag.odt", "Vertrag Entwurf 15.01.2025.odt"),
        ("report draft 2024.odt", "report final 2024.odt"),
        ("lease tower R2.docx", "lease tower R3.docx"),
    ],
)
def test_names_of_versions_have_one_key(left: str, right: str) -> None:
    assert version_key(left) == version_key(right) != ""


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("invoice 1.docx", "invoice 2.docx"),
        ("minutes 2024-05-01.odt", "minutes 2024-06-01.odt"),
        ("meier/contract.docx", "schulze/contract.docx"),
        ("version.docx", "report.docx"),
        ("report final 2023.odt", "report final 2024.odt"),
        ("minutes draft 2025-01.odt", "minutes final 2025-02.odt"),
        ("Protokoll final 01-2025.odt", "Protokoll final 02-2025.odt"),
        ("Lease R2 Tower.docx", "Lease R3 Tower.docx"),
        ("lease new Miller.docx", "lease old Miller.docx"),
        ("new Miller lease.docx", "old Miller lease.docx"),
    ],
)
def test_other_names_have_other_keys(left: str, right: str) -> None:
    assert version_key(left) != version_key(right)


def test_only_a_counter_in_brackets_at_the_end_is_one() -> None:
    assert has_counter("a/invoice (12).pdf")
    assert not has_counter("invoice 12.pdf")
    assert not has_counter("(1) invoice.pdf")


@pytest.mark.parametrize(
    "path",
    [
        "Copy of report.odt",
        "Bericht Kopie.odt",
        "report (2).pdf",
        "archive/report.odt",
        "x bak.odt",
    ],
)
def test_copies_kept_aside_are_known_by_their_names(path: str) -> None:
    assert is_named_as_copy(path)
    assert not is_named_as_copy("on the copy of keys.odt")
