"""What the wire form accepts, and what it says of the rest."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Dict, List, Optional, Tuple

import pytest

from plugin.contracts.corpus import FolderRules, IndexPlace
from plugin.contracts.errors import BadRequest
from plugin.contracts.maintain import MaintainRequest
from plugin.contracts.search import NO_RERANKER, RerankChoice, SearchRequest
from plugin.contracts.wire import from_plain, to_plain


class Colour(str, Enum):  # noqa: UP042 - the form that Python 3.9 has
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Inner:
    name: str
    weight: float = 0.0


@dataclass(frozen=True)
class Outer:
    flag: bool
    n: int
    colour: Colour
    inner: Inner
    pair: Tuple[str, int] = ("", 0)
    many: Tuple[Inner, ...] = ()
    maybe: Optional[Inner] = None
    blob: bytes = b""


FULL = Outer(
    flag=True,
    n=3,
    colour=Colour.BLUE,
    inner=Inner("ü", 0.5),
    pair=("a", 1),
    many=(Inner("x"), Inner("y")),
    maybe=Inner("z"),
    blob=b"\0\xff",
)
PLAIN = {"flag": True, "n": 3, "colour": "red", "inner": {"name": "x"}}


def test_every_kind_of_field_goes_there_and_back() -> None:
    plain = to_plain(FULL)

    assert plain["colour"] == "blue"
    assert type(plain["colour"]) is str
    assert plain["many"] == [{"name": "x", "weight": 0.0}, {"name": "y", "weight": 0.0}]
    assert from_plain(Outer, plain) == FULL


def test_fields_left_out_take_their_defaults() -> None:
    assert from_plain(Outer, PLAIN) == Outer(True, 3, Colour.RED, Inner("x"))  # noqa: FBT003


def test_a_whole_number_is_a_float_where_one_is_wanted() -> None:
    weight = from_plain(Inner, {"name": "x", "weight": 2}).weight

    assert (weight, type(weight)) == (2.0, float)


def test_a_view_of_received_bytes_becomes_bytes() -> None:
    assert from_plain(Outer, {**PLAIN, "blob": memoryview(b"ab")}).blob == b"ab"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"extra": 1}, r"^Outer\.extra: this field is unknown\."),
        ({"n": "3"}, r"^Outer\.n: expected int, got str\."),
        ({"n": True}, r"^Outer\.n: expected int, got bool\."),
        ({"n": None}, r"^Outer\.n: expected int, got nothing\."),
        ({"flag": 1}, r"^Outer\.flag: expected bool, got int\."),
        ({"colour": "green"}, r"^Outer\.colour: expected one of red, blue, got 'green'\."),
        ({"colour": ["red"]}, r"^Outer\.colour: expected one of"),
        ({"inner": 1}, r"^Outer\.inner: expected the fields of Inner, got int\."),
        ({"inner": {}}, r"^Outer\.inner\.name: this field is missing\."),
        ({"inner": {"name": "x", "weight": "1"}}, r"^Outer\.inner\.weight: expected float"),
        ({"inner": {"name": "x", "weight": True}}, r"^Outer\.inner\.weight: expected float"),
        ({"many": {}}, r"^Outer\.many: expected a list, got dict\."),
        ({"many": [{"name": "x"}, {"name": 1}]}, r"^Outer\.many\[1\]\.name: expected str"),
        ({"pair": ["a"]}, r"^Outer\.pair: expected 2 items, got 1\."),
        ({"pair": ["a", "b"]}, r"^Outer\.pair\[1\]: expected int, got str\."),
        ({"maybe": 3}, r"^Outer\.maybe: expected the fields of Inner"),
        ({"blob": "text"}, r"^Outer\.blob: expected bytes, got str\."),
        ({3: 4}, r"^Outer\.3: this field is unknown\."),
    ],
)
def test_what_does_not_fit_is_refused_by_name(change: dict[object, object], message: str) -> None:
    with pytest.raises(BadRequest, match=message) as caught:
        from_plain(Outer, {**dict[object, object](PLAIN.items()), **change})
    assert caught.value.hint


def test_a_missing_field_and_a_value_that_is_no_dict_are_refused() -> None:
    with pytest.raises(BadRequest, match=r"^Inner\.name: this field is missing"):
        from_plain(Inner, {})
    with pytest.raises(BadRequest, match=r"^Inner: expected the fields of Inner, got list"):
        from_plain(Inner, [])


def test_what_has_no_plain_form_is_named_before_it_is_sent() -> None:
    odd = Outer(True, 1, Colour.RED, Inner("x"), many=(Inner("y"), Inner({1})))  # type: ignore[arg-type]  # noqa: FBT003

    with pytest.raises(BadRequest, match=r"^Outer\.many\[1\]\.name: a value of type set"):
        to_plain(odd)
    with pytest.raises(BadRequest, match="only a dataclass can"):
        to_plain({"a": 1})


def test_a_subclass_of_a_number_travels_as_the_number() -> None:
    class Metres(float):
        pass

    plain = to_plain(Inner("x", Metres(1.5)))

    assert (plain["weight"], type(plain["weight"])) == (1.5, float)


def test_a_contract_cannot_use_a_hint_without_a_plain_form() -> None:
    @dataclass(frozen=True)
    class Loose:
        table: Dict[str, int]

    @dataclass(frozen=True)
    class Mutable:
        items: List[str]

    for cls in (Loose, Mutable):
        with pytest.raises(TypeError, match="has no plain form"):
            from_plain(cls, {})


def test_rules_travel_inside_a_request_and_are_checked_there() -> None:
    request = MaintainRequest("/d", rules=FolderRules(IndexPlace.CACHE, ("*.tmp",), 7))
    plain = to_plain(request)
    assert plain["rules"] == {
        "index_place": "cache",
        "exclude": ["*.tmp"],
        "max_file_bytes": 7,
    }
    assert from_plain(MaintainRequest, plain) == request
    assert from_plain(MaintainRequest, {"folder": "/d"}).rules == FolderRules()
    plain["rules"]["max_file_bytes"] = "7"
    with pytest.raises(BadRequest, match=r"MaintainRequest\.rules\.max_file_bytes"):
        from_plain(MaintainRequest, plain)


def test_a_search_travels_with_its_reranker_and_an_older_one_without() -> None:
    request = SearchRequest("/d", "q", rerank=RerankChoice("m", 7), mmr_lambda=0.5, n_per_file=2)
    plain = to_plain(request)
    assert plain["rerank"] == {"model_id": "m", "budget_ms": 7}
    assert from_plain(SearchRequest, plain) == request
    for name in ("rerank", "mmr_lambda", "n_per_file"):
        del plain[name]
    assert from_plain(SearchRequest, plain).rerank == NO_RERANKER
    with pytest.raises(BadRequest, match=r"rerank\.budget_ms: expected int"):
        from_plain(SearchRequest, {**plain, "rerank": {"budget_ms": 0.5}})
