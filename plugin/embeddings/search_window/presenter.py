"""What a search window does: which question is asked, what is shown, what each button means.

Owns: one showing of a window, from its opening to its closing, whatever the window is (a dialog,
a panel). Does not own: the window (office), the words (answer_sentences, result_rows), asking
(corpus_service), passes (maintain_queue), which folder it is (upkeep).
Main thread only. Looks at no disk and waits for nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Callable, Final, Optional

from ...contracts.methods import StatusRequest
from ...contracts.search import AnswerStatus, SearchRequest
from ...documents.kinds import FileKind, extensions_of_kind
from ..settings import FolderSearchMode
from ..upkeep.maintain_reports import JobState
from . import answer_sentences as sentences
from .parts import Question
from .questions import Questions, ShownHits
from .result_rows import preview_of, result_row
from .screen import NOTHING_SELECTED, Offer, Preview, Screen
from .unread_files import unread_files

if TYPE_CHECKING:
    from ...contracts.corpus import CorpusStatus, Coverage
    from ...contracts.errors import EmbeddingsError
    from ...contracts.maintain import Stage
    from ...contracts.search import Hit, SearchResult
    from ..upkeep.folder_choice import FolderChoice
    from ..upkeep.maintain_reports import JobReport
    from .parts import SearchParts
    from .screen import SearchView

N_HITS: Final = 30
LARGE_FOLDER_N_FILES: Final = 200
"""From so many files on, making the index anew is asked about first."""


class SearchPresenter:
    """One showing of a search window."""

    def __init__(self, view: SearchView, parts: SearchParts) -> None:
        self._view = view
        self._parts = parts
        self._texts = parts.texts
        self._screen = Screen()
        self._choice: Optional[FolderChoice] = None
        self._question = Question()
        self._questions = Questions(parts.searches)
        self._hits = ShownHits()
        self._n_files = 0
        self._stage: Optional[Stage] = None
        self._is_blocked = True
        self._headline = ""

    @property
    def _venv(self) -> str:
        return self._parts.settings.read().python_venv_path.strip()

    @property
    def screen(self) -> Screen:
        """Return what is shown."""
        return self._screen

    def open(self) -> None:
        """Show the window as it is before the first question, and listen to passes."""
        self._parts.passes.follow(self._hear_of_pass)
        self.refresh()

    def refresh(self) -> None:
        """Follow the settings and, while nothing was asked, the active document."""
        if not self._question.query.strip():
            self._choose_folder()
        if self._is_ready() and not self._question.query.strip():
            self._ask_status()

    def close(self) -> None:
        """Stop what runs for this window and hear no more."""
        self._parts.passes.unfollow(self._hear_of_pass)
        self._questions.drop()

    def search(self, question: Question) -> None:
        """Ask anew, in the folder of the document that is active now."""
        self._questions.drop()
        self._question = question
        self._choose_folder()
        if not self._is_ready():
            return
        if not question.query.strip():
            self._forget_hits()
            self._change(message=self._texts["search.message.no_query"], offer=None)
            return
        self._change(message=self._texts["search.message.searching"], offer=None)
        self._ask()

    def change_kind(self, kind: FileKind) -> None:
        """Ask the last question again for another kind of file, if there was one."""
        if self._question.query.strip() and kind is not self._question.kind:
            self.search(replace(self._question, kind=kind))

    def select(self, index: int) -> None:
        """Show the passage of a row."""
        if 0 <= index < len(self._screen.rows):
            self._change(selected=index, preview=preview_of(self._hits[index], self._texts), mark=0)

    def next_match(self) -> None:
        """Go on to the next place in the passage that matched, after the last to the first."""
        n_marks = len(self._screen.preview.marks)
        if n_marks:
            self._change(mark=(self._screen.mark + 1) % n_marks)

    def open_selected(self) -> None:
        """Show the selected hit in its document."""
        self._leave_by(self._parts.doors.open_hit)

    def insert_selected(self) -> None:
        """Quote the selected hit in the active document."""
        self._leave_by(self._parts.doors.insert_hit)

    def open_file(self, path: str) -> None:
        """Open a file from the list of those that could not be read."""
        self._tell(self._parts.doors.open_file(path))

    def help(self) -> None:
        """Show the help."""
        self._parts.doors.help()

    def take_offer(self) -> None:
        """Do what is offered."""
        offer = self._screen.offer
        if offer is Offer.TURN_ON:
            self._turn_on()
        elif offer is Offer.SET_UP:
            self._parts.doors.set_up()
        elif offer is Offer.INDEX:
            self._parts.folders.index(self._screen.folder)

    def pause_or_resume(self) -> None:
        """Hold the passes, or let them go on."""
        line = self._screen.indexing
        if line is not None and line.is_paused:
            self._parts.passes.resume()
        elif line is not None:
            self._parts.passes.pause()

    def cancel_pass(self) -> None:
        """Give up the pass over the folder; what is read stays searchable."""
        if self._screen.indexing is not None:
            self._parts.passes.cancel(self._screen.folder)

    def rebuild(self) -> None:
        """Make the folder's index anew; asks first where that takes long."""
        if not self._screen.can_rebuild:
            return
        folder = self._screen.folder
        question = self._texts.count("search.ask.rebuild", self._n_files, folder=folder)
        if self._n_files < LARGE_FOLDER_N_FILES or self._view.ask(question):
            self._parts.folders.index(folder, rebuild=True)

    def list_unread(self) -> None:
        """Have the files listed that could not be read."""
        if self._screen.can_list_unread:
            request = StatusRequest(folder=self._screen.folder, with_files=True)
            self._questions.status(request, self._show_unread, self._show_error)

    def _show_unread(self, status: CorpusStatus) -> None:
        self._view.show_unread(unread_files(status, self._texts))

    def _turn_on(self) -> None:
        store, mode = self._parts.settings, FolderSearchMode.HYBRID.value
        store.write(replace(store.read(), folder_search_mode=mode))
        if self._question.query.strip():
            self.search(self._question)
        else:
            self.refresh()

    def _choose_folder(self) -> None:
        self._choice = self._parts.folders.active_choice()
        folder = self._choice.folder
        if folder != self._screen.folder:
            self._forget_hits()
            self._stage = None
            self._change(coverage="", can_list_unread=False)
        self._change(folder=folder)
        self._show_pass()

    def _is_ready(self) -> bool:
        """Return whether a question can be asked; tell what stands in its way."""
        is_on = self._parts.settings.read().search_is_on
        choice = self._choice
        is_ready = is_on and choice is not None and bool(choice.folder)
        self._change(can_search=is_ready, can_rebuild=is_ready)
        if not is_on:
            self._block("search.message.off", Offer.TURN_ON)
        elif not is_ready:
            self._block((choice and choice.reason) or "search.message.no_folder", None)
        elif self._is_blocked:
            self._is_blocked = False
            self._change(message=self._texts["search.message.ready"], offer=None)
        return is_ready

    def _block(self, key: str, offer: Optional[Offer]) -> None:
        self._is_blocked = True
        self._questions.drop()
        self._forget_hits()
        self._change(message=self._texts[key], offer=offer)

    def _ask(self) -> None:
        request = SearchRequest(
            folder=self._screen.folder,
            query=self._question.query,
            k=N_HITS,
            with_passage=True,
            extensions=extensions_of_kind(self._question.kind),
        )
        self._questions.search(request, self._show_answer, self._show_error)

    def _ask_status(self) -> None:
        """Tell early what the folder's index covers; this also has the worker warm."""
        asked = StatusRequest(folder=self._screen.folder)
        self._questions.status(asked, self._hear_status, self._show_error)

    def _hear_status(self, status: CorpusStatus) -> None:
        if not status.exists and self._screen.indexing is None:
            self._change(message=sentences.no_index(status, self._texts), offer=Offer.INDEX)
        self._show_coverage(status.coverage)

    def _show_error(self, error: EmbeddingsError) -> None:
        self._forget_hits()
        message = sentences.error_message(error, self._texts, venv=self._venv)
        self._change(message=message, offer=sentences.offer_for_error(error))

    def _show_answer(self, answer: SearchResult) -> None:
        texts, date, shown = self._texts, self._parts.doors.date, answer.hits or answer.nearest
        is_missing = answer.status is AnswerStatus.NO_CORPUS and self._screen.indexing is None
        selected = self._hits.take(shown, self._question, selected=self._screen.selected)
        self._headline = sentences.answer_message(answer, texts)
        self._change(
            message=self._headline,
            offer=Offer.INDEX if is_missing else None,
            rows=tuple(result_row(hit, texts, date) for hit in shown),
            selected=selected,
            preview=preview_of(self._hits[selected], texts) if shown else Preview(),
            mark=0,
        )
        self._show_coverage(answer.coverage)

    def _show_coverage(self, coverage: Coverage) -> None:
        self._n_files = coverage.n_files
        sentence = sentences.coverage_sentence(coverage, self._texts)
        self._change(coverage=sentence, can_list_unread=coverage.n_failed > 0)

    def _forget_hits(self) -> None:
        self._hits = ShownHits()
        self._change(rows=(), selected=NOTHING_SELECTED, preview=Preview(), mark=0)

    def _hear_of_pass(self, report: JobReport) -> None:
        last = self._last_pass()
        if last is None or last.folder != report.folder:
            return
        self._show_pass()
        if report.state.is_open and self._screen.offer is Offer.INDEX:
            self._change(offer=None, message=self._texts["search.message.indexing"])
        self._tell(sentences.pass_failure(report, self._texts, venv=self._venv))
        self._ask_again(report)

    def _ask_again(self, report: JobReport) -> None:
        """Ask anew when a part of a pass is done: more can be found from then on."""
        stage = report.progress.stage if report.progress is not None else None
        is_further = None not in (stage, self._stage) and stage is not self._stage
        self._stage = stage
        if self._is_blocked or not (is_further or report.state is JobState.DONE):
            return
        if not self._question.query.strip():
            self._ask_status()
        elif not self._questions.ask_again():
            self._ask()

    def _show_pass(self) -> None:
        self._change(indexing=sentences.pass_line(self._last_pass(), self._texts))

    def _last_pass(self) -> Optional[JobReport]:
        return self._parts.passes.state(self._screen.folder) if self._screen.folder else None

    def _leave_by(self, door: Callable[[Hit], str]) -> None:
        """Tell what the door says; one that goes well takes back what an earlier one said."""
        if self._screen.has_selection:
            self._tell(door(self._hits[self._screen.selected]) or self._headline)

    def _tell(self, sentence: str) -> None:
        if sentence:
            self._change(message=sentence, offer=None)

    def _change(self, **changes: Any) -> None:  # noqa: ANN401 - the fields of Screen
        screen = replace(self._screen, **changes)
        if screen != self._screen:
            self._screen = screen
            self._view.show(screen)
