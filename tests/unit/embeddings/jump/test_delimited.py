"""Delimited files are opened without a question: delimiter and encoding are read from them."""

from __future__ import annotations

import pytest

from plugin.embeddings.jump.delimited import SAMPLE_BYTES, filter_options, find_delimiter


@pytest.mark.parametrize(
    ("sample", "expected"),
    [
        (b"a,b\n1,2\n3,4\n", "44,34,76"),
        ("n;m\nM\u00fcller;2\n3;4\n".encode("cp1252"), "59,34,1"),
        ("n\tm\nM\u00fcller\t2\n".encode("utf-16"), "9,34,65535"),
        (b"\xef\xbb\xbfa|b\n1|2\n", "124,34,76"),
        (b"", "44,34,76"),
        (b"one cell\nanother", "44,34,76"),
    ],
)
def test_options_name_delimiter_quote_and_encoding(sample: bytes, expected: str) -> None:
    assert filter_options(sample).startswith(expected + ",1,")


def test_commas_inside_quotes_or_numbers_do_not_count() -> None:
    assert find_delimiter('name;"a, b";1,5\nother;"c, d, e";2,75\nlast;x;3\n') == ";"


def test_a_letter_cut_by_the_end_of_the_sample_is_no_other_encoding() -> None:
    text = ("\u00fc,1\n" * SAMPLE_BYTES).encode()
    for cut in range(4):
        sample = (b"a" * cut + text)[:SAMPLE_BYTES]
        assert filter_options(sample).startswith("44,34,76")
