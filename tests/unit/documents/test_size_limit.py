from __future__ import annotations

import pytest

from plugin.documents.size_limit import too_big_reason


@pytest.mark.parametrize(
    ("size_bytes", "max_file_bytes", "words"),
    [
        (300 << 20, 256 << 20, "has 300 MB, more than the limit of 256 MB"),
        ((1 << 20) + 200_000, 1 << 20, "has 1.2 MB, more than the limit of 1 MB"),
        (2_000, 1_000, "has 2,000 bytes, more than the limit of 1,000 bytes"),
    ],
)
def test_the_reason_names_size_limit_and_option(
    size_bytes: int, max_file_bytes: int, words: str
) -> None:
    reason = too_big_reason(size_bytes, max_file_bytes)
    assert words in reason
    assert "Tools > Options > WriterAgent > Vector Search" in reason
