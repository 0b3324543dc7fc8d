"""The pass as a LangGraph: files -> text -> vectors -> finish, each stage only when needed.

Owns: the order of the stages and the conditions between them. The scan lies before the graph,
because it decides whether there is anything to do; a pass with nothing changed never imports
langgraph. The pass itself travels in the RunnableConfig, as it holds open connections.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict, cast

from .section_stage import prepare_sections
from .text_stage import apply_file_changes, read_files, remove_orphans, tidy_index
from .tidying import settle_generations, tidy_vectors
from .vector_stage import encode_pending, has_vector_work

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig

    from .context import MaintainPass

_CONFIG_NAME = "maintain_pass"


class PassState(TypedDict):
    """What the conditions look at."""

    n_to_read: int
    needs_vectors: bool


def run_stages(run: MaintainPass) -> None:
    """Run the stages of one pass in order. Raises what a stage raises, Interrupted above all."""
    start: PassState = {"n_to_read": len(run.plan.to_read), "needs_vectors": False}
    _compiled().invoke(start, {"configurable": {_CONFIG_NAME: run}})


def _compiled() -> Any:  # noqa: ANN401 - langgraph's compiled type needs its import
    from langgraph.graph import END, START, StateGraph

    graph = StateGraph(PassState)
    graph.add_node("files", _files)
    graph.add_node("text", _text)
    graph.add_node("tidy_text", _tidy_text)
    graph.add_node("vectors", _vectors)
    graph.add_node("finish", _finish)
    graph.add_edge(START, "files")
    graph.add_conditional_edges("files", _after_files, ["text", "tidy_text"])
    graph.add_edge("text", "tidy_text")
    graph.add_conditional_edges("tidy_text", _after_text, ["vectors", "finish"])
    graph.add_edge("vectors", "finish")
    graph.add_edge("finish", END)
    return graph.compile()


def _files(state: PassState, config: RunnableConfig) -> PassState:
    run = _pass_of(config)
    apply_file_changes(run)
    prepare_sections(run)
    return state


def _text(state: PassState, config: RunnableConfig) -> PassState:
    read_files(_pass_of(config))
    return {**state, "n_to_read": 0}


def _tidy_text(state: PassState, config: RunnableConfig) -> PassState:
    run = _pass_of(config)
    tidy_index(run)
    remove_orphans(run.connection)
    settle_generations(run.connection, run.wanted)
    return {**state, "needs_vectors": has_vector_work(run.connection, run.wanted)}


def _vectors(state: PassState, config: RunnableConfig) -> PassState:
    encode_pending(_pass_of(config))
    return {**state, "needs_vectors": False}


def _finish(state: PassState, config: RunnableConfig) -> PassState:
    run = _pass_of(config)
    tidy_vectors(run.connection, run.ports.check)
    return state


def _after_files(state: PassState) -> str:
    return "text" if state["n_to_read"] else "tidy_text"


def _after_text(state: PassState) -> str:
    return "vectors" if state["needs_vectors"] else "finish"


def _pass_of(config: RunnableConfig) -> MaintainPass:
    return cast("MaintainPass", config["configurable"][_CONFIG_NAME])
