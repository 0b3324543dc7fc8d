"""What generations a corpus has, and which of them a switch can go to.

Owns: the report on each, made without a lock, a model or a write. Does not own: changing them
(generation_changes).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ....contracts.corpus import WORDS_ALONE
from ....contracts.errors import BadRequest, CorpusBusy, CorpusOutdated
from ....contracts.generations import GenerationList, GenerationReport, GenerationState
from ....contracts.http_model import HTTP_MODEL_PREFIX
from ..store.connection import read_at_rest
from ..store.generations import KEEP_S, active_generation, all_generations, last_problem
from ..store.location import search_location
from ..store.model_pin import read_pin
from ..store.vectors import n_bytes, n_texts, n_vectors

if TYPE_CHECKING:
    from ....contracts.corpus import FolderRules
    from ....contracts.generations import GenerationsRequest
    from ..store.connection import CorpusConnection
    from ..store.generations import Generation
    from ..store.location import CorpusLocation
    from ..types import Fingerprint
    from .ports import Encoders


def list_generations(request: GenerationsRequest, encoders: Encoders) -> GenerationList:
    """Return the generations of a folder's corpus; loads no model and makes no file.

    Raises BadRequest for a folder that cannot be listed, CorpusCorrupt for a damaged corpus.
    """
    location = corpus_of(request.folder, request.rules)
    if not location.db_path.is_file():
        return no_generations(location)
    try:
        return read_at_rest(
            location.db_path, lambda connection: generations_now(connection, location, encoders)
        )
    except CorpusOutdated as error:
        return no_generations(location, problem=str(error))
    except (CorpusBusy, FileNotFoundError):  # only being made, or just gone
        return no_generations(location)


def generations_now(
    connection: CorpusConnection, location: CorpusLocation, encoders: Encoders
) -> GenerationList:
    """Return the generations of an open corpus."""
    active, pin = active_generation(connection), read_pin(connection)
    reports = []
    for generation in all_generations(connection):
        why_not = why_not_used(generation, active, encoders)
        reports.append(_report(connection, generation, why_not))
    return GenerationList(
        folder=str(location.folder),
        corpus_path=str(location.db_path),
        exists=True,
        generations=tuple(reports),
        instead_of=pin.instead_of if pin else "",
    )


def corpus_of(folder: str, rules: FolderRules) -> CorpusLocation:
    """Return where a folder's corpus lies, made or not. Raises BadRequest where no folder is."""
    if not os.path.isdir(folder):  # noqa: PTH112 - Path's raises where a folder may not be entered
        raise BadRequest(f"{folder} is not a folder.", hint="Name the folder that was indexed.")
    return search_location(Path(folder), rules.index_place)


def no_generations(location: CorpusLocation, *, problem: str = "") -> GenerationList:
    """Return the list of a folder that has no corpus, or one that cannot be read: problem."""
    folder, corpus_path = str(location.folder), str(location.db_path)
    return GenerationList(folder, corpus_path, exists=False, problem=problem)


def why_not_used(generation: Generation, active: Generation | None, encoders: Encoders) -> str:
    """Return why a switch to the generation is not possible, "" where it is; loads nothing."""
    fingerprint = generation.fingerprint
    if active is None or active.generation_id == generation.generation_id:
        return ""
    if active.fingerprint.model_id == fingerprint.model_id:
        return "It is of the model that answers, whose files and set width say which vectors count."
    return _why_model_cannot(fingerprint, encoders)


def _why_model_cannot(fingerprint: Fingerprint, encoders: Encoders) -> str:
    if fingerprint.model_id.startswith(HTTP_MODEL_PREFIX):
        return "It is of a model server; set that server as the model to go back to it."
    choice = encoders.choice(fingerprint.model_id, dim=fingerprint.cut_to)
    if not choice.model_id:
        return choice.reason.removesuffix(WORDS_ALONE)
    if choice.model_id != fingerprint.model_id:
        return f"{fingerprint.model_id} is not on this computer any more."
    if choice.revision not in ("", fingerprint.revision):
        return f"The weights of {fingerprint.model_id} are not those that it was made with."
    return ""


def _report(connection: CorpusConnection, generation: Generation, why_not: str) -> GenerationReport:
    fingerprint, is_kept = generation.fingerprint, generation.state is GenerationState.KEPT
    return GenerationReport(
        generation_id=generation.generation_id,
        model_id=fingerprint.model_id,
        revision=fingerprint.revision,
        dim=fingerprint.dim,
        state=generation.state,
        changed_at=generation.changed_at,
        n_done=n_vectors(connection, generation),
        n_texts=n_texts(connection),
        n_bytes=n_bytes(connection, generation),
        dropped_at=generation.changed_at + KEEP_S if is_kept else None,
        why_not=why_not,
        problem=last_problem(connection, fingerprint.model_id),
    )
