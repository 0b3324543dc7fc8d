"""Why an answer is as it is, on a terminal: the query's words, the legs, the floor, each hit.

Owns: the lines for --explain. Does not own: what they tell (contracts.explanation), the hits
(render).
"""

from typing import Iterator, List

from cli import printable

from plugin.contracts.explanation import Exemption, Explanation, FloorJudgement, LegUse, TermUse
from plugin.contracts.search import Hit

_LEG_WORDS = {"fts": "keywords", "vec": "meaning"}


def explanation_lines(explanation: Explanation) -> List[str]:
    """Return what was made of a query, how the legs ran and what the floor said."""
    return [printable(line) for line in _lines(explanation)]


def hit_explanation_lines(hit: Hit) -> List[str]:
    """Return a hit's scores and ranks by leg, the words it shows and the rules that moved it."""
    lines = []
    if hit.trace:
        legs = ", ".join(f"{t.leg.value} #{t.rank} {t.score:.3f}" for t in hit.trace)
        reranked = "" if hit.rerank_score is None else f", reranker {hit.rerank_score:.2f}"
        lines.append(f"score {hit.score:.4f}: {legs}{reranked}")
    if hit.explanation is not None:
        words = ", ".join(hit.explanation.matched_words)
        lines += [f"words: {words}"] if words else []
        lines += [f"rule: {rule.value}" for rule in hit.explanation.rules]
    return [printable(line) for line in lines]


def _lines(explanation: Explanation) -> Iterator[str]:
    yield "Words:"
    for term in explanation.terms:
        counted = f"{term.n_chunks} chunks" if term.n_chunks != 1 else "1 chunk"
        use = f", {term.use.value}" if term.use is not TermUse.LOOKED_UP else ""
        yield f"  {term.text} ({' '.join(term.tokens)}): {counted}{use}"
    for phrase in explanation.phrases:
        yield f'  "{phrase}": just so'
    for word in explanation.excluded:
        yield f"  -{word}: must not occur"
    yield f"Backend: {explanation.backend}"
    for leg in explanation.legs:
        yield _leg_line(leg)
    if not explanation.knows_language:
        yield "Language: not one the model knows; meaning counts little."
    if explanation.floor is not None:
        yield from _floor_lines(explanation.floor)


def _leg_line(leg: LegUse) -> str:
    model = f" by {leg.model_id}" if leg.model_id else ""
    return (
        f"By {_LEG_WORDS.get(leg.leg, leg.leg)}{model}: {leg.n_chunks} chunks, "
        f"weight {leg.weight:.2f}, confidence {leg.confidence:.2f}"
    )


def _floor_lines(floor: FloorJudgement) -> Iterator[str]:
    seen = floor.evidence
    verdict = "relevant" if floor.is_relevant else "nothing relevant"
    if floor.exemption is Exemption.NO_FLOOR:
        yield f"Relevance: not judged, {floor.exemption.value}"
    else:
        because = f", as {floor.exemption.value}" if floor.exemption is not Exemption.NONE else ""
        odds = f"{floor.log_odds:.2f} against {floor.threshold:.2f}"
        yield f"Relevance: log-odds {odds}: {verdict}{because}"
    yield (
        f"  best cosine {seen.best_cosine:.3f}; of the {seen.n_words} words' weight "
        f"{seen.word_coverage:.0%} in one chunk, {seen.meaning_coverage:.0%} in one of the "
        f"nearest, {seen.known_share:.0%} in the folder"
    )
