"""What LibreOffice reads of the extension agrees with the code and with itself."""

from __future__ import annotations

import ast
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from plugin.embeddings.settings import SETTING_KEYS, Settings, settings_to_values

ROOT = Path(__file__).resolve().parents[3]
REGISTRY = ROOT / "extension" / "registry"
OOR = "{http://openoffice.org/2001/registry}"
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
MANIFEST = "{http://openoffice.org/2001/manifest}"
COMPONENTS = "{http://openoffice.org/2010/uno-components}"
LANGUAGES = {folder.name for folder in (ROOT / "dialogs" / "texts").iterdir() if folder.is_dir()}


def test_the_configuration_schema_is_the_table_of_settings() -> None:
    schema = ET.parse(REGISTRY / "Settings.xcs").getroot()
    kept = {
        f"{group.get(OOR + 'name')}.{prop.get(OOR + 'name')}": (
            prop.get(OOR + "type"),
            prop.findtext("value") or "",
        )
        for group in schema.iter("group")
        for prop in group.iter("prop")
    }
    kinds = {str: "xs:string", bool: "xs:boolean", int: "xs:int", tuple: "oor:string-list"}
    wanted = {
        key: (kinds[type(value)], _as_registry_text(value))
        for key, value in settings_to_values(Settings()).items()
    }
    assert kept == wanted
    assert set(kept) == set(SETTING_KEYS.values())


def _as_registry_text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "" if isinstance(value, tuple) else str(value)


def test_the_manifest_names_every_registry_file() -> None:
    manifest = ET.parse(ROOT / "META-INF" / "manifest.xml").getroot()
    named = {entry.get(MANIFEST + "full-path") for entry in manifest}
    files = [*REGISTRY.iterdir(), *(ROOT / "extension").glob("*.components")]
    assert named == {file.relative_to(ROOT).as_posix() for file in files}


def test_every_registered_service_is_made_by_the_code_and_the_other_way_round() -> None:
    components = ET.parse(ROOT / "extension" / "writeragent.components").getroot()
    registered = {node.get("name") for node in components.iter(COMPONENTS + "implementation")}
    assert registered == _implementations_in_the_code()


def _implementations_in_the_code() -> set[str]:
    tree = ast.parse((ROOT / "plugin/office/services.py").read_text(encoding="utf-8"))
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Service":
            owner, constant = ast.unparse(node.args[1]).split(".")
            names.add(_constant(owner, constant))
    return names


def _constant(module: str, name: str) -> str:
    (path,) = (ROOT / "plugin/office").rglob(f"{module}.py")
    found = re.search(
        rf'^{name}: Final = "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert found, f"{path} has no constant {name}"
    return found[1]


@pytest.mark.parametrize("path", sorted(REGISTRY.glob("*.xcu")), ids=lambda path: path.name)
def test_menus_and_labels_speak_every_language(path: Path) -> None:
    for prop in ET.parse(path).getroot().iter("prop"):
        values = prop.findall("value")
        languages = {value.get(XML_LANG) for value in values}
        is_label = prop.get(OOR + "name") in ("Title", "Label")
        same_everywhere = len(values) == 1 and values[0].text in (
            "WriterAgent",
            "WriterA~gent",
            "Python",
        )
        if is_label and not same_everywhere and languages != {None}:
            assert languages == LANGUAGES, ET.tostring(prop)


def test_every_file_that_the_registry_points_to_is_there() -> None:
    for path in REGISTRY.glob("*.xcu"):
        text = path.read_text(encoding="utf-8")
        for relative in re.findall(r"%origin%/([^<]+)", text):
            assert (path.parent / relative).is_file(), f"{path.name}: {relative}"
        for relative in re.findall(
            r"vnd\.sun\.star\.extension://org\.writeragent\.search/([^<]+)", text
        ):
            assert (ROOT / relative).is_file(), f"{path.name}: {relative}"
