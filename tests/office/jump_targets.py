"""Targets of jumps, as the index has them: read by the real extractor from the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plugin.embeddings.venv.extract import extract_document

if TYPE_CHECKING:
    from pathlib import Path


def target_in(path: Path, words: str, **more: Any) -> dict[str, Any]:
    """Return the fields of a JumpTarget for the passage of a file that has these words."""
    document = extract_document(path)
    passages = [each for each in document.passages if words in each.text]
    assert passages, (document.state, document.reason, [each.text for each in document.passages])
    passage = passages[0]
    return {
        "doc_url": path.as_uri(),
        "path": path.name,
        "title": path.stem,
        "passage": passage.text,
        "location": passage.location.to_key(passage.para_index),
        "location_text": passage.location.to_text(passage.para_index),
        "heading_path": list(passage.heading_path),
        "para_index": passage.para_index,
        "kind": passage.kind.value,
        **more,
    }
