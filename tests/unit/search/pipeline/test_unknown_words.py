"""Words and codes that no file has are told, and what was meant is looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plugin.contracts.search import SearchMode
from tests.fixtures_search import CorpusFolder

if TYPE_CHECKING:
    from pathlib import Path


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
