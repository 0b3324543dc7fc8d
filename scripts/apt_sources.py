"""Read apt's own list of package sources, in both its formats, and name a further suite of one.

Owns no address: a mirror's is taken from what the machine already uses.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Iterable, Iterator, List, Optional, Tuple

APT = Path("/etc/apt")
_ONE_LINE = re.compile(r"deb\s+(?:\[(?P<options>[^\]]*)\]\s+)?(?P<uri>\S+)\s+(?P<rest>.+)")


@dataclass(frozen=True)
class Source:
    """One place that apt takes packages from."""

    uris: Tuple[str, ...]
    suites: Tuple[str, ...]
    components: Tuple[str, ...]
    signed_by: str = ""


def read_sources(folder: Path = APT) -> List[Source]:
    """Return the sources that are switched on in sources.list and sources.list.d."""
    found: List[Source] = []
    for path in [folder / "sources.list", *sorted((folder / "sources.list.d").glob("*"))]:
        if not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.suffix == ".sources":
            found += parse_deb822(text)
        elif path.suffix == ".list":
            found += parse_one_line(text)
    return found


def parse_one_line(text: str) -> List[Source]:
    """Return the sources of a .list file: deb [options] address suite components."""
    sources = []
    for line in text.splitlines():
        found = _ONE_LINE.fullmatch(line.partition("#")[0].strip())
        if not found:
            continue
        suite, *components = found["rest"].split()
        options = dict(_pairs((found["options"] or "").split()))
        signed_by = options.get("signed-by", "")
        sources.append(Source((found["uri"],), (suite,), tuple(components), signed_by))
    return sources


def parse_deb822(text: str) -> List[Source]:
    """Return the sources of a .sources file: paragraphs of Types, URIs, Suites, Components."""
    sources = []
    for fields in _paragraphs(text):
        is_on = fields.get("enabled", "yes").lower() not in ("no", "false", "0")
        if not is_on or "deb" not in fields.get("types", "").split():
            continue
        uris, suites, components = (
            tuple(fields.get(name, "").split()) for name in ("uris", "suites", "components")
        )
        sources.append(Source(uris, suites, components, fields.get("signed-by", "")))
    return sources


def further_suite(sources: Iterable[Source], *, release: str, suite: str) -> Optional[str]:
    """Return a .sources paragraph for the suite on the mirror that serves the release.

    None where the suite is there already, or where no source serves the release itself.
    """
    sources = list(sources)
    if any(suite in source.suites for source in sources):
        return None
    for source in sources:
        if release in source.suites and "main" in source.components:
            return _paragraph(source, suite)
    return None


def _paragraph(source: Source, suite: str) -> str:
    lines = ["Types: deb", f"URIs: {source.uris[0]}", f"Suites: {suite}", "Components: main"]
    if source.signed_by:
        lines.append(f"Signed-By: {source.signed_by}")
    return "\n".join(lines) + "\n"


def _pairs(options: Iterable[str]) -> Iterator[Tuple[str, str]]:
    for option in options:
        name, _, value = option.partition("=")
        yield name.lower(), value


def _paragraphs(text: str) -> Iterator[Dict[str, str]]:
    fields: Dict[str, str] = {}
    last = ""
    for line in [*text.splitlines(), ""]:
        if line.startswith("#"):
            continue
        if not line.strip():
            if fields:
                yield fields
            fields, last = {}, ""
        elif line[0] in " \t":  # a field goes on, as a key written into Signed-By does
            fields[last] = f"{fields.get(last, '')}\n{line.rstrip()}"
        else:
            name, _, value = line.partition(":")
            last = name.strip().lower()
            fields[last] = value.strip()
