"""What people read, in their language, from dialogs/texts/<language>/*.properties.

Owns: reading the catalogues, choosing a language, plurals. Does not own: menu texts, which
LibreOffice reads itself (extension/registry). A new language is a new folder: what it lacks is
shown in English.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, Final, Mapping

if TYPE_CHECKING:
    from pathlib import Path

FALLBACK_LANGUAGE: Final = "en-US"


class Texts:
    """The texts of one language; key -> text, "~" before a letter marks the mnemonic."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self._texts = texts

    def __getitem__(self, key: str) -> str:
        """Return a text; raises KeyError for a key that not even English has."""
        return self._texts[key]

    def format(self, key: str, **values: object) -> str:
        """Return a text with its {name} places filled."""
        return self._texts[key].format(**values)

    def count(self, key: str, n: int, **values: object) -> str:
        """Return the text for a number of things: key + ".one" or ".other", with {n} filled."""
        return self.format(f"{key}.{'one' if n == 1 else 'other'}", n=n, **values)


def load_texts(folder: Path, language: str) -> Texts:
    """Return the texts of a BCP-47 language tag, of its language alone, or English ones.

    folder holds one folder a language. English is the ground that the language is laid over.
    """
    texts = _read_language(folder / FALLBACK_LANGUAGE)
    chosen = FALLBACK_LANGUAGE
    for name in (language, language.split("-", maxsplit=1)[0]):
        if name and name != FALLBACK_LANGUAGE and (folder / name).is_dir():
            texts.update(_read_language(folder / name))
            chosen = name
            break
    return Texts(chosen, texts)


def read_properties(text: str) -> Dict[str, str]:
    r"""Return key -> value of "key = value" lines; "#" begins a comment line, \n a new line."""
    pairs: Dict[str, str] = {}
    for line in text.splitlines():
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        key, found, value = stripped.partition("=")
        if not found:
            raise ValueError(f"not a key = value line: {stripped!r}")
        pairs[key.strip()] = value.strip().replace("\\n", "\n")
    return pairs


def _read_language(folder: Path) -> Dict[str, str]:
    texts: Dict[str, str] = {}
    for path in sorted(folder.glob("*.properties")):
        texts.update(read_properties(path.read_text(encoding="utf-8")))
    return texts
