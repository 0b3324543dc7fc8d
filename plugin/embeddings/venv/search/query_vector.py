"""The query's vector: which generation answers, and the encoding beside the keyword leg.

Owns: the reasons why the dense leg cannot run. Does not own: the leg (legs), the models (embed).
"""

from __future__ import annotations

from concurrent.futures import wait
from typing import TYPE_CHECKING

from ....contracts.corpus import WORDS_ALONE
from ....contracts.errors import BadVectors, EmbeddingsError
from ....contracts.models import DEFAULT_MODEL_ID, NO_MODEL_ID
from ....contracts.search import SearchMode
from ..store.generations import builds_under_way, has_vectors, last_problem
from ..store.model_pin import read_pin

if TYPE_CHECKING:
    from concurrent.futures import Future

    from ....contracts.corpus import ModelChoice
    from ..store.connection import CorpusConnection
    from ..store.generations import Generation
    from ..types import Vectors
    from .running import RunningSearch

_POLL_S = 0.1


def dense_generation(
    search: RunningSearch, connection: CorpusConnection, active: Generation | None
) -> Generation | None:
    """Return the generation the dense leg is to search, or None; the reason goes to the notes."""
    if search.request.mode is SearchMode.LEXICAL or not search.parsed.terms:
        return None
    if search.request.model_id == NO_MODEL_ID:
        if search.request.mode is SearchMode.DENSE:
            search.turn_off_meaning("Search by meaning alone (--vec) needs a model.")
        return None
    choice = search.encoders.choice(search.request.model_id)
    wanted = choice.model_id
    # Nobody chose the default, which has stand-ins by design.
    is_missing = bool(choice.absence) and search.request.model_id not in ("", DEFAULT_MODEL_ID)
    if is_missing:
        search.notes.append(_why_missing(choice, active))
    elif search.request.model_id and not wanted:
        search.notes.append(_why_not_wanted(choice, active))
    if connection.vec_reason:
        search.turn_off_meaning(f"Search by meaning is off: {connection.vec_reason}")
        return None
    if active is None or not has_vectors(connection, active):
        search.turn_off_meaning(
            "Search by meaning is off: the index has no vectors yet. Index with a model."
        )
        return None
    is_another = bool(wanted) and wanted != active.fingerprint.model_id
    if search.request.model_id and is_another and not is_missing:
        search.notes += _why_another(connection, active, wanted)
    return active


def _why_another(connection: CorpusConnection, active: Generation, wanted: str) -> tuple[str, ...]:
    """Return why another model than the wanted one answers; nothing where that is told anyway."""
    answering = active.fingerprint.model_id
    pin = read_pin(connection)
    if pin is not None and (pin.model_id, pin.instead_of) == (answering, wanted):
        return ()
    still, problem = f"The index still answers with {answering}", last_problem(connection, wanted)
    if problem:
        return (f"{still}; vectors with {wanted} could not be made: {problem}",)
    if any(build.fingerprint.model_id == wanted for build in builds_under_way(connection)):
        return ()  # the coverage tells how far it is
    return (f"{still}; the next pass makes vectors with {wanted}.",)


def _why_missing(choice: ModelChoice, active: Generation | None) -> str:
    answers = f"; {active.fingerprint.model_id} answers instead" if active else ""
    return f"{choice.absence}{answers}. Choose a model that is on this computer, or download it."


def _why_not_wanted(choice: ModelChoice, active: Generation | None) -> str:
    if active is None:
        return choice.reason
    # The reason speaks of a folder without vectors.
    reason = choice.reason.removesuffix(WORDS_ALONE)
    return f"{reason} The index still answers with {active.fingerprint.model_id}."


def encode_query(search: RunningSearch, generation: Generation) -> Vectors:
    """Return the query's vector by the generation's model, shape (1, dim).

    Raises ModelNotFound or BadVectors when the weights that made it are not here any more.
    """
    fingerprint = generation.fingerprint
    encoder = search.encoders.get(
        fingerprint.model_id, dim=fingerprint.dim, revision=fingerprint.revision
    )
    is_pooled_alike = fingerprint.pooling in ("", encoder.card.pooling)
    if encoder.revision != fingerprint.revision or not is_pooled_alike:
        raise BadVectors(
            f"the weights of {fingerprint.model_id} are not those the index was made with.",
            hint="The next pass makes its vectors anew.",
        )
    vector = encoder.encode_query(search.parsed.text)
    search.encoder = encoder
    return vector


def wait_for_vector(search: RunningSearch, encoding: Future[Vectors]) -> Vectors | None:
    """Return the query's vector, or None with a note when the model cannot give one."""
    while not wait((encoding,), timeout=_POLL_S).done:
        search.check()
    try:
        return encoding.result()
    except EmbeddingsError as error:
        search.turn_off_meaning(f"Search by meaning is off: {error}")
        return None
