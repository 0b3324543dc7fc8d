"""The cipher of old PDF files and workbooks, written out: no package is needed for a test file."""

from __future__ import annotations

import hashlib


def md5(data: bytes) -> bytes:
    """Return the digest that keys are made of."""
    return hashlib.md5(data, usedforsecurity=False).digest()


def rc4(key: bytes, data: bytes) -> bytes:
    """Return data encrypted, or encrypted data decrypted."""
    box = list(range(256))
    j = 0
    for i in range(256):
        j = (j + box[i] + key[i % len(key)]) % 256
        box[i], box[j] = box[j], box[i]
    output = bytearray()
    i = j = 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + box[i]) % 256
        box[i], box[j] = box[j], box[i]
        output.append(byte ^ box[(box[i] + box[j]) % 256])
    return bytes(output)
