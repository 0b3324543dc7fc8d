"""Normalised text keeps its words, and language runs stay on the words they mark."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plugin.embeddings.venv.extract.styled_text import TextBuilder, bcp47_tag, normalise_text

_PIECES = st.lists(
    st.tuples(
        st.text(alphabet="ab \n\t\u00a0\u00ad\r\u200eé", max_size=8),
        st.sampled_from([None, "en-US", "de-DE"]),
    ),
    max_size=8,
)


@given(_PIECES)
def test_runs_tile_the_text_and_keep_each_letter_in_its_language(
    pieces: list[tuple[str, str | None]],
) -> None:
    builder = TextBuilder()
    for text, tag in pieces:
        builder.add(text, tag)
    styled = builder.build()
    assert styled.text == normalise_text("".join(text for text, _ in pieces))
    if not styled.runs:
        return
    assert styled.runs[0].start == 0
    assert styled.runs[-1].end == len(styled.text)
    for before, after in zip(styled.runs, styled.runs[1:], strict=False):
        assert before.end == after.start
        assert before.tag != after.tag
    found = [
        (letter, run.tag)
        for run in styled.runs
        for letter in styled.text[run.start : run.end]
        if not letter.isspace()
    ]
    assert found == [(c, tag) for text, tag in pieces for c in text if c in "abé"]


def test_invisible_characters_go_and_spaces_collapse() -> None:
    assert normalise_text("in\u00advisible\u200e  12\u00a0000\u202f€ \n\n x\x07y\x00") == (
        "invisible 12 000 €\nxy"
    )


def test_joiners_that_change_letters_stay() -> None:
    persian = "\u0645\u06cc\u200c\u062e"
    assert normalise_text(persian) == persian


def test_code_keeps_its_layout() -> None:
    assert normalise_text("\nif a:\n    b\n", keep_layout=True) == "if a:\n    b"


def test_language_tags() -> None:
    assert bcp47_tag("de", "DE") == "de-DE"
    assert bcp47_tag("pt_BR") == "pt-BR"
    assert bcp47_tag("en", "none") == "en"
    assert bcp47_tag("EN-us") == "en-US"
    assert bcp47_tag("zh-hant-tw") == "zh-Hant-TW"
    assert bcp47_tag("ca-es-VALENCIA") == "ca-ES-valencia"
    assert bcp47_tag("es-419") == "es-419"
    assert bcp47_tag("zxx", "none") is None
    assert bcp47_tag("none", "none") is None
    assert bcp47_tag("../x") is None


def test_a_hyphen_that_may_not_break_stays_the_character_it_is() -> None:
    assert normalise_text("nicht\u2011englisch") == "nicht\u2011englisch"
