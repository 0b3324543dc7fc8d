"""Lines of presets side by side: what is told, what passes, in text and in Markdown."""

from __future__ import annotations

from evaluation.comparison import Comparison, Line, NotMeasured, Verdict
from evaluation.comparison_table import comparison_lines, markdown_lines, verdict_line
from evaluation.measures import Estimate, measure_names


def line(set_name: str, way: str, value: float, *verdicts: Verdict) -> Line:
    measures = {
        name: Estimate(value, value - 0.1, value + 0.1) for name in measure_names(10, is_deep=True)
    }
    return Line("english", set_name, way, "model", 225, measures, 50.0, 90.0, verdicts)


COMPARISON = Comparison(
    titles={"english": "English abstracts"},
    lines=(
        line(
            "cranfield", "fts", 0.373, Verdict("nDCG@10", 0.369, "FTS5 bm25, porter", passed=True)
        ),
        line("cranfield", "hybrid", 0.41, Verdict("nDCG@10", 0.43, "RRF", passed=False)),
        line("scifact", "fts", 0.7, Verdict("nDCG@10", 0.687, "test claims", passed=None)),
    ),
    not_measured=(NotMeasured("english", "cisi", "There is no folder cisi."),),
    evaluations=(),
)


def test_the_table_says_what_passes_and_fits_a_terminal() -> None:
    lines = list(comparison_lines(COMPARISON))
    assert max(map(len, lines)) <= 120
    assert lines[0] == "english: English abstracts"
    assert lines[1].split()[:3] == ["set", "n", "way"]
    assert ".373 [.273 .473]" in lines[2]
    assert lines[2].endswith(".369 ok FTS5 bm25, porter")
    assert lines[3].endswith(".430 BELOW RRF")
    assert ".687 (other questions)" in lines[4]
    assert "cisi was not measured: There is no folder cisi." in lines[-2]
    assert verdict_line(COMPARISON) == lines[-1] == "1 of 2 figures to beat are reached."


def test_the_markdown_table_has_a_row_a_set_and_a_column_a_way() -> None:
    head, rule, cranfield, scifact = markdown_lines(COMPARISON.lines)
    assert head == "| set | questions | measure | keywords | both legs |"
    assert rule == "|---|---|---|---|---|"
    assert cranfield == "| cranfield | 225 | nDCG@10 | **.373** (.369) | .410 (.430) |"
    assert scifact == "| scifact | 225 | nDCG@10 | .700 (.687 on other questions) |  |"


def test_a_set_without_a_figure_to_beat_is_told_in_the_measure_of_the_others() -> None:
    barred = line("office", "fts", 0.7, Verdict("Success@1", 0.6, "FTS5", passed=True))
    _, _, office, further = markdown_lines([barred, line("office-further", "fts", 0.5)])
    assert office == "| office | 225 | Success@1 | **.700** (.600) |"
    assert further == "| office-further | 225 | Success@1 | .500 |"
    _, _, alone = markdown_lines([line("office-further", "fts", 0.5)])
    assert alone == "| office-further | 225 | nDCG@10 | .500 |"
