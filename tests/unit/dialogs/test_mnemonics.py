"""Every dialog in every language: texts are there, letters after Alt lead to one control only."""

from __future__ import annotations

import re
import string
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

from plugin.embeddings.texts import read_properties

DIALOGS = Path(__file__).resolve().parents[3] / "dialogs"
NAMESPACE = "{http://openoffice.org/2000/dialog}"
XDLS = sorted(DIALOGS.glob("*.xdl"))
LANGUAGES = sorted(path.name for path in (DIALOGS / "texts").iterdir())
OTHER_LABELS = {
    "SearchDialog.xdl": (
        {"search.pause", "search.resume"},
        {"search.offer.turn_on", "search.offer.set_up", "search.offer.index"},
    ),
    "SearchPanel.xdl": (
        {"search.pause", "search.resume"},
        {"search.offer.turn_on", "search.offer.set_up", "search.offer.index"},
    ),
}
"""Labels that code gives to one control in turn, beside those in the file."""


def texts_of(language: str) -> dict[str, str]:
    texts: dict[str, str] = {}
    for path in sorted((DIALOGS / "texts" / language).glob("*.properties")):
        texts.update(read_properties(path.read_text(encoding="utf-8")))
    return texts


def keys_of(xdl: Path) -> list[str]:
    root = ET.parse(xdl).getroot()
    values = [
        node.get(NAMESPACE + name, "")
        for node in root.iter()
        for name in ("value", "title", "help-text")
    ]
    return [value[1:] for value in values if value.startswith("&")]


def mnemonic(text: str) -> str:
    found = re.search(r"~([^~])", text.replace("~~", ""))
    return found[1].casefold() if found else ""


def clashes(labels: list[set[str]], texts: dict[str, str]) -> list[tuple[str, list[str]]]:
    """Return the letters that lead to more than one of the controls, each a set of its labels."""
    letters = [{mnemonic(texts[key]) for key in keys} - {""} for keys in labels]
    counted = Counter(letter for group in letters for letter in group)
    return [
        (letter, sorted(key for keys in labels for key in keys if mnemonic(texts[key]) == letter))
        for letter, n in counted.items()
        if n > 1
    ]


def controls_of(xdl: Path) -> list[set[str]]:
    alternatives = OTHER_LABELS.get(xdl.name, ())
    named = set().union(*alternatives) if alternatives else set()
    return [{key} for key in keys_of(xdl) if key not in named] + [
        set(each) for each in alternatives
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("xdl", XDLS, ids=lambda path: path.name)
def test_no_letter_leads_to_two_controls(xdl: Path, language: str) -> None:
    assert clashes(controls_of(xdl), texts_of(language)) == []


def test_a_clash_is_seen() -> None:
    texts = {"a": "~Search", "b": "Re~set", "c": "Save ~~S"}
    assert clashes([{"a"}, {"b"}, {"c"}], texts) == [("s", ["a", "b"])]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("xdl", XDLS, ids=lambda path: path.name)
def test_every_text_of_a_dialog_is_there(xdl: Path, language: str) -> None:
    assert set(keys_of(xdl)) - set(texts_of(language)) == set()


def areas() -> list[str]:
    return sorted({path.name for path in (DIALOGS / "texts").glob("*/*.properties")})


@pytest.mark.parametrize("area", areas())
def test_languages_have_the_same_keys_and_places(area: str) -> None:
    by_language = {
        language: read_properties((DIALOGS / "texts" / language / area).read_text(encoding="utf-8"))
        for language in LANGUAGES
    }
    ground = fields(by_language["en-US"])
    for language, texts in by_language.items():
        assert fields(texts) == ground, language


def fields(texts: dict[str, str]) -> dict[str, list[str]]:
    return {
        key: sorted({name for _, name, _, _ in string.Formatter().parse(text) if name})
        for key, text in texts.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mnemonic_is_one_letter_of_its_text(language: str) -> None:
    wrong = {
        key: text
        for key, text in texts_of(language).items()
        if text.replace("~~", "").count("~") > 1 or re.search(r"~(\s|$)", text.replace("~~", ""))
    }
    assert wrong == {}
