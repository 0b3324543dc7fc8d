"""A table of cases is read, and each answer is judged by what its row expects."""

from __future__ import annotations

from pathlib import Path

import cases
import pytest
from cli import Failure

from plugin.contracts.corpus import FileState
from plugin.documents.passages import ExtractedDocument, Passage, PassageKind

QUICK = cases.Cost(0.2, 40.0)
POLICY_TEXT = Path(__file__).resolve().parents[3] / "docs" / "what_is_read.md"
HEADER = "path\tkind\tmust_find\tmust_not_find\texpect\tsource\tlicence\tnote\n"


def case(
    expect: cases.Expect, kind: str = "table", *, wanted: str = "", not_wanted: str = ""
) -> cases.Case:
    return cases.Case(
        path="files/a.odt",
        kind=kind,
        must_find=(wanted,) if wanted else (),
        must_not_find=(not_wanted,) if not_wanted else (),
        expect=expect,
    )


def document(*texts: str, state: FileState = FileState.OK, reason: str = "") -> ExtractedDocument:
    passages = tuple(Passage(n, PassageKind.TEXT, text) for n, text in enumerate(texts))
    return ExtractedDocument(state, reason, title="The title", passages=passages)


def test_a_table_is_read_with_its_texts_apart(tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.tsv"
    row = 'files/x.docx\tfootnote\tone "quoted ¦ two\t\tok\there\tCC0\t\n'
    manifest.write_text(HEADER + row, encoding="utf-8")
    (read,) = cases.read_cases(manifest)
    assert read.must_find == ('one "quoted', "two")
    assert read.must_not_find == ()
    assert read.expect is cases.Expect.OK


def test_another_table_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "manifest.tsv").write_text("a\tb\n1\t2\n", encoding="utf-8")
    with pytest.raises(Failure, match="no table of cases"):
        cases.read_cases(tmp_path / "manifest.tsv")


def test_texts_are_compared_without_typesetting() -> None:
    wanted = case(cases.Expect.OK, wanted="no break\u00a0and soft\u00adhyphen")
    assert cases.judge(wanted, document("no  break\nand softhyphen"), QUICK) == []


def test_the_title_counts_as_text() -> None:
    assert cases.judge(case(cases.Expect.OK, wanted="The title"), document("body"), QUICK) == []


@pytest.mark.parametrize(
    ("expect", "answer", "n_wrong"),
    [
        (cases.Expect.OK, document("apples"), 0),
        (cases.Expect.OK, document("pears"), 1),
        (cases.Expect.OK, document("apples plums"), 1),
        (cases.Expect.OK, document(state=FileState.CORRUPT, reason="Broken."), 2),
        (cases.Expect.POLICY, document("apples"), 0),
        (cases.Expect.POLICY, document("apples plums"), 1),
    ],
)
def test_what_must_and_must_not_be_found(
    expect: cases.Expect, answer: ExtractedDocument, n_wrong: int
) -> None:
    wanted = case(expect, "hidden-row", wanted="apples", not_wanted="plums")
    assert len(cases.judge(wanted, answer, QUICK)) == n_wrong


@pytest.mark.parametrize(
    ("expect", "right", "wrong"),
    [
        (cases.Expect.ERROR, FileState.CORRUPT, FileState.OK),
        (cases.Expect.ERROR, FileState.UNSUPPORTED, FileState.EMPTY),
        (cases.Expect.ENCRYPTED, FileState.ENCRYPTED, FileState.CORRUPT),
        (cases.Expect.EMPTY, FileState.EMPTY, FileState.CORRUPT),
    ],
)
def test_states(expect: cases.Expect, right: FileState, wrong: FileState) -> None:
    assert cases.judge(case(expect), document(state=right, reason="Why."), QUICK) == []
    assert cases.judge(case(expect), document(state=wrong, reason="Why."), QUICK) != []


def test_a_failure_with_passages_or_without_a_reason_is_wrong() -> None:
    torn = document("half", state=FileState.CORRUPT, reason="Broken.")
    assert cases.judge(case(cases.Expect.ERROR), torn, QUICK)
    mute = document(state=FileState.CORRUPT)
    assert cases.judge(case(cases.Expect.ERROR), mute, QUICK) == ["corrupt without a reason"]


def test_bounds_are_for_bounded_cases() -> None:
    costly = cases.Cost(6.0, 600.0)
    assert len(cases.judge(case(cases.Expect.BOUNDED), document("text"), costly)) == 2
    refused = document(state=FileState.TOO_BIG, reason="Why.")
    assert cases.judge(case(cases.Expect.BOUNDED), refused, QUICK) == []
    assert cases.judge(case(cases.Expect.OK), document("text"), costly) == []


def test_a_text_box_found_in_two_passages_alike_is_wrong() -> None:
    boxed = case(cases.Expect.OK, "text-box", wanted="in a box")
    assert cases.judge(boxed, document("in a box", "in a box"), QUICK) == ["found twice: in a box"]
    assert cases.judge(boxed, document("in a box", "see what is in a box"), QUICK) == []


def test_a_document_whose_text_is_all_deleted_may_be_empty() -> None:
    nothing = document(state=FileState.EMPTY, reason="No text.")
    assert cases.judge(case(cases.Expect.OK, not_wanted="deleted"), nothing, QUICK) == []
    assert cases.judge(case(cases.Expect.OK, wanted="text"), nothing, QUICK) != []


def test_what_is_skipped_is_never_listed() -> None:
    owner_file = cases.Case("files/~$a.docx", "owner", (), (), cases.Expect.SKIP)
    assert cases.judge(owner_file, document(), QUICK) == []
    assert cases.judge(case(cases.Expect.SKIP), document(), QUICK) == ["it is listed as a document"]


def test_an_open_question_must_be_decided_in_writing() -> None:
    assert cases.judge(case(cases.Expect.POLICY, "unheard-of"), document("text"), QUICK)
    written = cases.folded(POLICY_TEXT.read_text(encoding="utf-8"))
    assert [policy for policy in cases.POLICIES.values() if policy not in written] == []
