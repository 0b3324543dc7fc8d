"""Setting the search up: the plan, the yes, the progress, what is offered at the end.

Owns: the steps of the Set Up window and what each shows. Does not own: the window
(office.options), making the environment (scripting.environment), the test's checks.
Nothing is downloaded before the user's yes to the plan.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Callable, Final, List, Optional, Tuple

from ...contracts.errors import EmbeddingsError, Interrupted
from ...contracts.models import EMBEDDED_MULTILINGUAL_MODEL_ID
from ...scripting.environment import (
    SetupPlan,
    SetupProgress,
    SetupStep,
    TorchRequest,
    TorchWish,
    default_venv_path,
    is_current,
    plan_setup,
    run_setup,
)
from ..settings import FolderSearchMode
from .environment_trial import TrialRequest, check_line, trial_work
from .model_download import (
    FetchTold,
    download_question,
    fetch_multilingual,
    lacks_multilingual,
    progress_text,
)
from .setup_view import SetupButtons, SetupState, SetupView
from .setup_words import choice_labels, plan_text

if TYPE_CHECKING:
    from ...contracts.methods import CheckResult, Diagnosis, DownloadProgress
    from ...scripting.interpreter import Interpreter
    from ..background import Job
    from .python_presenter import OptionsParts


_STARTABLE: Final = (
    SetupState.ASKING,
    SetupState.CURRENT,
    SetupState.STOPPED,
    SetupState.FAILED,
)
_USABLE: Final = (SetupState.CURRENT, SetupState.DONE)
_CANCELLABLE: Final = (
    SetupState.PLANNING,
    SetupState.ASKING,
    SetupState.RUNNING,
    SetupState.STOPPING,
    SetupState.FETCHING,
)
_STOPPABLE: Final = (SetupState.RUNNING, SetupState.FETCHING)


@dataclass(frozen=True)
class SetupOrder:
    """What is to be set up: where ("" = the default place), on which Python ("" = the best)."""

    venv: str = ""
    python: str = ""


class SetupPresenter:
    """One showing of the window; main thread only."""

    def __init__(
        self,
        view: SetupView,
        parts: OptionsParts,
        order: SetupOrder,
        *,
        on_set_up: Optional[Callable[[str], None]] = None,
    ) -> None:
        self._view = view
        self._parts = parts
        self._order = order
        self._on_set_up = on_set_up
        self._state = SetupState.PLANNING
        self._job: Optional[Job] = None
        self._plan: Optional[SetupPlan] = None
        self._lines: List[str] = []
        self._wish = TorchWish.AUTO
        self._recommended = ""

    @property
    def state(self) -> SetupState:
        """Return where it is."""
        return self._state

    def show(self) -> None:
        """Work the plan out and show it; nothing is changed or downloaded."""
        self._plan = None
        self._enter(SetupState.PLANNING)
        order, lock = self._order, self._parts.lock
        venv = order.venv.strip() or default_venv_path()
        torch = TorchRequest(self._wish)
        self._job = self._parts.jobs.start(
            lambda _job: (
                plan_setup(venv, lock=lock, python=order.python, torch=torch),
                is_current(venv, lock),
            ),
            on_done=self._ask,
            on_failed=self._fail,
        )

    def choose(self, i_choice: int) -> None:
        """Plan for another choice of what to compute on, in the order of the labels."""
        wishes = tuple(TorchWish)
        is_other = 0 <= i_choice < len(wishes) and wishes[i_choice] is not self._wish
        if is_other and self._state in _STARTABLE:
            self._wish = wishes[i_choice]
            self.show()

    def press_start(self) -> None:
        """Take the yes: begin."""
        plan = self._plan
        if plan is None or self._state not in _STARTABLE:
            return
        self._lines = []
        self._enter(SetupState.RUNNING)
        self._job = self._parts.jobs.start(
            self._work(plan), on_done=lambda _python: self._finish(plan), on_failed=self._fail
        )

    def press_close(self) -> None:
        """Stop what runs, or close the window when nothing does."""
        if self._state in _STOPPABLE and self._job is not None:
            self._job.cancel()
            self._enter(SetupState.STOPPING)
        elif self._state is not SetupState.STOPPING:
            self.leave()
            self._view.close()

    def press_test(self) -> None:
        """Try what was set up."""
        if self._state not in _USABLE or self._plan is None:
            return
        self._lines = []
        self._enter(SetupState.TESTING)
        self._view.show_details("")
        settings = self._parts.settings.read()
        request = TrialRequest(
            venv=self._plan.venv,
            model_id=settings.model_id,
            variables=settings.worker_variables,
            api_key=settings.api_key,
            root=self._parts.root,
        )
        self._job = self._parts.jobs.start(
            trial_work(request, self._show_check),
            on_done=self._show_diagnosis,
            on_failed=self._show_test_failure,
        )

    def press_model(self) -> None:
        """Ask and fetch the multilingual model, which needs no model hub."""
        plan, model_id = self._plan, EMBEDDED_MULTILINGUAL_MODEL_ID
        if self._state not in _USABLE or plan is None:
            return
        if self._view.ask(download_question(model_id, self._parts.texts)):
            self._enter(SetupState.FETCHING)
            told = FetchTold(on_progress=self._show_fetched, on_end=self._end_fetch)
            self._job = fetch_multilingual(self._parts, plan.venv, told)

    def press_turn_on(self) -> None:
        """Turn folder search on."""
        settings = self._parts.settings.read()
        if not settings.search_is_on:
            mode = FolderSearchMode.HYBRID.value
            self._parts.settings.write(replace(settings, folder_search_mode=mode))
        self._view.show_headline(self._parts.texts["setup.turned_on"])
        self._show_buttons()

    def leave(self) -> None:
        """Stop and forget what runs; the window is gone."""
        if self._job is not None:
            self._job.forget()
            self._job = None

    def _work(self, plan: SetupPlan) -> Callable[[Job], Interpreter]:
        def work(job: Job) -> Interpreter:
            return run_setup(
                plan,
                on_progress=lambda progress: job.tell(self._show_progress, progress),
                cancel=job.cancel_event,
            )

        return work

    def _ask(self, planned: Tuple[SetupPlan, bool]) -> None:
        self._plan, is_there = planned
        plan = self._plan
        self._enter(SetupState.CURRENT if is_there else SetupState.ASKING)
        self._view.show_details(plan_text(plan, self._parts.texts))
        if plan.torch is not None:
            if self._wish is TorchWish.AUTO:
                self._recommended = plan.torch.advice.build.name
            labels = choice_labels(self._recommended, self._parts.texts)
            self._view.show_choices(labels, tuple(TorchWish).index(self._wish))

    def _show_progress(self, progress: SetupProgress) -> None:
        if self._state is not SetupState.RUNNING:
            return
        key = f"setup.step.{progress.step.value}"
        # A package counts twice there: when it is fetched and when it is installed.
        share = 2 if progress.step is SetupStep.INSTALL else 1
        step = self._parts.texts.format(
            key, n_done=progress.n_done // share, n_all=progress.n_all // share
        )
        note = self._parts.texts[f"setup.note.{progress.note}"] if progress.note else ""
        self._lines.extend((progress.line, note))
        self._view.show_progress(progress.n_done, progress.n_all, step=step, line=progress.line)

    def _finish(self, plan: SetupPlan) -> None:
        settings = self._parts.settings.read()
        # Written even where it is the same: who follows forgets that its worker did not start.
        self._parts.settings.write(replace(settings, python_venv_path=plan.venv))
        self._enter(SetupState.DONE)
        self._view.show_details("\n".join(line for line in self._lines if line))
        if self._on_set_up is not None:
            self._on_set_up(plan.venv)

    def _fail(self, error: EmbeddingsError) -> None:
        self._job = None
        if isinstance(error, Interrupted):
            self._enter(SetupState.STOPPED)
            return
        self._enter(SetupState.FAILED)
        self._view.show_headline(str(error))
        told = (error.message, error.hint, error.detail)
        self._view.show_details("\n\n".join(text for text in told if text))

    def _show_check(self, check: CheckResult) -> None:
        self._lines.append(check_line(check, self._parts.texts))
        self._view.show_details("\n".join(self._lines))

    def _show_diagnosis(self, diagnosis: Diagnosis) -> None:
        self._enter(SetupState.DONE)
        n_failed = sum(not check.ok for check in diagnosis.checks)
        texts = self._parts.texts
        told = (
            texts.count("options.test.failed", n_failed)
            if n_failed
            else texts["options.test.passed"]
        )
        self._view.show_headline(told)

    def _show_fetched(self, progress: DownloadProgress) -> None:
        if self._state is SetupState.FETCHING:
            done, n_all = progress.n_bytes_done, progress.n_bytes
            step = progress_text(progress, self._parts.texts)
            self._view.show_progress(done, n_all, step=step, line="")

    def _end_fetch(self, headline: str) -> None:
        self._job = None
        self._enter(SetupState.DONE)
        self._view.show_headline(headline)

    def _show_test_failure(self, error: EmbeddingsError) -> None:
        self._enter(SetupState.DONE)
        self._view.show_headline(str(error))
        self._view.show_details("\n".join([*self._lines, error.message, error.hint, error.detail]))

    def _enter(self, state: SetupState) -> None:
        self._state = state
        self._view.show_headline(self._parts.texts[f"setup.state.{state.value}"])
        self._view.show_progress(0, 0, step="", line="")
        self._show_buttons()

    def _show_buttons(self) -> None:
        state = self._state
        is_usable = state in _USABLE
        self._view.show_buttons(
            SetupButtons(
                can_start=state in _STARTABLE and self._plan is not None,
                is_cancel=state in _CANCELLABLE,
                can_leave=state is not SetupState.STOPPING,
                can_test=is_usable,
                can_choose=state in _STARTABLE,
                can_fetch=is_usable and lacks_multilingual(),
                can_turn_on=is_usable and not self._parts.settings.read().search_is_on,
            )
        )
