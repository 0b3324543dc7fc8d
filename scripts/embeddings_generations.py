#!/usr/bin/env python3
"""The vectors a folder's index has, by model: list them, switch back, remove them, save space.

When the model changes, the old vectors answer until the new ones are complete, and are kept for
seven days. Text and keyword search are never touched.
"""

import argparse
import sys
from datetime import datetime, timezone
from typing import List, Optional, Tuple, Union

from cli import EXIT_OK, UsageParser, count, need_words, print_json, printable, run_cli
from render import no_index_lines
from session import with_next_command, worker_session

from plugin.contracts.errors import BadRequest
from plugin.contracts.generations import (
    CompactRequest,
    GenerationChange,
    GenerationList,
    GenerationReport,
    GenerationsRequest,
    GenerationState,
    ResetRequest,
    ResetScope,
    UseGenerationRequest,
)
from plugin.contracts.wire import to_plain
from plugin.embeddings.client import EmbeddingsClient

_BYTES_PER_KB = 1 << 10
_BYTES_PER_MB = 1 << 20
_LEAST_KB_AS_MB = 100  # below, megabytes with one digit read as none


def main(argv: Optional[List[str]] = None) -> int:
    """Return 0 after printing what is there or what was changed."""
    options = _parser().parse_args(argv)
    need_words(options.folder, "folder")
    with with_next_command(options.folder), worker_session(options.venv) as client:
        done = _run(client, options)
    if options.json:
        print_json(to_plain(done))
    elif isinstance(done, GenerationChange):
        print("\n".join((*_change_lines(done), *_list_lines(done.now))))
    else:
        print("\n".join(_list_lines(done)))
    return EXIT_OK


def _parser() -> argparse.ArgumentParser:
    parser = UsageParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="the folder that was indexed")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add(actions, "list", "which models' vectors there are, how far and how large")
    use = _add(actions, "use", "let an earlier model answer again: nothing is encoded")
    use.add_argument("id", type=count, help="the number that list shows")
    reset = _add(actions, "reset", "remove vectors; the next indexing makes those in use again")
    reset.add_argument("which", help="active, all, or the number that list shows")
    _add(actions, "compact", "drop what nobody can use any more and make the file small")
    return parser


def _add(actions: "argparse._SubParsersAction[UsageParser]", name: str, text: str) -> UsageParser:
    parser = actions.add_parser(name, help=text, description=text)
    parser.add_argument(
        "--venv", default="", help="the worker's Python environment (default: .venv)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    return parser


def _run(
    client: EmbeddingsClient, options: argparse.Namespace
) -> Union[GenerationList, GenerationChange]:
    if options.action == "use":
        return client.use_generation(UseGenerationRequest(options.folder, options.id))
    if options.action == "reset":
        scope, generation_id = _scope(options.which)
        return client.reset_generations(ResetRequest(options.folder, scope, generation_id))
    if options.action == "compact":
        return client.compact(CompactRequest(options.folder))
    return client.generations(GenerationsRequest(options.folder))


def _scope(which: str) -> Tuple[ResetScope, int]:
    if which.isascii() and which.isdigit():
        return ResetScope.ONE, int(which)
    if which in (ResetScope.ACTIVE.value, ResetScope.ALL.value):
        return ResetScope(which), 0
    raise BadRequest(f"'{which}' is not active, all, or a number.", hint="list shows the numbers.")


def _change_lines(change: GenerationChange) -> List[str]:
    freed = f"{_size(change.n_bytes_freed)} of disk are free again."
    lines = [*change.sentences, *([freed] if change.n_bytes_freed else [])]
    return [*map(printable, lines or ["There was nothing to do."]), ""]


def _list_lines(now: GenerationList) -> List[str]:
    if not now.exists:
        return no_index_lines(now.folder, now.problem)
    if not now.generations:
        return ["The index has no vectors: it answers by keywords."]
    answering = [g for g in now.generations if g.state is GenerationState.ACTIVE]
    lines = [line for generation in now.generations for line in _lines(generation, answering)]
    if now.instead_of:
        model_id = answering[0].model_id if answering else "another model"
        lines.append(
            printable(f"Switched: where {now.instead_of} is asked for, {model_id} answers.")
        )
    return lines


def _lines(generation: GenerationReport, answering: List[GenerationReport]) -> List[str]:
    share = _percent(generation)
    size = _size(generation.n_bytes)
    line = (
        f"{generation.generation_id:>4}  {generation.state.value:<9}{share:>3} %  {size:>10}  "
        f"{generation.dim:>5} dimensions  {generation.model_id}  {generation.revision[:12]}"
    )
    lines = [line.rstrip()]
    if generation.state is GenerationState.BUILDING:
        by = answering[0].model_id if answering else "keywords alone"
        lines.append(f"      building {generation.model_id}: {share} %, answers come from {by}")
    if generation.problem:
        lines.append(f"      the last try failed: {generation.problem}")
    if generation.dropped_at is not None:
        lines.append(f"      since {_when(generation.changed_at)}, {_until(generation)}")
    return [printable(line) for line in lines]


def _until(generation: GenerationReport) -> str:
    dropped = f"dropped after {_when(generation.dropped_at or 0.0)}"
    why_not = generation.why_not
    return f"{dropped}. {why_not}" if why_not else f"{dropped}; use {generation.generation_id}"


def _size(n_bytes: int) -> str:
    n_kb = n_bytes / _BYTES_PER_KB
    is_small = 0 < n_kb < _LEAST_KB_AS_MB
    return f"{n_kb:.0f} KB" if is_small else f"{n_bytes / _BYTES_PER_MB:.1f} MB"


def _percent(generation: GenerationReport) -> int:
    return 100 * generation.n_done // generation.n_texts if generation.n_texts else 100


def _when(changed_at: float) -> str:
    moment = datetime.fromtimestamp(changed_at, timezone.utc).astimezone()
    return moment.strftime("%Y-%m-%d %H:%M")


if __name__ == "__main__":
    sys.exit(run_cli(main))
