"""Making a fast lane of a model that torch has loaded, checked before it counts.

Owns the order of the steps and what is remembered of a failure. Does not own when it is done
(provider): never in front of a query.
"""

from __future__ import annotations

import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from .....contracts.errors import BadVectors, ModelNotFound
from ..devices.table import CPU_ROW
from ..error_line import first_line
from ..token_model import frame_of
from .bert_family import read_shape
from .check import MIN_COSINE, least_cosine
from .graph import build_graph
from .impossible import LaneImpossible
from .kept_lane import (
    GRAPH,
    PIECES,
    STAGING,
    TOKENIZER,
    LaneNote,
    lane_folder,
    put_in_place,
    write_note,
)
from .onnx_model import OnnxModel
from .sparse_unigram import write_pieces
from .tensor_file import open_tensors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..locate import LocatedModel
    from ..torch_model import TorchModel


def make_lane(located: LocatedModel, reference: TorchModel) -> LaneNote:
    """Make the lane of the model that reference has loaded, keep it, and return what came of it.

    A lane that fails, or that a GPU makes needless, is kept as a reason. Raises OSError when the
    cache cannot be written.
    """
    folder = lane_folder(located)
    with _staging(folder.parent) as made:
        try:
            note = _made(located, reference, made)
        except (LaneImpossible, ModelNotFound, BadVectors) as error:
            note = LaneNote(str(located.folder), problem=first_line(error))
        if note.problem:
            for path in made.iterdir():
                path.unlink()
        write_note(made, note)
        put_in_place(made, folder)
    return note


def _made(located: LocatedModel, reference: TorchModel, made: Path) -> LaneNote:
    if reference.row is not CPU_ROW:
        name = reference.row.name
        return LaneNote(str(located.folder), problem=f"it runs on {name}", device=name)
    tensors = open_tensors(located.folder)
    shapes = {name: tensor.shape for name, tensor in tensors.items()}
    graph = build_graph(read_shape(located.folder), shapes)
    (made / GRAPH).write_bytes(graph.serialised)
    (made / TOKENIZER).write_bytes(reference.tokenizer_json.encode())
    write_pieces(reference.tokenizer_json, made / PIECES)
    frame = frame_of(reference, "")
    note = LaneNote(
        str(located.folder),
        max_tokens=reference.max_tokens,
        tensor_names=graph.tensor_names,
        before=frame.before,
        after=frame.after,
        n_bytes={path.name: path.stat().st_size for path in made.iterdir()},
    )
    cosine = least_cosine(OnnxModel(located.folder, made, note), reference, located.card)
    problem = "" if cosine >= MIN_COSINE else f"its vectors differ (cosine {cosine:.4f})"
    return replace(note, problem=problem, cosine_min=cosine)


@contextmanager
def _staging(parent: Path) -> Iterator[Path]:
    """Yield a folder beside the wanted one; what is left in it at the end goes."""
    parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=STAGING, dir=parent))
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)
