"""Damage by number: the same number makes the same file, so that a finding can be made again.

Owns: how files are damaged. Does not own: what is damaged (seeds), what must hold (soundness).
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.fuzz.packing import packed, unpacked

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from tests.fuzz.seeds import Seed

_ATTRIBUTE_VALUE = re.compile(rb'="[^"<>]{0,80}"')
_CLOSING_TAG = re.compile(rb"</[^<>]{1,60}>")
_ELEMENT_START = re.compile(rb"<[A-Za-z][^<>]{0,200}>")
_TEXT = re.compile(rb">[^<>]{1,200}<")
_NUMBER = re.compile(rb"-?\d+")
_XML_START = (b"<", b"\xef\xbb\xbf<")
_NASTY_VALUES = (
    b"999999999999999999999",
    b"-1",
    b"0",
    b"2147483648",
    b"1e308",
    b"NaN",
    b"",
    b"\xff\xfe",
    b"&#0;",
    b"A" * 70_000,
    b"../" * 30 + b"etc/passwd",
    b"http://127.0.0.1:9/",
    b"\xf0\x9f\x98\x80",
    b"\xed\xa0\x80",
)
_INSERTS = (
    b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
    b"&lol;",
    b"&#xD800;",
    b"&#8203;" * 50,
    b"<![CDATA[ ]] > ]]>",
    b"<!-- -- -->",
    b"<?xml-stylesheet href='http://127.0.0.1:9/s'?>",
    b"<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='file:///etc/hostname'/>",
    b"\x00\x01\x02\x1b",
    b"\xe2\x80\xae\xe2\x80\xa8\xef\xbf\xbe",
    b"<a>" * 400,
    b"</a>" * 5,
    b"{" * 3000,
    b"\\u-1?\\'zz\\bin99999999 ",
    b"[" * 500,
    b"|" * 2000,
    b"\r" * 100,
)
_OTHER_EXTENSIONS = (
    "odt ods odp docx xlsx pptx rtf csv tsv txt md html epub pdf doc xls ppt fodt".split()
)


@dataclass(frozen=True)
class Mutant:
    """A damaged file and how it came to be, in words for a finding."""

    number: int
    name: str
    data: bytes
    story: str


def mutant(seeds: Sequence[Seed], number: int) -> Mutant:
    """Return the file of this number: a seed, damaged one to four times."""
    rng = random.Random(number)
    seed = seeds[number % len(seeds)]
    data, extension = seed.data, seed.extension
    steps = rng.choices(_MUTATIONS, k=rng.choice((1, 1, 2, 4)))
    for step in steps:
        data = step(rng, data, rng.choice(seeds).data)
    if data == seed.data:  # a step that has nothing to get hold of in this format
        steps.append(rng.choice(_RAW))
        data = steps[-1](rng, data, rng.choice(seeds).data)
    if rng.random() < 0.08:
        extension = rng.choice(_OTHER_EXTENSIONS)
    story = " ".join([seed.extension, *(step.__name__.strip("_") for step in steps)])
    return Mutant(number, f"{number:05}.{extension}", data, story)


def _flip_bytes(rng: Random, data: bytes, _other: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 3, 20, 200))):
        if changed:
            changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _cut_end(rng: Random, data: bytes, _other: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _cut_middle(rng: Random, data: bytes, _other: bytes) -> bytes:
    start, end = _span(rng, data)
    return data[:start] + data[end:]


def _repeat_middle(rng: Random, data: bytes, _other: bytes) -> bytes:
    start, end = _span(rng, data)
    n_times = rng.choice((2, 5, 50))
    return data[:start] + data[start:end][:20_000] * n_times + data[end:]


def _splice(rng: Random, data: bytes, other: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]


def _insert(rng: Random, data: bytes, _other: bytes) -> bytes:
    position = rng.randrange(len(data) + 1)
    return data[:position] + rng.choice(_INSERTS) + data[position:]


def _junk_before(rng: Random, data: bytes, _other: bytes) -> bytes:
    return rng.choice((b"\n", b"MZ" + bytes(500), b"\xef\xbb\xbf", b" " * 2000)) + data


def _change_number(rng: Random, data: bytes, _other: bytes) -> bytes:
    return _replace_one(rng, data, _NUMBER, rng.choice(_NASTY_VALUES[:7]))


def _inside_member(
    change: Callable[[Random, bytes, bytes], bytes],
) -> Callable[[Random, bytes, bytes], bytes]:
    """Return the change made inside one member of a package, or to the whole of another file."""

    def changed(rng: Random, data: bytes, other: bytes) -> bytes:
        members = unpacked(data)
        if not members:
            return change(rng, data, other)
        index = rng.randrange(len(members))
        name, content = members[index]
        members[index] = (name, change(rng, content, other))
        return packed(members)

    changed.__name__ = f"member_{change.__name__}"
    return changed


def _nasty_attribute(rng: Random, data: bytes, _other: bytes) -> bytes:
    return _replace_one(rng, data, _ATTRIBUTE_VALUE, b'="' + rng.choice(_NASTY_VALUES) + b'"')


def _nasty_attributes_everywhere(rng: Random, data: bytes, _other: bytes) -> bytes:
    value = b'="' + rng.choice(_NASTY_VALUES[:8]) + b'"'
    return _ATTRIBUTE_VALUE.sub(lambda m: value if rng.random() < 0.2 else m.group(), data)


def _nasty_text(rng: Random, data: bytes, _other: bytes) -> bytes:
    return _replace_one(rng, data, _TEXT, b">" + rng.choice(_NASTY_VALUES) + b"<")


def _drop_closing_tag(rng: Random, data: bytes, _other: bytes) -> bytes:
    return _replace_one(rng, data, _CLOSING_TAG, b"")


def _move_element_start(rng: Random, data: bytes, _other: bytes) -> bytes:
    starts = _ELEMENT_START.findall(data)
    return _replace_one(rng, data, _CLOSING_TAG, rng.choice(starts)) if starts else data


def _nest_deeply(rng: Random, data: bytes, _other: bytes) -> bytes:
    """Repeat an element's start and its end, so that it contains itself hundreds of times."""
    starts = list(_ELEMENT_START.finditer(data))
    if not starts:
        return data
    start = rng.choice(starts)
    name = re.split(rb"[\s/>]", start.group()[1:], maxsplit=1)[0]
    n_times = rng.choice((20, 300, 5000))
    if start.group().endswith(b"/>"):
        inner = start.group()[:-2] + b">"
        return data[: start.start()] + inner * n_times + b"</" + name + b">" + data[start.end() :]
    end = data.find(b"</" + name + b">", start.end())
    closing = (b"</" + name + b">") * n_times if end >= 0 else b""
    position = max(end, start.end())
    return (
        data[: start.start()]
        + start.group() * n_times
        + data[start.start() : position]
        + closing
        + data[position:]
    )


def _swap_tokens(rng: Random, data: bytes, _other: bytes) -> bytes:
    """Exchange two pieces between white space, or put one of them in many times."""
    pieces = re.split(rb"(\s+)", data)
    first, second = rng.randrange(len(pieces)), rng.randrange(len(pieces))
    pieces[first], pieces[second] = pieces[second], pieces[first] * rng.choice((1, 1, 300))
    return b"".join(pieces)


def _wrong_encoding(rng: Random, data: bytes, _other: bytes) -> bytes:
    if not data.startswith(_XML_START):
        return data
    text = data.decode("utf-8", "replace")
    name = rng.choice(("utf-16", "utf-16-be", "utf-7", "utf-32", "cp1252"))
    return text.encode(name, "replace")


def _drop_member(rng: Random, data: bytes, _other: bytes) -> bytes:
    members = unpacked(data)
    if members:
        del members[rng.randrange(len(members))]
    return packed(members) if members else data[1:]


def _swap_members(rng: Random, data: bytes, other: bytes) -> bytes:
    members, others = unpacked(data), unpacked(other)
    if not members:
        return data
    target = rng.randrange(len(members))
    source = rng.choice(others or members)
    members[target] = (members[target][0], source[1])
    return packed(members)


def _rename_member(rng: Random, data: bytes, _other: bytes) -> bytes:
    members = unpacked(data)
    if not members:
        return data
    index = rng.randrange(len(members))
    name = members[index][0]
    names = (name.upper(), name.replace("/", "\\"), "../" + name, "/" + name, name + " ", "\u00e9")
    members[index] = (rng.choice(names), members[index][1])
    return packed(members)


def _lie_in_headers(rng: Random, data: bytes, _other: bytes) -> bytes:
    """Change bytes of a member's headers alone: sizes, flags, method, offsets."""
    marks = [m.start() for m in re.finditer(rb"PK(\x01\x02|\x03\x04|\x05\x06)", data)]
    if not marks:
        return data
    changed = bytearray(data)
    start = rng.choice(marks)
    for _ in range(rng.choice((1, 4))):
        position = min(start + rng.randrange(4, 46), len(changed) - 1)
        changed[position] = rng.choice((0, 1, 0x7F, 0xFF, rng.randrange(256)))
    return bytes(changed)


def _replace_one(rng: Random, data: bytes, pattern: re.Pattern[bytes], new: bytes) -> bytes:
    matches = list(pattern.finditer(data))
    if not matches:
        return data
    match = rng.choice(matches)
    return data[: match.start()] + new + data[match.end() :]


def _span(rng: Random, data: bytes) -> tuple[int, int]:
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.choice((1, 10, 100, 1000, 10_000)))


_RAW = (_flip_bytes, _cut_end, _cut_middle, _repeat_middle, _splice, _insert, _junk_before)
_PACKAGE = (_drop_member, _swap_members, _rename_member, _lie_in_headers)
_CONTENT = (
    _nasty_attribute,
    _nasty_attributes_everywhere,
    _nasty_text,
    _drop_closing_tag,
    _move_element_start,
    _nest_deeply,
    _wrong_encoding,
    _swap_tokens,
    _change_number,
    _insert,
    _flip_bytes,
    _repeat_middle,
    _splice,
    _cut_middle,
)
_MUTATIONS = (*_RAW, *_PACKAGE, *map(_inside_member, _CONTENT), *map(_inside_member, _CONTENT))
