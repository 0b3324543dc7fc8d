"""The worker's English sentences in the user's language.

Owns: the table of sentences that it may say about a search. What is not in it is shown as it
came: an English sentence tells more than none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Pattern, Tuple

if TYPE_CHECKING:
    from ..texts import Texts


def _exactly(pattern: str) -> Pattern[str]:
    return re.compile(rf"\A{pattern}\Z", re.DOTALL)


_SENTENCES: Final[Tuple[Tuple[Pattern[str], str], ...]] = (
    (
        _exactly(r"None of the words is in the folder; these are alike at best\."),
        "search.note.alike",
    ),
    (
        _exactly(r"No file has (?P<words>\".+\"); words spelled alike .+"),
        "search.note.respelled",
    ),
    (_exactly(r"No file has (?P<words>\".+\") as it stands\."), "search.note.absent"),
    (
        _exactly(r"No file that is indexed passes the query's filter\."),
        "search.note.filtered_out",
    ),
    (
        _exactly(r"The hits are not reranked: the search's own model took no part .+"),
        "search.note.no_own_model",
    ),
    (
        _exactly(r"The hits are not reranked\. The model gives one vector a text, none .+"),
        "search.note.no_token_states",
    ),
    (_exactly(r"The hits are not reranked[.:] (?P<why>.+)"), "search.note.not_reranked"),
    (
        _exactly(r"The reranker read the first (?P<n>\d+) of (?P<n_all>\d+) hits in its .+"),
        "search.note.partly_reranked",
    ),
    (
        _exactly(r"No passage has the quoted phrase just so; its words were looked for\."),
        "search.note.phrase",
    ),
    (
        _exactly(r"Search by meaning is off: the index has no vectors yet\. Index with a model\."),
        "search.note.no_vectors",
    ),
    (
        _exactly(
            r"Search by meaning is off: the index was made with (?P<model>.+), which is not on this"
            r" computer any more\. .+"
        ),
        "search.note.model_gone",
    ),
    (
        _exactly(
            r"Search by meaning is off: the weights of (?P<model>.+) are not those the index was"
            r" made with\. .+"
        ),
        "search.note.model_changed",
    ),
    (
        _exactly(r"Search by meaning is off: (?P<model>.+) comes with program code of its own, .+"),
        "search.note.own_code",
    ),
    (
        _exactly(r"Search by meaning is off: The model server (?P<host>\S+) does not answer .+"),
        "search.note.server_away",
    ),
    (
        _exactly(r"Search by meaning is off: (?P<host>\S+) (?:refuses the key|asks for a key)\b.*"),
        "search.note.server_key",
    ),
    (
        _exactly(
            r"Search by meaning is off: The index was made with (?P<model>.+) of a model server,"
            r" which is not .+"
        ),
        "search.note.server_not_set",
    ),
    (
        _exactly(
            r"Search by meaning is off: the index was made with (?P<model>.+) of another server\."
            r" .+"
        ),
        "search.note.server_other",
    ),
    (_exactly(r"Search by meaning is off: (?P<why>.+)"), "search.note.no_meaning"),
    (
        _exactly(
            r"The index still answers with (?P<old>.+); "
            r"the next pass makes vectors with (?P<new>.+)\."
        ),
        "search.note.other_model",
    ),
    (
        _exactly(
            r"The index still answers with (?P<old>.+); "
            r"vectors with (?P<new>.+) could not be made: (?P<why>.+)"
        ),
        "search.note.other_model_failed",
    ),
    (
        _exactly(r"(?P<n>\d+) files? (?:is|are) new or changed since the last indexing; .+"),
        "search.note.changed",
    ),
    (
        _exactly(r"The query is long: only its first (?P<n>[\d,]+) characters were looked at\."),
        "search.note.long_text",
    ),
    (
        _exactly(r"The query is long: only its first (?P<n>\d+) words were looked up by keyword\."),
        "search.note.many_words",
    ),
    (
        _exactly(r"(?P<what>.+) has no date \(.+\) and was taken as words\."),
        "search.note.no_date",
    ),
    (
        _exactly(
            r"Nothing in (?P<n>\d+) files? matches; (?P<more>\d+) more have no readable text\. .+"
        ),
        "search.note.no_match_unread",
    ),
    (_exactly(r"Nothing in (?P<n>\d+) files? matches\. .+"), "search.note.no_match"),
    (
        _exactly(r"No text yet: (?P<n_read>\d+) of (?P<n>\d+) files are read\. Index again .+"),
        "search.note.no_text_yet",
    ),
    (_exactly(r"No text in (?P<n>\d+) files?\."), "search.note.no_text"),
    (_exactly(r"Index again with --rebuild to make it anew\."), "search.hint.rebuild"),
    (
        _exactly(r"This Python lacks the package (?P<package>\S+)\."),
        "search.note.no_package",
    ),
    (
        _exactly(r"The search index was made by an earlier version of this extension\. .+"),
        "search.note.older_index",
    ),
    (
        _exactly(
            r"(?P<wanted>.+?) (?:is (?:not|only partly) in the local cache|is not a folder with a"
            r" model|has not been fetched).*; (?P<model>.+) answers instead\. Choose .+"
        ),
        "search.note.model_missing",
    ),
    (_exactly(r"(?P<why>.+) Keyword search works alone\."), "search.note.words_alone"),
)


def told(sentence: str, texts: Texts) -> str:
    """Return the sentence in the texts' language where it is known, else as it came."""
    for pattern, key in _SENTENCES:
        match = pattern.match(sentence)
        if match is not None:
            return texts.format(key, **match.groupdict())
    return sentence
