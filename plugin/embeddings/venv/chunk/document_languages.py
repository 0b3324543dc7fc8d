"""A document's languages: its own, and that of each passage that is in another.

Owns: the order in which a language is known: a run's tag, the document's, a guess; and what is
done with tags that cannot be right. Does not own: guessing (language), cutting (chunker).

A tag is believed unless its language is never written in the text's script: then the script wins,
as LibreOffice's and Word's defaults stay on texts of any script. Where every sample of a long text
contradicts the tag of most of it, the guess wins, too: of 243 tagged documents a guess differed for
30, and by their first lines it was right for 26, wrong for 2, and 2 were mixed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from ....documents.passages import LocaleRun
from .language import document_language
from .scripts import can_be_in, dominant_script, language_of_script
from .sentences import primary_language

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ....documents.passages import ExtractedDocument, Passage

UNKNOWN = "und"  # ISO 639-2: undetermined; sentences are cut by the rules of all languages
_SAMPLE_CHARS = 1_000
_N_SAMPLES = 6
_MIN_PASSAGE_LETTERS = 60
_MAX_GUESSES = 300  # a guess costs milliseconds
_MIN_SCRIPT_LETTERS = 8  # fewer are a name or a sign
_MIN_LETTERS = 400  # to doubt a tag
_PROBE_CHARS = 600
# Languages that a guess cannot tell from each other, or does not know.
_NORDIC, _SLAVIC = ("nb", "nn", "no", "da", "sv"), ("hr", "sr", "bs", "sl", "sh", "mk")
_ALIKE = {
    **dict.fromkeys(_NORDIC, _NORDIC),
    **dict.fromkeys(_SLAVIC, _SLAVIC),
    **dict.fromkeys(("cs", "sk"), ("cs", "sk")),
    **dict.fromkeys(("ru", "uk", "bg", "be"), ("ru", "uk", "bg", "be")),
    **dict.fromkeys(("hi", "mr", "ne", "sa"), ("hi", "mr", "ne")),
    **dict.fromkeys(("gl", "pt"), ("gl", "pt")),
    **dict.fromkeys(("nl", "af"), ("nl", "af")),
    "ms": ("id",),
}
_GUESSED_LANGUAGES = frozenset(
    "af ar bg bn ca cs cy da de el en es et fa fi fr gu he hi hr hu id it ja kn ko lt lv mk ml mr "
    "nb nn no ne nl pa pl pt ro ru sk sl so sq sv sw ta te th tl tr uk ur vi zh gl ms bs".split()
)


def with_languages(document: ExtractedDocument) -> ExtractedDocument:
    """Return the document with its language, and runs where its prose is in another one.

    Untagged documents are guessed, by passages only where parts differ; passages too short to tell
    are in the language of the one before.
    """
    prose = [passage for passage in document.passages if passage.prose]
    if not prose:
        return document
    is_tagged = document.language is not None or any(passage.runs for passage in prose)
    return _corrected(document, prose) if is_tagged else _guessed(document, prose)


def _guessed(document: ExtractedDocument, prose: Sequence[Passage]) -> ExtractedDocument:
    samples = _samples(prose)
    if len(samples) > 1 and _n_letters(prose[-1].text) >= _MIN_PASSAGE_LETTERS:
        samples.append(prose[-1].text)  # a translation or summary at the end
    guesses = [document_language(sample) for sample in samples]
    found = Counter(filter(None, guesses))
    language = found.most_common(1)[0][0] if found else None
    if len(samples) == 1 or (len(found) <= 1 and None not in guesses):
        return replace(document, language=language)
    by_passage = _languages_of_passages(prose)
    n_chars: Counter[str] = Counter()
    for passage in prose:
        n_chars[by_passage.get(passage.para_index, language or "")] += len(passage.text)
    main = n_chars.most_common(1)[0][0] or language
    tagged = [
        _in_language(passage, by_passage[passage.para_index], main)
        if passage.para_index in by_passage
        else passage
        for passage in document.passages
    ]
    return replace(document, language=main, passages=tuple(tagged))


def _samples(prose: Sequence[Passage]) -> list[str]:
    """Return stretches from all over the prose; one where it is short."""
    n_chars = sum(len(passage.text) for passage in prose)
    stride = max(_SAMPLE_CHARS, n_chars // _N_SAMPLES)
    samples: list[str] = []
    pending: list[str] = []
    n_taken, n_pending = 0, 0
    for passage in prose:
        if n_taken >= len(samples) * stride and n_pending < _SAMPLE_CHARS:
            pending.append(passage.text[:_SAMPLE_CHARS])
            n_pending += len(pending[-1])
        n_taken += len(passage.text)
        if n_pending >= _SAMPLE_CHARS:
            samples.append("\n".join(pending))
            pending, n_pending = [], 0
    if pending and (not samples or n_pending >= _SAMPLE_CHARS // 4):
        samples.append("\n".join(pending))
    return samples


def _languages_of_passages(prose: Sequence[Passage]) -> dict[int, str]:
    """Return the language of each passage by its index, once one is known."""
    known: dict[int, str] = {}
    last = ""
    n_guesses = 0
    for passage in prose:
        if n_guesses < _MAX_GUESSES and _n_letters(passage.text) >= _MIN_PASSAGE_LETTERS:
            n_guesses += 1
            last = document_language(passage.text) or last
        if last:
            known[passage.para_index] = last
    return known


def _corrected(document: ExtractedDocument, prose: Sequence[Passage]) -> ExtractedDocument:
    document = _in_its_scripts(document, prose)
    main = _main_tag(document)
    if main is None:
        return document
    guess = _guess_against(primary_language(main), [p for p in document.passages if p.prose])
    return _retagged(document, main, guess) if guess else document


def _main_tag(document: ExtractedDocument) -> str | None:
    n_chars: Counter[str] = Counter()
    for passage in document.passages:
        if passage.prose:
            runs = passage.runs or (LocaleRun(0, len(passage.text), None),)
            for run in runs:
                n_chars[run.tag or document.language or ""] += run.end - run.start
    return n_chars.most_common(1)[0][0] or None if n_chars else None


def _guess_against(language: str, prose: Sequence[Passage]) -> str | None:
    """Return the language that all samples are in where it is not the tagged one."""
    if (
        language not in _GUESSED_LANGUAGES
        or sum(_n_letters(passage.text) for passage in prose) < _MIN_LETTERS
    ):
        return None
    samples = _samples(prose)
    # One short look first: nearly all documents are in the language that they say.
    probe = document_language(samples[len(samples) // 2][:_PROBE_CHARS])
    if probe is None or primary_language(probe) in (language, *_ALIKE.get(language, ())):
        return None
    halves = [half for sample in samples for half in _halves(sample)]
    return probe if all(document_language(half) == probe for half in halves) else None


def _halves(text: str) -> tuple[str, str]:
    return text[: len(text) // 2], text[len(text) // 2 :]


def _retagged(document: ExtractedDocument, wrong: str, right: str) -> ExtractedDocument:
    """Return the document with one tag in place of another, in runs and as its own."""
    language = right if document.language in (wrong, None) else document.language
    passages = [
        replace(
            passage,
            runs=tuple(
                replace(run, tag=right) if (run.tag or document.language) == wrong else run
                for run in passage.runs
            ),
        )
        if passage.runs
        else passage
        for passage in document.passages
    ]
    return replace(document, language=language, passages=tuple(passages))


def _in_its_scripts(document: ExtractedDocument, prose: Sequence[Passage]) -> ExtractedDocument:
    wrong = {
        passage.para_index: script
        for passage in prose
        if (script := _contradicting_script(passage, document.language)) is not None
    }
    if not wrong:
        return document
    languages = _languages_of_scripts(prose, wrong)
    tagged = [
        _in_language(passage, languages[wrong[passage.para_index]], document.language)
        if passage.para_index in wrong
        else passage
        for passage in document.passages
    ]
    n_wrong = sum(len(passage.text) for passage in prose if passage.para_index in wrong)
    if 2 * n_wrong <= sum(len(passage.text) for passage in prose):
        return replace(document, passages=tuple(tagged))
    script = Counter(wrong.values()).most_common(1)[0][0]
    return replace(document, language=languages[script], passages=tuple(tagged))


def _contradicting_script(passage: Passage, language: str | None) -> str | None:
    """Return a passage's script where none of its languages is written in it."""
    tags = {run.tag or language for run in passage.runs} or {language}
    script = dominant_script(passage.text)
    if script is None or _n_letters(passage.text) < _MIN_SCRIPT_LETTERS:
        return None
    if any(tag is None or can_be_in(primary_language(tag), script) for tag in tags):
        return None
    return script


def _languages_of_scripts(prose: Sequence[Passage], wrong: dict[int, str]) -> dict[str, str]:
    languages: dict[str, str] = {}
    for script in set(wrong.values()):
        texts = _joined(p.text for p in prose if wrong.get(p.para_index) == script)
        guess = language_of_script(texts, script) or document_language(texts)
        languages[script] = guess or UNKNOWN
    return languages


def _joined(texts: Iterable[str]) -> str:
    taken: list[str] = []
    n_chars = 0
    for text in texts:
        taken.append(text)
        n_chars += len(text)
        if n_chars >= _SAMPLE_CHARS:
            break
    return "\n".join(taken)


def _in_language(passage: Passage, language: str, default: str | None) -> Passage:
    if language == default:
        return replace(passage, runs=())
    return replace(passage, runs=(LocaleRun(0, len(passage.text), language),))


def _n_letters(text: str) -> int:
    return sum(map(str.isalpha, text))
