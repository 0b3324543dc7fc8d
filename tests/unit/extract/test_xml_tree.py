"""XML that is hostile, damaged or only unusual: what is refused, and what is left of the rest."""

from __future__ import annotations

import time

import pytest

from plugin.contracts.corpus import FileState
from plugin.embeddings.venv.extract.document import ExtractionFailure
from plugin.embeddings.venv.extract.xml_tree import parse_xml


def text_of(data: bytes) -> tuple[str, bool]:
    root, whole = parse_xml(data, name="a")
    return "".join(root.itertext()), whole


def test_a_harmless_document_type_is_read() -> None:
    assert text_of(b'<!DOCTYPE a SYSTEM "http://127.0.0.1:9/x.dtd"><a>hi</a>') == ("hi", True)
    assert text_of(b'<!DOCTYPE a [<!ENTITY unused "x">]><a>hi</a>') == ("hi", True)


_LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))


@pytest.mark.parametrize(
    "data",
    [
        b'<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/hostname">]><a>&e;</a>',
        b'<!DOCTYPE a [<!ENTITY e "text">]><a>&e;</a>',
        b'<!DOCTYPE a [<!ENTITY e "&f;&f;"><!ENTITY f "&e;&e;">]><a>&e;</a>',
        f'<!DOCTYPE a [<!ENTITY l0 "lol">{_LAUGHS}]><a>&l9;</a>'.encode(),
        f'<!DOCTYPE a [<!ENTITY l0 "lol">{_LAUGHS}]><a b="&l9;"/>'.encode(),
        f'<!DOCTYPE a [<!ENTITY l0 "lol">{_LAUGHS}]><a>&l9;</a>'.encode("utf-16"),
        b'<!DOCTYPE a [<!ENTITY q "' + b"q" * 100_000 + b'">]><a>' + b"&q;" * 1000 + b"</a>",
    ],
    ids=["external", "internal", "circular", "laughs", "in attribute", "utf-16", "quadratic"],
)
def test_entities_are_refused(data: bytes) -> None:
    with pytest.raises(ExtractionFailure, match="entities"):
        parse_xml(data, name="a")


def test_a_parameter_entity_is_not_fetched_and_harms_nothing() -> None:
    declared = b'<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1:9/x"> %p;]>'
    assert text_of(declared + b"<a>hi</a>") == ("hi", True)


def test_an_xinclude_stays_an_empty_element() -> None:
    include = b'<i:include xmlns:i="http://www.w3.org/2001/XInclude" href="/etc/hostname"/>'
    assert text_of(b"<a>hi" + include + b"</a>") == ("hi", True)


def test_default_attributes_cannot_grow_a_document() -> None:
    declared = b'<!DOCTYPE a [<!ATTLIST b c CDATA "' + b"x" * 100_000 + b'">]>'
    root, whole = parse_xml(declared + b"<a>" + b"<b/>" * 10_000 + b"</a>", name="a")
    assert not whole
    assert len(root) < 1000


def test_xml_is_read_up_to_its_damage() -> None:
    assert text_of(b"<a><b>good</b><b>cut") == ("goodcut", False)
    with pytest.raises(ExtractionFailure) as caught:
        parse_xml(b"", name="a")
    assert caught.value.state is FileState.CORRUPT


def test_names_of_characters_that_nothing_declares_are_read_as_in_html() -> None:
    assert text_of(b"<a>caf&eacute;&nbsp;<b/>x&nosuch;y</a>") == ("café\xa0xy", False)


@pytest.mark.parametrize("n_chars", [9_000_000, 12_000_000])
def test_a_text_longer_than_the_parsers_own_bound_is_whole(n_chars: int) -> None:
    text, whole = text_of(b"<a><b>" + b"x" * n_chars + b"</b><b>after</b></a>")
    assert whole
    assert text.endswith("xafter")
    assert len(text) == n_chars + 5


@pytest.mark.parametrize("depth", [190, 300, 2000])
def test_deep_elements_keep_their_text_in_order_and_become_shallow(depth: int) -> None:
    numbers = "".join(f"<b>{n} " for n in range(depth)) + "deepest" + " </b>|" * depth
    root, whole = parse_xml(f"<a>before {numbers}<c>after</c></a>".encode(), name="a")
    assert whole
    text = "".join(root.itertext())
    assert text.startswith("before 0 1 2 ")
    assert text.index(f" {depth - 1} deepest ") < text.index("after")
    assert text.count("|") == depth
    assert max(sum(1 for _ in element.iterancestors()) for element in root.iter()) <= 200


def test_many_deep_elements_take_no_longer_each() -> None:
    deep = "<b>" * 250 + "<c>1<d>2</d>3</c>4" * 60_000 + "</b>" * 250
    started_s = time.process_time()
    text, whole = text_of(f"<a>{deep}after</a>".encode())
    assert (text, whole) == ("1234" * 60_000 + "after", True)
    assert time.process_time() - started_s < 10


def test_what_is_deeper_than_can_be_read_leaves_what_was_before() -> None:
    root, whole = parse_xml(b"<a><p>before</p>" + b"<b>" * 100_000, name="a")
    assert not whole
    assert root[0].text == "before"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"<a>x&#xD83D;&#xDE00;y</a>", "x\U0001f600y"),
        (b"<a>x&#55357;&#56832;y</a>", "x\U0001f600y"),
        (b"<a>x&#xD800;y&#65;&#xDC00;</a>", "xyA"),
        (b"<a>x&#9999999;y</a>", "xy"),
    ],
)
def test_halves_of_characters_are_joined_or_left_out(data: bytes, text: str) -> None:
    assert text_of(data) == (text, False)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ('<?xml version="1.0" encoding="utf-16"?><a>tät</a>'.encode(), ["tät"]),
        ('<?xml version="1.0" encoding="utf-8"?><a>t\u00e4t more</a>'.encode("cp1252"), ["more"]),
        (b'<?xml version="1.0" encoding="bogus-9"?><a>some text</a>', ["some text"]),
        (b"<a>before\x00after<b>x</b></a>", ["before", "x"]),
        (b"<a>before\x01after<b>x</b></a>", ["before", "after", "x"]),
        (b"<a><w:b>no namespace</w:b></a>", ["no namespace"]),
        (b'<a><b c="1" c="2">twice</b></a>', ["twice"]),
        (b'\n\n<?xml version="1.0"?><a>late</a>', ["late"]),
    ],
    ids="declared,bytes,unknown,nul,control,namespace,twice,late".split(","),
)
def test_what_is_wrong_in_one_place_costs_no_other(data: bytes, words: list[str]) -> None:
    text, whole = text_of(data)
    assert not whole
    assert [word for word in words if word not in text] == []


def test_utf_16_and_utf_7_hide_nothing() -> None:
    wide = '<?xml version="1.0" encoding="utf-16"?><a>tät</a>'
    assert text_of(wide.encode("utf-16")) == ("tät", True)
    assert text_of(wide.replace("16", "8").encode("utf-16-le")) == ("tät", True)
    hidden = "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>".encode("utf-7")
    with pytest.raises(ExtractionFailure):
        parse_xml(b'<?xml version="1.0" encoding="utf-7"?>' + hidden, name="a")
