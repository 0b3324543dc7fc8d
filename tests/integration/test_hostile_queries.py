"""Queries that broke other search tools; each is found when the text is there, and none raises.

Every string was reported against a public project: read as syntax, as NOT, as a column's name,
or cut where the language has no blanks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import BadRequest
from plugin.contracts.search import AnswerStatus, SearchMode
from tests.fixtures_search import CorpusFolder

if TYPE_CHECKING:
    from pathlib import Path

# Query -> the text that must be found; the query's own text where None.
HOSTILE: dict[str, str | None] = {
    "DEC-0054": None,
    "gpt-4": None,
    "multi-agent": None,
    "ADR-016": None,
    "File-back Ingest Lint": None,
    "BENCH-100821": None,
    "2026.4.10": None,
    '"1.0.21"': "version 1.0.21 is out",
    "ubuntu 20.04": None,
    "don't use agents": None,
    "Downloads/transcripts": None,
    "Tennessee Walking Horse Breeder's and Exhibitor's Association": None,
    "it's": "it's late",
    "user@host": None,
    "a,b": None,
    "why?": None,
    "e=mc2": None,
    "#tag": None,
    "[bracket]": None,
    "note: check the gateway": None,
    "“curly quotes”": "so-called curly quotes",
    "rock \u2019n\u2019 roll": "rock 'n' roll",
    "foo-nope": None,
    "Book - Some Book": None,
    "18n": "the i18n work",
    '"--error-on-warnings"': "run it with --error-on-warnings",
    "--error-on-warnings": "run it with --error-on-warnings",
    "R&D and contract": "the R&D and contract office",
    "C++ and C#": "both C++ and C# are taught",
    "what's not allowed": "this tells what's not allowed here",
    "what is our policy on remote work?": "Policy: remote work is for two days",
    "精确": "这是精确的结果",
    "やばい": "それはやばいです",
    "繁體": "這是繁體字",
    "系統": "作業系統更新",
    "東京": "東京の会議",
    "会議": "東京の会議",
    "東": "東京の会議",
    "Châtelier": "the chatelier principle",
    "chatelier": "Le Châtelier said",
    "lampo": "Lämpö on korkea",
    "o": "ø",
    "smorrebrod": "smørrebrød",
    "\uff21\uff22\uff23": "ABC is here",
    "AND": "AND",
    "OR NOT NEAR": "OR NOT NEAR",
    "NEAR(a b, 10)": "NEAR(a b, 10)",
    "title: foo": "title: foo",
    "(unbalanced": None,
    '"unbalanced quote': "an unbalanced quote",
    "a*b^c": None,
    "100%": "100% sure",
    "_under_score_": None,
    "back\\slash": None,
    "; DROP TABLE chunks; --": None,
    "???": "really ???",
    "🐘": "an 🐘 walks",
    "{curly: {json}}": None,
    "-rf": "rm -rf does it",
    "-5 degrees": "it has -5 degrees",
    "ไทย": "ภาษาไทยง่าย",
    "हिन्दी": "यह हिन्दी है",
    "ext: nothing": "ext: nothing",
    "after:noon": "after:noon",
    "$1,250.00": "it costs $1,250.00",
    "naïve café": "a naive cafe",
}
FILLER = "Minutes of the meeting about the garden, the roof and the cellar of the house."


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> CorpusFolder:
    folder: Path = tmp_path_factory.mktemp("hostile")
    made = CorpusFolder(folder)
    for number, (query, text) in enumerate(HOSTILE.items()):
        made.write(f"{number:03}.txt", f"{FILLER}\n\n{text or query}\n\n{FILLER}")
    made.embed()
    return made


@pytest.mark.parametrize("query", HOSTILE)
@pytest.mark.parametrize("mode", [SearchMode.LEXICAL, SearchMode.HYBRID])
def test_finds_the_text_that_is_there(corpus: CorpusFolder, query: str, mode: SearchMode) -> None:
    result = corpus.search(query, mode=mode, k=20)
    assert result.status is AnswerStatus.READY
    assert (HOSTILE[query] or query) in [hit.snippet for hit in result.hits]


@pytest.mark.parametrize("query", ["", "   ", "\n\t", "\0"])
def test_refuses_a_blank_query_in_one_sentence(corpus: CorpusFolder, query: str) -> None:
    with pytest.raises(BadRequest) as caught:
        corpus.search(query)
    assert caught.value.message == "The query is empty."


@pytest.mark.parametrize(
    "query", ["!!!", '""', "((", "xqzvwj", "-", "*", "NOT", "\ud800", "a" * 9999]
)
def test_says_why_nothing_is_found(corpus: CorpusFolder, query: str) -> None:
    result = corpus.search(query, mode=SearchMode.LEXICAL)
    if not result.hits:
        assert result.status is AnswerStatus.NO_MATCH
        assert result.message
