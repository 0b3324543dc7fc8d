"""Opening a hit's document: as a user would, once, and with one clear sentence when it fails."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from tests.office import jump_steps as steps
from tests.office.jump_targets import target_in

if TYPE_CHECKING:
    from pathlib import Path

    from tests.office.harness.office import Office

PASSWORD_TEXT = 42  # com.sun.star.accessibility.AccessibleRole
PASSWORD = "sesame"  # noqa: S105 - of a document made here


def make_letter(ctx: Any, path: str, password: str = "") -> None:
    """Write a letter, with a password where one is given."""
    import office_probe as probe

    document = probe.new_document(ctx, hidden=True)
    document.getText().setString("Dear neighbours, the roof is being repaired.")
    options = {"Password": password} if password else {}
    probe.save_as(document, path, FilterName="writer8", **options)
    probe.close(document)


@pytest.fixture
def letter(office: Office, tmp_path: Path) -> Path:
    path = tmp_path / "Brief an M\u00fcller & Co #1.odt"
    office.run(make_letter, str(path))
    return path


def test_an_open_document_is_not_loaded_again(office: Office, letter: Path) -> None:
    target = target_in(letter, "roof")
    before = office.run(steps.n_documents)
    office.run(steps.jump, target)
    unsaved = office.run(type_words)
    assert unsaved
    outcome = office.run(steps.jump, target)
    assert outcome["place"] == "exact"
    assert office.run(steps.n_documents) == before + 1
    assert office.run(is_modified)


def type_words(ctx: Any) -> bool:
    """Change the open document without saving it."""
    import office_probe as probe

    document = probe.documents(ctx)[-1]
    document.getText().insertString(document.getText().getEnd(), " Thank you.", False)
    return bool(document.isModified())


def is_modified(ctx: Any) -> bool:
    """Return whether the newest document has unsaved changes."""
    import office_probe as probe

    return bool(probe.documents(ctx)[-1].isModified())


def test_it_is_the_same_document_through_a_link_or_in_another_spelling(
    office: Office, letter: Path, tmp_path: Path
) -> None:
    if os.name == "nt":
        pytest.skip("links need rights there")
    target = target_in(letter, "roof")
    office.run(steps.jump, target)
    n_open = office.run(steps.n_documents)
    folder = tmp_path / "link"
    folder.symlink_to(tmp_path, target_is_directory=True)
    linked = (folder / letter.name).absolute().as_uri()
    for url in (linked, target["doc_url"].replace("%C3%BC", "\u00fc"), linked.replace("r", "%72")):
        assert office.run(steps.jump, {**target, "doc_url": url})["place"] == "exact"
    assert office.run(steps.n_documents) == n_open


def test_a_missing_file_is_told_in_a_sentence(office: Office, letter: Path) -> None:
    target = target_in(letter, "roof")
    letter.unlink()
    outcome = office.run(steps.jump, target)
    assert outcome["error"] == "unreadable_document"
    assert letter.name in outcome["message"]
    assert "moved" in outcome["hint"]


def test_a_damaged_file_is_told_in_a_sentence_once_its_repair_is_refused(
    office: Office, tmp_path: Path
) -> None:
    damaged = tmp_path / "damaged.odp"
    damaged.write_bytes(b"\x00\x01" * 400)
    office.run(forget)
    office.post(jump_and_keep, office.run(locked_target, damaged.as_uri()))
    while office.wait_for(asked_or_kept) == "asked":
        office.run(refuse)
    outcome = office.run(kept)
    assert outcome["error"] == "unreadable_document"
    assert "damaged.odp" in outcome["message"]


def asked_or_kept(ctx: Any) -> str:
    """Return whether a box asks something or the jump has come back; "" while neither."""
    import office_probe as probe

    if getattr(probe, "jump_outcome", None):
        return "kept"
    roles = [probe.role_of(window) for window in probe.top_windows(ctx)]
    return "asked" if "ALERT" in roles else ""


def refuse(ctx: Any) -> None:
    """Refuse what a box asks."""
    import office_probe as probe

    box = next(window for window in probe.top_windows(ctx) if probe.role_of(window) == "ALERT")
    button = probe.find(box, "No", "PUSH_BUTTON") or probe.find(box, "OK", "PUSH_BUTTON")
    probe.press(button)


def locked_target(ctx: Any, url: str) -> dict[str, Any]:
    """Return the target of a document that could not be read."""
    del ctx
    return {"doc_url": url, "path": "", "title": "", "passage": "the roof", "location": "para=0"}


def test_a_password_is_asked_for(office: Office, tmp_path: Path) -> None:
    path = tmp_path / "secret.odt"
    office.run(make_letter, str(path), PASSWORD)
    target = office.run(locked_target, path.as_uri())
    office.run(forget)
    office.post(jump_and_keep, target)
    office.wait_for(password_is_asked)
    office.run(answer_password, "Cancel", "")
    refused = office.wait_for(kept)
    assert refused["error"] == "unreadable_document"
    assert "password" in refused["message"]
    office.run(forget)
    office.post(jump_and_keep, target)
    office.wait_for(password_is_asked)
    office.run(answer_password, "OK", PASSWORD)
    opened = office.wait_for(kept)
    assert (opened["place"], opened["selected"]) == ("exact", "the roof")


def jump_and_keep(ctx: Any, target: dict[str, Any]) -> None:
    """Jump and leave the outcome for kept: a dialog stands in between."""
    import office_probe as probe

    vars(probe)["jump_outcome"] = steps_jump(ctx, target)


def steps_jump(ctx: Any, target: dict[str, Any]) -> dict[str, Any]:
    """Return what a jump came to, as jump_steps.jump does, from within this module."""
    import sys

    import office_probe as probe

    if "writeragent_plugin" not in sys.modules:
        name = "org.writeragent.search.ProtocolHandler"
        ctx.ServiceManager.createInstanceWithContext(name, ctx)
    from writeragent_plugin.contracts.errors import EmbeddingsError
    from writeragent_plugin.embeddings.jump.target import JumpTarget
    from writeragent_plugin.office.application import current
    from writeragent_plugin.office.jump import jump_to

    try:
        outcome = jump_to(ctx, JumpTarget(**target), current(ctx).texts)
    except EmbeddingsError as error:
        return {"error": error.kind.value, "message": error.message}
    selection = probe.documents(ctx)[-1].getCurrentController().getSelection()
    return {"place": outcome.place.value, "selected": selection.getByIndex(0).getString()}


def kept(ctx: Any) -> dict[str, Any] | None:
    """Return the outcome that jump_and_keep left, None while there is none."""
    del ctx
    import office_probe as probe

    return getattr(probe, "jump_outcome", None)


def forget(ctx: Any) -> None:
    """Forget the outcome of an earlier jump."""
    del ctx
    import office_probe as probe

    vars(probe)["jump_outcome"] = None


def _password_dialog(ctx: Any) -> str:
    import office_probe as probe

    names = [window["name"] for window in probe.windows(ctx)]
    return next((name for name in names if "assword" in name), "")


def password_is_asked(ctx: Any) -> bool:
    """Return whether a dialog asks for a password."""
    return bool(_password_dialog(ctx))


def answer_password(ctx: Any, button: str, password: str) -> None:
    """Type a password into the dialog and press a button of it."""
    import office_probe as probe

    title = _password_dialog(ctx)
    fields = probe.accessibles(probe.window_named(ctx, title))
    field = next(each for each in fields if each.getAccessibleRole() == PASSWORD_TEXT)
    if password:
        field.setText(password)
    probe.press_in(ctx, title, button, "PUSH_BUTTON")
