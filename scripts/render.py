"""How results look on a terminal; shared by the scripts and the demo."""

import os
import sys
from typing import List, Optional

from cli import index_command, printable
from render_explanation import explanation_lines, hit_explanation_lines

from plugin.contracts.corpus import Coverage, FileReport, FileState, ModelBuild, ModelChoice
from plugin.contracts.maintain import MaintainReport
from plugin.contracts.search import AnswerStatus, Hit, Leg, SearchResult, SectionOfHit, Span

BOLD, DIM, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"
MAX_UNREAD_SHOWN = 10
MAX_COPIES_SHOWN = 5


def styled() -> bool:
    """Return True when stdout wants colours: a terminal, or FORCE_COLOR; NO_COLOR says no."""
    if "NO_COLOR" in os.environ:
        return False
    return "FORCE_COLOR" in os.environ or sys.stdout.isatty()


def report_lines(report: MaintainReport) -> List[str]:
    """Return what a maintain pass did and what could not be read."""
    changes = (
        f"{report.n_added} added, {report.n_changed} changed, {report.n_moved} moved, "
        f"{report.n_removed} removed, {report.n_unchanged} unchanged"
    )
    lines = [
        f"{changes}; {_encoded_words(report)} in {report.elapsed_s:.1f} s.",
        coverage_line(report.coverage),
        printable(f"Model: {_model_words(report.model)} ({report.model.reason.rstrip('.')})."),
    ]
    if report.n_encoded and report.model.lane:
        lines.append(printable(report.model.lane))
    return [*lines, *map(printable, report.notes), *unread_lines(report.files)]


def _encoded_words(report: MaintainReport) -> str:
    words = [f"{report.n_encoded} chunks encoded"]
    if report.n_sections_encoded:
        words.append(f"{report.n_sections_encoded} sections encoded")
    if report.n_sections_averaged:
        words.append(f"{report.n_sections_averaged} sections made of their chunks' vectors")
    return ", ".join(words)


def _model_words(model: ModelChoice) -> str:
    if not model.model_id:
        return "none"
    return f"{model.model_id}, {model.dim} dimensions" if model.dim else model.model_id


def no_index_lines(folder: str, problem: str) -> List[str]:
    """Return what to tell of a folder without an index that can be read, and the next command."""
    told = problem or f"{folder} has no index yet."
    return [printable(told), next_step_line(folder, is_there=bool(problem))]


def next_step_line(folder: str, *, is_there: bool) -> str:
    """Return the command that makes an index, or brings one that is there up to date."""
    step = "Bring it up to date" if is_there else "Make one"
    return f"{step}: {printable(index_command(folder))}"


def coverage_line(coverage: Coverage) -> str:
    """Return how much of the folder is searchable, in one sentence."""
    if not coverage.n_files:
        return "This folder has no documents."
    line = f"{coverage.n_text} of {coverage.n_files} files are searchable"
    if coverage.n_chunks_embedded < coverage.n_chunks:
        line += f", {coverage.n_chunks_embedded} of {coverage.n_chunks} passages by meaning too"
    if coverage.n_stale:
        line += f", {coverage.n_stale} changed since they were indexed"
    return f"{line}.{build_sentence(coverage.building)}"


def build_sentence(building: Optional[ModelBuild]) -> str:
    """Return which model's vectors are being made and who answers meanwhile, "" for none."""
    if building is None:
        return ""
    told = f"Building model {building.model_id}: {building.percent} %"
    return printable(f" {told}, answers come from {building.answering_model_id}.")


def unread_lines(files: "tuple[FileReport, ...]") -> List[str]:
    """Return the files without text and why, the first ten by name."""
    unread = [file for file in files if file.state is not FileState.OK]
    lines = [printable(f"  {file.state.value:<12}{file.path}: {file.reason}") for file in unread]
    if len(lines) > MAX_UNREAD_SHOWN:
        rest = len(lines) - MAX_UNREAD_SHOWN
        return [*lines[:MAX_UNREAD_SHOWN], f"  and {rest} more: --json lists all of them"]
    return lines


def result_lines(result: SearchResult, *, folder: str) -> List[str]:
    """Return an answer for a terminal: its hits, what it rests on, and the next command."""
    lines: List[str] = []
    for rank, hit in enumerate(result.hits, start=1):
        lines += hit_lines(rank, hit)
    if result.message:
        lines.append(printable(result.message))
    if result.nearest:
        lines.append("Nearest, but probably not it:")
    for rank, hit in enumerate(result.nearest, start=1):
        lines += hit_lines(rank, hit)
    if result.explanation is not None:
        lines += explanation_lines(result.explanation)
    lines += map(printable, result.notes)
    if result.status is AnswerStatus.NO_CORPUS:
        lines.append(next_step_line(folder, is_there=result.corpus_path is not None))
    if result.status in (AnswerStatus.NO_CORPUS, AnswerStatus.EMPTY_FOLDER):
        return lines
    legs = " and ".join({"fts": "keywords", "vec": "meaning"}[leg.value] for leg in result.legs)
    by_model = Leg.DENSE in result.legs and bool(result.model.model_id)
    model = f", {printable(result.model.model_id)}" if by_model else ""
    lines.append(
        f"{coverage_line(result.coverage)} Searched by {legs or 'nothing'}{model}; "
        f"{result.elapsed_ms:.0f} ms."
    )
    return [*lines, *_unfinished_lines(result.coverage, folder)]


def _unfinished_lines(coverage: Coverage, folder: str) -> List[str]:
    if coverage.indexing:
        return ["Indexing goes on: ask again later for more of the folder."]
    if coverage.n_stale:
        return [f"Bring the index up to date: {printable(index_command(folder))}"]
    return []


def hit_lines(rank: int, hit: Hit) -> List[str]:
    """Return one hit: file and place, headings, snippet with what matched, and why."""
    bold, dim, plain = (BOLD, DIM, PLAIN) if styled() else ("", "", "")
    place = printable(" > ".join((*hit.heading_path, hit.location_text)))
    why = " + ".join({"fts": "keywords", "vec": "meaning"}[leg.value] for leg in hit.matched_by)
    stale = ", changed since it was indexed" if hit.stale else ""
    more = f", {hit.n_more_in_file} more in this file" if hit.n_more_in_file else ""
    lines = [
        f"{rank:>2}. {bold}{printable(hit.path)}{plain}  {place}  {dim}({why}{more}{stale}){plain}",
        *(f"    {line}" for line in marked_lines(hit.snippet, hit.spans)),
    ]
    if hit.section is not None:
        lines.append(f"    {dim}{printable(section_line(hit.section))}{plain}")
    if hit.also_in:
        lines.append(f"    {dim}{printable(also_in_line(hit))}{plain}")
    lines += [f"    {dim}{line}{plain}" for line in hit_explanation_lines(hit)]
    return lines


def section_line(section: SectionOfHit) -> str:
    """Return what a hit's section is: its heading, depth, place, length and keywords."""
    keywords = f"; {', '.join(section.keywords)}" if section.keywords else ""
    return (
        f"Section {section.index + 1}, level {section.level}: {section.heading}, "
        f"from {section.location_text}, {section.n_words} words{keywords}"
    )


def also_in_line(hit: Hit) -> str:
    """Return the names of the copies and versions that a hit stands for, the first five."""
    names = [copy.path for copy in hit.also_in]
    if len(names) <= MAX_COPIES_SHOWN:
        return f"Also in {', '.join(names)}"
    rest = len(names) - MAX_COPIES_SHOWN
    return f"Also in {', '.join(names[:MAX_COPIES_SHOWN])} and {rest} more: --all-versions"


def marked_lines(snippet: str, spans: "tuple[Span, ...]") -> List[str]:
    """Return the snippet's lines with single blanks, its spans bold on a terminal."""
    pieces: List[str] = []
    end = 0
    if styled():
        for span in spans:
            before, marked = snippet[end : span.start], snippet[span.start : span.end]
            pieces += [_without_controls(before), BOLD, _without_controls(marked), PLAIN]
            end = span.end
    lines = "".join([*pieces, _without_controls(snippet[end:])]).splitlines()
    return [" ".join(line.split()) for line in lines if line.strip()]


def _without_controls(text: str) -> str:
    # Blanks and line ends stay: the lines are split at them.
    return "".join(char if char.isspace() else printable(char) for char in text)
