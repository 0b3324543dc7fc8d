"""The sentence for a file that is larger than the user lets be read."""

_BYTES_PER_MB = 1 << 20
_WHOLE_MB = 10.0  # from here on decimals tell nothing


def too_big_reason(size_bytes: int, max_file_bytes: int) -> str:
    """Return why a file is not read, with the limit and where to raise it."""
    return (
        f"The file has {_size(size_bytes)}, more than the limit of {_size(max_file_bytes)} set in "
        "Tools > Options > WriterAgent > Vector Search."
    )


def _size(n_bytes: int) -> str:
    n_mb = n_bytes / _BYTES_PER_MB
    if n_mb >= _WHOLE_MB or n_mb == int(n_mb):
        return f"{n_mb:.0f} MB"
    return f"{n_mb:.1f} MB" if n_mb >= 0.1 else f"{n_bytes:,} bytes"  # noqa: PLR2004 - one decimal
