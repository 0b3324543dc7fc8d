"""Which of the code pages of before Unicode a text is in, judged by what each makes of it.

Owns: the code pages tried, and their order for some bytes. Does not own: how likely a decoding is
(likelihood), Unicode's encodings (encoding).

A detector of encodings by the noise of their characters alone (charset-normalizer) tells scripts
apart, but not the pages of one script: half of its answers for Western texts of 10 kB were wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

from .code_page_sample import high_sample
from .likelihood import log_likelihood

_MIN_PLAUSIBLE = -8.0  # nats a byte beyond ASCII; noise has less in every page
_CONVINCING = -10.0
_MIN_BYTES_TO_REFUSE = 64
_MAX_CUT_BYTES = 3
_ASCII = bytes(range(0x80))

_LATIN = ("en", "de", "fr", "es", "it", "pt", "ca", "sv", "da", "no", "fi", "nl", "is")
_CENTRAL = ("pl", "cs", "sk", "hu", "ro", "hr", "sl", "de")
_BALTIC = ("lt", "lv", "et", "pl", "de")
_TURKISH = ("tr", "de", "fr", "en")
_CYRILLIC = ("ru", "uk", "bg", "sr", "be")
_RUSSIAN = ("ru", "bg", "be")


@dataclass(frozen=True)
class CodePage:
    """A codec's name, the languages written in it, and how rare it is (nats off its score)."""

    name: str
    languages: tuple[str, ...]
    rarity: float = 0.0


CODE_PAGES = (
    CodePage("cp1252", _LATIN),
    CodePage("iso8859-15", _LATIN, 3.0),
    CodePage("mac-roman", _LATIN, 4.0),
    CodePage("cp850", _LATIN, 4.0),
    CodePage("cp437", _LATIN, 5.0),
    CodePage("cp1250", _CENTRAL, 0.5),
    CodePage("iso8859-2", _CENTRAL, 1.0),
    CodePage("cp852", _CENTRAL, 4.5),
    CodePage("mac-latin2", _CENTRAL, 6.0),
    CodePage("cp1257", _BALTIC, 2.0),
    CodePage("iso8859-13", _BALTIC, 3.5),
    CodePage("iso8859-4", _BALTIC, 4.5),
    CodePage("cp775", _BALTIC, 5.5),
    CodePage("cp1254", _TURKISH, 2.0),
    CodePage("iso8859-9", _TURKISH, 2.5),
    CodePage("cp857", _TURKISH, 5.0),
    CodePage("cp1258", ("vi",), 4.0),
    CodePage("cp1251", _CYRILLIC),
    CodePage("koi8-r", _RUSSIAN, 1.5),
    CodePage("koi8-u", ("uk",), 2.0),
    CodePage("cp866", _RUSSIAN, 2.0),
    CodePage("cp1125", ("uk",), 4.0),
    CodePage("iso8859-5", _CYRILLIC, 3.0),
    CodePage("mac-cyrillic", _CYRILLIC, 3.5),
    CodePage("cp1253", ("el",)),
    CodePage("iso8859-7", ("el",), 0.5),
    CodePage("cp737", ("el",), 3.0),
    CodePage("cp1255", ("he",)),
    CodePage("iso8859-8", ("he",), 0.5),
    CodePage("cp862", ("he",), 3.0),
    CodePage("cp1256", ("ar",)),
    CodePage("iso8859-6", ("ar",), 1.0),
    CodePage("cp720", ("ar",), 4.0),
    CodePage("cp869", ("el",), 5.0),
    CodePage("mac-greek", ("el",), 4.0),
    CodePage("mac-turkish", ("tr",), 5.0),
    CodePage("cp874", ("th",)),
    CodePage("gb18030", ("zh",)),
    CodePage("big5hkscs", ("zh-Hant",)),
    CodePage("cp932", ("ja",)),
    CodePage("euc_jp", ("ja",), 0.5),
    CodePage("cp949", ("ko",)),
    CodePage("johab", ("ko",), 4.0),
)


@dataclass(frozen=True)
class Judged:
    """A page with its score, in nats, for so many bytes beyond ASCII."""

    page: str
    score: float
    n_high_bytes: int

    @property
    def plausible(self) -> bool:
        """Return True when someone may have written what the page makes of the bytes."""
        if self.n_high_bytes < _MIN_BYTES_TO_REFUSE:
            return True
        return self.score >= _MIN_PLAUSIBLE * self.n_high_bytes

    @property
    def convincing(self) -> bool:
        """Return True when the page makes so usual a text of even a few bytes that it must be."""
        return self.score >= _CONVINCING * self.n_high_bytes


def ranked_pages(data: bytes) -> list[Judged]:
    """Return the code pages that can hold a sample of data, the likeliest first.

    The sample is taken around bytes beyond ASCII all over the data; there must be some.
    """
    sample = high_sample(data)
    n_high_bytes = len(sample.translate(None, _ASCII))
    judged = [
        Judged(page.name, log_likelihood(text, page.languages) - page.rarity, n_high_bytes)
        for page, text in _decodings(sample)
    ]
    return sorted(judged, key=lambda one: -one.score)


def _decodings(sample: bytes) -> list[tuple[CodePage, str]]:
    found = []
    for page in CODE_PAGES:
        try:
            text = sample.decode(page.name)
        except UnicodeDecodeError as error:
            # The sample may end within a character.
            if error.start < len(sample) - _MAX_CUT_BYTES or error.start == 0:
                continue
            text = sample[: error.start].decode(page.name)
        found.append((page, text))
    return found
