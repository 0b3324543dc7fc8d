"""The options of an evaluation: what is asked, how it is searched, what is told.

Owns: their names, bounds and help. Does not own: what is made of them (the script). Standard
library alone, as they are read before the worker's Python is found.
"""

from __future__ import annotations

import argparse

from cli import count

from plugin.contracts.models import DEFAULT_RERANK_MODEL_ID, OWN_RERANKER
from plugin.contracts.search import (
    DEFAULT_BACKEND,
    DEFAULT_K,
    DEFAULT_RERANK_BUDGET_MS,
    MAX_K,
    SearchBackend,
    SearchLevel,
    SearchMode,
)

ALL = "all"
MIN_K = 3  # Success@3 needs as many


def add_question_options(parser: argparse.ArgumentParser) -> None:
    """Add what is asked."""
    group = parser.add_argument_group("what is asked")
    group.add_argument(
        "--queries",
        default="",
        metavar="DIR",
        help="take questions and judgements from another set with the same document ids",
    )
    group.add_argument(
        "--inside",
        action="store_true",
        help='ask each question of the one document that it names (field "doc")',
    )
    group.add_argument(
        "--sections",
        action="store_true",
        help="find sections of whole documents (docs.jsonl beside corpus.jsonl)",
    )
    group.add_argument(
        "--known-items",
        type=count,
        default=0,
        metavar="N",
        help="ask for words that stand in the documents: N times six words, N times two characters"
        " of Chinese, Japanese and Korean",
    )
    group.add_argument(
        "--max-queries",
        type=count,
        default=-1,
        metavar="N",
        help="ask N of the questions, evenly taken (default: all, or as the preset says; 0: all)",
    )
    group.add_argument(
        "--shared", default="", metavar="DIR", help="where presets' sets are (default: ../shared)"
    )


def add_way_options(parser: argparse.ArgumentParser) -> None:
    """Add how it is searched."""
    group = parser.add_argument_group("how it is searched")
    group.add_argument(
        "--mode",
        choices=[*(mode.value for mode in SearchMode), ALL],
        default="",
        help="both legs, keywords, meaning, or all three compared (default: hybrid)",
    )
    group.add_argument(
        "--model",
        action="append",
        default=[],
        help="embedding model: a Hugging Face id or a folder; several are compared",
    )
    group.add_argument(
        "--level",
        action="append",
        default=[],
        choices=[level.value for level in SearchLevel],
        help="what is ranked: passages, sections, documents, fused; several are compared",
    )
    group.add_argument(
        "--backend",
        action="append",
        default=[],
        choices=[*(backend.value for backend in SearchBackend), ALL],
        help=f"what finds and ranks passages (default: {DEFAULT_BACKEND}); several are compared",
    )
    group.add_argument(
        "--rerank",
        nargs="?",
        default="",
        const=DEFAULT_RERANK_MODEL_ID,
        metavar="MODEL",
        help="compare both legs with and without a reranker (alone: %(const)s); "
        f'"{OWN_RERANKER}" is the model that searches',
    )
    group.add_argument(
        "--rerank-budget-ms",
        type=count,
        default=DEFAULT_RERANK_BUDGET_MS,
        metavar="MS",
        help="how long the reranker may read for a question (default: %(default)s)",
    )
    group.add_argument(
        "--k",
        type=_number_of_documents,
        default=DEFAULT_K,
        help="documents asked for a query (default: 10)",
    )
    group.add_argument(
        "--shallow", action="store_true", help="do not ask again for 100 documents: no R@100"
    )


def add_output_options(parser: argparse.ArgumentParser) -> None:
    """Add what is told."""
    group = parser.add_argument_group("what is told")
    group.add_argument("--json", action="store_true", help="one JSON object a set on stdout")
    group.add_argument("--report", default="", metavar="FILE", help="write an HTML report too")
    group.add_argument(
        "--runs",
        default="",
        metavar="DIR",
        help="write each mode's answers there: a TREC run file, and each leg's ranks and scores",
    )


def _number_of_documents(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if not MIN_K <= number <= MAX_K:
        raise argparse.ArgumentTypeError(f"{text} is not a number from {MIN_K} to {MAX_K}")
    return number
