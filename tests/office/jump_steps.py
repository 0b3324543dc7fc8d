"""What the tests of jumping do inside LibreOffice: each function is sent there by itself."""

from __future__ import annotations

from typing import Any


def package(ctx: Any) -> Any:
    """Return our package as LibreOffice loads it."""
    import importlib
    import sys

    if "writeragent_plugin" not in sys.modules:
        name = "org.writeragent.search.ProtocolHandler"
        ctx.ServiceManager.createInstanceWithContext(name, ctx)
    importlib.import_module("writeragent_plugin.office.application")
    importlib.import_module("writeragent_plugin.embeddings.jump.target")
    importlib.import_module("writeragent_plugin.office.jump")
    return sys.modules["writeragent_plugin"]


def jump(ctx: Any, fields: dict[str, Any], *, take_offer: bool = False) -> dict[str, Any]:
    """Return what a jump came to and what is selected afterwards."""
    ours = package(ctx)
    span = ours.contracts.search.Span
    fields["spans"] = tuple(span(*each) for each in fields.get("spans", ()))
    target = ours.embeddings.jump.target.JumpTarget(**fields)
    texts = ours.office.application.current(ctx).texts
    try:
        outcome = ours.office.jump.jump_to(ctx, target, texts)
        if take_offer:
            outcome = ours.office.jump.show_nearest(outcome)
    except ours.contracts.errors.EmbeddingsError as error:
        return {"error": error.kind.value, "message": error.message, "hint": error.hint}
    return {
        "place": outcome.place.value,
        "message": outcome.message(texts),
        "offer": outcome.offer.message(texts) if outcome.offer else "",
        "selected": selected(outcome.document) if outcome.document is not None else "",
    }


def take_offer(ctx: Any, fields: dict[str, Any]) -> dict[str, Any]:
    """Return what is shown when the offer of a jump is taken."""
    return jump(ctx, fields, take_offer=True)


def selected(document: Any) -> str:
    """Return what is selected: text, a cell's address, or the slide and the shape's text."""
    controller = document.getCurrentController()
    selection = controller.getSelection()
    if hasattr(controller, "getCurrentPage"):
        shape = selection.getByIndex(0) if selection is not None else None
        number = controller.getCurrentPage().Number
        if shape is None:
            return f"{number}: "
        return f"{number}: {shape.getString() if hasattr(shape, 'getString') else 'True'}"
    if hasattr(selection, "AbsoluteName"):
        return str(selection.AbsoluteName.replace("$", ""))
    if selection.supportsService("com.sun.star.text.TextTableCursor"):
        return str(selection.getRangeName())
    if hasattr(selection, "getByIndex"):
        return str(selection.getByIndex(0).getString())
    return str(selection.getString()) if hasattr(selection, "getString") else "a shape"


def quote(ctx: Any, fields: dict[str, Any]) -> str:
    """Insert a quotation into the active document; return the refusal, "" for none."""
    import office_probe as probe

    ours = package(ctx)
    target = ours.embeddings.jump.target.JumpTarget(**fields)
    texts = ours.office.application.current(ctx).texts
    document = probe.desktop(ctx).getCurrentComponent() or probe.documents(ctx)[-1]
    try:
        ours.office.jump.insert_quotation(document, target, texts)
    except ours.contracts.errors.EmbeddingsError as error:
        return f"{error.message} {error.hint}"
    return ""


def n_documents(ctx: Any) -> int:
    """Return how many documents are open."""
    import office_probe as probe

    return len(probe.documents(ctx))


def close_all(ctx: Any) -> None:
    """Close every document unsaved."""
    import office_probe as probe

    probe.close_all(ctx)
