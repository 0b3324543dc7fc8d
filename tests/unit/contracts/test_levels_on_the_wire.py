"""Levels, sections and their hits in plain values and back."""

from __future__ import annotations

import pytest

from plugin.contracts.corpus import CorpusStatus, Coverage, ModelChoice, SectionReport
from plugin.contracts.errors import BadRequest
from plugin.contracts.maintain import MaintainRequest
from plugin.contracts.methods import StatusRequest
from plugin.contracts.search import Hit, ReturnType, SearchLevel, SearchRequest, SectionOfHit
from plugin.contracts.wire import from_plain, to_plain

SECTION = SectionOfHit("Head", 2, 3, "page=4", "page 4", 10, 60, ("word",), (("mine", "told"),))
HIT = Hit("file:///a", "a", "A", 1.0, "s", 0, (), "", "", type="section", section=SECTION)
STATUS = CorpusStatus(
    "/f",
    "/f/c.db",
    exists=True,
    coverage=Coverage(1, 1, 0, 1, 1),
    model=ModelChoice("m", "r"),
    sections=(SectionReport("a", ("Head",), 1, 0, 3, 9, ("word",), has_vector=True),),
    section_strategy="centroid",
)


@pytest.mark.parametrize(
    "value",
    [
        HIT,
        STATUS,
        StatusRequest("/f", with_sections=True),
        MaintainRequest("/f", rebuild_sections=True, section_strategy="rawspan"),
        MaintainRequest("/f", section_extractors=("a", "b")),
        SearchRequest("/f", "q", level=SearchLevel.FUSED, section_weight=0.5),
        SearchRequest("/f", "q", return_type=ReturnType.SECTIONS),
    ],
)
def test_values_come_back_as_they_went(value: object) -> None:
    assert from_plain(type(value), to_plain(value)) == value


@pytest.mark.parametrize("field", ["level", "return_type"])
def test_an_unknown_level_or_return_type_is_refused_by_name(field: str) -> None:
    with pytest.raises(BadRequest, match=rf"SearchRequest\.{field}: expected one of .*'pages'"):
        from_plain(SearchRequest, {"folder": "/f", "query": "q", field: "pages"})


def test_requests_of_before_mean_what_they_meant() -> None:
    request = from_plain(SearchRequest, {"folder": "/f", "query": "q"})
    assert (request.level, request.return_type) == (SearchLevel.AUTO, None)
    assert not from_plain(MaintainRequest, {"folder": "/f"}).rebuild_sections
