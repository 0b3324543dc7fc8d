"""The harness itself: it starts, runs code inside LibreOffice and leaves nothing behind."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.office.harness.process import group_pids
from tests.office.harness.remote import RemoteFailure, RemoteGone, RemoteTimeout

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from tests.office.harness.office import Office

    StartOffice = Callable[..., AbstractContextManager[Office]]

FIND = "Find and Replace"
PLACES = ("a", 1, None)


def on_main_thread(ctx: Any) -> Any:
    import os
    import threading

    return threading.get_native_id() == os.getpid()


def fail(ctx: Any) -> None:
    raise LookupError("on purpose")


def give_back(ctx: Any, *values: Any) -> Any:
    return [*values, FIND, double(21), isinstance(PLACES, tuple)]


def double(number: int) -> int:
    return number * 2


def give_object(ctx: Any) -> Any:
    return ctx


def never_return(ctx: Any) -> None:
    import threading

    threading.Event().wait(3)


def new_document(ctx: Any) -> None:
    import office_probe as probe

    probe.new_document(ctx)


def texts(ctx: Any) -> Any:
    import office_probe as probe

    return [document.Text.String for document in probe.documents(ctx)]


def type_text(ctx: Any, text: str) -> None:
    import office_probe as probe

    probe.type_text(ctx, text)


def press_key(ctx: Any, key: str) -> None:
    import office_probe as probe

    probe.press_key(ctx, key)


def dispatch(ctx: Any, url: str) -> None:
    import office_probe as probe

    probe.dispatch(ctx, url)


def is_open(ctx: Any, name: str) -> bool:
    import office_probe as probe

    return probe.window_named(ctx, name) is not None


def options_title(ctx: Any) -> str:
    """Return the title of LibreOffice's options, which names the page that was open last."""
    import office_probe as probe

    names = [window["name"] for window in probe.windows(ctx)]
    return next((name for name in names if name.startswith("Options - ")), "")


def is_closed(ctx: Any, name: str) -> bool:
    return not is_open(ctx, name)


def text_in(ctx: Any, window: str, name: str, role: str) -> Any:
    import office_probe as probe

    found = probe.find(probe.window_named(ctx, window), name, role)
    return found and probe.text_of(found)


def is_checked(ctx: Any, window: str, name: str) -> Any:
    import office_probe as probe

    box = probe.find(probe.window_named(ctx, window), name, "CHECK_BOX")
    return probe.has_state(box, "CHECKED")


def press(ctx: Any, window: str, name: str) -> None:
    import office_probe as probe

    probe.press_in(ctx, window, name)


def my_documents(ctx: Any) -> Any:
    return ctx.getByName("/singletons/com.sun.star.util.thePathSettings").Work


def block_main_thread(ctx: Any, seconds: float) -> None:
    import time

    time.sleep(seconds)


def start_gaps(ctx: Any) -> None:
    import office_probe as probe

    probe.start_gaps(ctx)


def stop_gaps(ctx: Any) -> Any:
    import office_probe as probe

    return probe.stop_gaps(ctx)


def write_and_read(ctx: Any, path: str, name: str, value: Any) -> Any:
    import office_probe as probe

    before = probe.read(ctx, path, name)
    probe.write(ctx, path, **{name: value})
    after = probe.read(ctx, path, name)
    probe.write(ctx, path, **{name: before})
    return after


def test_run_is_on_the_main_thread_and_run_off_main_is_not(office: Office) -> None:
    assert office.run(on_main_thread) is True
    assert office.run_off_main(on_main_thread) is False


def test_arguments_functions_and_constants_travel(office: Office) -> None:
    assert office.run(give_back, "ü", None, [1.5]) == ["ü", None, [1.5], FIND, 42, True]


def test_a_failure_shows_the_line_of_the_test_file(office: Office) -> None:
    with pytest.raises(RemoteFailure, match="LookupError: on purpose") as caught:
        office.run(fail)
    line = fail.__code__.co_firstlineno + 1
    assert f'test_probe.py", line {line}' in str(caught.value)


def test_what_json_cannot_say_is_a_failure(office: Office) -> None:
    with pytest.raises(RemoteFailure, match="not JSON serializable"):
        office.run(give_object)


def test_what_a_function_takes_from_around_it_is_refused(office: Office) -> None:
    around = 1

    def inner(ctx: Any) -> int:
        return around

    with pytest.raises(TypeError, match="around"):
        office.run(inner)
    with pytest.raises(TypeError, match="lambda"):
        office.run(lambda _ctx: 1)


def test_an_edit_during_the_run_changes_nothing(office: Office, tmp_path: Path) -> None:
    path = tmp_path / "steps.py"
    path.write_text("def answer(ctx):\n    return 1\n", encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), names)  # noqa: S102
    assert office.run(names["answer"]) == 1
    path.write_text("def other(ctx):\n    return 2\n", encoding="utf-8")
    assert office.run(names["answer"]) == 1


def test_a_busy_main_thread_is_shown_with_its_stack(office: Office) -> None:
    with pytest.raises(RemoteTimeout, match=r"in never_return"):
        office.run(never_return, timeout_s=0.3)


def test_keys_reach_the_text_and_a_dialog(office: Office) -> None:
    office.run(new_document)
    office.run(type_text, "Grün 1+2.")
    assert office.wait_for(texts) == ["Grün 1+2."]
    office.run(press_key, "Ctrl+H")
    office.wait_for(is_open, FIND)
    office.run(type_text, "grün")
    assert office.wait_for(text_in, FIND, "Find:", "TEXT") == "grün"
    assert not office.run(is_checked, FIND, "Match case")
    office.run(press_key, "Alt+T")
    office.wait_for(is_checked, FIND, "Match case")
    office.run(press, FIND, "Match case")
    assert not office.run(is_checked, FIND, "Match case")
    office.run(press_key, "Escape")
    office.wait_for(is_closed, FIND)


def test_code_runs_while_a_modal_dialog_is_open(office: Office) -> None:
    office.run(new_document)
    office.run(dispatch, ".uno:OptionsTreeDialog")
    title = office.wait_for(options_title)
    assert office.run(on_main_thread)
    assert office.run_off_main(on_main_thread) is False
    office.run(press, title, "Cancel")
    office.wait_for(is_closed, title)


def test_my_documents_is_the_tests_own(office: Office) -> None:
    assert office.run(my_documents) == office.home.documents.as_uri()


def test_settings_are_written_and_read(office: Office) -> None:
    path = "/org.openoffice.UserProfile/Data"
    assert office.run(write_and_read, path, "givenname", "Ada") == "Ada"


def test_gaps_see_a_blocked_main_thread(office: Office) -> None:
    office.run(start_gaps)
    office.run(block_main_thread, 0.3)
    measured = office.run(stop_gaps)
    assert measured["max_ms"] >= 250
    assert measured["n_at_least_ms"]["200"] >= 5


def test_stop_ends_it_without_a_crash_and_leaves_no_process(start_office: StartOffice) -> None:
    with start_office() as mine:
        mine.run(new_document)
        mine.run(type_text, "unsaved")
        mine.wait_for(texts)
        assert mine.child_pids() == []
        pid = mine.pid
        stopped = mine.stop()
        assert (stopped.how, stopped.exit_code) == ("terminate", 0), mine.log_text()
        assert group_pids(pid) == []
        assert "Fatal" not in mine.log_text()


def test_stop_ends_it_while_a_modal_dialog_is_open(start_office: StartOffice) -> None:
    with start_office() as mine:
        mine.run(new_document)
        mine.run(dispatch, ".uno:FontDialog")
        mine.wait_for(is_open, "Character")
        mine.run(dispatch, ".uno:OptionsTreeDialog")
        mine.wait_for(options_title)
        pid = mine.pid
        stopped = mine.stop()
        assert (stopped.how, stopped.exit_code) == ("terminate", 0), mine.log_text()
        assert group_pids(pid) == []


def test_a_killed_one_starts_again_on_its_profile(start_office: StartOffice) -> None:
    with start_office() as mine:
        first = mine.pid
        assert mine.kill() == -signal.SIGKILL
        with pytest.raises(RemoteGone, match="is gone"):
            mine.run(on_main_thread)
        mine.start()
        assert mine.pid != first
        assert mine.run(on_main_thread)


def test_nothing_of_the_users_is_touched(office: Office) -> None:
    variables = office.home.variables()
    own = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "TMPDIR")
    assert all(Path(variables[name]).is_relative_to(office.home.root) for name in own)
    assert "DISPLAY" not in variables
