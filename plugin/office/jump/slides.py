"""Finding and selecting a passage on the slides of a presentation or the pages of a drawing.

Owns: which slide and shape is the passage's, and what is offered. Does not own: opening.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Iterator, List, Optional, Tuple

from com.sun.star.beans import UnknownPropertyException

from ...embeddings.jump.passage_match import TextStream, sentences, words
from .outcome import Finding, Offer, Place

if TYPE_CHECKING:
    from ...embeddings.jump.target import JumpTarget

_GROUP: Final = "com.sun.star.drawing.GroupShape"
_TABLE: Final = "com.sun.star.drawing.TableShape"
_SAME_SHARE: Final = 0.8
_LIKE_SHARE: Final = 0.4


@dataclass(frozen=True)
class _Said:
    """What one shape says; is_note where it stands on the slide's notes page."""

    text: str
    shape: Any
    is_note: bool = False


class _Page:
    """A slide or page with what is on it, on its notes page and in its comments."""

    def __init__(self, index: int, page: Any) -> None:
        self.index = index
        self.page = page
        self.says = [_Said(text, shape) for text, shape in _texts_in(page)]
        self.says += _comments(page)
        if hasattr(page, "getNotesPage"):
            notes = _texts_in(page.getNotesPage())
            self.says += [_Said(text, shape, is_note=True) for text, shape in notes]
        self._stream = TextStream([said.text for said in self.says])

    def share(self, parts: List[str]) -> float:
        """Return how much of a passage, cut into its lines and sentences, is on the page."""
        n_words = sum(len(words(part)) for part in parts)
        held = sum(len(words(part)) for part in parts if self._stream.places(part))
        return held / n_words if n_words else 0.0

    def shape_with(self, parts: List[str], *, of_notes: bool) -> Optional[_Said]:
        """Return what says the first of these texts that is on the page."""
        for part in parts:
            found = [self.says[place.first_block] for place in self._stream.places(part)]
            for said in sorted(found, key=lambda said: said.is_note is not of_notes):
                return said
        return None


def find(document: Any, target: JumpTarget) -> Finding:
    """Return where the target's passage is in a presentation or drawing."""
    return _Search(document, target).find()


class _Search:
    """One search for one passage."""

    def __init__(self, document: Any, target: JumpTarget) -> None:
        self._document = document
        self._target = target
        self._parts = sentences(target.text)
        pages = document.getDrawPages()
        self._pages = [_Page(index, pages.getByIndex(index)) for index in range(pages.getCount())]
        number = target.place.slide
        self._said = number - 1 if number is not None else None

    def find(self) -> Finding:
        """Return where the passage is."""
        if not self._parts:
            return Finding(Place.DOCUMENT)
        best = max(self._pages, key=self._fitness, default=None)
        if best is not None and best.share(self._parts) >= _LIKE_SHARE:
            return self._found(best)
        page = self._page_with_remains()
        if page is not None:
            return self._found(page)
        return self._on_master() or self._gone()

    def _fitness(self, page: _Page) -> Tuple[float, int]:
        share = page.share(self._parts)
        # A slide that is as remembered is not left for a copy that has a word more.
        full = 1.0 if share >= _SAME_SHARE else share
        return full, -abs(page.index - (self._said or 0))

    def _found(self, page: _Page) -> Finding:
        is_whole = page.share(self._parts) >= _SAME_SHARE
        as_said = self._said in (None, page.index)
        place = Place.EXACT if is_whole and as_said else Place.MOVED
        wanted = [self._target.asked_for, *sorted(self._parts, key=len, reverse=True)]
        said = page.shape_with(wanted, of_notes=self._target.kind == "note")
        if said is None or said.is_note or said.shape is None:
            key = "jump.in_notes" if said is not None and said.is_note else ""
            return Finding(place, show=partial(self._show, page.page), message_key=key)
        return Finding(place, show=partial(self._show, page.page, said.shape))

    def _page_with_remains(self) -> Optional[_Page]:
        """Return the page with what is left of an edited passage."""
        says = [(said.text, page) for page in self._pages for said in page.says]
        matches = TextStream([text for text, _ in says]).remains(self._target.text)
        found = [says[match.first_block][1] for match in matches if match.survives]
        return min(found, key=lambda page: abs(page.index - (self._said or 0)), default=None)

    def _on_master(self) -> Optional[Finding]:
        """Return the first slide with the master page that says it: it shows on each of them."""
        for page in self._pages:
            says = [text for text, _ in _texts_in(page.page.getMasterPage())]
            if TextStream(says).places(self._target.text):
                show = partial(self._show, page.page)
                return Finding(Place.EXACT, show=show, message_key="jump.on_master")
        return None

    def _gone(self) -> Finding:
        if self._target.kind == "frontmatter":
            return Finding(Place.DOCUMENT, message_key="jump.in_properties")
        if not self._pages:
            return Finding(Place.GONE)
        page = self._pages[min(self._said or 0, len(self._pages) - 1)]
        show = partial(self._show, page.page)
        return Finding(Place.GONE, offer=Offer("jump.offer_slide", str(page.index + 1), show))

    def _show(self, page: Any, shape: Any = None) -> None:
        controller = self._document.getCurrentController()
        controller.setCurrentPage(page)
        if shape is not None:
            controller.select(shape)


def _texts_in(shapes: Any) -> Iterator[Tuple[str, Any]]:
    """Yield what the shapes of a page say, groups opened, with the shape that can be selected."""
    for index in range(shapes.getCount()):
        shape = shapes.getByIndex(index)
        if shape.supportsService(_GROUP):
            yield from _texts_in(shape)
            continue
        if shape.getShapeType() == _TABLE:
            yield from ((text, shape) for text in _cells(shape.Model))
        elif hasattr(shape, "getString") and not _property(shape, "IsEmptyPresentationObject"):
            yield from ((line, shape) for line in shape.getString().split("\n") if line)
        for name in ("Title", "Description"):
            text = _property(shape, name)
            if text:
                yield text, shape


def _cells(model: Any) -> Iterator[str]:
    n_columns = model.getColumns().getCount()
    for row in range(model.getRows().getCount()):
        for column in range(n_columns):
            yield model.getCellByPosition(column, row).getString()


def _comments(page: Any) -> List[_Said]:
    """Return a page's comments; they are no shapes and cannot be selected."""
    found: List[_Said] = []
    comments = page.createAnnotationEnumeration()
    while comments.hasMoreElements():
        comment = comments.nextElement()
        found.append(_Said(f"{comment.Author}: {comment.getTextRange().getString()}", None))
    return found


def _property(shape: Any, name: str) -> Any:
    try:
        return shape.getPropertyValue(name)
    except UnknownPropertyException:
        return None
