"""Which of the found files are copies or versions of one document, so that they make one hit.

Owns: that judgement, among the files of one answer alone. Does not own: what names say
(version_names), the reads (store.copies), what is shown of a copy (passages).

Forms made from one template share most of their text and are no copies: what differs is what
people look for. So files whose names do not say that they are versions must have the same texts;
in another format, the same words but for a few that a reader of the format may have lost.
Source for telling near-copies by shared text: Broder, "On the Resemblance and Containment of
Documents", 1997.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ....documents.kinds import extension_of
from ..analysis.folding import fold
from ..store.copies import texts_beyond, texts_of_documents
from .version_names import has_counter, is_named_as_copy, version_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from ..store.connection import CorpusConnection
    from ..store.lookup import DocumentRow

    Link = tuple[str, str | int]

VERSION_SHARE = 0.6
"""Of files that are named as versions, the text that both must have."""
COPY_SHARE = 0.97
"""Of files with other names; besides, no word with a digit may differ."""
SAME_SCORE = 0.02
"""Scores that differ by no more than this share are the same: then names and dates decide."""
_MAX_COMPARED = 8
_MAX_WORD_COMPARISONS = 6
_MAX_CHUNKS = 60
_SPARE_LENGTH = 0.9  # overlapping windows and line ends make one text's lengths differ a little
# A run of letters and digits; a sign of Chinese, Japanese or Korean stands alone.
_WORD = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\\W_\u3040-\u30ff\u3400-\u9fff]+")


@dataclass(frozen=True)
class FoundFile:
    """A file among those found: its row, its score, and the text of its best chunk."""

    document: DocumentRow
    score: float
    text_id: int


def group_copies(
    connection: CorpusConnection, files: Sequence[FoundFile]
) -> list[tuple[FoundFile, ...]]:
    """Return the files in groups of copies, the groups in the order of their best files.

    files are best first. The first of a group is to be shown: the best; of several as good, the
    newest that is not named as a copy. At most 6 pairs of files are compared word by word.
    """
    links = [_links(file) for file in files]
    n_files = Counter(link for each in links for link in each)
    may_be_copies = [
        file.document.doc_id
        for file, own in zip(files, links, strict=True)
        if any(n_files[link] > 1 for link in own)
    ]
    comparison = _Comparison(connection)
    comparison.read(may_be_copies)
    groups: list[list[FoundFile]] = []
    by_link: dict[Link, list[list[FoundFile]]] = {}
    for file, own in zip(files, links, strict=True):
        known = [group for link in own for group in by_link.get(link, ())]
        near = {id(group): group for group in known[-_MAX_COMPARED:]}
        group = next((g for g in near.values() if comparison.are_copies(g[0], file)), None)
        if group is not None:
            group.append(file)
            continue
        groups.append([file])
        for link in own:
            by_link.setdefault(link, []).append(groups[-1])
    return [_shown_first(group) for group in groups]


def _links(file: FoundFile) -> tuple[Link, ...]:
    """Return what a file shares with its copies: without any of these none is looked for."""
    key, title = version_key(file.document.path), file.document.title
    named = [("name", key)] if key else []
    titled = [("title", title)] if title else []
    return (("text", file.text_id), *named, *titled)


def _shown_first(group: list[FoundFile]) -> tuple[FoundFile, ...]:
    enough = group[0].score - abs(group[0].score) * SAME_SCORE
    as_good = [file for file in group if file.score >= enough]
    shown = max(as_good, key=_worth_showing)
    return (shown, *(file for file in group if file is not shown))


def _worth_showing(file: FoundFile) -> tuple[bool, int]:
    document = file.document
    return (not is_named_as_copy(document.path), document.mtime_ns)


@dataclass
class _Comparison:
    connection: CorpusConnection
    texts: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    n_left: int = _MAX_WORD_COMPARISONS

    def read(self, doc_ids: Sequence[int]) -> None:
        """Read the texts of the files that may be copies."""
        if doc_ids:
            self.texts = texts_of_documents(self.connection, doc_ids)

    def are_copies(self, left: FoundFile, right: FoundFile) -> bool:
        """Return whether two files are one document for a reader."""
        texts = [self.texts.get(file.document.doc_id, {}) for file in (left, right)]
        shared = texts[0].keys() & texts[1].keys()
        if len(shared) == len(texts[0]) == len(texts[1]):
            return bool(shared)
        paths = (left.document.path, right.document.path)
        is_version = _are_named_versions(*paths)
        if not is_version and extension_of(paths[0]) == extension_of(paths[1]):
            return False
        n_chars = [sum(each.values()) for each in texts]
        n_shared = sum(texts[0][text_id] for text_id in shared)
        least = VERSION_SHARE if is_version else COPY_SHARE
        if is_version and n_shared >= least * max(n_chars):
            return True
        if min(n_chars) < least * max(n_chars) * _SPARE_LENGTH or not self.n_left:
            return False
        difference = self._compare_words(left, right, shared)
        return difference.share >= least and (is_version or difference.is_noise)

    def _compare_words(
        self, left: FoundFile, right: FoundFile, shared: AbstractSet[int]
    ) -> _Difference:
        self.n_left -= 1
        left_id, right_id = left.document.doc_id, right.document.doc_id
        beyond = [
            _words(texts_beyond(self.connection, doc_id, shared, limit=_MAX_CHUNKS))
            for doc_id in (left_id, right_id)
        ]
        n_shared_chars = sum(self.texts[left_id][text_id] for text_id in shared)
        return _difference(n_shared_chars, beyond[0], beyond[1])


@dataclass(frozen=True)
class _Difference:
    """How much of the longer text both have, and the words that only one has."""

    share: float
    only_left: Counter[str]
    only_right: Counter[str]

    @property
    def is_noise(self) -> bool:
        """Return whether what differs may come of how a format is read, and is no one's data."""
        return not any(_has_digit(word) for word in (*self.only_left, *self.only_right))


def _difference(n_shared_chars: int, left: Counter[str], right: Counter[str]) -> _Difference:
    both = n_shared_chars + _n_chars(left & right)
    longer = n_shared_chars + max(_n_chars(left), _n_chars(right))
    return _Difference(both / max(longer, 1), left - right, right - left)


def _n_chars(words: Counter[str]) -> int:
    return sum(n * (len(word) + 1) for word, n in words.items())


def _words(texts: Iterable[str]) -> Counter[str]:
    return Counter(word for text in texts for word in _WORD.findall(fold(text)))


def _has_digit(word: str) -> bool:
    return any(character.isdigit() for character in word)


def _are_named_versions(left: str, right: str) -> bool:
    key = version_key(left)
    # A second download of a portal's "invoice.pdf" is another invoice or the very same.
    return bool(key) and key == version_key(right) and not (has_counter(left) or has_counter(right))
